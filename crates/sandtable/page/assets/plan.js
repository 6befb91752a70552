// A turn in the making: orders in any order, each of which can be changed or removed until all are carried out. What they come to, what else may be ordered and what is
// missing is the server's to say; this keeps the list and shows it.

import { button, capital, h, number, put } from "./dom.js";
import { keepDraft, keptDraft } from "./memory.js";

/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").Choice} Choice */
/** @typedef {import("./api.js").DraftedTurn} DraftedTurn */
/** @typedef {import("./api.js").Arrow} Arrow */

/**
 * @typedef {{
 *   ask: (orders: string[]) => Promise<DraftedTurn>,
 *   carryOut: (orders: string[]) => Promise<boolean>,
 *   changed: () => void,
 *   reopen: (order: Choice) => void,
 *   trouble: (why: unknown) => void,
 * }} Hands
 */

/**
 * Orders that go the same way as arrows, with how many pieces go there.
 * @param {Choice[]} orders
 * @returns {Arrow[]}
 */
export function waysOf(orders) {
  /** @type {Map<string, Arrow>} */
  const ways = new Map();
  for (const { from, to, count } of orders) {
    if (from === undefined || to === undefined) continue;
    const key = `${from} ${to}`;
    const way = ways.get(key) ?? { from, to, count: 0 };
    ways.set(key, { from, to, count: (way.count ?? 0) + (count ?? 1) });
  }
  return [...ways.values()];
}

/** A short name for a turn: other turns hardly ever share it. @param {string} text */
function nameOf(text) {
  let sum = 7;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return `${text.length} ${sum}`;
}

/** @param {string} id the game @param {Hands} hands */
export function makePlanner(id, { ask, carryOut, changed, reopen, trouble }) {
  /** @type {string[]} */
  let orders = [];
  /** @type {DraftedTurn | null} */
  let draft = null;
  let about = "";
  let asked = 0;
  let busy = false;
  let waits = 0;
  const element = h("div", { class: "plan", hidden: true });

  /** Waits for one answer of the server more, or less. @param {number} by */
  function wait(by) {
    waits += by;
    element.classList.toggle("sending", waits > 0);
  }

  /** @param {string[]} next */
  async function set(next) {
    const before = orders;
    orders = next;
    const mine = ++asked;
    wait(1);
    try {
      const answer = await ask(next);
      if (mine !== asked) return;
      draft = answer;
      keepDraft(id, next.length > 0 ? { turn: about, orders: next } : null);
    } catch (why) {
      if (mine !== asked) return;
      orders = before;
      trouble(why);
    } finally {
      wait(-1);
    }
    draw();
    changed();
  }

  async function done() {
    if (busy) return;
    busy = true;
    wait(1);
    draw();
    await carryOut(orders);
    busy = false;
    wait(-1);
    draw();
  }

  /** @param {number} i */
  const without = (i) => orders.filter((_, j) => j !== i);

  function draw() {
    element.hidden = draft === null;
    if (draft === null) return put(element);
    const given = draft.orders;
    const refused = given.some((order) => order.refused);
    const closing = draft.closing.length > 0 ? `then: ${draft.closing.join(", ")}` : "";
    put(element,
      given.length > 0 ? h("ol", { class: "orders", "aria-label": "your orders" }, given.map((order, i) => h("li", { class: order.refused ? "order refused" : "order" },
        button(capital(order.words), async () => {
          await set(without(i));
          reopen(order);
        }, { class: "button quiet order-words", title: "change this order" }),
        button("×", () => set(without(i)), { class: "button square quiet", "aria-label": `remove: ${order.words}` }),
        order.refused ? h("p", { class: "why" }, capital(order.refused)) : null)))
        : h("p", { class: "note" }, "Give orders in any order; nothing happens until you carry them out."),
      draft.open ? h("p", { class: "why", role: "status" }, `Not yet: ${draft.open}`) : null,
      h("div", { class: "plan-row" },
        button(given.length > 0 ? `carry out ${number(given.length)} ${given.length === 1 ? "order" : "orders"}` : "end without orders", done,
          { class: given.length > 0 ? "button main" : "button", disabled: busy || refused || draft.open !== undefined, "data-act": "carry-out", title: closing }),
        given.length > 1 ? button("remove all", () => set([])) : null),
      given.length > 0 && closing ? h("p", { class: "note closing" }, capital(closing)) : null);
  }

  return {
    element,
    /** Which turn it is about, if orders are put together there at all. @param {Table | null} table */
    about(table) {
      const next = table?.drafts ? nameOf(JSON.stringify([table.turn, table.turns, table.choices])) : "";
      if (next === about) return;
      about = next;
      [orders, draft] = [[], null];
      asked++;
      draw();
      const kept = keptDraft(id);
      if (next !== "") set(kept?.turn === next ? kept.orders : []);
    },
    active: () => about !== "",
    orders: () => orders,
    /** What may be ordered now. */
    choices: () => draft?.choices ?? [],
    /** The orders that can be carried out, as arrows. */
    ways: () => waysOf((draft?.orders ?? []).filter((order) => !order.refused)),
    /** Adds orders, as text. @param {string} text */
    add: (text) => set([...orders, ...text.split(/\s+/)]),
  };
}
