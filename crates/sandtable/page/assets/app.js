// The page's frame: an address behind the hash for every screen, and the bar that leads to them. Screens are loaded when
// they are first needed.

import { h, put } from "./dom.js";

/** @typedef {(main: HTMLElement, rest: string, query: URLSearchParams) => (() => void) | void | Promise<(() => void) | void>} Screen */

/** @type {Record<string, {title: string, open: Screen}>} */
const SCREENS = {
  "": { title: "Play", open: async (main, _, query) => (await import("./setup.js")).setupScreen(main, query) },
  game: { title: "Game", open: async (main, rest, query) => (await import("./table.js")).tableScreen(main, rest, query) },
  position: { title: "Advice", open: async (main, rest, query) => (await import("./position.js")).positionScreen(main, query) },
  odds: { title: "Odds", open: async (main, rest) => (await import("./calc.js")).calcScreen(main, rest) },
  files: { title: "Files", open: async (main, rest) => (await import("./files.js")).filesScreen(main, rest) },
  lab: { title: "Laboratory", open: async (main, rest) => (await import("./lab.js")).labScreen(main, rest) },
};

const bar = /** @type {HTMLElement} */ (document.querySelector("nav"));
const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** @type {(() => void) | void} */
let leave;
let visit = 0;

async function route() {
  const mine = ++visit;
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/");
  const screen = SCREENS[name] ?? SCREENS[""];
  leave?.();
  leave = undefined;
  document.querySelectorAll("dialog").forEach((open) => open.close());
  // Every visit has a place of its own: a screen that comes too late writes where nobody looks.
  const place = h("div", { class: "screen" });
  put(main, place);
  main.className = `screen-${SCREENS[name] ? name || "home" : "home"}`;
  document.title = `${screen.title} · Sandtable`;
  for (const link of bar.querySelectorAll("a")) {
    const here = link.getAttribute("href") === `#/${name === "game" ? "" : name}`;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    const left = await screen.open(place, rest.map(decodeURIComponent).join("/"), new URLSearchParams(query));
    if (mine === visit) leave = left;
    else left?.();
  } catch (error) {
    put(place, h("div", { class: "page" }, h("p", { class: "trouble", role: "alert" }, error instanceof Error ? error.message : String(error))));
  }
}

document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", route);
route();
