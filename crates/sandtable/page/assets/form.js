// Forms made from declared parameters and fields: nothing here knows what any of them means.

import { api } from "./api.js";
import { button, freshId, h, number, plain, put } from "./dom.js";
import { badge, looks } from "./look.js";
import { entryOf, joiner, roster } from "./roster.js";
import { offered, readSpec, readUnits, specText, unitsText } from "./spec.js";

/** @typedef {import("./api.js").Param} Param */
/** @typedef {import("./api.js").Field} Field */
/** @typedef {import("./api.js").AgentEntry} AgentEntry */
/** @typedef {import("./api.js").Players} Players */

/**
 * A control with its label and what it does.
 * @param {string} name
 * @param {string} about
 * @param {HTMLElement} control
 */
export function labelled(name, about, control) {
  const id = (control.id ||= freshId());
  const hint = `${id}-hint`;
  if (about) control.setAttribute("aria-describedby", hint);
  return h("div", { class: "field" },
    h("label", { for: id }, plain(name)), control, about ? h("p", { class: "hint", id: hint }, about) : null);
}

/** @param {string} text */
const looksNumeric = (text) => /^-?\d+(\.\d+)?$/.test(text);

/**
 * A field for a text value, with the values that its description names.
 * @param {Param} param
 * @param {string} value
 * @param {() => void} changed
 */
function textField(param, value, changed) {
  const known = offered(param.about);
  const list = freshId();
  const input = h("input", {
    type: "text", value, placeholder: param.default, autocomplete: "off", spellcheck: "false",
    inputmode: looksNumeric(param.default) ? "decimal" : null, list: known.length > 0 ? list : null, onchange: changed,
  });
  const more = [
    known.length > 0 ? h("datalist", { id: list }, known.map((k) => h("option", { value: k }))) : null,
    /\bfile\b/i.test(param.about) ? uploadButton((handle) => {
      input.value = handle;
      changed();
    }) : null,
  ];
  return { input, more };
}

/**
 * A button that opens a file of the user's, gives it to the server and hands over what it is called there.
 * @param {(handle: string, name: string) => void} got
 */
export function uploadButton(got) {
  const error = trouble();
  const said = h("p", { class: "hint" });
  return h("div", { class: "upload" }, fileButton("open a file", async (name, text) => {
    error.clear();
    put(said);
    try {
      const { handle, ...rest } = await api.upload(name, text);
      const notes = Object.values(rest).flat().filter((note) => typeof note === "string" && note !== name);
      put(said, `${name} is here as ${handle}. `, notes.join(" · "));
      got(handle, name);
    } catch (why) {
      error.say(why);
    }
  }), said, error.element);
}

/**
 * Fields for declared parameters; empty ones keep their default.
 * @param {Param[]} params
 * @param {Record<string, string>} values
 * @param {() => void} changed
 */
export function paramFields(params, values, changed) {
  const fields = params.map((param) => {
    const { input, more } = textField(param, values[param.name] ?? "", changed);
    return { param, input, element: h("div", {}, labelled(param.name, param.about, input), more) };
  });
  return {
    element: h("div", { class: "fields" }, fields.map((f) => f.element)),
    values: () => Object.fromEntries(fields.map((f) => [f.param.name, f.input.value])),
  };
}

/**
 * A player for a seat: a person or an agent, and the agent's parameters.
 * @param {AgentEntry[]} agents those that can play the seat
 * @param {string} spec who plays at first; `human` for a person
 * @param {{person: boolean, label: string, changed?: () => void}} options
 */
export function playerField(agents, spec, options) {
  const changed = options.changed ?? (() => {});
  const paramsOf = (/** @type {string} */ name) => agents.find((a) => a.name === name)?.params ?? [];
  const first = readSpec(spec, paramsOf);
  const entries = roster(agents);
  const start = entryOf(entries, first.name, first.values);
  const select = h("select", { "aria-label": options.label, onchange: () => { show({}); changed(); } },
    options.person ? h("option", { value: "human" }, "a person, here") : null,
    entries.map((entry) => h("option", { value: entry.spec }, entry.words)));
  const person = options.person && first.name === "human";
  select.value = !person && start ? start.spec : options.person ? "human" : entries[0]?.spec ?? "";
  const more = h("div", { class: "player-more" });
  /** @type {() => Record<string, string>} */
  let read = () => ({});
  const chosen = () => entries.find((entry) => entry.spec === select.value);
  /** @param {Record<string, string>} values */
  function show(values) {
    const entry = chosen();
    put(more);
    read = () => ({});
    if (!entry) return;
    const { agent, fixed } = entry;
    more.append(h("p", { class: "hint" }, agent.about));
    read = () => fixed;
    const open = agent.params.filter((param) => !(param.name in fixed));
    if (open.length === 0) return;
    const fields = paramFields(open, values, changed);
    read = () => ({ ...fields.values(), ...fixed });
    const given = open.some((param) => values[param.name]);
    more.append(h("details", { open: given }, h("summary", {}, `parameters of ${entry.words}`), fields.element));
  }
  show(start ? first.values : {});
  return {
    element: h("div", { class: "player" }, select, more),
    select,
    spec() {
      const entry = chosen();
      return entry ? specText(entry.agent.name, entry.agent.params, read()) : "human";
    },
  };
}

