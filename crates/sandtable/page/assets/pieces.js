// What stands on a space: tokens with counts where a board has pieces of one kind, and rows of small chips with the
// kind's sign where it has many. Beside the usual kind, a second one is hollow.

import { number, plain, s } from "./dom.js";
import { letters, lookOf, outline, sign } from "./look.js";

/** @typedef {import("./api.js").Space} Space */
/** @typedef {import("./api.js").Place} Place */
/** @typedef {import("./api.js").Stack} Stack */
/** @typedef {import("./look.js").Look} Look */

/** A mark that is longer is shown by its first word; the whole stands where the space is described. */
const LONG = 13;

/** A chip's width, for a height of one. */
const CHIP = 2.15;

/**
 * How a board's pieces are shown: as chips with signs, or as tokens, solid for the usual kind and hollow for others.
 * @param {Place[]} places
 * @param {{chips: boolean, usual: string | null}} before
 */
export function manner(places, before) {
  const kinds = new Set(places.flatMap((place) => (place.stacks ?? []).map((stack) => stack.kind)));
  const chips = before.chips || kinds.size > 2 || (kinds.size > 1 && [...kinds].some((kind) => sign(kind)));
  return { chips, usual: before.usual ?? [...kinds][0] ?? null };
}

/**
 * The pieces and the label of a space.
 * @param {Space} space
 * @param {Place} place
 * @param {Look[]} looks
 * @param {{chips: boolean, usual: string | null}} manner
 * @param {number} unit
 * @returns {SVGElement[]}
 */
export function stacksOf(space, place, looks, manner, unit) {
  const stacks = (place.stacks ?? []).filter((stack) => stack.count > 0);
  const size = labelSize(space, unit);
  if (!manner.chips) {
    const r = tokenRoom(space, unit);
    // Within an outline the name stands above the token, or in its place.
    const off = !space.shape ? space.room + size : stacks.length > 0 ? -r - size * 0.7 : 0;
    return [...labelOf(space, size, off), ...tokens(stacks, looks, space, r, manner.usual)];
  }
  const inside = Boolean(space.label) && Boolean(space.shape);
  const middle = { x: space.x, y: inside ? space.y + size * 0.75 : space.y };
  const label = labelOf(space, size, space.shape ? -space.room * 0.72 : space.room + size);
  return [...label, ...(stacks.length > 0 ? chips(stacks, looks, middle, inside ? space.room - size * 0.7 : space.room) : [])];
}

/**
 * How high the letters of a space's label are.
 * @param {{shape?: string}} space
 * @param {number} unit
 */
export const labelSize = (space, unit) => unit * (space.shape ? 0.46 : 0.38);

/**
 * The radius of a token: where spaces are of many sizes, all can still be read.
 * @param {Space} space
 * @param {number} unit
 */
export const tokenRoom = (space, unit) => Math.min(Math.max(space.room * 0.62, unit * 0.56), Math.max(unit * 0.8, space.shape ? 0 : space.room * 0.62));

/** A long label takes two lines. @param {string} label @returns {string[]} */
export function linesOf(label) {
  const words = label.split(" ");
  if (label.length <= 12 || words.length === 1) return [label];
  const half = (/** @type {number} */ k) => Math.max(words.slice(0, k).join(" ").length, words.slice(k).join(" ").length);
  let at = 1;
  for (let k = 2; k < words.length; k++) if (half(k) < half(at)) at = k;
  return [words.slice(0, at).join(" "), words.slice(at).join(" ")];
}

/**
 * A label whose middle, or that of its nearest line, is `off` below the space's.
 * @param {Space} space
 * @param {number} size
 * @param {number} off
 */
function labelOf(space, size, off) {
  const lines = space.label ? linesOf(space.label) : [];
  const first = off < 0 ? off - (lines.length - 1) * size * 0.98 : off;
  return lines.map((line, i) =>
    s("text", { x: space.x, y: space.y + first + size * (0.35 + i * 0.98), "font-size": size, class: "label" }, line));
}

/**
 * One token with a count.
 * @param {Stack} stack
 * @param {Look[]} looks
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {boolean} hollow
 */
