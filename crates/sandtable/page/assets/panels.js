// What stands beside the board: seats, log, what an agent thought, how the game went and who was lucky, sheets. All of it
// is made from what the server reports, whatever it is called.

import { areaLegend } from "./areas.js";
import { button, capital, duration, grid, h, number, percent, plain, put, signed } from "./dom.js";
import { badge, lookOf } from "./look.js";
import { bar, curveFigure, legend, lines } from "./plot.js";

/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").Told} Told */
/** @typedef {import("./api.js").Considered} Considered */
/** @typedef {import("./look.js").Look} Look */

/**
 * Whether values read as chances to win: shares that sum to one.
 * @param {number[]} values
 */
export const areChances = (values) =>
  values.every((v) => v >= -1e-9 && v <= 1 + 1e-9) && Math.abs(values.reduce((a, b) => a + b, 0) - 1) < 0.02;

/** How a value of this game is written. @param {Table} table */
export function valueFormat(table) {
  const all = table.course.map((mark) => mark.value).filter((v) => v.length > 0);
  return all.length > 0 && all.every(areChances) ? percent : (/** @type {number} */ v) => number(v, 2);
}

/**
 * Panels with tabs; the one that was open stays open.
 * @param {{name: string, element: HTMLElement, opened?: () => void}[]} panels
 */
export function tabs(panels) {
  const ids = panels.map((_, i) => `panel-${i}`);
  let at = 0;
  const heads = panels.map((panel, i) => h("button", {
    type: "button", role: "tab", id: `${ids[i]}-tab`, "aria-controls": ids[i], onclick: () => open(i),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const shown = heads.filter((head) => !head.hidden);
      open(heads.indexOf(shown[(shown.indexOf(heads[i]) + by + shown.length) % shown.length]));
      heads[at].focus();
    },
  }, panel.name));
  const bodies = panels.map((panel, i) => h("div", {
    role: "tabpanel", id: ids[i], "aria-labelledby": `${ids[i]}-tab`, tabindex: 0, class: "panel",
  }, panel.element));
  /** @param {number} i */
  function open(i) {
    at = i;
    heads.forEach((head, k) => {
      head.setAttribute("aria-selected", String(k === i));
      head.setAttribute("tabindex", k === i ? "0" : "-1");
      bodies[k].hidden = k !== i;
    });
    panels[i].opened?.();
  }
  open(0);
  return {
    element: h("div", { class: "tabs" }, h("div", { role: "tablist", "aria-label": "panels" }, heads), bodies),
    /** Whether a panel is one of them. @param {number} i @param {boolean} offered */
    offer(i, offered) {
      heads[i].hidden = !offered;
      if (!offered && at === i) open(0);
    },
  };
}

/**
 * The seats: who plays, what each may expect, and whose turn it is.
 * @param {Table} table
 * @param {Look[]} looks
 * @param {(seat: number) => void} open
 */
export function seatList(table, looks, open) {
  const format = valueFormat(table);
  const mover = typeof table.turn === "object" ? table.turn.player : null;
  const last = table.course[table.course.length - 1];
  return h("ul", { class: "seats" }, table.seats.map((seat, i) => h("li", { class: i === mover ? "to-move" : null },
    badge(lookOf(looks, i)),
    h("span", { class: "seat-name" }, seat.name, i === mover ? h("span", { class: "visually-hidden" }, ", to move") : null),
    h("span", { class: "seat-player" }, seat.player === "human" ? "person" : seat.player),
    h("span", { class: "seat-value" }, table.result ? number(table.result[i]) : last?.value[i] === undefined ? "" : format(last.value[i])),
    button("⋯", () => open(i), { class: "button square quiet", "aria-label": `options of ${seat.name}` }))));
}

/**
 * The log: it grows at the end, and is made anew when steps were taken back.
 * @param {() => Look[]} looks
 */
