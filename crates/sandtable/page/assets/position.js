// Any position as text, with its picture and its errors beside it; any agent can be asked what to do there.

import { api } from "./api.js";
import { makeBoard } from "./board.js";
import { button, capital, h, number, put } from "./dom.js";
import { playerField, trouble } from "./form.js";
import { looks } from "./look.js";
import { habit, keepHabit } from "./memory.js";
import { makeNarrow } from "./narrow.js";
import { makeOverlay } from "./overlay.js";
import { consideredTable, frameList, more } from "./panels.js";
import { gameField } from "./setup.js";

/** @typedef {import("./api.js").Position} Position */

/** Milliseconds without a keystroke before the position is read. */
const REST = 250;

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} query may name a game and a position
 */
export async function positionScreen(main, query) {
  const catalog = await api.catalog();
  const error = trouble();
  const refusal = trouble();
  const stage = h("div", { class: "stage" });
  const words = h("pre", { class: "words", hidden: true });
  const text = h("textarea", { class: "state", rows: 12, spellcheck: "false", "aria-label": "position in the game's notation", oninput: () => later() });
  const turn = h("p", { class: "note", role: "status" });
  const who = h("div");
  const answer = h("div", { class: "advice", "aria-live": "polite" });
  const seconds = h("input", { type: "number", min: 0.1, max: 10, step: 0.1, value: habit("seconds", 1), class: "count", "aria-label": "seconds to think" });
  const board = makeBoard(stage, { pick: (space) => void narrow.take(space) });
  const overlay = makeOverlay(board);
  const narrow = makeNarrow({
    ask: (asked) => api.narrowPosition({ game: game.spec(), state: text.value, ...asked }),
    point: overlay.point, outline: overlay.setOwn, nameOf: board.nameOf,
  });
  stage.append(words);
  /** @type {Position | null} */
  let position = null;
  /** @type {ReturnType<typeof playerField> | null} */
  let agent = null;
  /** @type {number | undefined} */
  let timer;
  let asked = 0;

  const game = gameField(catalog, query.get("game") ?? habit("game", "") ?? "", () => openGame(null), false);

  /** @param {string | null} state */
  async function openGame(state) {
    put(answer);
    const spec = game.spec();
    chosen.textContent = spec;
    try {
      const known = await api.agents(spec);
      agent = playerField(known.agents, habit("adviser", "mcts"), { person: false, label: "agent to ask" });
      put(who, agent.element);
      const shown = await read(state ?? undefined, known.seats, true);
      if (shown && state === null) text.value = shown.example ?? shown.state;
      if (shown && state === null) await read(text.value, known.seats, false);
    } catch (why) {
      error.say(why);
    }
  }

  function later() {
    clearTimeout(timer);
    timer = window.setTimeout(() => read(text.value, null, false), REST);
  }

  /** @type {{name: string}[]} */
  let seats = [];

  /**
   * @param {string | undefined} state
   * @param {{name: string}[] | null} who
   * @param {boolean} fresh whether the board is another one
   */
  async function read(state, who, fresh) {
    const mine = ++asked;
    if (who) seats = who;
    try {
      const next = await api.position(game.spec(), state);
      if (mine !== asked) return null;
      error.clear();
      text.removeAttribute("aria-invalid");
      const picture = next.layout.spaces.length > 0;
      if (picture && (fresh || !position)) board.setLayout(next.layout, next.seats ?? seats, looks(next.seats ?? seats));
      position = next;
      stage.classList.toggle("wordy", !picture);
      board.svg.toggleAttribute("hidden", !picture);
      words.hidden = picture;
      words.textContent = next.board ?? next.state;
      if (picture) board.setScene(next.scene);
      board.setArrows([]);
      overlay.show(null);
      narrow.about(next.language, next.state);
      narrow.element.hidden = !next.language;
      turn.textContent = typeof next.turn === "object"
        ? `${capital(next.scene.phase || `${seats[next.turn.player]?.name} is to decide`)} · ${number(next.choices.length)} steps`
        : next.turn === "over" ? "The game is over here." : "Dice are next here.";
      askButton.disabled = typeof next.turn !== "object";
      playButton.disabled = next.turn === "over";
      return next;
    } catch (why) {
      if (mine !== asked) return null;
      error.say(why);
      text.setAttribute("aria-invalid", "true");
      turn.textContent = "";
      askButton.disabled = playButton.disabled = true;
      return null;
    }
  }

  const askButton = button("ask", async () => {
    if (!agent) return;
    refusal.clear();
    keepHabit("adviser", agent.spec());
    keepHabit("seconds", Number(seconds.value));
    askButton.disabled = true;
    put(answer, h("p", { class: "note busy" }, `${agent.spec()} is thinking …`));
    try {
      showAdvice(await api.advise({ game: game.spec(), state: text.value, agent: agent.spec(), seconds: Number(seconds.value) }));
    } catch (why) {
      put(answer);
      refusal.say(why);
    } finally {
      askButton.disabled = false;
    }
  }, { class: "button main" });

  const playButton = button("play from here", () => {
    location.hash = `#/?game=${encodeURIComponent(game.spec())}&state=${encodeURIComponent(text.value)}`;
  });

  /** @param {import("./api.js").Advice} advice */
  function showAdvice(advice) {
    const at = (/** @type {string | undefined} */ name) => (position?.layout.spaces ?? []).findIndex((space) => space.name === name);
    const ways = advice.steps.map((step) => ({ from: at(step.from), to: at(step.to), count: step.count }));
    overlay.show(advice);
    overlay.point(ways.filter((way) => way.from >= 0));
    board.light({ targets: new Set(ways.map((way) => way.to)) });
    put(answer,
      h("h2", {}, `${advice.agent} as ${advice.seat}`),
      h("ol", { class: "steps" }, advice.steps.map((step) => h("li", {}, h("strong", {}, capital(step.words ?? step.step)), " ", h("code", {}, step.step),
        step.stakes ? h("p", { class: "stakes" }, step.stakes) : null))),
      frameList(advice.frames, overlay),
      advice.considered.length > 0 ? consideredTable(advice.considered, (c) => overlay.point(c.arrows ?? [])) : null,
      more(advice));
  }

  const chosen = h("code", { class: "spec" });
  put(main, h("div", { class: "page wide" },
    h("h1", {}, "Position and advice"),
    h("details", { class: "which-game" }, h("summary", {}, "game: ", chosen), game.element),
    h("div", { class: "position" },
      h("div", { class: "position-board" }, stage, turn),
      h("div", { class: "position-text" },
        h("h2", {}, "Position"),
        h("p", { class: "hint" }, "Edit the text; the picture follows."),
        text, error.element,
        h("div", { class: "row" }, playButton, button("start of the game", async () => {
          const first = await read(undefined, null, false);
          if (first) text.value = first.state;
        })),
        h("h2", {}, "Advice"), who,
        h("div", { class: "row" }, h("label", { class: "inline" }, seconds, " seconds"), askButton), refusal.element, answer, narrow.element))));
  const state = query.get("state");
  if (state) text.value = state;
  await openGame(state);
}
