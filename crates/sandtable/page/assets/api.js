// The server's interface: the shapes of what it sends, and one function for each thing that can be asked of it.

/**
 * @typedef {{name: string, label: string, x: number, y: number, room: number, shape?: string, region?: number,
 *   ground: string, notes?: string[]}} Space
 * @typedef {{from: number, to: number, kind: string}} Link
 * @typedef {{width: number, height: number, spaces: Space[], links: Link[],
 *   regions: {name: string, notes?: string[]}[]}} Layout
 * @typedef {{seat?: number, kind: string, count: number}} Stack
 * @typedef {{owner?: number, stacks?: Stack[], marks?: string[]}} Place
 * @typedef {{title: string, seat?: number, rows: [string, string][]}} Sheet
 * @typedef {{phase: string, places: Place[], sheets: Sheet[]}} Scene
 * @typedef {{step: string, words: string, verb: string, from?: number, to?: number, what?: string,
 *   count?: number}} Choice
 * @typedef {{orders: (Choice & {refused?: string})[], steps: string[], closing: string[], open?: string, choices: Choice[], why?: string}} DraftedTurn
 * @typedef {{name: string, about: string, default: string, main: boolean}} Param
 * @typedef {{name: string, about: string, ending: string, taken_by: {agent?: string, param: string}, shipped: string[],
 *   fields: Field[]}} FileKind
 * @typedef {{game: string, kind: string, name: string, handle: string, created: number}} KeptFile
 * @typedef {{name: string, about: string, params: Param[], variants: {name: string, about: string}[],
 *   files: FileKind[]}} GameEntry
 * @typedef {{version: string, games: GameEntry[], reproductions: {id: string, about: string}[]}} Catalog
 * @typedef {{name: string, about: string, params: Param[], seats: "any" | number[],
 *   titles: {spec: string, title: string}[]}} AgentEntry
 * @typedef {{name: string, team: number}} SeatInfo
 * @typedef {{seats: SeatInfo[], hidden: boolean, agents: AgentEntry[], usual: string[]}} Players
 * @typedef {SeatInfo & {player: string}} SeatedPlayer
 * @typedef {{player: number} | "chance" | "over"} Turn
 * @typedef {{turn: number, seat?: number, words: string}} Told
 * @typedef {{from: number, to: number, count?: number}} Arrow
 * @typedef {{step: string, words?: string, value: number, stderr: number, visits: number,
 *   stakes?: string | null, arrows?: Arrow[]}} Considered
 * @typedef {{name: string, value: number}} Figure
 * @typedef {{name: string, values: number[]}} Heat
 * @typedef {{name: string, spaces: number[], least: number, holds: number}} Area
 * @typedef {{text: string, areas: Area[], turns: number, counted: boolean}} Frame
 * @typedef {{considered: Considered[], figures: Figure[], reasons: Figure[], heat: Heat[], frames: Frame[],
 *   curves: Curve[]}} Account
 * @typedef {Account & {seat: number, agent: string, seconds: number}} Thought
 * @typedef {{about: string, example: string}} Language
 * @typedef {{text: string, areas: {spaces: number[], least: number}[], seed: number}} Constraints
 * @typedef {Frame & {examples: {steps: string, arrows: Arrow[]}[], conflict?: string}} Narrowed
 * @typedef {{text: string, verdict: "certain" | "possible" | "impossible" | null, words: string,
 *   areas: {name: string, spaces: number[], least: number, fewest: number, most: number}[], figures: Figure[], heat: Heat[]}} Inquired
 * @typedef {{seat: number, figures: Figure[], heat: Heat[],
 *   pieces: {space: number, seat?: number, kind: string, chance: number, mean: number, truth?: number}[],
 *   lines: {sheet: string, name: string, values: [string, number][], truth?: string}[]}} Believed
 * @typedef {{value: number[], error: number, steps: Considered[], draws: {words: string, chance: number, value: number[]}[], of: number}} Exact
 * @typedef {{turn: number, event: number, value: number[], luck: number[], exact?: boolean}} Mark
 * @typedef {{id: string, game: string, version: number, seat: number | null, seats: SeatedPlayer[], hidden: boolean,
 *   turn: Turn, turns: number, layout?: Layout, scene: Scene, choices?: Choice[], drafts?: boolean, board?: string, log?: Told[],
 *   result: number[] | null, thought: Thought | null, course: Mark[], state?: string, running: boolean, speed: number,
 *   thinking: boolean, undo: boolean, error: string | null, language: Language | null, inquiry: Language | null, exact: boolean, events?: number}} Table
 * @typedef {{id: string, game: string, seats: string[], turn: Turn, over: boolean, created: number}} GameLine
 * @typedef {{layout: Layout, scene: Scene, choices: Choice[], turn: Turn, state: string, example?: string,
 *   seats?: SeatInfo[], board?: string, language: Language | null}} Position
 * @typedef {{step: string, words?: string, from?: string, to?: string, count?: number, stakes?: string | null}} AdvisedStep
 * @typedef {Account & {agent: string, seat: string, steps: AdvisedStep[]}} Advice
 * @typedef {{name: string, about: string, default?: any, kind: string, choices?: string[]}} Field
 * @typedef {{name: string, about: string, fields: Field[]}} Described
 * @typedef {{title: string, columns: string[], rows: (string | number)[][]}} ResultTable
 * @typedef {{title: string, numbers: [string, string][], axis: string,
 *   groups: {name: string, ends: [string, number][]}[], tables: ResultTable[]}} Shown
 * @typedef {{title: string, x: string, y: string, series: {name: string, points: [number, number][]}[],
 *   at?: number}} Curve
 * @typedef {{id: number, kind: string, title: string, state: "waiting" | "running" | "done" | "cancelled" | "failed",
 *   done: number, total: number, seconds: number, left?: number | null, error?: string | null,
 *   result?: {tables?: ResultTable[], curves?: Curve[], plots?: {title: string}[], files?: {name: string}[]} & Record<string, any>}} Run
 */

