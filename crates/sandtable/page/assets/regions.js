// Regions of a board: a soft ground behind the spaces that belong together, or a rim along their coasts, and a name where
// there is room for it.

import { s } from "./dom.js";

/** @typedef {import("./api.js").Layout} Layout */
/** @typedef {{x: number, y: number}} Point */

/** How many grounds there are. */
const TINTS = 6;

/**
 * The ground and the name of every region. Names are left out where the spaces have shapes: they would stand on others.
 * @param {Layout} layout
 * @param {number} unit
 */
export function regionsOf(layout, unit) {
  /** @type {Point[]} */
  const taken = layout.spaces.flatMap(({ x, y, room, label }) => [{ x, y }, ...(label ? [{ x, y: y + room * 1.35 }] : [])]);
  return layout.regions.map((region, r) => {
    const inside = (/** @type {number} */ i) => layout.spaces[i]?.region === r;
    const spaces = layout.spaces.filter((space) => space.region === r);
    if (spaces.length === 0) return { ground: null, name: null };
    const tint = `region region-${r % TINTS}`;
    if (spaces.some((space) => space.shape)) {
      const d = spaces.map((space) => space.shape ?? "").join("");
      return { ground: s("path", { d, class: `${tint} coast`, "stroke-width": unit * 0.6 }), name: null };
    }
    const dots = spaces.map(({ x, y }) => `M${x},${y}L${x},${y}`);
    const ways = layout.links.filter((link) => inside(link.from) && inside(link.to)).map(({ from, to }) => {
      const [a, b] = [layout.spaces[from], layout.spaces[to]];
      return `M${a.x},${a.y}L${b.x},${b.y}`;
    });
    const size = unit * 0.5;
    const at = nameSpot(spaces, taken, layout, size);
    taken.push(at);
    return {
      ground: s("path", { d: [...dots, ...ways].join(""), class: tint, "stroke-width": spaces[0].room * 3.4 }),
      name: s("text", { x: at.x, y: at.y + size * 0.35, "font-size": size, class: "region-name" }, region.name),
    };
  });
}

/**
 * The place near a region's spaces that is farthest from everything else.
 * @param {import("./api.js").Space[]} spaces
 * @param {Point[]} taken
 * @param {Layout} layout
 * @param {number} size
 */
function nameSpot(spaces, taken, layout, size) {
  const off = spaces[0].room * 1.75;
  const middle = { x: mean(spaces.map((s) => s.x)), y: mean(spaces.map((s) => s.y)) };
  /** @type {Point[]} */
  const spots = [middle, ...spaces.flatMap(({ x, y, room }) =>
    [[0, -1], [0, 1.25], [-1.6, 0], [1.6, 0], [-1.3, -0.9], [1.3, -0.9], [-1.3, 1], [1.3, 1]].map(([dx, dy]) => ({ x: x + dx * off, y: y + dy * off + (dy > 0 ? room * 0.4 : 0) })))];
  const inside = spots.filter(({ x, y }) => x > 4 * size && x < layout.width - 4 * size && y > size && y < layout.height - size);
  // Letters are wider than high, so what stands beside them is nearer than it seems.
  const room = (/** @type {Point} */ p) => Math.min(...taken.map((t) => Math.hypot((t.x - p.x) / 1.7, t.y - p.y)));
  const near = (/** @type {Point} */ p) => Math.hypot(p.x - middle.x, p.y - middle.y) * 0.12;
  const score = (/** @type {Point} */ p) => Math.min(room(p), off) - near(p);
  return (inside.length > 0 ? inside : spots).reduce((best, p) => (score(p) > score(best) ? p : best));
}

/** @param {number[]} list */
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
