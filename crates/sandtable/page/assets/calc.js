// The calculators of battle odds: forms as the server describes them, answers as numbers, tables and distributions.

import { api } from "./api.js";
import { button, grid, h, plain, put } from "./dom.js";
import { describedFields, trouble } from "./form.js";
import { distribution } from "./plot.js";

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
      const { shown } = await api.odds(open.name, fields.values());
      if (mine !== asked) return;
      error.clear();
      put(result, answer(shown));
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

/** @param {import("./api.js").Shown} shown */
function answer(shown) {
  const ends = shown.groups.flatMap((group) => group.ends.map(([label, chance]) => ({ label, chance, group: group.name })));
  return [
    h("h2", {}, shown.title),
    h("dl", { class: "figures" }, shown.numbers.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    ends.length > 0 ? distribution(shown.axis, ends) : null,
    ...shown.tables.map((table) => grid(table.title, table.columns, table.rows)),
  ];
}