/** What the server refused, and why; status 0 if it did not answer. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} why
   */
  constructor(status, why) {
    super(why);
    this.status = status;
  }
}

/** What the user's files are called here, by their handles at the server, so that errors name what the user knows. */
const files = new Map();

/** @param {string} line */
function inTheirNames(line) {
  for (const [handle, name] of files) line = line.replaceAll(handle, name);
  return line;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(0, "The server does not answer. Is it still running?");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Refusal(response.status, inTheirNames(answer?.error ?? `the server answered ${response.status}`));
  return answer;
}

/** @param {string} path */
const get = (path) => call("GET", path);

/**
 * @param {string} path
 * @param {any} [body]
 */
const post = (path, body = {}) => call("POST", path, body);

const word = encodeURIComponent;

/**
 * An address of a game, with the key that opens it.
 * @param {string} id
 * @param {string} key
 * @param {string} [part]
 * @param {string} [more]
 */
export const gameAddress = (id, key, part = "", more = "") =>
  `/api/games/${word(id)}${part && `/${part}`}?key=${word(key)}${more}`;

/**
 * What is wanted of a table: the log from which line on, and whether the layout.
 * @typedef {{log: number, layout: boolean}} Want
 * @param {Want} want
 */
const wish = ({ log, layout }) => `&log=${log}${layout ? "&layout=1" : ""}`;

/** After how many events; all of them if nothing is said. @param {number | null} at */
const moment = (at) => (at === null ? "" : `&at=${at}`);

/** @param {string | number} id */
export const runAddress = (id, part = "") => `/api/runs/${word(id)}${part && `/${part}`}`;

/** @param {string} handle */
export const fileAddress = (handle) => `/api/files/${word(handle)}`;

