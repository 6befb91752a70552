// The board as a picture: an SVG drawn from a layout and a scene. It knows where things are and what stands there, says
// what was clicked, dragged or picked by keyboard, and lights what it is told to light.

import { outlines } from "./areas.js";
import { button, h, number, plain, put, s, signed } from "./dom.js";
import { lookOf, pattern } from "./look.js";
import { towards } from "./pick.js";
import { labelSize, manner, marksOf, stacksOf, tokenRoom } from "./pieces.js";
import { makeLens } from "./lens.js";
import { regionsOf } from "./regions.js";

/** @typedef {import("./api.js").Layout} Layout */
/** @typedef {import("./api.js").Scene} Scene */
/** @typedef {import("./api.js").Place} Place */
/** @typedef {import("./look.js").Look} Look */

/**
 * @typedef {object} Handlers
 * @property {(space: number) => void} [pick]
 * @property {(from: number, to: number) => void} [drag]
 * @property {() => void} [cancel]
 */

/**
 * Numbers by space: `most` is where colours are fullest, `words` what is written on a space.
 * @typedef {{name: string, values: number[], most?: number, words?: (value: number) => string}} Warmth
 */

/** @typedef {{starts?: Set<number>, targets?: Set<number>, from?: number | null}} Light */

let boards = 0;

/**
 * The unit for lines and letters: the middle one of the spaces' radii, but on a board of few spaces not too much of it.
 * @param {Layout} layout
 */
function unitOf(layout) {
  const rooms = layout.spaces.map((space) => space.room).sort((a, b) => a - b);
  return Math.min(rooms[Math.floor(rooms.length / 2)] ?? 10, Math.max(layout.width, layout.height) / 24);
}

/** @param {import("./api.js").Space} space */
const shapeOf = (space) =>
  space.shape ?? `M${space.x - space.room},${space.y}a${space.room},${space.room} 0 1 0 ${2 * space.room},0` +
    `a${space.room},${space.room} 0 1 0 ${-2 * space.room},0Z`;

/** @param {import("./api.js").Space} space */
const nameOf = (space) => space.label || plain(space.name);

/**
 * A space in words, as one would say it to somebody who does not see the board.
 * @param {Layout} layout
 * @param {number} i
 * @param {Place} place
 * @param {{name: string}[]} seats
 */
export function spaceWords(layout, i, place, seats) {
  const space = layout.spaces[i];
  const region = space.region === undefined ? undefined : layout.regions[space.region];
  const stacks = place.stacks ?? [];
  const mixed = stacks.some((stack) => stack.seat !== place.owner);
  const pieces = stacks.map((stack) =>
    `${mixed && stack.seat !== undefined ? `${seats[stack.seat]?.name} ` : ""}${stack.count} ${plain(stack.kind)}`);
  return [
    nameOf(space),
    region && [region.name, ...(region.notes ?? [])].join(", "),
    place.owner === undefined ? "" : seats[place.owner]?.name,
    pieces.join(", ") || "empty",
    ...(place.marks ?? []),
    ...(space.notes ?? []),
  ].filter(Boolean);
}

/**
 * A board in `host`. Without handlers it is a picture that nobody can touch.
 * @param {HTMLElement} host
 * @param {Handlers | null} handlers
 */
