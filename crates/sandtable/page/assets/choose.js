// Choosing among steps in place: counts with steppers and sliders, other steps as buttons. It stands in a small card at
// the space it is about, or in the panel for steps that no space stands for.

import { button, capital, h, number, plain, put, s } from "./dom.js";
import { compose, rows } from "./pick.js";
import { sign } from "./look.js";

/** @typedef {import("./api.js").Choice} Choice */
/** @typedef {import("./pick.js").Row} Row */

/** Beyond this many buttons there is a field to filter them. */
const FEW = 14;

/**
 * Controls for a list of steps.
 * @param {Choice[]} choices
 * @param {(steps: string) => void} send
 * @param {{words?: boolean}} [options] whether buttons say the whole step instead of its verb
 */
export function chooser(choices, send, options = {}) {
  const all = rows(choices);
  // A kind of which there is only one stands beside the others of its verb, not apart as a button.
  const several = new Set(all.filter((row) => row.counted && row.choices.length > 1).map((row) => row.verb));
  const counted = all.filter((row) => row.counted && several.has(row.verb));
  const single = all.filter((row) => !counted.includes(row));
  /** @type {Map<string, Row[]>} */
  const verbs = new Map();
  for (const row of counted) verbs.set(row.verb, [...(verbs.get(row.verb) ?? []), row]);
  return h("div", { class: "chooser" },
    [...verbs].map(([verb, list]) => counts(verb, list, choices, send)),
    buttons(single, send, options.words ?? false));
}

/**
 * Counts of one verb: one row for each kind, taken together by one button.
 * @param {string} verb
 * @param {Row[]} list
 * @param {Choice[]} choices
 * @param {(steps: string) => void} send
 */
function counts(verb, list, choices, send) {
  const one = list.length === 1;
  const go = h("button", { type: "submit", class: "button main" });
  const steppers = list.map((row) => stepper(row, one, show));
  function show() {
    const picked = steppers.map((stepper) => stepper.picked());
    const some = picked.filter((choice) => choice !== null);
    go.disabled = some.length === 0;
    put(go, some.length === 0 ? capital(verb) : some.length === 1 ? capital(some[0].words)
      : `${capital(verb)} ${some.map((c) => `${number(c.count ?? 0)} ${plain(c.what ?? "")}`).join(", ")}`);
  }
  show();
  /** @param {boolean} most */
  const setAll = (most) => () => steppers.forEach((stepper) => stepper.set(most ? Infinity : 0));
  return h("form", {
    class: one ? "counts one" : "counts", "aria-label": verb,
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = compose(choices, steppers.map((stepper) => stepper.picked()));
      if (text) send(text);
    },
  }, steppers.map((stepper) => stepper.element), h("div", { class: "counts-row" }, go,
    one ? null : [button("all", setAll(true)), button("none", setAll(false))]));
}

/**
 * A count: buttons for one less and one more, the number itself, and a slider when there are many.
 * @param {Row} row
 * @param {boolean} most whether it begins with the most there can be, or with none
 * @param {() => void} changed
 */
