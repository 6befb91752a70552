// Nothing is lost: not by reloading in the middle, not when the server is killed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, options, robot, serve, sit, space } from "./help.js";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** What the page shows of the game. @param {import("playwright-core").Page} page */
const shown = (page) => page.evaluate(() => ({
  board: [...document.querySelectorAll(".space")].map((e) => e.getAttribute("aria-label")),
  log: [...document.querySelectorAll(".log li")].map((e) => e.textContent),
  phase: document.querySelector(".phase")?.textContent,
  orders: [...document.querySelectorAll(".order")].map((e) => e.textContent),
}));

/** What is on the page when nothing more happens: dice and the other side may still be at it. @param {import("playwright-core").Page} page */
const settled = async (page) => {
  let last = await shown(page);
  for (;;) {
    await page.waitForTimeout(700);
    const now = await shown(page);
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
};

test("a reload in the middle of a turn changes nothing", async () => {
  const server = await serve();
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid", seats: ["human", "simple-red"], seed: 5 });
  await robot(page, { seed: 5, restless: 6, until: (done) => done.ends >= 2 });
  await robot(page, { seed: 6, restless: 10, until: (done) => done.clicks >= 7 });
  await page.keyboard.press("Escape");
  const before = await settled(page);
  assert.ok(before.log.length > 2 && before.orders.length > 0);
  await page.reload();
  await page.waitForSelector(".table[data-turn]");
  await page.waitForFunction((n) => document.querySelectorAll(".log li").length === n, before.log.length);
  assert.deepEqual(await settled(page), before);
  page.quiet();
  await page.close();
  await server.end();
  server.forget();
});

test("a killed server comes back with the game where it was, and its page can be found again", async () => {
  const first = await serve();
  const page = await open(browser);
  const made = await sit(page, first.address, { game: "lucid", seats: ["human", "simple-red"], seed: 5 });
  await robot(page, { seed: 5, restless: 10, until: (done) => done.clicks >= 5 });
  await page.keyboard.press("Escape");
  const before = await settled(page);
  const kept = await page.evaluate(() => ({ ...localStorage }));
  await first.end("SIGKILL");
  await page.close();

  const second = await serve(first.folder);
  const next = await open(browser);
  await next.goto(second.address);
  await next.evaluate((kept) => Object.entries(kept).forEach(([name, value]) => localStorage.setItem(name, value)), kept);
  await next.reload();
  await next.locator(`.game-list a[href$="${made.id}"]`).click();
  await next.waitForFunction((n) => document.querySelectorAll(".log li").length === n, before.log.length);
  assert.deepEqual(await settled(next), before);
  const { starts } = await options(next);
  if (starts.length > 0) await space(next, starts[0]);
  next.quiet();
  await next.close();
  await second.end();
  second.forget();
});

test("a link to a seat opens that seat on another page", async () => {
  const server = await serve();
  const page = await open(browser);
  await sit(page, server.address, { game: "risk:mini6", seats: ["human", "human"], seed: 5 });
  await page.waitForSelector(".space.start");
  await page.locator('button:text-is("share")').click();
  const line = page.locator(".share-line").nth(1);
  const link = await line.locator("input").inputValue();
  await line.locator("button").click();
  const other = await open(browser);
  await other.goto(link);
  await other.waitForSelector(".table[data-turn]");
  assert.ok(!other.url().includes("key="), "the key does not stay in the address");
  const turn = (await options(page)).turn;
  const [mover, waiting] = turn === "red" ? [page, other] : [other, page];
  await mover.waitForSelector('.table[data-here="true"]');
  assert.equal((await options(waiting)).here, false);
  for (const p of [page, other]) p.quiet();
  await page.close();
  await other.close();
  await server.end();
  server.forget();
});
