// A game as this page follows it: which key it uses, what the server last said, and the log so far. What is asked of the
// server is answered with the table that came of it. When somebody else changes something the server's events say so, and
// the table is fetched, so nothing is lost when the page is opened anew.

import { api, gameAddress, Refusal } from "./api.js";
import { held, hold } from "./memory.js";

/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").Told} Told */
/** @typedef {import("./memory.js").Held} Held */

/**
 * Seats that people play on this page.
 * @param {Held} keys
 * @param {Table | null} table
 */
export function ownSeats(keys, table) {
  return Object.keys(keys.keys).map(Number)
    .filter((seat) => !keys.away?.includes(seat) && (!table || table.seats[seat]?.player === "human"));
}

/**
 * Whose key to use now: the mover's if somebody here plays it, else the one that was used last, else whoever may look on.
 * @param {Held} keys
 * @param {Table | null} table
 * @param {string | null} now
 * @returns {string}
 */
export function keyFor(keys, table, now) {
  const own = ownSeats(keys, table).map((seat) => keys.keys[seat]);
  const mover = table && typeof table.turn === "object" ? table.turn.player : null;
  if (mover !== null && own.includes(keys.keys[mover])) return keys.keys[mover];
  if (now !== null && own.includes(now)) return now;
  if (table && own.length > 0) return own[0];
  const any = Object.values(keys.keys)[0];
  return keys.watch && (table || !any) ? keys.watch : any ?? keys.watch ?? "";
}

/**
 * The log with what came since. The last known entry is fetched again: if it is another one, steps were taken back.
 * @param {Told[]} known
 * @param {Told[]} fetched those from the last known one on
 * @returns {Told[] | null} nothing if all has to be fetched
 */
export function mergeLog(known, fetched) {
  if (known.length === 0) return fetched;
  const [first, ...rest] = fetched;
  return JSON.stringify(first) === JSON.stringify(known[known.length - 1]) ? [...known, ...rest] : null;
}

/**
 * Follows a game until `close`.
 * @param {string} id
 * @param {{table: (table: Table, log: Told[], fresh: number) => void, cover: (seat: number) => void,
 *   trouble: (error: unknown) => void}} tell
 */
