// A form for questions in a game's own language: text, areas made by clicking on the board, and the answer below. It knows no language: the server reads and answers.

import { button, h, put } from "./dom.js";
import { trouble } from "./form.js";

/** @typedef {import("./api.js").Area} Area */

/**
 * @template {{text: string}} Found
 * @typedef {object} Question
 * @property {string} title
 * @property {string} label of the text
 * @property {string} verb what the main button does
 * @property {string} busy what is said meanwhile
 * @property {string} kind of the form, for its style
 * @property {(asked: {text: string, areas: {spaces: number[], least: number}[]}) => Promise<Found>} ask
 * @property {(found: Found, again: () => void) => (Node | null)[]} shown the answer
 * @property {(found: Found) => Area[]} areas what of it is outlined
 * @property {(areas: Area[]) => void} outline
 * @property {(space: number) => string} nameOf
 * @property {() => void} forgotten the answer holds no more
 */

/**
 * @template {{text: string}} Found
 * @param {Question<Found>} question
 */
export function makeAsker(question) {
  const error = trouble();
  const text = h("textarea", { rows: 3, spellcheck: "false", autocomplete: "off", "aria-label": question.label });
  const hint = h("p", { class: "hint" });
  const least = h("input", { type: "number", min: 1, max: 99, value: 1, class: "count", "aria-label": "pieces at least" });
  const drawn = h("p", { class: "hint", "aria-live": "polite" });
  const answer = h("div", { class: "answered", "aria-live": "polite" });
  const pick = button("draw an area", () => setPicking(!picking), { "aria-pressed": "false" });
  const add = button("add it", () => ask(true));
  const drawing = h("div", { class: "row", hidden: true }, h("label", { class: "inline" }, "at least", least), add);
  let picking = false;
  /** @type {Set<number>} */
  const spaces = new Set();
  /** The areas of the last answer. @type {Area[]} */
  let known = [];
  let spokenIn = "";
  let asked = 0;

  /** @param {boolean} now */
  function setPicking(now) {
    picking = now;
    pick.setAttribute("aria-pressed", String(now));
    drawing.hidden = !now;
    if (!now) spaces.clear();
    showDrawn();
  }

  function showDrawn() {
    add.disabled = spaces.size === 0;
    const names = [...spaces].map(question.nameOf).join(", ");
    drawn.textContent = !picking ? "" : names || "Pick spaces on the board.";
    const area = { name: names, spaces: [...spaces], least: Number(least.value), holds: 0 };
    question.outline(spaces.size > 0 ? [...known, area] : known);
  }
  least.addEventListener("input", showDrawn);

  /** @param {boolean} [withArea] whether the area that was drawn is part of the question */
  async function ask(withArea = false) {
    const mine = ++asked;
    const areas = withArea ? [{ spaces: [...spaces], least: Number(least.value) }] : [];
    error.clear();
    put(answer, h("p", { class: "note busy" }, question.busy));
    try {
      const found = await question.ask({ text: text.value, areas });
      if (mine !== asked) return;
      text.removeAttribute("aria-invalid");
      if (withArea) {
        text.value = found.text;
        setPicking(false);
      }
      known = question.areas(found);
      showDrawn();
      put(answer, question.shown(found, () => ask()));
    } catch (why) {
      if (mine !== asked) return;
      put(answer);
      text.setAttribute("aria-invalid", "true");
      error.say(why);
    }
  }

  const element = h("form", {
    class: `asker ${question.kind}`, "aria-label": question.title.toLowerCase(),
    onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); ask(); },
  }, h("h2", {}, question.title), hint, text, error.element,
    h("div", { class: "row" }, h("button", { type: "submit", class: "button main" }, question.verb), pick,
      button("clear", () => clear())), drawing, drawn, answer);

  function clear() {
    text.value = "";
    text.removeAttribute("aria-invalid");
    error.clear();
    setPicking(false);
    forget();
  }

  function forget() {
    asked++;
    if (answer.childElementCount === 0 && known.length === 0) return;
    known = [];
    put(answer);
    showDrawn();
    question.forgotten();
  }

  return {
    element,
    /** Takes back what was asked, too. */
    clear,
    /**
     * What the game's language is, and in which position it is spoken: what was said about another one holds no more.
     * @param {import("./api.js").Language | null} language
     * @param {unknown} position
     */
    about(language, position) {
      hint.textContent = language?.about ?? "";
      text.placeholder = language?.example ?? "";
      const now = JSON.stringify(position);
      if (now !== spokenIn) forget();
      spokenIn = now;
    },
    /** Takes a click on the board, if an area is being drawn. @param {number} space */
    take(space) {
      if (!picking) return false;
      if (!spaces.delete(space)) spaces.add(space);
      showDrawn();
      return true;
    },
  };
}
