// Specs and units as text, and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { offered, readSpec, readUnits, specText, unitsText } from "../../../page/assets/spec.js";

const PARAMS = [
  { name: "map", about: "", default: "classic", main: true },
  { name: "players", about: "", default: "3", main: false },
  { name: "order", about: "", default: "", main: false },
];

test("only what differs from the defaults is written", () => {
  assert.equal(specText("risk", PARAMS, {}), "risk");
  assert.equal(specText("risk", PARAMS, { map: "classic", players: "3" }), "risk");
  assert.equal(specText("risk", PARAMS, { players: "4", map: " duel " }), "risk:duel,players=4");
  assert.equal(specText("risk", PARAMS, { players: "4" }), "risk:players=4");
});

test("what is written is read back", () => {
  for (const text of ["risk", "risk:duel", "risk:duel,players=4", "risk:players=2,order=a=b", "risk:order=x,y"]) {
    const { name, values } = readSpec(text, () => PARAMS);
    assert.equal(specText(name, PARAMS, values), text);
  }
  assert.deepEqual(readSpec("other:thing", () => []), { name: "other", values: {} });
});

test("values that a description names are offered", () => {
  for (const [about, values] of [
    ["'extra' (it does not) or 'counted'", ["extra", "counted"]],
    ["random, place (territories dealt, troops placed) or draft", ["random", "place", "draft"]],
    ["yes or no: a passive third owner (two players only)", ["yes", "no"]],
    ["worth of the land", []],
    ["2 to 6", []],
  ]) assert.deepEqual(offered(String(about)), values);
});

test("units are counted by kind", () => {
  assert.deepEqual(readUnits("infantry=3,armour=2"), { infantry: 3, armour: 2 });
  assert.deepEqual(readUnits(""), {});
  assert.equal(unitsText({ infantry: 3, armour: 0, bomber: 1 }), "infantry=3,bomber=1");
});
