// Dialogs of the game screen: who plays a seat, links to share, and the keys.

import { api, gameAddress } from "./api.js";
import { button, h, put } from "./dom.js";
import { playerField, trouble } from "./form.js";
import { badge, lookOf } from "./look.js";

/** @typedef {import("./api.js").Table} Table */
/** @typedef {ReturnType<typeof import("./session.js").openSession>} Session */

/**
 * Shows a dialog until it is closed.
 * @param {string} title
 * @param {(import("./dom.js").Child | import("./dom.js").Child[])[]} content
 */
export function dialog(title, ...content) {
  const element = h("dialog", { "aria-label": title, onclose: () => element.remove() },
    h("header", {}, h("h2", {}, title), button("×", () => element.close(), { "aria-label": "close", class: "button square quiet" })),
    h("div", { class: "dialog-body" }, ...content));
  document.body.append(element);
  element.showModal();
  return element;
}

/**
 * Who plays a seat: a person takes over, or an agent does.
 * @param {Table} table
 * @param {number} seat
 * @param {import("./look.js").Look[]} looks
 * @param {Session} session
 */
export async function seatDialog(table, seat, looks, session) {
  const { name, player } = table.seats[seat];
  const body = h("div", {}, h("p", { class: "quiet" }, "…"));
  const box = dialog(`Who plays ${name}?`, h("p", { class: "who" }, badge(lookOf(looks, seat)), `now: ${player === "human" ? "a person" : player}`), body);
  const error = trouble();
  try {
    const { agents } = await api.agents(table.game);
    const fit = agents.filter((agent) => agent.seats === "any" || agent.seats.includes(seat));
    const field = playerField(fit, player === "human" ? fit[0]?.name ?? "human" : "human", { person: true, label: `player of ${name}` });
    const away = h("input", { type: "checkbox", onchange: () => session.setAway(seat, away.checked) });
    away.checked = session.keys().away?.includes(seat) ?? false;
    put(body, field.element, error.element,
      session.keys().keys[seat] ? h("label", { class: "check" }, away, " somebody else plays this seat on another page") : null,
      h("div", { class: "row" }, button("let this player go on", async () => {
        if (field.spec() === "human" && away.checked) await session.setAway(seat, false);
        if (await session.seat(seat, field.spec())) box.close();
        else error.say("The server refused; see the message at the game.");
      }, { class: "button main", "data-act": "seat" })));
  } catch (why) {
    put(body, error.element);
    error.say(why);
  }
}

/**
 * Links: one to each seat, and one to look on.
 * @param {string} id
 * @param {Table} table
 * @param {Session} session
 */
export function shareDialog(id, table, session) {
  const keys = session.keys();
  /** @param {string} key */
  const link = (key) => `${location.origin}/#/game/${encodeURIComponent(id)}?key=${encodeURIComponent(key)}`;
  /** @param {string} name @param {string} key @param {number | null} seat */
  const line = (name, key, seat) => {
    const field = h("input", { type: "text", readonly: true, value: link(key), "aria-label": `link for ${name}`, onfocus: () => field.select() });
    const copy = button("copy", async () => {
      field.select();
      await navigator.clipboard?.writeText(field.value).catch(() => {});
      copy.textContent = "copied";
      if (seat !== null) await session.setAway(seat, true);
    });
    return h("div", { class: "share-line" }, h("span", {}, name), field, copy);
  };
  dialog("Share",
    h("p", {}, "Whoever has a link holds that seat. A seat whose link you copy is no longer played on this page; its menu takes it back."),
    table.seats.map((seat, i) => keys.keys[i] ? line(seat.name, keys.keys[i], i) : null),
    keys.watch ? line("to look on", keys.watch, null) : null,
    h("p", {}, h("a", { href: gameAddress(id, session.key(), "record"), download: `${id}.json` }, "The record"), " is a file that opens again under New game."));
}

/** The keys. */
export function keysDialog() {
  /** @type {[string, string][]} */
  const keys = [
    ["arrows", "to the nearest space"], ["Enter", "pick a space; then its target"], ["n, p", "to the next or previous space that is lit"],
    ["Esc", "let go of what was picked"], ["+, −, 0", "closer, farther, the whole board"], ["Tab", "to the buttons and panels"],
  ];
  dialog("Keys and help",
    h("dl", { class: "keys" }, keys.map(([key, what]) => h("div", {}, h("dt", {}, key), h("dd", {}, what)))),
    h("p", {}, "With a mouse or a finger: click a space and then a target that lights up, or drag from one to the other. Counts are chosen in a card at the space. The wheel or two fingers zoom."));
}
