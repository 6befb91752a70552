// Small plots in SVG: lines over time, bars with their errors, and distributions. Series differ by dash and letter as
// well as by colour, and every plot has its numbers in words for those who do not see it.

import { capital, h, number, s } from "./dom.js";

/** @typedef {{name: string, hue: string, points: [number, number][]}} Series */
/** @typedef {{title: string, x: string, y: string, format?: (value: number) => string, low?: number, high?: number,
 *   at?: number | null, pick?: (x: number) => void, wide?: boolean}} LineOptions */

const DASHES = ["", "7 4", "2 3", "9 3 2 3", "12 5", "4 2 1 2"];

/**
 * Round numbers that divide a range into about `n` parts.
 * @param {number} low
 * @param {number} high
 * @param {number} n
 */
export function ticks(low, high, n) {
  const raw = (high - low) / n || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((k) => k * power).find((candidate) => candidate >= raw * 0.999) ?? raw;
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(Number((k * step).toPrecision(12)));
  return found;
}

/**
 * Lines.
 * @param {Series[]} series
 * @param {LineOptions} options
 */
export function lines(series, options) {
  const format = options.format ?? number;
  const [W, H, left, right, top, bottom] = options.wide ? [760, 300, 54, 26, 8, 34] : [420, 190, 46, 26, 8, 30];
  const xs = series.flatMap((line) => line.points.map((p) => p[0]));
  const ys = series.flatMap((line) => line.points.map((p) => p[1])).filter(Number.isFinite);
  if (ys.length === 0) return h("p", { class: "quiet" }, "Nothing to show yet.");
  const [x0, x1] = [Math.min(...xs), Math.max(...xs, Math.min(...xs) + 1)];
  let [y0, y1] = [options.low ?? Math.min(...ys), options.high ?? Math.max(...ys)];
  if (y1 - y0 < 1e-9) [y0, y1] = [y0 - 0.5, y1 + 0.5];
  const room = (y1 - y0) * 0.05;
  if (options.low === undefined) y0 -= room;
  if (options.high === undefined) y1 += room;
  const X = (/** @type {number} */ x) => left + ((x - x0) / (x1 - x0)) * (W - left - right);
  const Y = (/** @type {number} */ y) => H - bottom - ((y - y0) / (y1 - y0)) * (H - top - bottom);
  const marks = [
    ...ticks(y0, y1, 4).map((y) => s("g", { class: "tick" },
      s("path", { d: `M${left},${Y(y)}H${W - right}` }),
      s("text", { x: left - 6, y: Y(y) + 3.5, "text-anchor": "end" }, format(y)))),
    ...ticks(x0, x1, 5).map((x) => s("g", { class: "tick" },
      s("text", { x: X(x), y: H - bottom + 14, "text-anchor": "middle" }, number(x)))),
    s("text", { x: (left + W - right) / 2, y: H - 3, "text-anchor": "middle", class: "axis-name" }, options.x),
  ];
  const ends = spread(series.map((line) => Y(line.points[line.points.length - 1]?.[1] ?? y0)), 11, top + 6, H - bottom);
  const drawn = series.map((line, i) => {
    const good = line.points.filter((p) => Number.isFinite(p[1]));
    const last = good[good.length - 1];
    return last && s("g", { class: `series hue-${line.hue}` },
      s("path", { d: `M${good.map((p) => `${X(p[0]).toFixed(1)},${Y(p[1]).toFixed(1)}`).join("L")}`, "stroke-dasharray": DASHES[i % 6] }),
      s("circle", { cx: X(last[0]), cy: Y(last[1]), r: 2.6 }),
      s("text", { x: W - right + 6, y: ends[i] + 3.5 }, line.name.charAt(0).toUpperCase()));
  });
  const said = series.map((line) => `${line.name}: ${format(line.points[line.points.length - 1]?.[1] ?? NaN)}`).join("; ");
  const plot = s("svg", {
    class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${options.title}, ${options.y} by ${options.x}; at the end ${said}`,
  }, marks, options.at === undefined || options.at === null ? null : s("path", { d: `M${X(options.at)},${top}V${H - bottom}`, class: "cursor" }), drawn);
  if (options.pick) {
    plot.classList.add("pickable");
    plot.addEventListener("click", (event) => {
      const box = plot.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * W;
      options.pick?.(Math.round(Math.min(x1, Math.max(x0, x0 + ((x - left) / (W - left - right)) * (x1 - x0)))));
    });
  }
  return plot;
}

/**
 * Moves labels apart that would stand on each other.
 * @param {number[]} places
 * @param {number} gap
 * @param {number} low
 * @param {number} high
 */
export function spread(places, gap, low, high) {
  const order = places.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  order.forEach((label, k) => {
    label.y = Math.max(label.y, k === 0 ? low : order[k - 1].y + gap);
  });
  const over = (order[order.length - 1]?.y ?? 0) - high;
  if (over > 0) order.forEach((label) => (label.y -= over));
  const moved = [...places];
  for (const { y, i } of order) moved[i] = y;
  return moved;
}

/**
 * A legend for series.
 * @param {{name: string, hue: string}[]} series
 */
export function legend(series) {
  return h("ul", { class: "legend" }, series.map((line, i) => h("li", {},
    s("svg", { viewBox: "0 0 26 8", class: `series hue-${line.hue}`, "aria-hidden": "true" },
      s("path", { d: "M0,4H26", "stroke-dasharray": DASHES[i % 6] })), line.name)));
}

/** Colours of curves, in their order. */
const HUES = ["blue", "orange", "green", "purple", "red", "grey"];

/**
 * A curve as a figure: its title, a legend where there are several lines, the lines, and where the present input is.
 * @param {import("./api.js").Curve} curve
 * @param {boolean} [wide]
 */
export function curveFigure(curve, wide = false) {
  const series = curve.series.map((line, i) => ({ ...line, hue: HUES[i % HUES.length] }));
  return h("section", { class: wide ? "result" : "curve-figure" }, h("h2", {}, capital(curve.title)),
    series.length > 1 || wide ? legend(series) : null,
    h("div", { class: "curve" }, lines(series, { title: curve.title, x: curve.x, y: curve.y, at: curve.at, wide })));
}

/**
 * A bar within a range with an error to both sides: a value at a glance.
 * @param {number} value
 * @param {number} error
 * @param {number} low
 * @param {number} high
 */
export function bar(value, error, low, high) {
  const X = (/** @type {number} */ v) => (100 * (Math.min(Math.max(v, low), high) - low)) / (high - low || 1);
  const zero = X(Math.min(Math.max(0, low), high));
  const [a, b] = [Math.min(zero, X(value)), Math.max(zero, X(value))];
  return s("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { x: a, y: 2, width: Math.max(0.6, b - a), height: 6, class: "bar-fill" }),
    error > 0 ? s("path", { d: `M${X(value - error)},5H${X(value + error)}`, class: "bar-error" }) : null);
}

/**
 * A distribution: ends with their chances, in groups of their own shade.
 * @param {string} title
 * @param {{label: string, chance: number, group: string}[]} ends
 */
export function distribution(title, ends) {
  const most = Math.max(...ends.map((end) => end.chance), 1e-12);
  const groups = [...new Set(ends.map((end) => end.group))];
  return h("figure", { class: "distribution" },
    h("figcaption", {}, title),
    groups.length > 1 ? h("ul", { class: "legend" }, groups.map((group, g) => h("li", {},
      h("span", { class: `swatch shade-${g % 5}` }), `${group} `,
      h("strong", {}, `${number(100 * ends.filter((e) => e.group === group).reduce((sum, e) => sum + e.chance, 0), 2)} %`)))) : null,
    h("div", { class: "ends", role: "list" }, ends.map((end) => {
      const fill = h("span", { class: `end-fill shade-${groups.indexOf(end.group) % 5}` });
      fill.style.width = `${(100 * end.chance) / most}%`;
      return h("div", { class: "end", role: "listitem" },
        h("span", { class: "end-label" }, end.label), h("span", { class: "end-bar" }, fill),
        h("span", { class: "end-chance" }, `${number(100 * end.chance, 2)} %`));
    })));
}