export function makeBoard(host, handlers) {
  const own = `board-${++boards}`;
  const svg = s("svg", {
    class: handlers ? "board" : "board still",
    ...(handlers ? { role: "group", "aria-label": "board" } : { "aria-hidden": "true" }),
  });
  const info = h("p", { class: "board-info", "aria-hidden": "true" });
  const layers = {
    defs: s("defs"), regions: s("g"), names: s("g", { class: "names" }), links: s("g", { class: "links" }), spaces: s("g"),
    hits: s("g", { "aria-hidden": "true" }), rings: s("g", { class: "rings" }), areas: s("g", { class: "areas", "aria-hidden": "true" }), pieces: s("g", { class: "pieces" }), numbers: s("g", { class: "numbers", "aria-hidden": "true" }), arrows: s("g", { class: "arrows" }),
  };
  for (const layer of Object.values(layers)) svg.append(layer);
  host.append(svg);
  if (handlers) host.append(info);

  /** @type {Layout} */
  let layout = { width: 1, height: 1, spaces: [], links: [], regions: [] };
  /** @type {Scene | null} */
  let scene = null;
  /** @type {{name: string}[]} */
  let seats = [];
  /** @type {Look[]} */
  let looks = [];
  /** @type {Warmth | null} */
  let heat = null;
  /** @type {Light} */
  let lit = {};
  let unit = 10;
  let current = 0;
  let way = manner([], { chips: false, usual: null });
  /** @type {{group: SVGGElement, ring: SVGPathElement, hit: SVGCircleElement, pieces: SVGGElement, said: string}[]} */
  let parts = [];

  /** @type {ReturnType<typeof makeLens> | null} */
  const lens = handlers && makeLens(svg, {
    start: (space) => lit.starts?.has(space) ?? false,
    line: (from, to) => drawDrag(from, to),
    drop: (from, to) => handlers.drag?.(from, to),
    click: (space) => {
      current = space;
      rove();
      handlers.pick?.(space);
    },
    scale: (scale) => svg.classList.toggle("tiny", labelSize(layout.spaces[0] ?? {}, unit) * scale < 6),
    over: say,
  });
  if (lens) {
    host.append(h("div", { class: "zoom", role: "group", "aria-label": "zoom" },
      button("+", () => lens.zoom(1.4), { "aria-label": "zoom in" }),
      button("−", () => lens.zoom(1 / 1.4), { "aria-label": "zoom out" }),
      button("⤢", () => lens.fit(), { "aria-label": "show the whole board" })));
    svg.addEventListener("keydown", onKey);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = towards(layout.spaces, current, event.key);
    if (next !== null) go(next);
    else if (event.key === "Enter" || event.key === " ") handlers?.pick?.(current);
    else if (event.key === "Escape") handlers?.cancel?.();
    else if (event.key === "n" || event.key === "p") goLit(event.key === "n" ? 1 : -1);
    else if (event.key === "+") lens?.zoom(1.4);
    else if (event.key === "-") lens?.zoom(1 / 1.4);
    else if (event.key === "0") lens?.fit();
    else return;
    event.preventDefault();
  }

  /** @param {number} space */
  function go(space) {
    current = space;
    rove();
    parts[space]?.group.focus();
    lens?.show(layout.spaces[space]);
  }

  /** To the next space that is lit. @param {number} by */
  function goLit(by) {
    const wanted = lit.targets && lit.targets.size > 0 ? lit.targets : lit.starts;
    const n = layout.spaces.length;
    for (let k = 1; k <= n; k++) {
      const i = (current + by * k + n * k) % n;
      if (wanted?.has(i)) return go(i);
    }
  }

  /** One space of the board can be reached by Tab; arrows lead to the others. */
  function rove() {
    if (!handlers) return;
    parts.forEach((part, i) => part.group.setAttribute("tabindex", i === current ? "0" : "-1"));
  }

  /**
   * @param {Layout} next
   * @param {{name: string}[]} who
   * @param {Look[]} theirLooks
   */
  function setLayout(next, who, theirLooks) {
    [layout, seats, looks, scene, way] = [next, who, theirLooks, null, manner([], { chips: false, usual: null })];
    unit = unitOf(layout);
    current = Math.min(current, Math.max(0, layout.spaces.length - 1));
    const margin = unit * 0.25;
    const box = { x: -margin, y: -margin, w: layout.width + 2 * margin, h: layout.height + 2 * margin };
    host.style.setProperty("--aspect", (box.h / box.w).toFixed(3));
    if (lens) lens.frame(box);
    else svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    put(layers.defs, looks.map((look, i) => pattern(`${own}-${i}`, look, unit * 0.26)),
      s("marker", {
        id: `${own}-head`, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 3.8, markerHeight: 3.8, orient: "auto",
      }, s("path", { d: "M0,0.6L10,5L0,9.4L2.5,5Z", class: "arrow-head" })));
    const drawn = regionsOf(layout, unit);
    put(layers.regions, drawn.map((region) => region.ground));
    put(layers.names, drawn.map((region) => region.name));
    put(layers.links, layout.links.map(drawLink));
    put(layers.spaces);
    put(layers.hits);
    put(layers.rings);
    put(layers.areas);
    put(layers.pieces);
    put(layers.arrows);
    parts = layout.spaces.map((space, i) => {
      const ground = space.ground || "land";
      const group = s("g", {
        class: "space", "data-space": i, ...(handlers ? { role: "button", tabindex: -1 } : {}),
        onfocus: () => onFocus(i, true), onblur: () => onFocus(i, false),
      },
        s("path", { d: shapeOf(space), class: `ground ground-${ground}` }),
        s("path", { d: shapeOf(space), class: "cover" }),
        s("path", { d: shapeOf(space), class: "warmth", opacity: 0 }));
      const ring = s("path", { d: shapeOf(space), class: "ring" });
      const pieces = s("g");
      // What stands on a small island reaches out over the sea, and can be touched there, too.
      const hit = s("circle", { cx: space.x, cy: space.y, r: tokenRoom(space, unit), class: "hit", "data-space": i });
      layers.spaces.append(group);
      if (handlers) layers.hits.append(hit);
      layers.rings.append(ring);
      layers.pieces.append(pieces);
      return { group, ring, hit, pieces, said: "" };
    });
    rove();
  }

  /** @param {import("./api.js").Link} link */
  function drawLink(link) {
    const [a, b] = [layout.spaces[link.from], layout.spaces[link.to]];
    if (!a || !b) return null;
    const kind = `link link-${link.kind}`;
    const width = unit * (link.kind === "sea" ? 0.07 : 0.09);
    // A way around the edge of the world leaves on one side and comes back on the other.
    if (Math.abs(a.x - b.x) > layout.width * 0.6) {
      const [left, right] = a.x < b.x ? [a, b] : [b, a];
      const y = (left.y + right.y) / 2;
      return s("g", {},
        s("path", { d: `M${left.x},${left.y}L${-unit},${y}`, class: `${kind} link-around`, "stroke-width": width }),
        s("path", { d: `M${right.x},${right.y}L${layout.width + unit},${y}`, class: `${kind} link-around`, "stroke-width": width }));
    }
    return s("path", { d: `M${a.x},${a.y}L${b.x},${b.y}`, class: kind, "stroke-width": width });
  }

  /** @param {Scene} next */
  function setScene(next) {
    const before = scene;
    scene = next;
    const redraw = manner(next.places, way).chips !== way.chips;
    way = manner(next.places, way);
    next.places.forEach((place, i) => {
      const part = parts[i];
      if (!part) return;
      const said = JSON.stringify(place);
      if (said === part.said && !redraw) return;
      const fresh = part.said === "";
      part.said = said;
      drawPlace(i, place);
      if (before && !fresh) showChange(i, before.places[i], place);
    });
    label();
  }

  /** @param {number} i @param {Place} place */
  function drawPlace(i, place) {
    const { group, pieces } = parts[i];
    const look = lookOf(looks, place.owner);
    const held = place.owner !== undefined;
    group.setAttribute("class", ["space", held ? `held hue-${look.hue}` : "",
      ...(place.marks ?? []).map((mark) => `mark-${mark.replace(/\W+/g, "-")}`)].join(" "));
    group.children[1].setAttribute("fill", held ? `url(#${own}-${place.owner})` : "none");
    put(pieces, stacksOf(layout.spaces[i], place, looks, way, unit), marksOf(layout.spaces[i], place, unit));
  }

  /** A short note of what came and went. @param {number} i @param {Place} before @param {Place} after */
  function showChange(i, before, after) {
    if (!handlers) return;
    const total = (/** @type {Place} */ p) => (p.stacks ?? []).reduce((sum, stack) => sum + stack.count, 0);
    const by = total(after) - total(before ?? {});
    const { ring } = parts[i];
    ring.classList.add("changed");
    setTimeout(() => ring.classList.remove("changed"), 1400);
    if (by === 0 || before?.owner !== after.owner) return;
    const space = layout.spaces[i];
    const note = s("text", {
      x: space.x + space.room * 0.7, y: space.y - space.room * 0.45, "font-size": unit * 0.55,
      class: by > 0 ? "delta up" : "delta down",
    }, signed(by));
    layers.arrows.append(note);
    setTimeout(() => note.remove(), 1500);
  }

  /** Lights what can be picked. @param {Light} next */
  function light(next) {
    lit = next;
    svg.classList.toggle("picking", lit.from !== null && lit.from !== undefined);
    parts.forEach(({ group, ring, hit }, i) => {
      for (const part of [group, ring, hit]) {
        part.classList.toggle("start", lit.starts?.has(i) ?? false);
        part.classList.toggle("target", lit.targets?.has(i) ?? false);
      }
      ring.classList.toggle("from", lit.from === i);
    });
    label();
  }

  /** The accessible names follow what stands there and what is lit. */
  function label() {
    if (!handlers || !scene) return;
    parts.forEach(({ group }, i) => {
      const words = spaceWords(layout, i, scene?.places[i] ?? {}, seats);
      if (lit.from === i) words.push("picked");
      else if (lit.targets?.has(i)) words.push("possible target");
      else if (lit.starts?.has(i)) words.push("can be picked");
      group.setAttribute("aria-label", words.join(", "));
    });
  }

  /** The ring shows where the keyboard is, above what stands next to it. @param {number} i @param {boolean} here */
  function onFocus(i, here) {
    const { group, ring } = parts[i];
    // However the keyboard came here, it goes on from here.
    if (here && current !== i) {
      current = i;
      rove();
    }
    ring.classList.toggle("focus", here && group.matches(":focus-visible"));
    say(here ? i : null);
  }

  /** @param {number | null} i */
  function say(i) {
    if (i === null || !scene) return put(info);
    const [name, ...rest] = spaceWords(layout, i, scene.places[i] ?? {}, seats);
    const warm = heat && Number.isFinite(heat.values[i]) ? [`${heat.name} ${number(heat.values[i])}`] : [];
    put(info, h("strong", {}, name), ` ${[...rest, ...warm].join(" · ")}`);
  }

  /** Colours the spaces by a number each; nothing takes the colours away. @param {typeof heat} next */
  function setHeat(next) {
    heat = next;
    const most = next?.most ?? Math.max(...(next?.values ?? []).filter(Number.isFinite).map(Math.abs), 1e-12);
    put(layers.numbers, layout.spaces.map(({ x, y, room }, i) => {
      const words = next?.words?.(next.values[i] ?? 0);
      return words ? s("text", { x, y: y + room * 0.62, "font-size": unit * 0.5, class: "arrow-count" }, words) : null;
    }));
    parts.forEach(({ group }, i) => {
      const share = (next?.values[i] ?? 0) / most;
      const warmth = /** @type {SVGElement} */ (group.children[2]);
      warmth.setAttribute("class", share < 0 ? "warmth cold" : "warmth");
      warmth.setAttribute("opacity", next && Number.isFinite(share) ? (0.85 * Math.abs(share)).toFixed(3) : "0");
    });
    svg.classList.toggle("heated", next !== null);
  }

  /**
   * A line from one place to another, a little bent, that ends a little before it.
   * @param {{x: number, y: number}} a
   * @param {{x: number, y: number}} b
   * @param {number} short
   */
  function bow(a, b, short) {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const far = Math.hypot(dx, dy) || 1;
    const keep = Math.max(0.1, 1 - short / far);
    const [ex, ey] = [a.x + dx * keep, a.y + dy * keep];
    return `M${a.x},${a.y}Q${(a.x + ex) / 2 - dy * 0.12},${(a.y + ey) / 2 + dx * 0.12} ${ex},${ey}`;
  }

  /**
   * Arrows between spaces, with how many go there: an agent's advice, say, or a turn that is being planned.
   * @param {import("./api.js").Arrow[]} list
   * @param {"way" | "planned"} kind
   */
  function setArrows(list, kind = "way") {
    layers.arrows.querySelectorAll(`.${kind}`).forEach((way) => way.remove());
    for (const { from, to, count } of list) {
      const [a, b] = [layout.spaces[from], layout.spaces[to]];
      if (!a || !b) continue;
      layers.arrows.append(s("g", { class: kind },
        s("path", { d: bow(a, b, b.room * 0.75), class: "arrow", "stroke-width": unit * 0.11, "marker-end": `url(#${own}-head)` }),
        count ? s("text", { x: (a.x + b.x) / 2 - (b.y - a.y) * 0.14, y: (a.y + b.y) / 2 + (b.x - a.x) * 0.14, "font-size": unit * 0.5, class: "arrow-count" }, count) : null));
    }
  }

  /** Outlines areas; none takes the outlines away. @param {import("./api.js").Area[]} list */
  const setAreas = (list) => put(layers.areas, outlines(layout, list, unit));

  /** @param {number | null} from @param {{x: number, y: number}} [to] */
  function drawDrag(from, to) {
    layers.arrows.querySelector(".drag")?.remove();
    if (from === null || !to) return;
    layers.arrows.append(s("path", {
      d: bow(layout.spaces[from], to, 0), class: "drag", "stroke-width": unit * 0.11, "marker-end": `url(#${own}-head)`,
    }));
  }

  /** Where a space is on the screen, relative to the host. @param {number} i */
  function spot(i) {
    const box = layers.rings.children[i].getBoundingClientRect();
    const outer = host.getBoundingClientRect();
    return { x: box.left - outer.left, y: box.top - outer.top, width: box.width, height: box.height };
  }

  return {
    svg, setLayout, setScene, light, setHeat, setArrows, setAreas, spot,
    /** Puts the keyboard on a space. @param {number} [i] */
    focus: (i = current) => go(i),
    /** The name of a space. @param {number} i */
    nameOf: (i) => nameOf(layout.spaces[i]),
  };
}
