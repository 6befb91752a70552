// Turns within constraints: how many are left, and some of them at random as arrows.

import { areaLegend } from "./areas.js";
import { makeAsker } from "./asker.js";
import { button, h, number } from "./dom.js";

/** @typedef {import("./api.js").Narrowed} Narrowed */

/**
 * @typedef {object} Desk
 * @property {(asked: import("./api.js").Constraints) => Promise<Narrowed>} ask
 * @property {(arrows: import("./api.js").Arrow[]) => void} point
 * @property {(areas: import("./api.js").Area[]) => void} outline
 * @property {(space: number) => string} nameOf
 * @property {() => boolean} [playable] whether a turn may be taken now
 * @property {(steps: string) => void} [play] takes it
 */

/** @param {Desk} desk */
export function makeNarrow(desk) {
  let seed = 0;

  /** @param {Narrowed} found @param {() => void} again */
  function shown(found, again) {
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
      found.examples.length > 0 ? button("other examples", () => { seed++; again(); }, { class: "button small" }) : null,
    ];
  }

  return makeAsker({
    title: "Moves within constraints", label: "constraints", verb: "count", busy: "counting …", kind: "narrow",
    ask: (asked) => desk.ask({ ...asked, seed }), shown, areas: (found) => found.areas, outline: desk.outline, nameOf: desk.nameOf,
    forgotten: () => desk.point([]),
  });
}
