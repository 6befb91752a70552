// The calculators of battle odds: forms as the server describes them, answers as numbers, tables and distributions.

import { api } from "./api.js";
import { button, h, plain, put } from "./dom.js";
import { describedFields, trouble } from "./form.js";
import { answer } from "./show.js";

/**
 * @param {HTMLElement} main
 * @param {string} name which calculator is open
 */
export async function calcScreen(main, name) {
  const all = await api.calculators();
  const open = all.find((calculator) => calculator.name === name) ?? all[0];
  if (!open) return put(main, h("div", { class: "page" }, h("p", {}, "There are no calculators.")));
  const error = trouble();
  const result = h("section", { class: "calc-result", "aria-live": "polite", "aria-label": "odds" });
  const fields = describedFields(open.fields, { changed: () => ask() });
  let asked = 0;

  async function ask() {
    const mine = ++asked;
    try {
      const given = fields.values();
      const found = await api.odds(open.name, given);
      if (mine !== asked) return;
      error.clear();
      put(result, answer(found, { ...given, game: open.name }));
    } catch (why) {
      if (mine !== asked) return;
      error.say(why);
      put(result);
    }
  }

  put(main, h("div", { class: "page" },
    h("h1", {}, "Battle odds"),
    h("nav", { class: "chips-nav", "aria-label": "calculators" }, all.map((c) =>
      h("a", { class: "chip-link", href: `#/odds/${encodeURIComponent(c.name)}`, "aria-current": c === open ? "page" : null }, plain(c.name)))),
    h("p", { class: "lead" }, open.about),
    h("div", { class: "calc" },
      h("form", { class: "calc-form", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); ask(); } },
        fields.element, error.element, button("calculate", () => ask(), { class: "button main" })),
      result)));
  ask();
}
