// A turn is put together from orders in any order, by every way of pointing, changed and carried out; and what cannot be done is said why.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, carryOut, dice, launch, open, serve, settled, sit, space } from "./help.js";

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await browser.close();
  await server.end();
  server.forget();
});

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{from: string, to: string, counts: Record<string, number>}} Wanted */

/** The number of a space by its name. @param {Page} page @param {string} name */
async function named(page, name) {
  const labels = await page.locator(".space").evaluateAll((list) => list.map((e) => (e.getAttribute("aria-label") ?? "").split(",")[0]));
  const found = labels.findIndex((label) => label.toLowerCase() === name.toLowerCase());
  assert.ok(found >= 0, `${name} among ${labels.join(", ")}`);
  return found;
}

/** Chooses how many of each kind go, in the card. @param {Page} page @param {Record<string, number>} counts */
async function choose(page, counts) {
  await page.waitForSelector(".card-at");
  for (const [kind, count] of Object.entries(counts)) {
    const fields = page.locator(".card-at input.count");
    const field = (await fields.count()) === 1 ? fields : page.locator(`.card-at input[aria-label="how many: ${kind}"]`).first();
    await field.fill(String(count));
  }
  await page.locator(".card-at .button.main:enabled").first().click();
}

/** Four ways to point from one space to another. @type {Record<string, (page: Page, from: number, to: number) => Promise<void>>} */
const WAYS = {
  async click(page, from, to) {
    await page.keyboard.press("Escape");
    await space(page, from);
    if (await page.locator(".card-at").count()) await page.keyboard.press("Escape").then(() => space(page, from));
    await space(page, to);
  },
  async drag(page, from, to) {
    await page.locator(`.hit[data-space="${from}"]`).dragTo(page.locator(`.hit[data-space="${to}"]`));
  },
  async keys(page, from, to) {
    await page.keyboard.press("Escape");
    for (const at of [from, to]) {
      await page.locator(`.space[data-space="${at}"]`).focus();
      await page.keyboard.press("Enter");
    }
  },
  async touch(page, from, to) {
    await page.keyboard.press("Escape");
    await page.locator(`.hit[data-space="${from}"]`).tap();
    await page.locator(`.hit[data-space="${to}"]`).tap();
  },
};

/** Gives one order. @param {Page} page @param {Wanted} wanted @param {string} way */
async function order(page, { from, to, counts }, way) {
  await page.waitForSelector(".plan:not([hidden]):not(.sending)");
  const before = await page.locator(".order").count();
  await WAYS[way](page, await named(page, from), await named(page, to));
  await page.waitForFunction((n) => document.querySelector(".card-at") || document.querySelectorAll(".order").length > n, before);
  if (await page.locator(".card-at").count()) await choose(page, counts);
  await page.waitForFunction((n) => document.querySelectorAll(".order").length > n, before);
  await settled(page);
}

/** @template T @param {T[]} list @param {number} seed @returns {T[]} */
function shuffled(list, seed) {
  const [random, left] = [dice(seed), [...list]];
  return list.map(() => left.splice(random(left.length), 1)[0]);
}

/** The position once somebody has put his turn together and carried it out, before dice fall. @param {string} game @param {Wanted[]} orders @param {string} way @param {string} state @param {Record<string, number>} buys */
async function played(game, orders, way, state, buys = {}) {
  const page = await open(browser, { touch: way === "touch" });
  const made = await sit(page, server.address, { game, seats: ["human", "human"], seed: 1, ...(state && { state }) });
  // Dice wait, so that the position is the same whatever they would say.
  await page.waitForSelector(".plan:not([hidden]):not(.sending)");
  await ask(server.address, `/api/games/${made.id}/control?key=${made.keys[0]}`, { running: false });
  for (const wanted of orders) await order(page, wanted, way);
  for (const [kind, count] of Object.entries(buys)) await page.locator(`.actions input[aria-label="how many: ${kind}"]`).fill(String(count));
  if (Object.keys(buys).length > 0) {
    await page.locator(".actions .button.main:enabled").first().click();
    await page.waitForFunction((n) => document.querySelectorAll(".order").length > n, orders.length);
    await settled(page);
  }
  await carryOut(page);
  await page.waitForSelector(".plan", { state: "hidden" });
  const table = await ask(server.address, `/api/games/${made.id}?key=${made.keys[0]}`);
  page.quiet();
  await page.close();
  return table.scene.places;
}

const LUCID = "turns 36; blue A1=3 B1=3 C1=3 D1=3 E1=3; red A5=2 B5=2 C5=2 D5=2 E5=2; move blue";
/** @type {Wanted[]} */
const LUCID_TURN = [
  { from: "A1", to: "A2", counts: { pieces: 2 } },
  { from: "B1", to: "A1", counts: { pieces: 1 } },
  { from: "C1", to: "C2", counts: { pieces: 3 } },
  { from: "D1", to: "C1", counts: { pieces: 2 } },
  { from: "E1", to: "E2", counts: { pieces: 1 } },
];

