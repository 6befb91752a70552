// Home: a new game of any kind, from the catalogue or from the user's own files, and the games one can return to.

import { api } from "./api.js";
import { makeBoard } from "./board.js";
import { button, h, put } from "./dom.js";
import { fileButton, labelled, paramFields, playerField, trouble, uploadButton } from "./form.js";
import { badge, looks } from "./look.js";
import { forget, habit, heldGames, hold, keepHabit } from "./memory.js";
import { readSpec, specText } from "./spec.js";

/** @typedef {import("./api.js").Catalog} Catalog */
/** @typedef {import("./api.js").GameEntry} GameEntry */
/** @typedef {import("./api.js").Players} Players */

/**
 * Chooses a game: cards with a picture, its variants, its parameters and the user's own files.
 * @param {Catalog} catalog
 * @param {string} spec
 * @param {(spec: string) => void} changed
 * @param {boolean} [pictured] whether the cards have room for pictures
 * @param {import("./api.js").KeptFile[]} [kept] the user's own files
 */
export function gameField(catalog, spec, changed, pictured = true, kept = []) {
  const paramsOf = (/** @type {string} */ name) => catalog.games.find((g) => g.name === name)?.params ?? [];
  let { name, values } = readSpec(spec, paramsOf);
  if (!catalog.games.some((g) => g.name === name)) [name, values] = [catalog.games[0].name, {}];
  const options = h("div", { class: "game-options" });
  const pictures = new Map(pictured ? catalog.games.map((g) => [g.name, h("div", { class: "thumb" })]) : []);
  const cards = h("div", { class: "game-cards", role: "radiogroup", "aria-label": "game" }, catalog.games.map((game) => {
    const input = h("input", { type: "radio", name: "game", value: game.name, onchange: () => pick(game.name) });
    input.checked = game.name === name;
    return h("label", { class: "game-card" }, input, pictures.get(game.name),
      h("span", { class: "game-name" }, game.name), h("span", { class: "game-about" }, game.about));
  }));
  /** @type {() => Record<string, string>} */
  let read = () => values;

  /** @param {string} next */
  function pick(next) {
    [name, values] = [next, {}];
    show();
    tell();
  }

  const tell = () => changed(text());
  const text = () => specText(name, paramsOf(name), read());

  function show() {
    const game = /** @type {GameEntry} */ (catalog.games.find((g) => g.name === name));
    const main = game.params.find((p) => p.main);
    const others = game.params.filter((p) => p !== main);
    const variant = h("input", { type: "hidden", value: main ? values[main.name] ?? main.default : "" });
    const chips = game.variants.map((v) => {
      const input = h("input", { type: "radio", name: "variant", value: v.name, onchange: () => { variant.value = v.name; tell(); } });
      input.checked = v.name === variant.value;
      return h("label", { class: "chip", title: v.about }, input, h("span", {}, v.name));
    });
    const mine = kept.filter((file) => file.game === name && game.files.some((kind) => kind.name === file.kind && !kind.taken_by.agent && kind.taken_by.param === main?.name));
    chips.push(...mine.map((file) => {
      const input = h("input", { type: "radio", name: "variant", value: file.handle, onchange: () => { variant.value = file.handle; tell(); } });
      input.checked = file.handle === variant.value;
      return h("label", { class: "chip", title: "kept here" }, input, h("span", {}, file.name));
    }));
    const own = game.variants.some((v) => v.name === variant.value) || mine.some((file) => file.handle === variant.value) ? null : variant.value;
    const fields = paramFields(others, values, tell);
    read = () => ({ ...fields.values(), ...(main ? { [main.name]: variant.value } : {}) });
    put(options,
      chips.length > 0 ? h("fieldset", { class: "chips" }, h("legend", {}, main ? main.name : "variant"), chips) : null,
      main ? h("details", { class: "own", open: Boolean(own) }, h("summary", {}, "your own file"),
        h("p", { class: "hint" }, main.about),
        uploadButton((handle) => {
          variant.value = handle;
          chips.forEach((chip) => (/** @type {HTMLInputElement} */ (chip.querySelector("input")).checked = false));
          tell();
        })) : null,
      others.length > 0 ? h("details", { open: others.some((p) => values[p.name]) }, h("summary", {}, "options"), fields.element) : null);
  }
  show();
  return { element: h("div", { class: "game-field" }, cards, options), spec: text, pictures };
}

/**
 * A board as a small picture.
 * @param {HTMLElement} host
 * @param {string} game
 */
async function preview(host, game) {
  const position = await api.position(game);
  if (!host.isConnected || position.layout.spaces.length === 0) return;
  const seats = position.seats ?? (await api.agents(game)).seats;
  put(host);
  const board = makeBoard(host, null);
  board.setLayout(position.layout, seats, looks(seats));
  board.setScene(position.scene);
}

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} query may name a game and a position to start from
 */