export function makeLog(looks) {
  const list = h("ol", { class: "log" });
  /** @type {Told[]} */
  let shown = [];
  let atEnd = true;
  let watched = false;
  /** Whoever reads the end goes on reading it, also when the panel changes its size. @param {Element} box */
  function follow(box) {
    watched = true;
    let height = box.clientHeight;
    box.addEventListener("scroll", () => {
      if (box.clientHeight === height) atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    });
    new ResizeObserver(() => {
      height = box.clientHeight;
      if (atEnd) box.scrollTop = box.scrollHeight;
    }).observe(box);
  }
  /** @param {Told} told @param {number | undefined} before */
  const line = (told, before) => h("li", { class: told.seat === undefined || told.seat === null ? "dice-line" : null },
    h("span", { class: "log-turn" }, told.turn === before || told.turn === 0 ? "" : `${told.turn}`),
    told.seat === undefined || told.seat === null ? h("span", { class: "log-dice", "aria-hidden": "true" }, "⚄") : badge(lookOf(looks(), told.seat)),
    h("span", {}, told.words));
  return {
    element: list,
    /** @param {Told[]} log */
    show(log) {
      const same = shown.length <= log.length && (shown.length === 0 || JSON.stringify(shown[shown.length - 1]) === JSON.stringify(log[shown.length - 1]));
      if (!same) {
        put(list);
        shown = [];
      }
      for (let i = shown.length; i < log.length; i++) if (log[i].words) list.append(line(log[i], log[i - 1]?.turn));
      shown = log;
      const box = list.closest(".panel");
      if (!box) return;
      if (!watched) follow(box);
      if (atEnd) box.scrollTop = box.scrollHeight;
    },
  };
}

/**
 * What was considered: values with their errors, how often each was tried, and what the dice may bring.
 * @param {Considered[]} list
 * @param {(step: Considered) => void} [point]
 */
export function consideredTable(list, point) {
  if (list.length === 0) return h("p", { class: "quiet" }, "This agent does not weigh candidates.");
  const low = Math.min(0, ...list.map((c) => c.value - c.stderr));
  const high = Math.max(low + 1e-9, ...list.map((c) => c.value + c.stderr));
  const risky = list.some((c) => c.stakes);
  const tried = list.some((c) => c.visits > 1);
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "candidates" },
    h("table", { class: "considered" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "candidate"), h("th", { scope: "col", class: "number" }, "value"), tried ? h("th", { scope: "col", class: "number" }, "visits") : null)),
      h("tbody", {}, list.map((c) => h("tr", { onpointerenter: () => point?.(c) },
        h("td", {}, pointed(c, point), bar(c.value, c.stderr, low, high), risky && c.stakes ? h("span", { class: "stakes" }, c.stakes) : null),
        h("td", { class: "number" }, number(c.value, 3), c.stderr > 0 ? [h("br"), h("span", { class: "error" }, `± ${number(c.stderr, 3)}`)] : null),
        tried ? h("td", { class: "number" }, number(c.visits)) : null)))));
}

/**
 * A candidate in words; one that has ways over the board is a button that shows them.
 * @param {Considered} c
 * @param {(step: Considered) => void} [point]
 */
function pointed(c, point) {
  const words = c.words ?? c.step;
  if (!point || !c.arrows?.length) return words;
  return h("button", { type: "button", class: "pointed", onclick: () => point(c), onfocus: () => point(c) }, words);
}

/**
 * What a value rests on: what each thing adds.
 * @param {import("./api.js").Figure[]} reasons
 */
function reasonList(reasons) {
  if (reasons.length === 0) return null;
  const [low, high] = [Math.min(0, ...reasons.map((r) => r.value)), Math.max(0, ...reasons.map((r) => r.value))];
  return h("section", {}, h("h2", {}, "What speaks for it"),
    grid("", ["", "adds"], reasons.map((r) => [h("span", {}, r.name, bar(r.value, 0, low, high)), signed(r.value, 2)])));
}

/**
 * The constraints within which an agent looked for turns; the areas of one of them can be shown on the board.
 * @param {import("./api.js").Frame[]} frames
 * @param {Overlay} overlay
 */
export function frameList(frames, overlay) {
  if (frames.length === 0) return null;
  const choosable = frames.some((frame) => frame.areas.length > 0);
  const legendOf = h("div");
  const showLegend = () => put(legendOf, areaLegend(frames[overlay.frame() ?? -1]?.areas ?? []));
  /** @param {number | null} at @param {(Node | string)[]} words */
  const choice = (at, words) => {
    const input = h("input", { type: "radio", name: "frame", onchange: () => { overlay.setFrame(at); showLegend(); } });
    input.checked = overlay.frame() === at;
    return h("label", {}, input, h("span", {}, words));
  };
  showLegend();
  /** @param {import("./api.js").Frame} frame */
  const words = (frame) => [frame.text ? h("code", {}, frame.text) : "whatever the rules allow", ` · ${frame.counted ? "" : "at least "}${number(frame.turns)} turns`];
  return h("fieldset", { class: "frames" }, h("legend", {}, "looked for turns within"),
    frames.map((frame, i) => (frame.areas.length > 0 ? choice(i, words(frame)) : h("p", {}, words(frame)))),
    choosable ? choice(null, ["no areas on the board"]) : null, legendOf);
}

/** @typedef {ReturnType<typeof import("./overlay.js").makeOverlay>} Overlay */

