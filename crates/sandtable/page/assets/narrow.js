// Turns within constraints: what may be said in the game's language, areas made by clicking on the board, how many turns are left, and some of
// them at random as arrows. It knows no language: the server reads, counts, draws and writes.

import { areaLegend } from "./areas.js";
import { button, h, number, put } from "./dom.js";
import { trouble } from "./form.js";

/** @typedef {import("./api.js").Area} Area */
/** @typedef {import("./api.js").Narrowed} Narrowed */
/** @typedef {import("./api.js").Constraints} Constraints */

/**
 * @typedef {object} Desk
 * @property {(asked: Constraints) => Promise<Narrowed>} ask
 * @property {(arrows: import("./api.js").Arrow[]) => void} point
 * @property {(areas: Area[]) => void} outline
 * @property {(space: number) => string} nameOf
 * @property {() => boolean} [playable] whether a turn may be taken now
 * @property {(steps: string) => void} [play] takes it
 */

/** @param {Desk} desk */
export function makeNarrow(desk) {
  const error = trouble();
  const text = h("textarea", { rows: 3, spellcheck: "false", autocomplete: "off", "aria-label": "constraints" });
  const hint = h("p", { class: "hint" });
  const least = h("input", { type: "number", min: 1, max: 99, value: 1, class: "count", "aria-label": "pieces at least" });
  const drawn = h("p", { class: "hint", "aria-live": "polite" });
  const answer = h("div", { class: "narrowed", "aria-live": "polite" });
  const pick = button("draw an area", () => setPicking(!picking), { "aria-pressed": "false" });
  const add = button("add it", () => ask(true));
  const drawing = h("div", { class: "row", hidden: true }, h("label", { class: "inline" }, "at least", least), add);
  let picking = false;
  /** @type {Set<number>} */
  const spaces = new Set();
  /** The areas of the last answer. @type {Area[]} */
  let known = [];
  let seed = 0;
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
    const names = [...spaces].map(desk.nameOf).join(", ");
    drawn.textContent = !picking ? "" : names || "Pick spaces on the board.";
    const area = { name: names, spaces: [...spaces], least: Number(least.value), holds: 0 };
    desk.outline(spaces.size > 0 ? [...known, area] : known);
  }
  least.addEventListener("input", showDrawn);

  /** @param {boolean} [withArea] whether the area that was drawn is one of the constraints */
  async function ask(withArea = false) {
    const mine = ++asked;
    const areas = withArea ? [{ spaces: [...spaces], least: Number(least.value) }] : [];
    error.clear();
    put(answer, h("p", { class: "note busy" }, "counting …"));
    try {
      const found = await desk.ask({ text: text.value, areas, seed });
      if (mine !== asked) return;
      text.removeAttribute("aria-invalid");
      if (withArea) {
        text.value = found.text;
        setPicking(false);
      }
      known = found.areas;
      showDrawn();
      put(answer, shown(found));
    } catch (why) {
      if (mine !== asked) return;
      put(answer);
      text.setAttribute("aria-invalid", "true");
      error.say(why);
    }
  }

  /** @param {Narrowed} found */
  function shown(found) {
    const count = `${found.counted ? "" : "at least "}${number(found.turns)} ${found.turns === 1 ? "turn" : "turns"}`;
    return [
      h("p", {}, h("strong", {}, count)),
      found.conflict !== undefined ? h("p", {}, "These contradict each other: ", h("code", {}, found.conflict)) : null,
      found.areas.length > 0 ? areaLegend(found.areas) : null,
      found.examples.length > 0 ? h("ol", { class: "examples" }, found.examples.map((example) => h("li", {},
        button(example.steps, () => desk.point(example.arrows), {
          class: "button small quiet example", onpointerenter: () => desk.point(example.arrows), onfocus: () => desk.point(example.arrows),
        }),
        desk.playable?.() ? button("play", () => desk.play?.(example.steps), { class: "button small", "aria-label": `play ${example.steps}` }) : null))) : null,
      found.examples.length > 0 ? button("other examples", () => { seed++; ask(); }, { class: "button small" }) : null,
    ];
  }

  const element = h("form", {
    class: "narrow", "aria-label": "moves within constraints",
    onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); ask(); },
  }, h("h2", {}, "Moves within constraints"), hint, text, error.element,
    h("div", { class: "row" }, h("button", { type: "submit", class: "button main" }, "count"), pick,
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
    desk.point([]);
  }

  return {
    element,
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
