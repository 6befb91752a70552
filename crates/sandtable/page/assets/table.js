// The game screen: the board, what may be done now, and everything about the game beside it. It draws what the session
// hands it, turns clicks into steps by `pick`, and knows no game.

import { api, gameAddress } from "./api.js";
import { makeBelief } from "./belief.js";
import { makeBoard } from "./board.js";
import { card, chooser } from "./choose.js";
import { button, capital, h, number, put, renew } from "./dom.js";
import { makeExact } from "./exact.js";
import { trouble } from "./form.js";
import { badge, looks, lookOf } from "./look.js";
import { habit, keepHabit, takeKey } from "./memory.js";
import { makeInquire } from "./inquire.js";
import { makeNarrow } from "./narrow.js";
import { makeOverlay } from "./overlay.js";
import { course, makeLog, resultWords, seatList, sheets, tabs, thinking } from "./panels.js";
import { click, drop, forced, loose, starts, targets } from "./pick.js";
import { makePlanner } from "./plan.js";
import { makeScrubber } from "./replay.js";
import { openSession, ownSeats } from "./session.js";
import { keysDialog, seatDialog, shareDialog } from "./dialogs.js";

/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").Told} Told */
/** @typedef {import("./api.js").Choice} Choice */

/** Events a second, and what that is called. */
const SPEEDS = [[1, "slow"], [4, "steady"], [15, "fast"], [0, "quick"]];

/** Which of the panels is about turns within constraints, which about what is hidden, and which about exact values. */
const WITHIN = 4;
const INTELLIGENCE = 5;
const BELIEF = 6;
const EXACT = 7;

/** Events a second at least until somebody has decided something: nobody wants to watch the cards being dealt. */
const SETTING_UP = 60;

/**
 * @param {HTMLElement} main
 * @param {string} id
 * @param {URLSearchParams} query may bring a key
 * @returns {() => void} what to do when the screen is left
 */