/**
 * Fields of a calculator or of an experiment, as the server describes them; `games` are offered where one is asked for.
 * @param {Field[]} fields
 * @param {{games?: string[], changed?: (name: string) => void}} [known]
 */
export function describedFields(fields, known = {}) {
  const made = fields.map((field) => {
    return { field, ...fieldControl(field, field.default ?? "", known) };
  });
  return {
    element: h("div", { class: "fields" }, made.map((m) => m.element)),
    values() {
      /** @type {Record<string, any>} */
      const values = {};
      for (const { field, value } of made) {
        const given = value();
        if (given !== null && given !== "") values[field.name] = given;
      }
      return values;
    },
    /** Fits the fields about agents to a game. @param {Players} players */
    know(players) {
      for (const { know } of made) know?.(players);
    },
  };
}

/**
 * @param {Field} field
 * @param {any} start
 * @param {{games?: string[], changed?: (name: string) => void}} known
 * @returns {{element: HTMLElement, value: () => any, know?: (players: Players) => void}}
 */
function fieldControl(field, start, known) {
  const changed = () => known.changed?.(field.name);
  const text = Array.isArray(start) ? start.join(" ") : String(start ?? "");
  if (field.kind === "units" && field.choices) return unitsField(field, text, changed);
  if (field.kind === "flag") {
    const input = h("input", { type: "checkbox", onchange: changed });
    input.checked = start === true || start === "true" || start === "yes";
    return { element: labelled(field.name, field.about, input), value: () => input.checked };
  }
  if (field.kind === "choice" && field.choices) return choiceField(field, text, changed);
  if (field.kind === "seats") return seatsField(field, text);
  if (field.kind === "ids" && field.choices) return checksField(field, text, changed);
  if (field.kind === "agent" || field.kind === "agents") return listField(field, text, changed);
  const list = freshId();
  const names = field.kind === "game" ? known.games ?? [] : field.choices ?? offered(field.about);
  const input = h("input", {
    type: "text", value: text, autocomplete: "off", spellcheck: "false", list: names.length > 0 ? list : null,
    inputmode: field.kind === "number" ? "decimal" : null, onchange: changed,
  });
  const data = names.length > 0 ? h("datalist", { id: list }, names.map((k) => h("option", { value: k }))) : null;
  return {
    element: h("div", {}, labelled(field.name, field.about, input), data),
    value() {
      const given = input.value.trim();
      return field.kind === "number" && given !== "" && Number.isFinite(Number(given)) ? Number(given) : given;
    },
  };
}

/**
 * Names, typed or added by buttons.
 * @param {Field} field
 * @param {string} text
 * @param {() => void} changed
 */
function listField(field, text, changed) {
  const one = field.kind === "agent";
  const input = h("input", { type: "text", value: text, autocomplete: "off", spellcheck: "false", onchange: changed });
  const offers = h("div", { class: "suggestions", role: "group", "aria-label": `names for ${plain(field.name)}` });
  const joined = h("div");
  /** @param {string} spec */
  function add(spec) {
    input.value = one ? spec : `${input.value.trim()} ${spec}`.trim();
    changed();
  }
  /** @param {{spec: string, words: string}[]} names */
  const suggest = (names) => put(offers, names.map(({ spec, words }) =>
    button(one ? words : `+ ${words}`, () => add(spec), { class: "button small" })));
  suggest((field.choices ?? []).map((name) => ({ spec: name, words: name })));
  return {
    element: h("div", { class: "wide" }, labelled(field.name, field.about, input), offers, joined),
    value() {
      const names = input.value.trim().split(/\s+/).filter(Boolean);
      return one ? names.join(" ") : names.length > 0 ? names : null;
    },
    know(/** @type {Players} */ players) {
      suggest(roster(players.agents));
      put(joined, one ? null : joiner(players, add));
    },
  };
}

/**
 * An agent for each seat, with its parameters; the seats come when the game is known.
 * @param {Field} field
 * @param {string} text
 */
