// What this browser remembers: the keys of its games, turns that are being put together, and a few habits. Nothing else is kept outside the server.

/**
 * The keys to a game: by seat, and the one to watch. `away` lists seats that were given to somebody else.
 * @typedef {{keys: Record<string, string>, watch?: string, away?: number[]}} Held
 */

const GAMES = "sandtable.games";
const HABITS = "sandtable.habits";
const DRAFTS = "sandtable.drafts";

/**
 * @param {string} name
 * @returns {Record<string, any>}
 */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} name
 * @param {Record<string, any>} value
 */
function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; the link to the game opens it again.
  }
}

/**
 * All games whose keys are held.
 * @returns {Record<string, Held>}
 */
export const heldGames = () => read(GAMES);

/**
 * @param {string} id
 * @returns {Held | null}
 */
export const held = (id) => heldGames()[id] ?? null;

/**
 * @param {string} id
 * @param {Held} keys
 */
export const hold = (id, keys) => write(GAMES, { ...heldGames(), [id]: keys });

/** @param {string} id */
export function forget(id) {
  const all = heldGames();
  delete all[id];
  write(GAMES, all);
  keepDraft(id, null);
}

/**
 * The turn of a game that is being put together: which one, and the orders so far.
 * @param {string} id
 * @returns {{turn: string, orders: string[]} | null}
 */
export const keptDraft = (id) => read(DRAFTS)[id] ?? null;

/** @param {string} id @param {{turn: string, orders: string[]} | null} draft */
export function keepDraft(id, draft) {
  const all = read(DRAFTS);
  if (draft) all[id] = draft;
  else delete all[id];
  write(DRAFTS, all);
}

/**
 * A habit, such as the speed that somebody likes.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export const habit = (name, otherwise) => read(HABITS)[name] ?? otherwise;

/**
 * @param {string} name
 * @param {any} value
 */
export const keepHabit = (name, value) => write(HABITS, { ...read(HABITS), [name]: value });

/**
 * A key that came with the address is kept here and taken out of it.
 * @param {string} id
 * @param {URLSearchParams} query
 */
export function takeKey(id, query) {
  const key = query.get("key");
  if (!key) return;
  const keys = held(id) ?? { keys: {} };
  if (!Object.values(keys.keys).includes(key)) hold(id, { ...keys, watch: key });
  history.replaceState(null, "", `#/game/${encodeURIComponent(id)}`);
}
