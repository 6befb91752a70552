// Files that a game reads, written in forms: the server says which kinds there are and what each key means, checks what is
// written, and keeps it under a name.

import { api, fileAddress } from "./api.js";
import { button, h, put } from "./dom.js";
import { describedFields, labelled, trouble } from "./form.js";

/** @typedef {import("./api.js").FileKind} FileKind */
/** @typedef {import("./api.js").KeptFile} KeptFile */
/** @typedef {import("./api.js").GameEntry} GameEntry */

/** How long to wait for more before what was typed is looked at, in milliseconds. */
const PAUSE = 300;

/**
 * @param {HTMLElement} main
 * @param {string} rest `GAME/KIND`, or nothing
 */
export async function filesScreen(main, rest) {
  const catalog = await api.catalog();
  const games = catalog.games.filter((game) => game.files.length > 0);
  const [wanted, called] = rest.split("/");
  const game = games.find((g) => g.name === wanted) ?? games[0];
  const kind = game?.files.find((k) => k.name === called) ?? game?.files[0];
  if (!game || !kind) return put(main, h("div", { class: "page" }, h("p", { class: "quiet" }, "No game has files that are written in forms.")));
  const links = games.flatMap((g) => g.files.map((k) => h("a", {
    class: "chip-link", href: `#/files/${encodeURIComponent(g.name)}/${encodeURIComponent(k.name)}`, "aria-current": g === game && k === kind ? "page" : null,
  }, `${k.name} of ${g.name}`)));
  const list = h("div");
  const editor = editorOf(game, kind, () => showKept());
  put(main, h("div", { class: "page files" }, h("h1", {}, "Files"),
    h("nav", { class: "chips-nav", "aria-label": "kinds of files" }, links),
    h("p", { class: "lead" }, `A .${kind.ending} file: ${kind.about}.`), editor.element,
    h("section", { "aria-labelledby": "kept-files" }, h("h2", { id: "kept-files" }, "Kept here"), list)));

  async function showKept() {
    const kept = (await api.files()).filter((file) => file.game === game.name && file.kind === kind?.name);
    editor.offer(kept);
    put(list, kept.length === 0 ? h("p", { class: "quiet" }, "None yet.") : h("ul", { class: "game-list" }, kept.map((file) => keptLine(game, kind, file, {
      change: () => editor.load(file.handle, file.name),
      gone: () => showKept(),
    }))));
  }
  await Promise.all([showKept(), editor.load(kind.shipped[0] ?? null, "")]);
}

/**
 * @param {GameEntry} game
 * @param {FileKind} kind
 * @param {KeptFile} file
 * @param {{change: () => void, gone: () => void}} done
 */
function keptLine(game, kind, file, done) {
  const { agent, param } = kind.taken_by;
  const main = game.params.find((p) => p.name === param)?.main;
  const spec = agent ? `${agent}:${file.handle}` : `${game.name}:${main ? "" : `${param}=`}${file.handle}`;
  return h("li", {}, h("strong", {}, file.name), h("span", { class: "hint" }, "as typed: ", h("code", {}, spec)),
    button("change", done.change, { class: "button small", "aria-label": `change ${file.name}` }),
    main ? h("a", { class: "button small", href: `#/?game=${encodeURIComponent(spec)}` }, "play") : null,
    h("a", { class: "button small", href: fileAddress(file.handle), download: file.name }, "download"),
    button("remove", () => api.forgetFile(file.handle).then(done.gone, done.gone), { class: "button quiet small", "aria-label": `remove ${file.name}` }));
}

/**
 * A form and the text that it stands for, each following the other.
 * @param {GameEntry} game
 * @param {FileKind} kind
 * @param {() => void} kept what to do when a file has been kept
 */
function editorOf(game, kind, kept) {
  const error = trouble();
  const said = h("p", { class: "hint", role: "status" });
  const form = h("div", { class: "file-form" });
  const text = h("textarea", { rows: 16, spellcheck: "false", "aria-label": "the file as text", class: "file-text" });
  const name = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: `my.${kind.ending}` });
  const from = h("select", { "aria-label": "start from", onchange: () => load(from.value || null, "") });
  const keep = button("keep", save, { class: "button main" });
  /** @type {() => Record<string, any>} */
  let values = () => ({});
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Record<string, string>} now */
  function showForm(now) {
    const fields = describedFields(kind.fields.map((field) => ({ ...field, default: now[field.name] ?? field.default })), { changed: () => draft({ values: values() }) });
    values = fields.values;
    put(form, fields.element);
  }

  /**
   * Has the server look at what is there; what comes too late is not shown.
   * @param {{text?: string, values?: Record<string, any>, from?: string}} what
   */
  async function draft(what) {
    const mine = ++asked;
    clearTimeout(timer);
    put(said);
    try {
      const file = await api.draft({ game: game.name, kind: kind.name, ...what });
      if (mine !== asked) return;
      error.clear();
      text.removeAttribute("aria-invalid");
      keep.disabled = false;
      if (what.text === undefined) text.value = file.text;
      if (what.values === undefined) showForm(file.values);
    } catch (why) {
      if (mine !== asked) return;
      error.say(why);
      text.setAttribute("aria-invalid", "true");
      keep.disabled = true;
    }
  }

  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => draft({ text: text.value }), PAUSE);
  });

  async function save() {
    const called = name.value.trim() || name.placeholder;
    const whole = called.endsWith(`.${kind.ending}`) ? called : `${called}.${kind.ending}`;
    try {
      await api.keepFile({ name: whole, text: text.value, game: game.name, kind: kind.name });
      error.clear();
      name.value = whole;
      put(said, `${whole} is kept.`);
      kept();
    } catch (why) {
      error.say(why);
    }
  }

  /**
   * @param {string | null} source a shipped file or a handle
   * @param {string} called
   */
  function load(source, called) {
    name.value = called;
    return draft(source === null ? {} : { from: source });
  }

  /** @param {KeptFile[]} files */
  function offer(files) {
    const chosen = from.value;
    put(from, kind.shipped.map((shipped) => h("option", { value: shipped }, shipped)), files.map((file) => h("option", { value: file.handle }, file.name)));
    if (chosen) from.value = chosen;
  }
  offer([]);
  return {
    element: h("section", { class: "file-editor", "aria-label": "file" }, labelled("start from", "", from), form,
      h("div", { class: "file-side" }, text, error.element, labelled("name", `what to keep it as, with .${kind.ending}`, name), h("div", { class: "row" }, keep), said)),
    load,
    offer,
  };
}