/**
 * What the last agent thought.
 * @param {Table} table
 * @param {Look[]} looks
 * @param {Overlay} overlay
 */
export function thinking(table, looks, overlay) {
  const { thought } = table;
  if (!thought) return h("p", { class: "quiet" }, "No agent has moved yet. What an agent considers is shown here.");
  return h("div", { class: "thinking" },
    h("p", { class: "who" }, badge(lookOf(looks, thought.seat)), h("strong", {}, thought.agent), ` thought for ${duration(thought.seconds)}`),
    thought.figures.length > 0 ? h("dl", { class: "figures" }, thought.figures.map((f) => h("div", {}, h("dt", {}, f.name), h("dd", {}, number(f.value))))) : null,
    thought.heat.length > 0 ? h("fieldset", { class: "heats" }, h("legend", {}, "on the board"), ["none", ...thought.heat.map((m) => m.name)].map((name) => {
      const value = name === "none" ? null : name;
      const input = h("input", { type: "radio", name: "heat", onchange: () => overlay.setHeat(value) });
      input.checked = value === overlay.heat();
      return h("label", {}, input, ` ${plain(name)}`);
    })) : null,
    frameList(thought.frames, overlay),
    consideredTable(thought.considered, (c) => overlay.point(c.arrows ?? [])),
    more(thought));
}

/**
 * What else there is to a thought: what its value rests on, and its curves.
 * @param {import("./api.js").Account} account
 */
export const more = (account) => [reasonList(account.reasons), ...account.curves.map((curve) => curveFigure(curve))];

/**
 * How the game went: what each seat could expect, and how much of it was luck.
 * @param {Table} table
 * @param {Look[]} looks
 * @param {{at: number | null, pick: (event: number) => void}} cursor
 */
export function course(table, looks, cursor) {
  const marks = table.course.filter((mark) => mark.value.length > 0);
  if (marks.length === 0) return h("p", { class: "quiet" }, "Nothing has happened yet, or this game has no evaluation.");
  const chances = marks.every((mark) => areChances(mark.value));
  const format = valueFormat(table);
  const name = chances ? "win chance" : "expected result";
  const series = table.seats.map((seat, i) => ({
    name: seat.name, hue: lookOf(looks, i).hue, points: /** @type {[number, number][]} */ (marks.map((mark) => [mark.event, mark.value[i]])),
  }));
  const last = marks[marks.length - 1];
  const raw = table.result ?? last.value;
  const exact = marks.every((mark) => mark.exact !== false);
  return h("div", { class: "course" },
    h("h2", {}, `${name} over time`),
    legend(series),
    lines(series, { title: name, x: "events", y: name, format, low: chances ? 0 : undefined, high: chances ? 1 : undefined, at: cursor.at, pick: cursor.pick }),
    last.luck.length > 0 ? h("h2", {}, "luck so far") : null,
    last.luck.length > 0 ? grid("", ["seat", table.result ? "result" : "now", "luck", "without luck"], table.seats.map((seat, i) => [
      h("span", { class: "who" }, badge(lookOf(looks, i)), seat.name), format(raw[i]), chances ? `${signed(100 * last.luck[i], 1)} %` : signed(last.luck[i], 2), format(raw[i] - last.luck[i])])) : null,
    last.luck.length > 0 ? lines(table.seats.map((seat, i) => ({ name: seat.name, hue: lookOf(looks, i).hue, points: marks.map((mark) => [mark.event, mark.luck[i]]) })),
      { title: "luck", x: "events", y: "luck", format: chances ? (v) => `${signed(100 * v, 0)} %` : (v) => signed(v, 2), at: cursor.at, pick: cursor.pick }) : null,
    exact ? null : h("p", { class: "hint" }, "Some dice had too many outcomes to list; their luck is not counted."));
}

/**
 * What does not stand on the board.
 * @param {Table} table
 * @param {Look[]} looks
 */
export function sheets(table, looks) {
  const list = table.scene.sheets;
  if (list.length === 0) return h("p", { class: "quiet" }, "This game keeps nothing beside its board.");
  return h("div", { class: "sheets" }, list.map((sheet) => h("section", { class: "sheet" },
    h("h2", { class: "who" }, sheet.seat === undefined || sheet.seat === null ? null : badge(lookOf(looks, sheet.seat)), sheet.title),
    h("dl", {}, sheet.rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))))));
}

/** How a game ended. @param {Table} table */
export function resultWords(table) {
  const result = table.result ?? [];
  const best = Math.max(...result);
  const winners = table.seats.filter((_, i) => result[i] === best);
  return winners.length === 1 ? `${capital(winners[0].name)} wins` : "A draw";
}
