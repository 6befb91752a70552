// The laboratory: matches, tournaments, training and published tables again, started from forms that the server
// describes, followed while they run, and shown as tables and curves with downloads.

import { api, runAddress } from "./api.js";
import { button, capital, duration, grid, h, number, put } from "./dom.js";
import { describedFields, trouble } from "./form.js";
import { curveFigure } from "./plot.js";

/** @typedef {import("./api.js").Run} Run */
/** @typedef {import("./api.js").Described} Described */

/**
 * @param {HTMLElement} main
 * @param {string} rest a run's id, or `new/KIND`
 */
export async function labScreen(main, rest) {
  if (rest && !rest.startsWith("new/")) return runScreen(main, rest);
  const [kinds, catalog] = await Promise.all([api.runKinds(), api.catalog()]);
  const open = kinds.find((kind) => kind.name === rest.slice(4)) ?? kinds[0];
  const list = h("div");
  put(main, h("div", { class: "page" },
    h("h1", {}, "Laboratory"),
    h("section", { "aria-label": "new experiment" },
      h("nav", { class: "chips-nav", "aria-label": "kinds of experiments" }, kinds.map((kind) =>
        h("a", { class: "chip-link", href: `#/lab/new/${encodeURIComponent(kind.name)}`, "aria-current": kind === open ? "page" : null }, kind.name))),
      open ? kindForm(open, catalog) : null),
    h("section", { "aria-labelledby": "runs" }, h("h2", { id: "runs" }, "Experiments"), list)));
  let gone = false;
  const show = async () => {
    const runs = await api.runs().catch(() => []);
    if (gone) return;
    put(list, runs.length === 0 ? h("p", { class: "quiet" }, "None yet.") : h("ul", { class: "run-list" }, [...runs].reverse().map(runLine)));
    if (runs.some((run) => run.state === "running" || run.state === "waiting")) setTimeout(show, 1000);
  };
  await show();
  return () => {
    gone = true;
  };
}

/** @param {Run} run */
function runLine(run) {
  return h("li", {}, h("a", { href: `#/lab/${run.id}` }, h("strong", {}, run.title || run.kind)),
    h("span", { class: `state state-${run.state}` }, run.state), progress(run));
}

/** @param {Run} run */
function progress(run) {
  if (run.state !== "running") return h("span", { class: "hint" }, run.seconds ? duration(run.seconds) : "");
  return h("span", { class: "progress" },
    h("progress", { max: run.total || 1, value: run.done, "aria-label": "progress" }),
    h("span", { class: "hint" }, `${Math.floor((100 * run.done) / (run.total || 1))} %`, run.left === null || run.left === undefined ? "" : `, ${duration(run.left)} left`));
}

/**
 * @param {Described} kind
 * @param {import("./api.js").Catalog} catalog
 */
function kindForm(kind, catalog) {
  const error = trouble();
  const games = catalog.games.flatMap((game) => [game.name, ...game.variants.map((v) => `${game.name}:${v.name}`)]);
  const fields = describedFields(kind.fields, { games, changed: (name) => kind.fields.find((f) => f.name === name)?.kind === "game" && learn() });
  /** Which agents can play the game that was typed. */
  async function learn() {
    const game = kind.fields.find((f) => f.kind === "game");
    const spec = game && fields.values()[game.name];
    if (!spec) return;
    try {
      const known = await api.agents(spec);
      fields.know(known);
      error.clear();
    } catch (why) {
      error.say(why);
    }
  }
  learn();
  return h("form", {
    class: "kind-form",
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      error.clear();
      try {
        const { id } = await api.startRun(kind.name, fields.values());
        location.hash = `#/lab/${id}`;
      } catch (why) {
        error.say(why);
      }
    },
  }, h("p", { class: "lead" }, kind.about), fields.element, error.element,
    h("button", { type: "submit", class: "button main" }, "start"));
}

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
async function runScreen(main, id) {
  const head = h("div", { class: "run-head" });
  const body = h("div", { class: "results" });
  put(main, h("div", { class: "page" }, h("p", {}, h("a", { href: "#/lab" }, "← Laboratory")), head, body));
  let shown = "";
  let busy = false;
  let again = false;

  /** News that come while one is being shown are looked at afterwards. */
  async function follow() {
    again = true;
    if (busy) return;
    busy = true;
    try {
      while (again) {
        again = false;
        show(await api.run(id));
      }
    } finally {
      busy = false;
    }
  }

  /** @param {Run} run */
  function show(run) {
    const going = run.state === "running" || run.state === "waiting";
    put(head, h("h1", {}, run.title || run.kind),
      h("div", { class: "row" }, h("span", { class: `state state-${run.state}`, role: "status" }, run.state), progress(run),
        going ? button("cancel", () => api.cancelRun(id).then(follow, follow)) : null,
        run.result ? h("a", { class: "button", href: runAddress(id, "result.json"), download: `${id}.json` }, "JSON") : null,
        run.result?.sections ? h("a", { class: "button", href: runAddress(id, "report.html"), download: `${id}.html` }, "page") : null,
        (run.result?.files ?? []).map((file, n) => h("a", { class: "button", href: runAddress(id, `file?n=${n}`), download: `${id}-${file.name}` }, file.name))),
      run.error ? h("p", { class: "trouble", role: "alert" }, run.error) : null);
    const next = JSON.stringify(run.result ?? null);
    if (next !== shown) {
      shown = next;
      put(body, results(run));
    }
    if (!going) events.close();
  }

  const events = new EventSource(runAddress(id, "events"));
  events.onmessage = () => follow();
  try {
    await follow();
  } catch (why) {
    events.close();
    throw why;
  }
  return () => events.close();
}

/** @param {Run} run */
function results(run) {
  const { tables = [], curves = [], plots = [] } = run.result ?? {};
  return [
    ...tables.map((table, n) => h("section", { class: "result" },
      grid(table.title, table.columns, table.rows),
      h("a", { class: "button small", href: runAddress(run.id, `table.csv?n=${n}`), download: `${run.id}-${n}.csv`, "aria-label": `CSV of ${table.title}` }, "CSV"))),
    ...curves.map((curve) => curveFigure(curve, true)),
    ...plots.map((plot, n) => h("section", { class: "result" }, h("h2", {}, capital(plot.title)),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": plot.title },
        h("img", { class: "drawing", src: runAddress(run.id, `plot.svg?n=${n}`), alt: plot.title, loading: "lazy" })))),
  ];
}