export const api = {
  /** @returns {Promise<Catalog>} */
  catalog: () => get("/api/catalog"),
  /** @param {string} game @returns {Promise<Players>} */
  agents: (game) => get(`/api/agents?game=${word(game)}`),
  /** @param {string} name @param {string} text @returns {Promise<{handle: string} & Record<string, any>>} */
  async upload(name, text) {
    const file = await post("/api/files", { name, text });
    files.set(file.handle, name);
    return file;
  },

  /** @returns {Promise<KeptFile[]>} */
  async files() {
    const kept = await get("/api/files");
    for (const file of kept) files.set(file.handle, file.name);
    return kept;
  },
  /**
   * A file as text and as values, from either, from a file that is there, or from nothing.
   * @param {{game: string, kind: string, text?: string, values?: Record<string, any>, from?: string}} what
   * @returns {Promise<{text: string, values: Record<string, string>}>}
   */
  draft: (what) => post("/api/files/form", what),
  /** @param {{name: string, text: string, game: string, kind: string}} file @returns {Promise<{handle: string}>} */
  keepFile: (file) => post("/api/files", file),
  /** @param {string} handle */
  forgetFile: (handle) => call("DELETE", fileAddress(handle)),

  /**
   * @param {{game?: string, seats?: string[], seed?: number, state?: string, record?: any}} order
   * @returns {Promise<{id: string, keys: Record<string, string>, watch: string}>}
   */
  newGame: (order) => post("/api/games", order),
  /** @returns {Promise<GameLine[]>} */
  games: () => get("/api/games"),
  /** @param {string} id @param {string} key @param {Want} want @returns {Promise<Table>} */
  table: (id, key, want) => get(gameAddress(id, key, "", wish(want))),
  /**
   * Asks something of a game; the answer is the table that came of it.
   * @param {string} id
   * @param {string} key
   * @param {"steps" | "turn" | "undo" | "control" | "seat"} part
   * @param {Record<string, any>} order
   * @param {Want} want
   * @returns {Promise<Table>}
   */
  order: (id, key, part, order, want) => post(gameAddress(id, key, part, wish(want)), order),
  /** @param {string} id @param {string} key @param {number | null} at @returns {Promise<Table>} */
  replay: (id, key, at) => get(gameAddress(id, key, "replay", moment(at))),
  /** @param {string} id @param {string} key @param {{orders: string[], pointed?: [number, number]}} asked @returns {Promise<DraftedTurn>} */
  draftTurn: (id, key, asked) => post(gameAddress(id, key, "draft"), asked),
  /** @param {string} id @param {string} key @param {Constraints} asked @returns {Promise<Narrowed>} */
  narrow: (id, key, asked) => post(gameAddress(id, key, "narrow"), asked),
  /** @param {string} id @param {string} key @param {{text: string, areas: {spaces: number[], least: number}[]}} asked @returns {Promise<Inquired>} */
  inquire: (id, key, asked) => post(gameAddress(id, key, "inquire"), asked),
  /** @param {string} id @param {string} key @param {number | null} seat @param {number | null} at @returns {Promise<Believed>} */
  belief: (id, key, seat, at) => get(gameAddress(id, key, "belief", `${seat === null ? "" : `&seat=${seat}`}${moment(at)}`)),
  /** @param {string} id @param {string} key @param {number | null} at @returns {Promise<Exact | null>} */
  exact: (id, key, at) => get(gameAddress(id, key, "exact", moment(at))),
  /** @param {{game: string, state: string} & Constraints} asked @returns {Promise<Narrowed>} */
  narrowPosition: (asked) => post("/api/narrow", asked),
  /** @param {string} id @param {string} key */
  remove: (id, key) => call("DELETE", gameAddress(id, key)),

  /** @param {string} game @param {string} [state] @returns {Promise<Position>} */
  position: (game, state) => post("/api/position", state === undefined ? { game } : { game, state }),
  /** @param {{game: string, state: string, agent: string, seconds: number}} question @returns {Promise<Advice>} */
  advise: (question) => post("/api/advise", question),

  /** @returns {Promise<Described[]>} */
  calculators: () => get("/api/odds"),
  /** @param {string} name @param {Record<string, any>} fields @returns {Promise<{shown: Shown}>} */
  odds: (name, fields) => post(`/api/odds/${word(name)}`, fields),

  /** @returns {Promise<Described[]>} */
  runKinds: () => get("/api/run-kinds"),
  /** @returns {Promise<Run[]>} */
  runs: () => get("/api/runs"),
  /** @param {string} id @returns {Promise<Run>} */
  run: (id) => get(runAddress(id)),
  /** @param {string} kind @param {Record<string, any>} fields @returns {Promise<{id: number}>} */
  startRun: (kind, fields) => post("/api/runs", { kind, ...fields }),
  /** @param {string} id @returns {Promise<Run>} */
  cancelRun: (id) => post(runAddress(id, "cancel")),
};
