// The scrubber: any moment of a game again, by slider, by buttons or by itself.

import { button, h } from "./dom.js";

/** Milliseconds between events when it plays by itself. */
const PACE = 450;

/**
 * @param {{show: (at: number) => Promise<void>, leave: () => void}} act
 */
export function makeScrubber(act) {
  let at = 0;
  let events = 0;
  /** @type {number | undefined} */
  let timer;
  let busy = false;
  let wanted = 0;

  const slide = h("input", { type: "range", min: 0, max: 0, "aria-label": "moment of the game", oninput: () => go(Number(slide.value)) });
  const where = h("output", { class: "moment" });
  const play = button("play", () => (timer === undefined ? run() : stop()));
  const element = h("div", { class: "scrubber", role: "group", "aria-label": "replay", hidden: true },
    button("|◀", () => go(0), { "aria-label": "to the beginning", class: "button square" }),
    button("◀", () => go(at - 1), { "aria-label": "one event back", class: "button square" }),
    play,
    button("▶", () => go(at + 1), { "aria-label": "one event on", class: "button square" }),
    button("▶|", () => go(events), { "aria-label": "to the end", class: "button square" }),
    slide, where, button("back to the game", () => act.leave(), { class: "button main" }));

  /** Only the last of many wishes is fetched. @param {number} to */
  async function go(to) {
    wanted = Math.min(Math.max(0, to), events);
    write();
    if (busy) return;
    busy = true;
    try {
      while (at !== wanted) {
        at = wanted;
        await act.show(at);
      }
    } finally {
      busy = false;
    }
  }

  function write() {
    slide.max = String(events);
    slide.value = String(wanted);
    where.textContent = `${wanted} of ${events}`;
    slide.setAttribute("aria-valuetext", where.textContent);
  }

  function run() {
    if (wanted >= events) go(0);
    play.textContent = "pause";
    timer = window.setInterval(() => (wanted < events ? go(wanted + 1) : stop()), PACE);
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "play";
  }

  return {
    element,
    go,
    stop,
    /** @param {number} moment @param {number} all */
    set(moment, all) {
      events = all;
      [at, wanted] = [moment, moment];
      write();
    },
    at: () => wanted,
  };
}
