// Elements and numbers: the few helpers with which every screen is built. Text always becomes text nodes, never markup.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {HTMLInputElement} */ (element).value = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, ...children);
}

/**
 * Appends children; nothing, `false` and nested lists are understood.
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
export function add(element, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element; attributes that begin with `on` are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, tag === "select" ? { ...attributes, value: null } : attributes, children);
  if (tag === "select" && "value" in attributes) /** @type {any} */ (element).value = attributes.value;
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Puts children in the place of what an element holds.
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  add(element, ...children);
}

const FOCUSABLE = "a, button, input, select, textarea, [tabindex]";

/**
 * Makes the content of an element anew if what it shows has changed, and leaves the keyboard where it was.
 * @param {HTMLElement} element
 * @param {unknown} shown
 * @param {() => Child | Child[]} make
 */
export function renew(element, shown, make) {
  const key = JSON.stringify(shown);
  if (element.dataset.shown === key) return;
  const at = [...element.querySelectorAll(FOCUSABLE)].indexOf(/** @type {Element} */ (document.activeElement));
  put(element, make());
  element.dataset.shown = key;
  if (at >= 0) /** @type {HTMLElement | undefined} */ (element.querySelectorAll(FOCUSABLE)[at])?.focus({ preventScroll: true });
}

/**
 * A button.
 * @param {string} words
 * @param {(event: Event) => void} onclick
 * @param {Attributes} [attributes]
 */
export function button(words, onclick, attributes = {}) {
  return h("button", { type: "button", class: "button", onclick, ...attributes }, words);
}

let ids = 0;

/** A fresh id, to tie a label to what it names. */
export const freshId = () => `id-${++ids}`;

/**
 * A table with a caption; cells that look like numbers stand to the right.
 * @param {string} caption
 * @param {string[]} columns
 * @param {Child[][]} rows
 */
export function grid(caption, columns, rows) {
  const right = columns.map((_, i) => rows.length > 0 && rows.every((row) => numeric(row[i])));
  /** @param {number} i */
  const side = (i) => (right[i] ? "number" : null);
  // Numbers of one column have the same number of digits behind the point.
  const behind = (/** @type {Child} */ cell) => (typeof cell === "number" ? String(cell).split(".")[1]?.length ?? 0 : 0);
  const digits = columns.map((_, i) => Math.min(3, Math.max(0, ...rows.map((row) => behind(row[i])))));
  /** @param {Child} cell @param {number} i */
  const show = (cell, i) => (typeof cell === "number" ? number(cell, digits[i]) : cell);
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption || "table" },
    h("table", {},
      caption ? h("caption", {}, caption) : null,
      h("thead", {}, h("tr", {}, columns.map((c, i) => h("th", { scope: "col", class: side(i) }, c)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, i) => h("td", { class: side(i) }, show(cell, i)))))),
    ));
}

/** @param {Child} cell */
function numeric(cell) {
  return typeof cell === "number" || (typeof cell === "string" && (cell === "" || /^[-−+]?[\d.,]+/.test(cell)));
}

/**
 * A number for people: a true minus sign, and no more digits than say something.
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits) {
  if (!Number.isFinite(value)) return String(value);
  const places = digits ?? (Number.isInteger(value) ? 0 : Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 10 ? 2 : 3);
  const text = value.toLocaleString("en", { minimumFractionDigits: digits ?? 0, maximumFractionDigits: places });
  return text.replace("-", "−");
}

/**
 * A number with its sign.
 * @param {number} value
 * @param {number} [digits]
 */
export function signed(value, digits) {
  const text = number(value, digits);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** @param {number} share */
export function percent(share) {
  const per = 100 * share;
  return `${number(per, Math.abs(per - Math.round(per)) < 1e-9 || (Math.abs(per) >= 10 && per <= 90) ? 0 : 1)} %`;
}

/**
 * A time in words.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 0.005) return "no time";
  if (seconds < 0.95) return `${number(seconds, 2)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${number(seconds / 3600, 1)} h`;
}

/**
 * A name in the notation as words: `red-capital` becomes `red capital`.
 * @param {string} name
 */
export const plain = (name) => name.replace(/[-_]+/g, " ");

/**
 * The first letter in upper case.
 * @param {string} words
 */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