export function tableScreen(main, id, query) {
  takeKey(id, query);
  /** @type {Table | null} */
  let live = null;
  /** @type {Table | null} */
  let past = null;
  /** @type {Told[]} */
  let log = [];
  /** @type {number | null} */
  let from = null;
  /** @type {HTMLElement | null} */
  let asking = null;
  let drawnChoices = "";
  let drawnLayout = "";
  let sending = false;
  let asked = -1;
  /** @type {import("./look.js").Look[]} */
  let seatLooks = [];

  const error = trouble();
  const stage = h("section", { class: "stage", "aria-label": "board" });
  const refusal = h("p", { class: "refusal", role: "status", hidden: true });
  const words = h("pre", { class: "words", tabindex: 0, "aria-label": "board in words", hidden: true });
  const phase = h("h1", { class: "phase" });
  const actions = h("div", { class: "actions" });
  const latest = h("div", { class: "latest" });
  const seats = h("div");
  const thoughts = h("div");
  const chances = h("div");
  const papers = h("div");
  const logBook = makeLog(() => seatLooks);
  const spoken = h("p", { class: "visually-hidden", role: "status" });
  const cover = h("div", { class: "cover-all", hidden: true, role: "dialog", "aria-modal": "true", "aria-label": "hand over" });
  const board = makeBoard(stage, { pick: onPick, drag: onDrag, cancel });
  const overlay = makeOverlay(board);
  const narrow = makeNarrow({
    ask: (asked) => api.narrow(id, session.key(), asked),
    point: overlay.point, outline: overlay.setOwn, nameOf: board.nameOf, playable: () => choicesNow().length > 0, play: send,
  });
  const inquire = makeInquire({
    ask: (asked) => api.inquire(id, session.key(), asked),
    outline: overlay.setOwn, warm: overlay.setOwnHeat, nameOf: board.nameOf,
  });
  const belief = makeBelief({
    ask: (seat) => api.belief(id, session.key(), seat, past ? scrubber.at() : null), warm: overlay.setBelieved, nameOf: board.nameOf,
  });
  const exact = makeExact({
    ask: () => api.exact(id, session.key(), past ? scrubber.at() : null),
    point: overlay.point, playable: () => choicesNow().length > 0, play: send,
  });
  stage.append(words, refusal);
  const planner = makePlanner(id, {
    ask: (orders) => api.draftTurn(id, session.key(), { orders }),
    carryOut: (orders) => {
      cancel();
      return session.turn(orders);
    },
    changed: () => {
      error.clear();
      board.setArrows(planner.ways(), "planned");
      if (live && !past) drawActions(live);
    },
    reopen: ({ from: a, to: b }) => {
      if (a !== undefined && b !== undefined) follow(drop(choicesNow(), a, b));
    },
    trouble: (why) => error.say(why),
  });
  const scrubber = makeScrubber({ show: showPast, leave: leavePast });

  const start = button("start", () => session.control({ running: !live?.running }));
  const one = button("step", () => session.control({ step: true }));
  const speed = h("select", {
    "aria-label": "speed", value: String(habit("speed", 4)),
    onchange: () => {
      keepHabit("speed", Number(speed.value));
      asked = Number(speed.value);
      session.control({ speed: asked });
    },
  }, SPEEDS.map(([value, name]) => h("option", { value }, name)));
  const undo = button("undo", () => { cancel(); session.undo(); });
  const save = h("a", { class: "button", download: `${id}.json`, href: "#" }, "save");
  const transport = h("div", { class: "transport", role: "group", "aria-label": "the game's course" },
    start, one, speed, undo, h("span", { class: "gap" }),
    button("replay", () => enterPast()),
    save,
    button("share", () => live && shareDialog(id, live, session)),
    button("?", keysDialog, { class: "button square", "aria-label": "keys and help" }));

  const panels = tabs([
    { name: "Log", element: logBook.element },
    { name: "Thinking", element: thoughts },
    { name: "Chances", element: chances },
    { name: "Sheets", element: papers },
    { name: "Within", element: narrow.element },
    { name: "Intelligence", element: inquire.element },
    { name: "Belief", element: belief.element, opened: belief.opened },
    { name: "Exact", element: exact.element, opened: exact.opened },
  ]);
  const root = h("div", { class: "table" },
    stage,
    h("aside", { class: "side", "aria-label": "the game" },
      h("section", { class: "now" }, phase, error.element, planner.element, actions, latest),
      seats,
      panels.element),
    h("footer", { class: "controls" }, transport, scrubber.element),
    spoken, cover);
  put(main, root);

  const session = openSession(id, {
    table(next, told, fresh) {
      const first = live === null;
      live = next;
      log = told;
      error.clear();
      cover.hidden = true;
      if (next.error) error.say(next.error);
      pace(next);
      if (fresh > 0 && !first) speak(told.slice(-Math.min(fresh, 3)));
      if (!past) draw(next, true);
    },
    cover: coverFor,
    trouble: (why) => error.say(why),
  });

  /** Tells the server how fast this page wants it, unless somebody else steers. @param {Table} table */
  function pace(table) {
    const liked = habit("speed", 4);
    const dealing = liked > 0 && !log.some((told) => told.seat !== undefined && told.seat !== null);
    const wanted = dealing ? Math.max(liked, SETTING_UP) : liked;
    if (table.result !== null || wanted === asked || (table.seat === null && table.hidden)) return;
    asked = wanted;
    if (table.speed !== wanted) session.control({ speed: wanted });
  }

  /** @param {Told[]} told */
  function speak(told) {
    spoken.textContent = told.map((t) => t.words).join(". ");
  }

  /**
   * @param {Table} table
   * @param {boolean} isLive
   */
  function draw(table, isLive) {
    const layout = table.layout ?? live?.layout;
    const picture = layout && layout.spaces.length > 0;
    // Where something is hidden, nothing of one seat's view may show through in another's: the board begins anew.
    const eyes = JSON.stringify([table.seats.map((seat) => seat.name), table.hidden ? table.seat : null]);
    if (layout && eyes !== drawnLayout) {
      drawnLayout = eyes;
      logBook.show([]);
      seatLooks = looks(table.seats);
      if (picture) board.setLayout(layout, table.seats, seatLooks);
      narrow.clear();
      inquire.clear();
      belief.clear();
      exact.clear();
    }
    stage.classList.toggle("wordy", !picture);
    board.svg.toggleAttribute("hidden", !picture);
    words.hidden = Boolean(picture);
    words.textContent = table.board ?? "";
    if (picture) board.setScene(table.scene);
    planner.about(isLive && picture ? table : null);
    drawNow(table, isLive);
    renew(seats, [table.seats, table.turn, table.result, table.course.at(-1)], () =>
      seatList(table, seatLooks, (seat) => live && seatDialog(live, seat, seatLooks, session)));
    drawPanels(table);
    drawTransport(table);
    board.setArrows(planner.ways(), "planned");
    drawActions(isLive ? table : null);
  }

  /** What may be done now. @param {Table | null} table */
  function drawActions(table) {
    const picture = !stage.classList.contains("wordy");
    const choices = table ? choicesNow() : [];
    const key = JSON.stringify(choices);
    if (key === drawnChoices) return;
    drawnChoices = key;
    closeCard();
    if (from !== null && targets(choices, from).size === 0) from = null;
    put(actions, choices.length > 0 ? actionsFor(choices, picture) : null);
    light();
    const must = picture && !planner.active() ? forced(choices) : null;
    if (must?.ask && must.at !== undefined) ask(must.ask, must.at, must.from);
  }

  /** @param {Table} table @param {boolean} isLive */
  function drawNow(table, isLive) {
    const mover = typeof table.turn === "object" ? table.turn.player : null;
    const player = mover === null ? "" : table.seats[mover].player;
    const mine = mover !== null && ownSeats(session.keys(), table).includes(mover);
    const state = table.result ? resultWords(table) : capital(table.scene.phase || (mover === null ? "dice" : `${table.seats[mover].name} to move`));
    put(phase, mover === null ? null : badge(lookOf(seatLooks, mover)), state);
    root.dataset.turn = mover === null ? String(table.turn) : table.seats[mover].name;
    root.dataset.here = String(mine && isLive && (table.choices ?? []).length > 0);
    root.dataset.version = String(table.version);
    const note = !isLive ? "a moment of the past"
      : table.result ? `after ${number(table.turns)} turns`
        : table.thinking ? `${player || "an agent"} is thinking …`
          : mine ? (planner.active() ? "give orders on the board, or by a button" : "pick on the board, or by a button")
            : player === "human" ? "waiting for the person at this seat"
              : !table.running ? "paused: start, or take one step" : "";
    put(latest, note ? h("p", { class: table.thinking && isLive ? "note busy" : "note" }, note) : null,
      lately(isLive ? log : table.log ?? []).map((told) => h("p", { class: told.seat === undefined || told.seat === null ? "told dice" : "told" }, told.words)));
  }

  /** What happened since somebody last decided: the last dice, or the last step. @param {Told[]} told */
  function lately(told) {
    const last = told.filter((t) => t.words).slice(-3);
    const step = last.findLastIndex((t) => t.seat !== undefined && t.seat !== null);
    return last.slice(step < 0 ? 0 : step);
  }

  /** @param {Table} table */
  function drawPanels(table) {
    logBook.show(past ? past.log ?? [] : log);
    const whole = live ?? table;
    const moment = past ? scrubber.at() : null;
    overlay.show(table.thought);
    renew(thoughts, table.thought, () => thinking(table, seatLooks, overlay));
    renew(chances, [whole.course.length, whole.course.at(-1), whole.result, moment], () =>
      course(whole, seatLooks, { at: moment, pick: (event) => enterPast(event) }));
    renew(papers, table.scene.sheets, () => sheets(table, seatLooks));
    panels.offer(WITHIN, Boolean(table.language));
    narrow.about(table.language, [table.turn, table.scene.places]);
    panels.offer(INTELLIGENCE, Boolean(table.inquiry) && table.seat !== null && past === null);
    inquire.about(table.inquiry, [table.seat, table.turn, table.scene.places, moment]);
    const position = [table.version, table.turn, table.scene, moment];
    const all = table.state !== undefined;
    const believing = table.hidden && (all || table.seat !== null);
    panels.offer(BELIEF, believing);
    belief.about(believing ? [table.seat, position] : null, table.seats, all);
    panels.offer(EXACT, table.exact);
    exact.about(table.exact ? position : null, table.seats);
  }

  /** @param {Table} table */
  function drawTransport(table) {
    start.textContent = table.running ? "pause" : "start";
    start.classList.toggle("main", !table.running);
    start.hidden = speed.hidden = table.result !== null;
    one.hidden = table.running || table.result !== null;
    undo.disabled = !table.undo;
    save.hidden = table.hidden && table.state === undefined;
    save.href = gameAddress(id, session.key(), "record");
    if (document.activeElement !== speed) speed.value = String(SPEEDS.some(([v]) => v === table.speed) ? table.speed : habit("speed", 4));
  }

  /** @param {Choice[]} choices @param {boolean} picture */
  function actionsFor(choices, picture) {
    const free = picture ? loose(choices) : choices;
    const rest = picture && choices.length > free.length ? h("details", { class: "all-steps" },
      h("summary", {}, `all ${number(choices.length)} steps as a list`), stepLine(),
      // The list is made when it is asked for: there may be thousands.
    ) : null;
    rest?.addEventListener("toggle", () => {
      if (rest.querySelector(".chooser")) return;
      rest.append(chooser(choices.map((c) => ({ step: c.step, words: c.words, verb: c.words })), give, { words: true }));
    });
    return [free.length > 0 ? chooser(free, give, { words: !picture }) : null, rest];
  }

  /** A step, or several, as text. */
  function stepLine() {
    const input = h("input", { type: "text", "aria-label": "steps in the game's notation", placeholder: "or type steps", autocomplete: "off", spellcheck: "false" });
    return h("form", { class: "step-line", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); if (input.value.trim()) give(input.value.trim()); } },
      input, h("button", { class: "button", type: "submit" }, "take"));
  }

  /** @returns {Choice[]} */
  const choicesNow = () => (past ? [] : planner.active() ? planner.choices() : live?.choices ?? []);

  function light() {
    const choices = choicesNow();
    board.light({ starts: starts(choices), targets: targets(choices, from), from });
  }

  /** @param {number} space */
  function onPick(space) {
    if (narrow.take(space) || inquire.take(space)) return;
    const picked = from;
    const outcome = click(choicesNow(), picked, space);
    follow(outcome);
    if (outcome.from === null && !outcome.send && !outcome.ask && picked !== space) explain(picked ?? space, space);
  }

  /** @param {number} a @param {number} b */
  function onDrag(a, b) {
    const outcome = drop(choicesNow(), a, b);
    follow(outcome);
    if (!outcome.send && !outcome.ask) explain(a, b);
  }

  /** Says why nothing can be done from one space to another. @param {number} a @param {number} b */
  async function explain(a, b) {
    if (!live || past || (live.choices ?? []).length === 0) return;
    try {
      const { why } = await api.draftTurn(id, session.key(), { orders: planner.orders(), pointed: [a, b] });
      refusal.textContent = why ? capital(why) : "";
      refusal.hidden = !why;
    } catch (why) {
      error.say(why);
    }
  }

  /** @param {import("./pick.js").Outcome} outcome */
  function follow(outcome) {
    closeCard();
    refusal.hidden = true;
    from = outcome.from;
    light();
    if (outcome.send) give(outcome.send);
    else if (outcome.ask && outcome.at !== undefined) ask(outcome.ask, outcome.at, outcome.from);
    else if (from !== null) spoken.textContent = `${board.nameOf(from)} picked; ${targets(choicesNow(), from).size} targets`;
  }

  /** @param {Choice[]} choices @param {number} at @param {number | null} source */
  function ask(choices, at, source) {
    from = source;
    light();
    if (source !== null && source !== at) board.setArrows([{ from: source, to: at }]);
    const title = source !== null && source !== at ? `${board.nameOf(source)} → ${board.nameOf(at)}` : board.nameOf(at);
    asking = card(stage, board.spot(at), title, chooser(choices, give, { words: true }), cancel);
  }

  function closeCard() {
    asking?.remove();
    asking = null;
    board.setArrows([]);
  }

  function cancel() {
    const inCard = asking?.contains(document.activeElement);
    closeCard();
    from = null;
    light();
    if (inCard) board.focus();
  }

  /** Steps that somebody chose: orders of the turn in the making, or taken at once where there is none. @param {string} steps */
  async function give(steps) {
    if (!planner.active()) return send(steps);
    cancel();
    await planner.add(steps);
  }

  /** @param {string} steps */
  async function send(steps) {
    if (sending) return;
    sending = true;
    const byKeys = asking?.contains(document.activeElement) || stage.contains(document.activeElement);
    const stay = from;
    closeCard();
    stage.classList.add("sending");
    const done = await session.play(steps);
    stage.classList.remove("sending");
    sending = false;
    // Whoever moved something may want to move more from there.
    if (done && stay !== null && !asking && targets(choicesNow(), stay).size > 0 && loose(choicesNow()).length > 0) from = stay;
    else if (!asking) from = null;
    light();
    if (byKeys && !asking) board.focus();
  }

  /** @param {number} [at] */
  async function enterPast(at) {
    if (!live) return;
    cancel();
    scrubber.element.hidden = false;
    transport.hidden = true;
    await showPast(at ?? null);
  }

  /** @param {number | null} at after how many events; all if nothing is said */
  async function showPast(at) {
    try {
      past = await api.replay(id, session.key(), at);
      const events = past.events ?? 0;
      scrubber.set(at ?? events, events);
      draw(past, false);
      drawnChoices = "";
      put(actions);
      board.light({});
    } catch (why) {
      error.say(why);
    }
  }

  function leavePast() {
    scrubber.stop();
    scrubber.element.hidden = true;
    transport.hidden = false;
    past = null;
    drawnChoices = "";
    if (live) draw(live, true);
  }

  /** @param {number} seat */
  function coverFor(seat) {
    const name = live?.seats[seat]?.name ?? `seat ${seat + 1}`;
    const go = button(`${name} is here`, async () => {
      cover.hidden = true;
      live = null;
      drawnChoices = "";
      await session.handOver(seat);
    }, { class: "button main" });
    put(cover, h("div", { class: "cover-card" }, live ? badge(lookOf(seatLooks, seat)) : null,
      h("h2", {}, `Hand over to ${name}`), h("p", {}, "The board stays covered until you are there."), go));
    cover.hidden = false;
    go.focus();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === "Escape" && (asking || from !== null)) cancel();
  }
  document.addEventListener("keydown", onKey);

  return () => {
    document.removeEventListener("keydown", onKey);
    scrubber.stop();
    session.close();
  };
}
