// Agents under the names that people know.

import assert from "node:assert/strict";
import { test } from "node:test";
import { entryOf, roster } from "../../../page/assets/roster.js";

const LEVEL = [
  { name: "level", about: "", default: "fast", main: true },
  { name: "pace", about: "", default: "1", main: false },
];
/** @type {import("../../../page/assets/api.js").AgentEntry[]} */
const AGENTS = [
  { name: "plain", about: "", params: [], seats: "any", titles: [] },
  { name: "outside", about: "", params: LEVEL, seats: "any", titles: [
    { spec: "outside:fast", title: "Program: Fast" }, { spec: "outside:hard", title: "Program: Hard" }] },
  { name: "early", about: "", params: LEVEL, seats: "any", titles: [{ spec: "early:pace=2", title: "Early: brisk" }] },
];

test("titles stand for the agent, which stands under its own name too unless a title means it as it is", () => {
  assert.deepEqual(roster(AGENTS).map((e) => e.words), ["plain", "Program: Fast", "Program: Hard", "early", "Early: brisk"]);
});

test("a spec is found under its title, also where it leaves the default out", () => {
  const entries = roster(AGENTS);
  const words = (/** @type {string} */ name, /** @type {Record<string, string>} */ values) => entryOf(entries, name, values)?.words;
  assert.equal(words("outside", {}), "Program: Fast");
  assert.equal(words("outside", { level: "hard", pace: "3" }), "Program: Hard");
  assert.equal(words("early", { level: "hard" }), "early");
  assert.equal(words("early", { pace: "2" }), "Early: brisk");
  assert.equal(words("nobody", {}), undefined);
});