export async function setupScreen(main, query) {
  const [catalog, kept] = await Promise.all([api.catalog(), api.files().catch(() => [])]);
  const state = query.get("state");
  const error = trouble();
  const seatRows = h("div", { class: "seat-rows" });
  const picture = h("div", { class: "preview", "aria-hidden": "true" });
  const typed = h("code", { class: "spec" });
  /** @type {{spec: () => string}[]} */
  let players = [];
  let asked = "";
  /** Whom the last game's files named: another game's are asked first. */
  let named = "";

  const game = gameField(catalog, query.get("game") ?? habit("game", "") ?? "", (spec) => load(spec), true, kept);
  const seed = h("input", { type: "text", inputmode: "numeric", placeholder: "any", autocomplete: "off" });

  /** @param {string} spec */
  async function load(spec) {
    asked = spec;
    typed.textContent = spec;
    error.clear();
    begin.disabled = true;
    try {
      const known = await api.agents(spec);
      if (asked !== spec) return;
      showSeats(known);
      begin.disabled = false;
      await preview(picture, spec);
    } catch (why) {
      if (asked !== spec) return;
      put(seatRows);
      put(picture);
      error.say(why);
    }
  }

  /** @param {Players} known */
  function showSeats(known) {
    const all = looks(known.seats);
    const before = players.map((p) => p.spec());
    players = [];
    put(seatRows, known.seats.map((seat, i) => {
      const fit = known.agents.filter((agent) => agent.seats === "any" || agent.seats.includes(i));
      const usual = known.usual[i] ?? (i === 0 ? "human" : fit.find((a) => a.name !== "random")?.name ?? "random");
      const kept = named === known.usual.join(" ") && before[i] && (before[i] === "human" || fit.some((a) => before[i].split(":")[0] === a.name)) ? before[i] : usual;
      const field = playerField(fit, kept, { person: true, label: `player of ${seat.name}` });
      players.push(field);
      return h("div", { class: "seat-row" }, badge(all[i]), h("span", { class: "seat-name" }, seat.name), field.element);
    }), known.hidden ? h("p", { class: "hint" }, "Something is hidden in this game: each seat sees its own view.") : null);
    named = known.usual.join(" ");
  }

  const begin = button("start the game", async () => {
    error.clear();
    try {
      const spec = game.spec();
      const wanted = seed.value.trim();
      if (wanted !== "" && !/^\d+$/.test(wanted)) throw new Error(`seed ${wanted}: expected a whole number`);
      keepHabit("game", spec);
      await open({ game: spec, seats: players.map((p) => p.spec()), ...(wanted ? { seed: Number(wanted) } : {}), ...(state ? { state } : {}) });
    } catch (why) {
      error.say(why);
    }
  }, { class: "button main large", disabled: true });

  const record = fileButton("open a record", async (name, text) => {
    error.clear();
    try {
      const line = text.trim().startsWith("{") ? firstRecord(text) : null;
      if (!line) throw new Error(`${name}: expected a record, a line of JSON for each game`);
      const spec = line.variant ? `${line.game}:${line.variant}` : line.game;
      await open({ game: spec, seats: line.seats, record: line });
    } catch (why) {
      error.say(why);
    }
  }, ".json,.jsonl");

  const list = h("div");
  put(main, h("div", { class: "page home" },
    h("section", { class: "new-game", "aria-labelledby": "new-game" },
      h("h1", { id: "new-game" }, "New game"),
      game.element,
      h("div", { class: "setup-grid" },
        h("div", {}, h("h2", {}, "Seats"), seatRows,
          state ? h("p", { class: "hint" }, "The game begins in the position that you edited.") : null,
          labelled("seed", "fixes all dice; any if empty", seed), error.element,
          h("div", { class: "row" }, begin, record)),
        h("div", {}, picture, h("p", { class: "hint" }, "as typed: ", typed)))),
    h("section", { class: "games", "aria-labelledby": "your-games" }, h("h2", { id: "your-games" }, "Your games"), list)));
  showGames(list);
  await load(game.spec());
  for (const entry of catalog.games) {
    const host = game.pictures.get(entry.name);
    if (host) await preview(host, entry.name).catch(() => {});
  }
}

/**
 * The first game of a file of records.
 * @param {string} text
 */
function firstRecord(text) {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.trim().split("\n")[0]);
  }
}

/**
 * Starts a game, keeps its keys and goes there.
 * @param {Parameters<typeof api.newGame>[0]} order
 */
export async function open(order) {
  const { id, keys, watch } = await api.newGame(order);
  hold(id, { keys, watch });
  location.hash = `#/game/${encodeURIComponent(id)}`;
}

/**
 * Games whose keys are here, the newest first.
 * @param {HTMLElement} host
 */
async function showGames(host) {
  const held = heldGames();
  try {
    const all = (await api.games()).filter((line) => held[line.id]);
    if (all.length === 0) return put(host, h("p", { class: "quiet" }, "Games that you start appear here, and are kept when the page is closed."));
    put(host, h("ul", { class: "game-list" }, all.sort((a, b) => b.created - a.created).map((line) => h("li", {},
      h("a", { href: `#/game/${encodeURIComponent(line.id)}` }, h("strong", {}, line.game), ` ${line.seats.map((p) => (p === "human" ? "person" : p)).join(" v ")}`),
      h("span", { class: "hint" }, line.over ? "over" : line.turn === "chance" ? "dice are next" : "going on", " · ", when(line.created)),
      button("remove", async () => {
        const keys = held[line.id];
        await api.remove(line.id, Object.values(keys.keys)[0] ?? keys.watch ?? "").catch(() => {});
        forget(line.id);
        showGames(host);
      }, { class: "button quiet", "aria-label": `remove ${line.game}, ${line.id}` })))));
  } catch (why) {
    put(host, h("p", { class: "trouble" }, why instanceof Error ? why.message : String(why)));
  }
}

/** @param {number} created in seconds since 1970 */
const when = (created) => new Date(created * 1000).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