function seatsField(field, text) {
  const start = text.split(/\s+/).filter(Boolean);
  const rows = h("div", { class: "seat-rows" });
  /** @type {{spec: () => string}[]} */
  let chosen = [];
  return {
    element: h("fieldset", { class: "wide" }, h("legend", {}, plain(field.name)), h("p", { class: "hint" }, field.about), rows),
    value: () => (chosen.length > 0 ? chosen.map((player) => player.spec()) : null),
    know(/** @type {Players} */ players) {
      const all = looks(players.seats);
      chosen = [];
      put(rows, players.seats.map((seat, i) => {
        const fit = players.agents.filter((agent) => agent.seats === "any" || agent.seats.includes(i));
        const player = playerField(fit, start[i] ?? players.usual[i] ?? fit[0]?.name ?? "", { person: false, label: `agent of ${seat.name}` });
        chosen.push(player);
        return h("div", { class: "seat-row" }, badge(all[i]), h("span", { class: "seat-name" }, seat.name), player.element);
      }));
    },
  };
}

/**
 * Any of several names.
 * @param {Field} field
 * @param {string} text
 * @param {() => void} changed
 */
function checksField(field, text, changed) {
  const start = text.split(/\s+/);
  const boxes = (field.choices ?? []).map((name) => {
    const box = h("input", { type: "checkbox", value: name, onchange: changed });
    box.checked = start.includes(name);
    return box;
  });
  return {
    element: h("fieldset", { class: "wide checks" }, h("legend", {}, plain(field.name)), h("p", { class: "hint" }, field.about),
      boxes.map((box) => h("label", { class: "check" }, box, box.value))),
    value: () => boxes.filter((box) => box.checked).map((box) => box.value),
  };
}

/**
 * One of several values; where the description speaks of others, one can be typed.
 * @param {Field} field
 * @param {string} text
 * @param {() => void} changed
 * @returns {{element: HTMLElement, value: () => string}}
 */
function choiceField(field, text, changed) {
  const known = field.choices ?? [];
  const options = known.includes(text) ? known : [text, ...known];
  const open = /such as|\bfile\b|'\w+:[A-Z]'/.test(field.about);
  const other = h("input", { type: "text", hidden: true, autocomplete: "off", spellcheck: "false", "aria-label": `${plain(field.name)}, another value`, onchange: changed });
  const select = h("select", { value: text, onchange: () => {
    other.hidden = select.value !== OTHER;
    if (other.hidden) changed();
    else other.focus();
  } }, options.map((c) => h("option", { value: c }, c || "–")), open ? h("option", { value: OTHER }, "another …") : null);
  const box = labelled(field.name, field.about, select);
  select.after(other);
  return { element: box, value: () => (select.value === OTHER ? other.value.trim() : select.value) };
}

/** Stands for a value that is typed. */
const OTHER = "another";

/**
 * Counts of units by kind.
 * @param {Field} field
 * @param {string} text
 * @param {() => void} changed
 * @returns {{element: HTMLElement, value: () => string}}
 */
function unitsField(field, text, changed) {
  const counts = readUnits(text);
  const kinds = [...new Set([...(field.choices ?? []), ...Object.keys(counts)])];
  const inputs = kinds.map((kind) => {
    const input = h("input", {
      type: "number", class: "count", min: 0, inputmode: "numeric", value: counts[kind] ?? 0, "aria-label": `${field.name}: ${plain(kind)}`,
      onchange: changed,
    });
    const by = (/** @type {number} */ d) => () => {
      input.value = String(Math.max(0, Number(input.value) + d));
      changed();
    };
    return { kind, input, element: h("div", { class: "stepper" }, h("span", { class: "stepper-name" }, plain(kind)),
      button("−", by(-1), { class: "button square", "aria-label": `less ${plain(kind)}` }), input,
      button("+", by(1), { class: "button square", "aria-label": `more ${plain(kind)}` })) };
  });
  return {
    element: h("fieldset", { class: "units" }, h("legend", {}, plain(field.name)), field.about ? h("p", { class: "hint" }, field.about) : null,
      inputs.map((i) => i.element)),
    value: () => unitsText(Object.fromEntries(inputs.map((i) => [i.kind, Number(i.input.value)]))),
  };
}

/**
 * Opens a file of the user's and hands over its text.
 * @param {string} words
 * @param {(name: string, text: string) => void} got
 */
export function fileButton(words, got, accept = "") {
  const input = h("input", {
    type: "file", class: "file", accept: accept || null, "aria-label": words,
    onchange: async () => {
      const file = input.files?.[0];
      if (!file) return;
      const text = await file.text();
      input.value = "";
      got(file.name, text);
    },
  });
  return h("label", { class: "button file-button" }, words, input);
}

/**
 * A line for errors in place; empty until it is told something.
 */
export function trouble() {
  const element = h("p", { class: "trouble", role: "alert" });
  return {
    element,
    /** @param {unknown} error */
    say: (error) => put(element, error instanceof Error ? error.message : String(error ?? "")),
    clear: () => put(element),
  };
}

/** @param {number} n @param {string} one */
export const counted = (n, one) => `${number(n)} ${one}${n === 1 ? "" : "s"}`;
