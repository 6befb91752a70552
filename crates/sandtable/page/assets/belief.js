// What a seat believes of what it cannot see: how likely pieces are to be where, in a list and on the board, and beside the truth for those who may
// see everything.

import { capital, grid, h, number, percent, plain, put } from "./dom.js";
import { makeFollower } from "./follow.js";

/** @typedef {import("./api.js").Believed} Believed */
/** @typedef {import("./api.js").Heat} Heat */

/** How many spaces are listed. */
const LISTED = 30;

/**
 * @typedef {object} Desk
 * @property {(seat: number | null) => Promise<Believed>} ask
 * @property {(heat: import("./board.js").Warmth | null) => void} warm
 * @property {(space: number) => string} nameOf
 */

/** @param {Desk} desk */
export function makeBelief(desk) {
  /** Which of its numbers lie on the board. @type {string | null} */
  let chosen = null;
  /** Whose belief. @type {number | null} */
  let seat = null;
  /** @type {{name: string}[]} */
  let seats = [];

  const whose = h("select", { "aria-label": "whose belief", onchange: () => { seat = Number(whose.value); chosen = null; follower.again(); } });
  const choice = h("label", { class: "inline", hidden: true }, "what is believed by", whose);
  const hint = h("p", { class: "hint" }, "From what this seat has seen, and nothing else.");

  /** @param {Believed} found */
  function shown(found) {
    whose.value = String(found.seat);
    show(found.heat.find((heat) => heat.name === chosen) ?? null);
    const true_ = found.pieces.some((guess) => guess.truth !== undefined);
    return [
      found.heat.length > 0 ? heats(found.heat) : null,
      h("dl", { class: "figures" }, found.figures.map((f) => h("div", {}, h("dt", {}, f.name), h("dd", {}, share(f.name) ? percent(f.value) : number(f.value, Number.isInteger(f.value) ? 0 : 1))))),
      found.pieces.length > 0
        ? grid("where pieces may be", ["space", "pieces", "chance", "on average", ...(true_ ? ["in truth"] : [])], found.pieces.slice(0, LISTED).map((guess) => [
          desk.nameOf(guess.space), `${guess.seat === undefined ? "" : `${seats[guess.seat]?.name} `}${plain(guess.kind)}`, percent(guess.chance), number(guess.mean, 2),
          ...(true_ ? [number(guess.truth ?? 0)] : [])]))
        : found.lines.length > 0 ? null : h("p", {}, "All pieces are in sight."),
      found.pieces.length > LISTED ? h("p", { class: "hint" }, `and ${number(found.pieces.length - LISTED)} less likely ones`) : null,
      ...found.lines.map((line) => h("section", {}, h("h3", {}, `${line.sheet}: ${line.name}`),
        line.truth === undefined ? null : h("p", {}, "in truth: ", h("strong", {}, line.truth)),
        grid("", ["may be", "chance"], line.values.map(([value, chance]) => [value, percent(chance)])))),
    ];
  }

  /** Chances lie on the board as shares of certainty, other numbers as shares of the largest. @param {Heat | null} heat */
  function show(heat) {
    const chances = heat?.name.startsWith("chance") ?? false;
    desk.warm(heat && { ...heat, most: chances ? 1 : undefined, words: (value) => (value < 0.005 ? "" : chances ? `${Math.round(100 * value)} %` : number(value, 1)) });
  }

  /** @param {Heat[]} list */
  function heats(list) {
    return h("fieldset", { class: "heats" }, h("legend", {}, "on the board"), ["none", ...list.map((heat) => heat.name)].map((name) => {
      const heat = list.find((one) => one.name === name) ?? null;
      const input = h("input", { type: "radio", name: "belief-heat", onchange: () => { chosen = heat?.name ?? null; show(heat); } });
      input.checked = (heat?.name ?? null) === chosen;
      return h("label", { class: "inline" }, input, name);
    }));
  }

  const follower = makeFollower({
    kind: "belief", title: "Belief", above: [choice, hint], ask: () => desk.ask(seat), shown, wanted: () => chosen !== null, forgotten: () => desk.warm(null),
  });

  return {
    element: follower.element,
    opened: follower.opened,
    /** Takes back whose belief was asked for, and what of it lies on the board. */
    clear() {
      [seat, chosen] = [null, null];
      follower.clear();
    },
    /**
     * Which position it is about; nothing is believed without one.
     * @param {unknown} position
     * @param {{name: string}[]} players
     * @param {boolean} any whether any seat may be asked about
     */
    about(position, players, any) {
      if (players.length !== seats.length || players.some((player, i) => player.name !== seats[i].name)) {
        seats = players.map(({ name }) => ({ name }));
        put(whose, seats.map(({ name }, i) => h("option", { value: String(i) }, capital(name))));
      }
      choice.hidden = !any;
      if (!any) seat = null;
      follower.about(position && [position, any]);
    },
  };
}

/** Whether a figure is a chance. @param {string} name */
const share = (name) => name.startsWith("chance");