for (const [n, way] of ["click", "drag", "keys", "touch"].entries()) {
  test(`a turn of Lucid in any order, by ${way}`, async () => {
    const straight = await played("lucid", LUCID_TURN, "click", LUCID);
    const other = await played("lucid", shuffled(LUCID_TURN, n + 1), way, LUCID);
    assert.deepEqual(other, straight);
    const count = (/** @type {number} */ i) => straight[i].stacks?.[0]?.count ?? 0;
    assert.deepEqual([15, 20, 17, 22, 19, 24].map(count), [2, 2, 3, 2, 1, 2], "and it is the turn that was meant");
  });
}

test("a turn of Opaque in any order", async () => {
  const straight = await played("opaque", LUCID_TURN, "click", LUCID);
  assert.deepEqual(await played("opaque", shuffled(LUCID_TURN, 7), "drag", LUCID), straight);
});

test("an opening of Axis & Allies in any order: attacks, and what is bought last of all", async () => {
  /** @type {Wanted[]} */
  const attacks = [
    { from: "Red North 2", to: "Blue North 2", counts: { infantry: 2 } },
    { from: "Red Capital", to: "Blue North 2", counts: { fighter: 1 } },
    { from: "Red South 2", to: "Blue South 2", counts: { infantry: 1 } },
  ];
  const buys = { infantry: 3, armour: 1 };
  const straight = await played("axis:minimap", attacks, "click", "", buys);
  for (const seed of [1, 2]) assert.deepEqual(await played("axis:minimap", shuffled(attacks, seed), seed === 1 ? "drag" : "keys", "", buys), straight);
});

test("orders are changed and removed before anything happens", async () => {
  const page = await open(browser);
  const made = await sit(page, server.address, { game: "lucid", seats: ["human", "human"], seed: 1, state: LUCID });
  const { version } = await ask(server.address, `/api/games/${made.id}?key=${made.keys[0]}`);
  for (const wanted of LUCID_TURN) await order(page, wanted, "click");
  assert.equal(await page.locator(".planned").count(), 5, "every order is an arrow");
  await page.locator('.order [aria-label^="remove"]').first().click();
  await page.waitForFunction(() => document.querySelectorAll(".order").length === 4);
  await settled(page);
  await page.locator(".order .order-words", { hasText: "C1 to C2" }).click();
  await choose(page, { pieces: 1 });
  await page.waitForFunction(() => [...document.querySelectorAll(".order")].some((e) => /1 piece from C1 to C2/.test(e.textContent ?? "")));
  assert.equal(await page.locator(".order").count(), 4);
  const now = await ask(server.address, `/api/games/${made.id}?key=${made.keys[0]}`);
  assert.deepEqual(now.log.filter((/** @type {any} */ told) => told.seat !== undefined), [], "nothing has happened");
  assert.ok(now.version <= version + 2);
  await page.locator('button:text-is("remove all")').click();
  await page.waitForFunction(() => document.querySelectorAll(".order").length === 0);
  page.quiet();
  await page.close();
});

test("a plan that is not complete says what is missing", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid", seats: ["human", "human"], seed: 1, state: LUCID });
  await order(page, { from: "B1", to: "A1", counts: { pieces: 1 } }, "click");
  assert.match(await page.locator(".plan .why").innerText(), /hold more than three/);
  assert.ok(await page.locator('[data-act="carry-out"]').isDisabled());
  await order(page, { from: "A1", to: "A2", counts: { pieces: 1 } }, "click");
  assert.ok(await page.locator('[data-act="carry-out"]').isEnabled());
  page.quiet();
  await page.close();
});

/** What somebody points at in vain, and what is said. @type {{game: string, state: string, from?: string, to: string, why: RegExp}[]} */
const REFUSALS = [
  { game: "lucid", state: LUCID, from: "A1", to: "C3", why: /C3 is not next to A1/ },
  { game: "lucid", state: LUCID, to: "C5", why: /no pieces on C5/ },
  { game: "axis:minimap", state: "", to: "Blue Capital", why: /there already/ },
];
for (const { game, state, from, to, why } of REFUSALS) {
  test(`${game} says why nothing goes ${from ? `from ${from} ` : ""}to ${to}`, async () => {
    const page = await open(browser);
    await sit(page, server.address, { game, seats: ["human", "human"], seed: 1, ...(state && { state }) });
    await page.waitForSelector('.table[data-here="true"]');
    await settled(page);
    if (from) await space(page, await named(page, from));
    if (await page.locator(".card-at").count()) await page.keyboard.press("Escape");
    if (from && !(await page.locator(".ring.from").count())) await space(page, await named(page, from));
    const target = await named(page, to);
    assert.equal(await page.locator(`.space[data-space="${target}"].start`).count(), 0, "it may not be picked");
    await space(page, target);
    await page.waitForSelector(".refusal:not([hidden])");
    assert.match(await page.locator(".refusal").innerText(), why);
    page.quiet();
    await page.close();
  });
}
