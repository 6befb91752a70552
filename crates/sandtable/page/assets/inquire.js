// What follows from all that a seat has seen: whether the hidden pieces may or must be so, how few and how many there may be, and where.

import { areaMark } from "./areas.js";
import { makeAsker } from "./asker.js";
import { capital, h, number } from "./dom.js";

/** @typedef {import("./api.js").Inquired} Inquired */
/** @typedef {import("./api.js").Heat} Heat */

/**
 * @typedef {object} Desk
 * @property {(asked: {text: string, areas: {spaces: number[], least: number}[]}) => Promise<Inquired>} ask
 * @property {(areas: import("./api.js").Area[]) => void} outline
 * @property {(heat: Heat | null) => void} warm
 * @property {(space: number) => string} nameOf
 */

/** @param {Desk} desk */
export function makeInquire(desk) {
  /** Which of the answer's numbers lie on the board. @type {string | null} */
  let chosen = null;

  /** @param {Inquired} found */
  function shown(found) {
    desk.warm(found.heat.find((heat) => heat.name === chosen) ?? null);
    return [
      h("p", { class: "verdict" }, found.verdict ? h("strong", {}, `${capital(found.verdict)}. `) : null, found.words),
      found.areas.length > 0 ? h("ul", { class: "legend areas-legend" }, found.areas.map((area, i) => h("li", {}, areaMark(i),
        `${i + 1}: ${area.name}, asked for ${number(area.least)}: ${span(area.fewest, area.most)}`))) : null,
      found.figures.length > 0 ? h("dl", { class: "figures" }, found.figures.map((f) => h("div", {}, h("dt", {}, f.name), h("dd", {}, number(f.value))))) : null,
      found.heat.length > 0 ? choice(found.heat) : null,
    ];
  }

  /** @param {Heat[]} heats */
  function choice(heats) {
    return h("fieldset", { class: "heats" }, h("legend", {}, "on the board"), ["none", ...heats.map((heat) => heat.name)].map((name) => {
      const heat = heats.find((one) => one.name === name) ?? null;
      const input = h("input", { type: "radio", name: "hidden-heat", onchange: () => { chosen = heat?.name ?? null; desk.warm(heat); } });
      input.checked = (heat?.name ?? null) === chosen;
      return h("label", { class: "inline" }, input, name);
    }));
  }

  return makeAsker({
    title: "Intelligence", label: "question", verb: "ask", busy: "working it out …", kind: "inquire",
    ask: desk.ask, shown, areas: (found) => found.areas.map((area) => ({ ...area, holds: area.fewest })), outline: desk.outline,
    nameOf: desk.nameOf, forgotten: () => desk.warm(null),
  });
}

/** @param {number} fewest @param {number} most */
const span = (fewest, most) => (fewest === most ? `exactly ${number(most)}` : `between ${number(fewest)} and ${number(most)}`);
