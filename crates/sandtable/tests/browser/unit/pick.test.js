// What clicks mean, by small lists of steps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { alone, click, compose, drop, forced, loose, rows, starts, targets, towards } from "../../../page/assets/pick.js";

/** @param {string} step @param {any} [more] */
const choice = (step, more = {}) => ({ step, words: step, verb: step, ...more });

const MOVES = [
  choice("a1b", { from: 0, to: 1, verb: "move", count: 1 }),
  choice("a2b", { from: 0, to: 1, verb: "move", count: 2 }),
  choice("a-c", { from: 0, to: 2, verb: "attack" }),
  choice("b+1", { to: 1, verb: "place", count: 1 }),
  choice("b+2", { to: 1, verb: "place", count: 2 }),
  choice("dig", { from: 2, verb: "dig" }),
  choice("end"),
];

test("spaces light where a step begins, and steps without spaces become buttons", () => {
  assert.deepEqual([...starts(MOVES)].sort(), [0, 1, 2]);
  assert.deepEqual([...targets(MOVES, 0)].sort(), [1, 2]);
  assert.equal(targets(MOVES, null).size, 0);
  assert.deepEqual(loose(MOVES).map((c) => c.step), ["end"]);
  assert.deepEqual(alone(MOVES, 2).map((c) => c.step), ["dig"]);
});

test("a click picks, a second one sends or asks", () => {
  assert.deepEqual(click(MOVES, null, 0), { from: 0 });
  assert.deepEqual(click(MOVES, 0, 2), { from: null, send: "a-c" });
  const asked = click(MOVES, 0, 1);
  assert.deepEqual([asked.from, asked.at, asked.ask?.length], [0, 1, 2]);
});

test("a space with steps of its own asks at once, or sends the only one", () => {
  assert.equal(click(MOVES, null, 1).ask?.length, 2);
  assert.deepEqual(click(MOVES, null, 2), { from: null, send: "dig" });
});

test("the same space again, or one that is not lit, lets go", () => {
  assert.deepEqual(click(MOVES, 0, 0), { from: null });
  assert.deepEqual(click(MOVES, 0, 9), { from: null });
  assert.deepEqual(click([], null, 0), { from: null });
});

test("another start is picked instead", () => {
  const list = [choice("a>b", { from: 0, to: 1 }), choice("c>d", { from: 2, to: 3 })];
  assert.deepEqual(click(list, 0, 2), { from: 2 });
});

test("a space that leads to itself is its own target", () => {
  const list = [choice("stay", { from: 0, to: 0 }), choice("go", { from: 0, to: 1 })];
  assert.deepEqual(click(list, 0, 0), { from: null, send: "stay" });
});

test("a drag sends, asks, or means nothing", () => {
  assert.deepEqual(drop(MOVES, 0, 2), { from: null, send: "a-c" });
  assert.equal(drop(MOVES, 0, 1).ask?.length, 2);
  assert.deepEqual(drop(MOVES, 1, 0), { from: null });
});

test("steps that are all about the same spaces are asked about without a click", () => {
  const send = [1, 2, 3].map((n) => choice(String(n), { from: 4, to: 5, verb: "send", count: n }));
  assert.deepEqual([forced(send)?.from, forced(send)?.at], [4, 5]);
  assert.equal(forced(MOVES), null);
  assert.equal(forced([...send, choice("end")]), null);
  assert.equal(forced([choice("x"), choice("y")]), null);
});

test("counts of one verb and kind make one row, in rising order", () => {
  const list = [2, 1, 3].map((n) => choice(`buy${n}`, { verb: "buy", what: "infantry", count: n }));
  const [row, end] = rows([...list, choice("end")]);
  assert.deepEqual(row.choices.map((c) => c.count), [1, 2, 3]);
  assert.ok(row.counted && !end.counted);
});

test("steps with the same count that differ otherwise stay apart", () => {
  const list = [choice("x", { verb: "trade", count: 3 }), choice("y", { verb: "trade", count: 3 })];
  assert.deepEqual(rows(list).map((row) => row.choices.length), [1, 1]);
});

test("several counts are taken in the game's order", () => {
  const [a, b, c] = ["infantry", "armour", "fighter"].map((what) => choice(what, { what, count: 1 }));
  assert.equal(compose([a, b, c], [c, null, a]), "infantry fighter");
  assert.equal(compose([a], [null]), "");
});

test("arrows lead to the nearest space in their direction", () => {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ name: "", label: "", x, y, room: 1, ground: "land" });
  const board = [at(0, 0), at(10, 0), at(20, 0), at(0, 10), at(10, 10), at(30, 3)];
  assert.equal(towards(board, 0, "ArrowRight"), 1);
  assert.equal(towards(board, 0, "ArrowDown"), 3);
  assert.equal(towards(board, 4, "ArrowUp"), 1);
  assert.equal(towards(board, 2, "ArrowRight"), 5);
  assert.equal(towards(board, 0, "ArrowLeft"), null);
  assert.equal(towards(board, 0, "x"), null);
});
