// The parts that draw or follow a game, as far as they are plain functions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { duration, number, percent, signed } from "../../../page/assets/dom.js";
import { letters, looks, outline, sign, FORMS } from "../../../page/assets/look.js";
import { areChances } from "../../../page/assets/panels.js";
import { arrange, linesOf, manner } from "../../../page/assets/pieces.js";
import { spread, ticks } from "../../../page/assets/plot.js";
import { keyFor, mergeLog, ownSeats } from "../../../page/assets/session.js";

test("numbers for people", () => {
  assert.equal(number(-1.5), "−1.5");
  assert.equal(number(1234), "1,234");
  assert.equal(signed(0.04, 1), "0.0");
  assert.equal(signed(2), "+2");
  assert.equal(percent(0.5), "50 %");
  assert.equal(percent(0.024), "2.4 %");
  assert.equal(percent(1), "100 %");
  assert.equal(duration(0.21), "0.21 s");
  assert.equal(duration(120), "2 min");
});

test("seats that are called by a colour have it, others have one each", () => {
  const named = looks([{ name: "blue" }, { name: "red" }]);
  assert.deepEqual(named.map((l) => l.hue), ["blue", "red"]);
  const others = looks([{ name: "russians" }, { name: "rumanians" }, { name: "red" }]);
  assert.equal(new Set(others.map((l) => l.hue)).size, 3);
  assert.equal(new Set(others.map((l) => l.letter)).size, 3);
  assert.equal(new Set(others.map((l) => l.form)).size, 3);
});

test("every outline is closed, and differs", () => {
  const drawn = Array.from({ length: FORMS }, (_, i) => outline(i, 10, 5));
  assert.equal(new Set(drawn).size, FORMS);
  for (const d of drawn) assert.match(d, /^M.*Z$/);
});

test("kinds have a sign or letters", () => {
  assert.ok(sign("infantry"));
  assert.notEqual(sign("aa gun"), sign("artillery"));
  assert.equal(sign("pieces"), null);
  assert.equal(letters("aa-gun"), "AG");
  assert.equal(letters("cavalry"), "CA");
});

test("boards with many kinds have chips, others tokens", () => {
  const place = (/** @type {string[]} */ ...kinds) => ({ stacks: kinds.map((kind) => ({ kind, count: 1 })) });
  const none = { chips: false, usual: null };
  assert.deepEqual(manner([place("troops"), place("troops")], none), { chips: false, usual: "troops" });
  assert.deepEqual(manner([place("pieces"), place("arriving")], none), { chips: false, usual: "pieces" });
  assert.equal(manner([place("infantry"), place("armour")], none).chips, true);
  assert.equal(manner([place("a", "b", "c")], none).chips, true);
  assert.ok(arrange(7, 40).height > 0);
  assert.ok(arrange(2, 40).height >= arrange(7, 40).height);
});

test("long labels take two lines of about the same length", () => {
  assert.deepEqual(linesOf("Alaska"), ["Alaska"]);
  assert.deepEqual(linesOf("Western United States"), ["Western", "United States"]);
  assert.deepEqual(linesOf("Kamchatka-and-more"), ["Kamchatka-and-more"]);
});

test("ticks are round and within the range", () => {
  assert.deepEqual(ticks(0, 1, 4), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(ticks(-3, 7, 5), [-2, 0, 2, 4, 6]);
});

test("labels move apart and stay inside", () => {
  const moved = spread([50, 50, 52], 10, 0, 60);
  assert.ok(moved.every((y) => y <= 60));
  assert.equal(new Set(moved).size, 3);
});

test("chances are shares that sum to one", () => {
  assert.ok(areChances([0.25, 0.75]));
  assert.ok(!areChances([-1, 1]));
  assert.ok(!areChances([0.9, 0.9]));
});

const table = (/** @type {any} */ more) => ({ seats: [{ player: "human" }, { player: "human" }], turn: { player: 1 }, hidden: false, ...more });
const keys = { keys: { 0: "k0", 1: "k1" }, watch: "w" };

test("the page uses the mover's key, and keeps to seats that are played here", () => {
  assert.equal(keyFor(keys, null, null), "k0");
  assert.equal(keyFor(keys, table({}), "k0"), "k1");
  assert.equal(keyFor({ ...keys, away: [1] }, table({}), "k0"), "k0");
  assert.equal(keyFor(keys, table({ turn: "chance" }), "k1"), "k1");
  const agents = table({ seats: [{ player: "random" }, { player: "random" }] });
  assert.equal(keyFor(keys, agents, "k0"), "w");
  assert.deepEqual(ownSeats(keys, agents), []);
});

test("the log grows, and is fetched anew when steps were taken back", () => {
  const [a, b, c] = ["a", "b", "c"].map((words) => ({ turn: 1, words }));
  assert.deepEqual(mergeLog([], [a]), [a]);
  assert.deepEqual(mergeLog([a, b], [b, c]), [a, b, c]);
  assert.equal(mergeLog([a, b], []), null);
  assert.equal(mergeLog([a, b], [c]), null);
});
