// Any answer of a calculator as numbers, tables and distributions, from its form alone: numbers become named figures,
// lists of alike things become tables, and lists of things with a `chance` become distributions.

import { capital, grid, h, number, plain } from "./dom.js";
import { distribution } from "./plot.js";
import { unitsText } from "./spec.js";

/** @param {any} value */
const isThing = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A value in a few words: counts by kind become `2 infantry 1 armour`.
 * @param {any} value
 * @returns {string}
 */
export function brief(value) {
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(brief).join(Array.isArray(value[0]) ? ", " : " – ");
  if (isThing(value)) {
    const parts = Object.entries(value).map(([k, v]) => (typeof v === "number" ? `${number(v)} ${plain(k)}` : `${plain(k)} ${brief(v)}`));
    return parts.join(" ") || "none";
  }
  return String(value);
}

/**
 * The ends of a distribution: what is neither the chance nor the group is the label. Without a group of their own, ends
 * belong to whoever has something left.
 * @param {Record<string, any>[]} list
 */
export function endsOf(list) {
  const keys = Object.keys(list[0]).filter((k) => k !== "chance");
  const word = keys.find((k) => list.every((end) => typeof end[k] === "string"));
  const rest = keys.filter((k) => k !== word).sort();
  const empty = (/** @type {any} */ v) => v === 0 || (isThing(v) && Object.keys(v).length === 0);
  return list.map((end) => {
    const left = rest.filter((k) => !empty(end[k]));
    return {
      chance: Number(end.chance),
      group: word ? end[word] : left.length === 0 ? "nobody left" : `${left.map(plain).join(" and ")} left`,
      label: left.length === 0 ? "nobody" : left.map((k) => (typeof end[k] === "number" ? `${number(end[k])} ${plain(k)}` : brief(end[k]))).join(" : "),
    };
  });
}

/**
 * @param {string} name
 * @param {any} value
 * @returns {import("./dom.js").Child[]}
 */
function part(name, value) {
  const title = capital(plain(name));
  if (Array.isArray(value) && value.length > 0 && value.every(isThing)) {
    if (value.every((end) => typeof end.chance === "number")) return [distribution(title, endsOf(value))];
    const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
    return [grid(title, columns.map(plain), value.map((row) => columns.map((c) => brief(row[c]))))];
  }
  if (isThing(value) && Object.values(value).some((v) => typeof v === "object" && v !== null)) {
    return [h("section", { class: "part" }, h("h3", {}, title), answer(value))];
  }
  return [];
}

/** Numbers that are shares read better in percent. @param {string} name @param {any} value */
function figure(name, value) {
  const share = /^(win|lose|draw|retreated|missing|taken|chance)$/.test(name) && typeof value === "number" && value >= 0 && value <= 1;
  return share ? `${number(100 * value, 2)} %` : brief(value);
}

/** Counts by kind stay together; other small things become figures of their own. @param {[string, any]} entry */
function flatten([name, value]) {
  const loose = isThing(value) && Object.values(value).every((v) => typeof v !== "object" && typeof v !== "boolean") &&
    !Object.values(value).every((v) => Number.isInteger(v));
  return loose ? Object.entries(value).map(([k, v]) => [`${name}: ${k}`, v]) : [[name, value]];
}

/**
 * @param {Record<string, any>} value
 * @param {Record<string, any>} [known] what was asked: it is not told again
 * @returns {HTMLElement}
 */
export function answer(value, known = {}) {
  const entries = Object.entries(value).filter(([k, v]) => !(k in known) || String(known[k]) !== (isThing(v) ? unitsText(v) : String(v)));
  const simple = entries.filter(([, v]) => part("", v).length === 0 && !(Array.isArray(v) && v.length === 0));
  const figures = simple.flatMap(flatten);
  return h("div", { class: "answer" },
    figures.length > 0 ? h("dl", { class: "figures" }, figures.map(([k, v]) => h("div", {}, h("dt", {}, plain(k)), h("dd", {}, figure(k, v))))) : null,
    entries.filter((e) => !simple.includes(e)).flatMap(([k, v]) => part(k, v)));
}
