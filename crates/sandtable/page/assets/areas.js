// Areas on the board: sets of spaces that somebody wants pieces in, outlined, numbered, and named in a legend. They differ by number and dash
// as well as by colour.

import { h, number, s } from "./dom.js";

/** @typedef {import("./api.js").Area} Area */
/** @typedef {import("./api.js").Layout} Layout */

const HUES = ["purple", "orange", "green", "brown", "pink", "grey"];
const DASHES = ["", "8 4", "2 4", "10 4 2 4"];

/** @param {number} i */
const hueOf = (i) => `hue-${HUES[i % HUES.length]}`;

/** @param {number} i */
const dashOf = (i) => DASHES[i % DASHES.length];

/**
 * The outlines of areas. Spaces of an area that are joined on the board are joined in the outline, too; areas that share a space lie around
 * each other.
 * @param {Layout} layout
 * @param {Area[]} areas
 * @param {number} unit
 */
export function outlines(layout, areas, unit) {
  /** @type {Map<number, number>} */
  const crowd = new Map();
  return areas.map((area, i) => {
    const within = new Set(area.spaces);
    const inside = layout.links.filter((link) => within.has(link.from) && within.has(link.to));
    const rank = Math.max(0, ...area.spaces.map((space) => crowd.get(space) ?? 0));
    for (const space of area.spaces) crowd.set(space, rank + 1);
    const spaces = area.spaces.map((space) => layout.spaces[space]).filter(Boolean);
    const top = [...spaces].sort((a, b) => a.y - b.y || b.x - a.x)[0];
    const reach = unit * (0.14 + 0.14 * rank);
    return s("g", { class: `area ${hueOf(i)}` },
      inside.map(({ from, to }) => s("path", { d: bridge(layout.spaces[from], layout.spaces[to]), class: "area-bridge", "stroke-width": unit * 0.6 })),
      spaces.map((space) => space.shape
        ? s("path", { d: space.shape, class: "area-edge", "stroke-dasharray": dashOf(i) })
        : s("circle", { cx: space.x, cy: space.y, r: space.room + reach, class: "area-edge", "stroke-dasharray": dashOf(i) })),
      top ? s("text", { x: top.x + (top.shape ? 0 : top.room), y: top.y - (top.shape ? 0 : top.room * 0.8), "font-size": unit * 0.42, class: "area-name" },
        `${i + 1}: ≥ ${area.least}`) : null);
  });
}

/**
 * From the rim of one space to that of another.
 * @param {import("./api.js").Space} a
 * @param {import("./api.js").Space} b
 */
function bridge(a, b) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  return `M${a.x + dx * a.room},${a.y + dy * a.room}L${b.x - dx * b.room},${b.y - dy * b.room}`;
}

/** How the outline of an area looks. @param {number} i */
export const areaMark = (i) => s("svg", { viewBox: "0 0 26 8", class: `area ${hueOf(i)}`, "aria-hidden": "true" },
  s("path", { d: "M0,4H26", class: "area-edge", "stroke-dasharray": dashOf(i) }));

/** @param {Area[]} areas */
export function areaLegend(areas) {
  return h("ul", { class: "legend areas-legend" }, areas.map((area, i) => h("li", {}, areaMark(i),
    `${i + 1}: ${area.name}, at least ${number(area.least)} (now ${number(area.holds)})`)));
}
