// Who can be chosen: agents under the names that people know them by, and agents for single seats joined into one for all.

import { button, h } from "./dom.js";
import { readSpec } from "./spec.js";

/** @typedef {import("./api.js").AgentEntry} AgentEntry */
/** @typedef {import("./api.js").Players} Players */
/** @typedef {{spec: string, words: string, agent: AgentEntry, fixed: Record<string, string>}} Entry */

/**
 * Everybody who can be chosen. An agent with titles stands under these, and under its own name too unless one of them means the agent as
 * it is.
 * @param {AgentEntry[]} agents
 * @returns {Entry[]}
 */
export function roster(agents) {
  return agents.flatMap((agent) => {
    const titled = agent.titles.map(({ spec, title }) =>
      ({ spec, words: title, agent, fixed: readSpec(spec, () => agent.params).values }));
    const usual = (/** @type {Entry} */ entry) => fits(entry, {});
    return titled.some(usual) ? titled : [{ spec: agent.name, words: agent.name, agent, fixed: {} }, ...titled];
  });
}

/**
 * Whether values are those that an entry fixes.
 * @param {Entry} entry
 * @param {Record<string, string>} values
 */
const fits = (entry, values) => Object.entries(entry.fixed).every(([name, value]) =>
  (values[name] || entry.agent.params.find((p) => p.name === name)?.default) === value);

/**
 * The entry that an agent with these values is: the one that fixes most of them.
 * @param {Entry[]} entries
 * @param {string} name
 * @param {Record<string, string>} values
 */
export function entryOf(entries, name, values) {
  const all = entries.filter((e) => e.agent.name === name && fits(e, values));
  return all.sort((a, b) => Object.keys(b.fixed).length - Object.keys(a.fixed).length)[0];
}

/**
 * Chooses one agent for each seat and joins them; nothing in games whose agents all play every seat.
 * @param {Players} players
 * @param {(spec: string) => void} add
 */
export function joiner(players, add) {
  if (players.agents.every((agent) => agent.seats === "any")) return null;
  const selects = players.seats.map((seat, i) => {
    const fit = roster(players.agents.filter((agent) => agent.seats === "any" || agent.seats.includes(i)));
    // Those for this seat alone first: they are what is joined.
    const order = [...fit].sort((a, b) => Number(a.agent.seats === "any") - Number(b.agent.seats === "any"));
    return h("select", { "aria-label": `joined: ${seat.name}` }, order.map((e) => h("option", { value: e.spec }, e.words)));
  });
  return h("div", { class: "row joiner" }, selects,
    button("+ joined", () => add(selects.map((select) => select.value).join("+")), { class: "button small" }));
}
