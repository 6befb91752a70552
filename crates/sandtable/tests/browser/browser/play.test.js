// Whole games, played by clicking on the board: one family after the other, all by the same robot.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ask, carryOut, launch, open, options, robot, serve, sit } from "./help.js";

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

/** Played to the end by clicks alone. */
for (const { game, seats, restless } of [
  { game: "lucid:3x3", seats: ["human", "simple-red"], restless: 7 },
  { game: "risk:mini6", seats: ["human", "even-spreader"], restless: 8 },
  { game: "axis:la-1", seats: ["human", "ez-fodder"], restless: 8 },
]) {
  test(`${game} to the end by clicks`, async () => {
    const page = await open(browser);
    await sit(page, server.address, { game, seats, seed: 1 });
    const { clicks } = await robot(page, { seed: 1, restless });
    assert.ok(clicks > 5, `${clicks} clicks`);
    assert.match(await page.locator(".phase").innerText(), /wins|draw|over/i);
    page.quiet();
    await page.close();
  });
}

test("grid with rules of one's own, twelve turns long, to the end by clicks", async () => {
  const data = (/** @type {string} */ path) => readFileSync(new URL(`../../../../../data/${path}`, import.meta.url), "utf8");
  const short = data("rules/p1vp2.rg").replace(/NO_OF_TURNS \d+/, "NO_OF_TURNS 12");
  const rules = await ask(server.address, "/api/files", { name: "short.rg", text: short });
  const positions = await ask(server.address, "/api/files", { name: "my.pos", text: data("positions/standard.pos") });
  const page = await open(browser);
  await sit(page, server.address, { game: `grid:${rules.handle},pos=${positions.handle}`, seats: ["human", "random"], seed: 1 });
  const { clicks } = await robot(page, { seed: 1, restless: 10 });
  assert.ok(clicks > 12, `${clicks} clicks`);
  page.quiet();
  await page.close();
});

test("a step is one request: the table comes with the answer", async () => {
  const page = await open(browser);
  const made = await sit(page, server.address, { game: "pig", seats: ["human", "human"], seed: 2 });
  await page.waitForSelector('.table[data-here="true"]');
  await page.waitForTimeout(500);
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname.replace(made.id, "ID")}`));
  const { version } = await options(page);
  await page.locator(".actions .button", { hasText: /^roll/i }).first().click();
  await page.waitForFunction((v) => Number(/** @type {HTMLElement} */ (document.querySelector(".table")).dataset.version) > v, version);
  await page.waitForTimeout(300);
  assert.deepEqual(requests.filter((request) => request.startsWith("POST")), ["POST /api/games/ID/steps"]);
  page.quiet();
  await page.close();
});

/** Larger games: some turns by clicks, then an agent takes over by the seat's menu and brings them to an end. */
for (const { game, seats, agent } of [
  { game: "risk:duel", seats: ["human", "quick"], agent: "quick" },
  { game: "axis:minimap", seats: ["human", "ez-fodder"], agent: "ez-fodder" },
  { game: "grid", seats: ["human", "aip:aiPlayer4"], agent: "random" },
]) {
  test(`${game} by clicks, then an agent takes over`, async () => {
    const page = await open(browser);
    await sit(page, server.address, { game, seats, seed: 3 });
    const { clicks } = await robot(page, { seed: 3, restless: 9, until: (done) => done.clicks >= 40 });
    assert.ok(clicks >= 40, `${clicks} clicks`);
    await page.keyboard.press("Escape");
    await page.locator(".seats .button").first().click();
    await page.locator("dialog select").selectOption(agent);
    await page.locator('dialog [data-act="seat"]').click();
    await page.waitForSelector('.table[data-turn="over"]', { timeout: 60_000 });
    assert.equal((await options(page)).turn, "over");
    page.quiet();
    await page.close();
  });
}

test("dragging moves as clicking does, and undo takes it back", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid:3x3", seats: ["human", "human"], seed: 1 });
  await page.waitForSelector(".space.start");
  const before = await page.locator(".log li").count();
  const from = (await options(page)).starts[0];
  await page.locator(`.hit[data-space="${from}"]`).click();
  const to = (await options(page)).targets[0];
  await page.keyboard.press("Escape");
  await page.locator(`.hit[data-space="${from}"]`).dragTo(page.locator(`.hit[data-space="${to}"]`));
  const card = page.locator(".card-at .button.main");
  if (await card.count() > 0) await card.click();
  await page.waitForSelector(".order");
  await carryOut(page);
  await page.waitForFunction((n) => document.querySelectorAll(".log li").length > n, before);
  await page.locator('button:text-is("undo")').click();
  await page.waitForFunction((n) => document.querySelectorAll(".log li").length === n, before);
  page.quiet();
  await page.close();
});