function token(stack, looks, x, y, r, hollow) {
  const look = lookOf(looks, stack.seat);
  const text = number(stack.count);
  const size = r * (text.length > 3 ? 0.72 : text.length > 2 ? 0.88 : 1.08);
  return s("g", { class: `hue-${look.hue}${hollow ? " hollow" : ""}`, transform: `translate(${x},${y})` },
    s("path", { d: outline(look.form, r, r), class: "token" }),
    s("text", { y: size * 0.36, "font-size": size, class: "token-text" }, text));
}

/**
 * Tokens side by side.
 * @param {Stack[]} stacks
 * @param {Look[]} looks
 * @param {{x: number, y: number}} at
 * @param {number} most the radius of one that stands alone
 * @param {string | null} usual
 */
function tokens(stacks, looks, at, most, usual) {
  const r = Math.min(most, (most * 1.6) / stacks.length);
  return stacks.map((stack, i) =>
    token(stack, looks, at.x + (i - (stacks.length - 1) / 2) * 2.15 * r, at.y, r, stack.kind !== usual));
}

/**
 * How many columns of chips make them largest, and how high each is then.
 * @param {number} n
 * @param {number} room
 */
export function arrange(n, room) {
  let best = { columns: 1, height: 0 };
  for (let columns = 1; columns <= n; columns++) {
    const rows = Math.ceil(n / columns);
    const height = Math.min((1.72 * room) / (columns * CHIP * 1.06), (1.6 * room) / (rows * 1.14), room * 0.5);
    if (height > best.height + 1e-9) best = { columns, height };
  }
  return best;
}

/** Chips in rows. @param {Stack[]} stacks @param {Look[]} looks @param {{x: number, y: number}} at @param {number} room */
function chips(stacks, looks, at, room) {
  const { columns, height } = arrange(stacks.length, room);
  const rows = Math.ceil(stacks.length / columns);
  return stacks.map((stack, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, stacks.length - row * columns);
    const x = at.x + ((i % columns) - (inRow - 1) / 2) * height * CHIP * 1.06;
    const y = at.y + (row - (rows - 1) / 2) * height * 1.14;
    return chip(stack, looks, x, y, height);
  });
}

/** @param {Stack} stack @param {Look[]} looks @param {number} x @param {number} y @param {number} height */
function chip(stack, looks, x, y, height) {
  const look = lookOf(looks, stack.seat);
  const half = (height * CHIP) / 2;
  const known = sign(stack.kind);
  const size = height * 0.82;
  const text = number(stack.count);
  return s("g", { class: `hue-${look.hue}`, transform: `translate(${x},${y})` },
    s("title", {}, `${text} ${plain(stack.kind)}`),
    s("path", { d: outline(look.form, half, height / 2), class: "token" }),
    known
      ? s("path", { d: known, class: "sign", transform: `translate(${-half + height * 0.1},${-height * 0.34}) scale(${height * 0.0425})` })
      : s("text", { x: -half * 0.42, y: size * 0.3, "font-size": size * 0.82, class: "token-text kind" }, letters(stack.kind)),
    s("text", {
      x: half * 0.5, y: size * 0.36, "font-size": size * (text.length > 2 ? 0.72 : 1), class: "token-text",
    }, text));
}

/**
 * What else is true of a space, as small plates at its upper edge, or at the lower one where its label stands above.
 * @param {Space} space
 * @param {Place} place
 * @param {number} unit
 */
export function marksOf(space, place, unit) {
  const size = unit * 0.32;
  return (place.marks ?? []).map((mark, i) => {
    const word = mark.length > LONG ? mark.split(" ")[0] : mark;
    const width = word.length * size * 0.56 + size * 0.9;
    const y = space.shape ? space.y + Math.max(space.room, unit) * 0.86 + i * size * 1.5 : space.y - space.room * 1.02 - i * size * 1.5;
    return s("g", { class: "mark", transform: `translate(${space.x},${y})` },
      s("rect", { x: -width / 2, y: -size * 0.72, width, height: size * 1.36, rx: size * 0.3 }),
      s("text", { y: size * 0.34, "font-size": size }, word));
  });
}