function stepper(row, most, changed) {
  /** @type {(Choice | null)[]} */
  const options = most ? row.choices : [null, ...row.choices];
  const count = (/** @type {number} */ i) => options[i]?.count ?? 0;
  let at = most ? options.length - 1 : 0;
  const name = plain(row.what) || row.verb;
  const field = h("input", {
    type: "number", class: "count", inputmode: "numeric", min: count(0), max: count(options.length - 1),
    "aria-label": `how many: ${name}`,
    oninput: () => {
      const wanted = Number(field.value);
      set(Math.max(0, options.findLastIndex((_, i) => count(i) <= wanted)), field);
    },
    onblur: () => set(at),
  });
  const slide = options.length > 3 ? h("input", {
    type: "range", min: 0, max: options.length - 1, "aria-label": `slider for ${name}`,
    oninput: () => set(Number(slide?.value), slide),
  }) : null;
  const less = button("−", () => set(at - 1), { "aria-label": `less ${name}`, class: "button square" });
  const more = button("+", () => set(at + 1), { "aria-label": `more ${name}`, class: "button square" });
  /** @param {number} to @param {Element | null} [by] */
  function set(to, by) {
    at = Math.min(Math.max(0, to), options.length - 1);
    if (by !== field) field.value = String(count(at));
    if (slide && by !== slide) slide.value = String(at);
    slide?.setAttribute("aria-valuetext", String(count(at)));
    less.disabled = at === 0;
    more.disabled = at === options.length - 1;
    changed();
  }
  at = Math.min(at, options.length - 1);
  field.value = String(count(at));
  if (slide) slide.value = String(at);
  less.disabled = at === 0;
  more.disabled = at === options.length - 1;
  return {
    picked: () => options[at],
    set,
    element: h("div", { class: "stepper" },
      row.what ? h("span", { class: "stepper-name" }, pieceSign(row.what), plain(row.what)) : null,
      less, field, more, h("span", { class: "stepper-of" }, `of ${number(count(options.length - 1))}`), slide),
  };
}

/** @param {string} kind */
export function pieceSign(kind) {
  const d = sign(kind);
  return d && s("svg", { class: "piece-sign", viewBox: "0 0 24 16", "aria-hidden": "true" }, s("path", { d, class: "sign" }));
}

/**
 * Steps as buttons, with a field to filter them if they are many.
 * @param {Row[]} list
 * @param {(steps: string) => void} send
 * @param {boolean} words
 */
function buttons(list, send, words) {
  if (list.length === 0) return null;
  const choices = list.map((row) => row.choices[0]);
  const verbs = choices.map((c) => c.verb);
  /** @param {Choice} c */
  const say = (c) => capital(words || verbs.filter((v) => v === c.verb).length > 1 ? c.words : c.verb);
  const group = h("div", { class: "buttons" }, choices.map((c, i) =>
    button(say(c), () => send(c.step), { class: i === 0 && choices.length === 1 ? "button main" : "button", title: c.words, "data-step": c.step })));
  if (choices.length <= FEW) return group;
  group.classList.add("long");
  const filter = h("input", {
    type: "search", placeholder: `filter ${choices.length} steps`, "aria-label": "filter the steps",
    oninput: () => {
      const wanted = filter.value.toLowerCase();
      [...group.children].forEach((child, i) => {
        const { step, words: said } = choices[i];
        /** @type {HTMLElement} */ (child).hidden = !`${step} ${said}`.toLowerCase().includes(wanted);
      });
    },
  });
  return h("div", { class: "filtered" }, filter, group);
}

/**
 * A card at a place of `host`, with the keyboard in it until it closes.
 * @param {HTMLElement} host
 * @param {{x: number, y: number, width: number, height: number}} spot
 * @param {string} title
 * @param {Element} content
 * @param {() => void} close
 */
export function card(host, spot, title, content, close) {
  const element = h("div", {
    class: "card-at", role: "dialog", "aria-label": title,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    },
  },
    h("header", {}, h("h2", {}, title), button("×", close, { "aria-label": "cancel", class: "button square quiet" })),
    content);
  host.append(element);
  const box = element.getBoundingClientRect();
  const outer = host.getBoundingClientRect();
  const left = Math.min(Math.max(8, spot.x + spot.width / 2 - box.width / 2), Math.max(8, outer.width - box.width - 8));
  const below = spot.y + spot.height + 10;
  const fits = below + box.height <= outer.height - 8;
  const above = spot.y - box.height - 10;
  const top = fits ? below : above >= 8 ? above : Math.max(8, outer.height - box.height - 8);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  /** @type {HTMLElement | null} */ (element.querySelector("input, .buttons button"))?.focus({ preventScroll: true });
  return element;
}
