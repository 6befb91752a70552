// How seats and pieces look: a colour, an outline, a pattern and a letter for each seat, so that nothing rests on colour
// alone, and small signs for kinds of pieces that have a customary one. Kinds without a sign are shown by their letters.

import { s } from "./dom.js";

/** @typedef {{hue: string, form: number, letter: string}} Look */

/** Colours that a seat may be called by; each has its style in the stylesheet. */
const HUES = ["red", "blue", "green", "yellow", "purple", "orange", "black", "white", "grey", "pink", "brown"];

/** The order in which seats that are called otherwise get theirs. */
const ORDER = ["red", "blue", "green", "yellow", "purple", "orange", "grey", "brown", "pink", "black", "white"];

/** How many outlines and patterns there are. */
export const FORMS = 6;

/**
 * A look for each seat, from its name and its place.
 * @param {{name: string}[]} seats
 * @returns {Look[]}
 */
export function looks(seats) {
  const named = seats.map((seat) => HUES.find((hue) => hue === seat.name.toLowerCase()));
  const free = ORDER.filter((hue) => !named.includes(hue));
  /** @type {Set<string>} */
  const letters = new Set();
  return seats.map((seat, i) => {
    const candidates = [...seat.name.toUpperCase(), String(i + 1)].filter((c) => /\p{L}|\d/u.test(c));
    const letter = candidates.find((c) => !letters.has(c)) ?? String(i + 1);
    letters.add(letter);
    return { hue: named[i] ?? free.shift() ?? "grey", form: i % FORMS, letter };
  });
}

/** @type {Look} */
export const NOBODY = { hue: "nobody", form: 0, letter: "" };

/**
 * @param {Look[]} all
 * @param {number | undefined | null} seat
 */
export const lookOf = (all, seat) => (seat === undefined || seat === null ? NOBODY : all[seat] ?? NOBODY);

/**
 * The outline of a seat's pieces around a middle: round, square, pointed, cut, shield or notched.
 * @param {number} form
 * @param {number} w half its width
 * @param {number} h half its height
 * @returns {string} the data of an SVG path
 */
export function outline(form, w, h) {
  const c = Math.min(w, h) * 0.55;
  switch (form) {
    case 1:
      return `M${-w},${-h}H${w}V${h}H${-w}Z`;
    case 2:
      return `M${-w - c * 0.35},0L${-w + c},${-h}H${w - c}L${w + c * 0.35},0L${w - c},${h}H${-w + c}Z`;
    case 3:
      return `M${-w},${-h + c}L${-w + c},${-h}H${w - c}L${w},${-h + c}V${h - c}L${w - c},${h}H${-w + c}L${-w},${h - c}Z`;
    case 4:
      return `M${-w},${-h}H${w}V${h * 0.35}L0,${h * 1.25}L${-w},${h * 0.35}Z`;
    case 5:
      return `M${-w},${-h}H${w}L${w - c * 0.6},0L${w},${h}H${-w}L${-w + c * 0.6},0Z`;
    default: {
      const r = Math.min(w, h);
      return `M${-w + r},${-h}H${w - r}A${r},${r} 0 0 1 ${w - r},${h}H${-w + r}A${r},${r} 0 0 1 ${-w + r},${-h}Z`;
    }
  }
}

/**
 * A pattern for a seat's ground, in the unit of the board.
 * @param {string} id
 * @param {Look} look
 * @param {number} unit
 */
export function pattern(id, look, unit) {
  const d = [
    "M-1,1L1,-1M0,8L8,0M7,9L9,7",
    "M2,2h.01M6,6h.01",
    "M0,2H8M0,6H8",
    "M-1,7L1,9M0,0L8,8M7,-1L9,1",
    "M2,0V8M6,0V8",
    "M0,0L8,8M8,0L0,8",
  ][look.form];
  return s("pattern", {
    id, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: `scale(${unit / 8})`,
    class: `hue-${look.hue}`,
  }, s("path", { d, class: `weave weave-${look.form}` }));
}

/** Customary signs, drawn in a box of 24 by 16, by a word in the kind's name. */
const SIGNS = [
  { words: ["infantry"], d: "M3,2H21V14H3ZM3,2L21,14M21,2L3,14" },
  { words: ["artillery", "gun"], d: "M3,2H21V14H3ZM12,6.2A1.8,1.8 0 1 1 12,9.8A1.8,1.8 0 1 1 12,6.2Z" },
  { words: ["armour", "armor", "tank"], d: "M3,2H21V14H3ZM9,5H15A3,3 0 0 1 15,11H9A3,3 0 0 1 9,5Z" },
  { words: ["fighter"], d: "M12,1L13.6,6L21,9V11L13.6,10L13,13L15.5,15H8.5L11,13L10.4,10L3,11V9L10.4,6Z" },
  { words: ["bomber"], d: "M12,1L13.4,5L22,6.5V9H13.4L13,13H16V15H8V13H11L10.6,9H2V6.5L10.6,5ZM6,9V11M18,9V11" },
  { words: ["factory", "industr"], d: "M3,15V7L8,10V7L13,10V7L17,9.5V2H20V15Z" },
];

/** Guns against planes have an arc over the dot; this one is looked for first. */
const AA = { words: ["aa", "anti-air", "flak"], d: "M3,2H21V14H3ZM4,14A8,8 0 0 1 20,14" };

/**
 * The sign of a kind of piece, if there is a customary one.
 * @param {string} kind
 * @returns {string | null} the data of an SVG path in a box of 24 by 16
 */
export function sign(kind) {
  const word = kind.toLowerCase();
  if (AA.words.some((w) => word.startsWith(w))) return AA.d;
  return SIGNS.find((known) => known.words.some((w) => word.includes(w)))?.d ?? null;
}

/**
 * A kind of piece in two letters.
 * @param {string} kind
 */
export function letters(kind) {
  const parts = kind.split(/[-_ ]+/);
  return (parts.length > 1 ? parts[0].charAt(0) + parts[1].charAt(0) : kind.slice(0, 2)).toUpperCase();
}

/**
 * A seat's badge: its outline and letter in its colour, for lists beside the board.
 * @param {Look} look
 */
export function badge(look) {
  return s("svg", { class: `badge hue-${look.hue}`, viewBox: "-14 -14 28 28", "aria-hidden": "true" },
    s("path", { d: outline(look.form, 10.5, 10.5), class: "token" }),
    s("text", { y: 4.6, class: "token-text" }, look.letter));
}
