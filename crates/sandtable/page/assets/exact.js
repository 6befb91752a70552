// Exact values of the position and of every step in it, wherever the game has been solved.

import { button, grid, h, number, percent } from "./dom.js";
import { makeFollower } from "./follow.js";
import { consideredTable } from "./panels.js";

/** @typedef {import("./api.js").Exact} Exact */

/**
 * @typedef {object} Desk
 * @property {() => Promise<Exact | null>} ask
 * @property {(arrows: import("./api.js").Arrow[]) => void} point
 * @property {() => boolean} playable whether a step may be taken now
 * @property {(steps: string) => void} play takes it
 */

/** @param {Desk} desk */
export function makeExact(desk) {
  /** @type {{name: string}[]} */
  let seats = [];

  /** @param {Exact | null} found */
  function shown(found) {
    if (!found) return [h("p", {}, "No solution that is at hand has this position.")];
    const best = found.steps[0];
    return [
      h("p", {}, "Under best play of all:"),
      h("dl", { class: "figures" }, found.value.map((value, i) => h("div", {}, h("dt", {}, seats[i]?.name ?? ""), h("dd", {}, number(value, 4))))),
      found.error > 1e-9 ? h("p", { class: "hint" }, `Values may be off by ${number(found.error, 6)}.`) : null,
      best && desk.playable() ? button(`play ${best.words ?? best.step}`, () => desk.play(best.step), { class: "button small" }) : null,
      found.steps.length > 0 ? consideredTable(found.steps, (step) => desk.point(step.arrows ?? [])) : null,
      found.draws.length > 0 ? grid("what may be drawn", ["draw", "chance", ...seats.map(({ name }) => name)],
        found.draws.map((draw) => [draw.words, percent(draw.chance), ...draw.value.map((value) => number(value, 4))])) : null,
      found.of > found.steps.length + found.draws.length ? h("p", { class: "hint" }, `the best of ${number(found.of)}`) : null,
    ];
  }

  const follower = makeFollower({ kind: "exact", title: "Exact values", above: [], ask: desk.ask, shown, forgotten: () => desk.point([]) });

  return {
    element: follower.element,
    opened: follower.opened,
    clear: follower.clear,
    /** Which position it is about. @param {unknown} position @param {{name: string}[]} players */
    about(position, players) {
      seats = players.map(({ name }) => ({ name }));
      follower.about(position);
    },
  };
}