export function openSession(id, tell) {
  /** @type {Held} */
  let keys = held(id) ?? { keys: {} };
  let key = keyFor(keys, null, null);
  /** @type {Table | null} */
  let table = null;
  /** @type {import("./api.js").Layout | undefined} */
  let layout;
  /** @type {Told[]} */
  let log = [];
  let known = 0;
  let again = false;
  let covered = false;
  let closed = false;
  /** @type {EventSource | null} */
  let events = null;

  /** What the server's events said last. @type {{version: number, thinking: boolean} | null} */
  let said = null;
  let asking = 0;

  /** @type {Promise<void> | null} */
  let busy = null;

  /** Fetches the table; whoever asks while that is under way gets one that is fetched afterwards. */
  function refresh() {
    again = true;
    busy ??= fetchAll().finally(() => (busy = null));
    return busy;
  }

  async function fetchAll() {
    try {
      while (again && !closed) {
        again = false;
        await fetchOnce();
      }
    } catch (error) {
      if (!closed) tell.trouble(error);
    }
  }

  /** What a table must bring so that this page can go on from what it knows. */
  const want = () => ({ log: Math.max(0, log.length - 1), layout: layout === undefined });

  async function fetchOnce() {
    const [asked, before] = [key, log];
    take(await api.table(id, asked, want()), asked, before);
  }

  /**
   * Takes up what the server says, unless things have moved on since it was asked.
   * @param {Table} next
   * @param {string} asked with which key
   * @param {Told[]} before the log when it was asked
   */
  function take(next, asked, before) {
    if (closed || asked !== key || before !== log) {
      again = true;
      return;
    }
    // An answer may arrive after a later one.
    if (table && table.seat === next.seat && next.version < table.version) return;
    layout ??= next.layout;
    next.layout = layout;
    const merged = mergeLog(log, next.log ?? []);
    if (merged === null) {
      log = [];
      again = true;
      return;
    }
    learn(next);
    table = next;
    const better = keyFor(keys, next, key);
    if (better !== key) {
      const seat = Object.keys(keys.keys).map(Number).find((s) => keys.keys[s] === better);
      if (next.hidden && next.seat !== null && seat !== undefined && next.seats[next.seat]?.player === "human") {
        covered = true;
        tell.cover(seat);
        return;
      }
      use(better);
      again = true;
      return;
    }
    covered = false;
    log = merged;
    const fresh = log.length - known;
    known = log.length;
    tell.table(next, log, fresh);
  }

  /** A key that came with a link says here for the first time whose it is. @param {Table} next */
  function learn(next) {
    if (next.seat === null || keys.keys[next.seat] === key) return;
    keys = { ...keys, keys: { ...keys.keys, [next.seat]: key }, watch: keys.watch === key ? undefined : keys.watch };
    hold(id, keys);
  }

  /** @param {string} next */
  function use(next) {
    key = next;
    log = [];
    known = 0;
    listen();
  }

  function listen() {
    events?.close();
    events = null;
    said = null;
    if (closed || document.hidden) return;
    events = new EventSource(gameAddress(id, key, "events"));
    events.onmessage = (message) => {
      said = JSON.parse(message.data);
      follow();
    };
  }

  /** Fetches the table if the server has said that it is another one. While something is asked its answer comes first. */
  function follow() {
    if (asking > 0 || covered || said === null) return;
    if (!table || said.version !== table.version || said.thinking !== table.thinking) refresh();
  }

  /** Connections are few, so a page in the background lets go of its own. */
  function onVisible() {
    listen();
    if (!document.hidden && !covered) refresh();
  }
  document.addEventListener("visibilitychange", onVisible);

  /** One request at a time: each sees the version that the one before it left. @type {Promise<unknown>} */
  let last = Promise.resolve();

  /**
   * Asks something of the game with a key, and takes up the table in the answer.
   * @param {"steps" | "turn" | "undo" | "control" | "seat"} part
   * @param {Record<string, any>} order
   * @param {string} [as] the key in use if nothing is said
   */
  async function order(part, order, as = key) {
    const before = log;
    take(await api.order(id, as, part, order, want()), as, before);
    if (again) await refresh();
  }

  /**
   * Does one thing after another.
   * @param {() => Promise<void>} job
   * @returns {Promise<boolean>} whether it was done
   */
  function ask(job) {
    asking++;
    const done = last.then(async () => {
      try {
        await job();
        return true;
      } catch (error) {
        await refresh();
        tell.trouble(error);
        return false;
      } finally {
        asking--;
        follow();
      }
    });
    last = done;
    return done;
  }

  /**
   * Steps or orders that are still the same choice are taken even if the game's version has moved on.
   * @param {"steps" | "turn"} part
   * @param {Record<string, any>} what
   */
  async function decide(part, what) {
    const seen = JSON.stringify(table?.choices);
    try {
      await order(part, { ...what, version: table?.version ?? 0 });
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) throw error;
      await refresh();
      if (JSON.stringify(table?.choices) === seen) await order(part, { ...what, version: table?.version ?? 0 });
    }
  }

  listen();
  refresh();

  return {
    refresh,
    keys: () => keys,
    key: () => key,
    /** The key of a seat, or else the one in use. @param {number} seat */
    keyOf: (seat) => keys.keys[seat] ?? key,
    /** @param {string} steps */
    play: (steps) => ask(() => decide("steps", { steps })),
    /** A turn that was put together, closed after its orders. @param {string[]} orders */
    turn: (orders) => ask(() => decide("turn", { orders, close: true })),
    undo: () => ask(() => order("undo", {})),
    /** @param {{running?: boolean, speed?: number, step?: true}} wish */
    control: (wish) => ask(() => order("control", wish)),
    /** @param {number} seat @param {string} player */
    seat: (seat, player) => ask(() => order("seat", { seat, player }, keys.keys[seat] ?? key)),
    /** The next person sits down: from here on the page shows that seat's view. @param {number} seat */
    handOver(seat) {
      covered = false;
      use(keys.keys[seat]);
      return refresh();
    },
    /** Whether somebody elsewhere plays a seat. @param {number} seat @param {boolean} away */
    setAway(seat, away) {
      const others = (keys.away ?? []).filter((other) => other !== seat);
      keys = { ...keys, away: away ? [...others, seat] : others };
      hold(id, keys);
      return refresh();
    },
    close() {
      closed = true;
      events?.close();
      document.removeEventListener("visibilitychange", onVisible);
    },
  };
}
