// Watching agents: start, pause, step, what they think, how the game goes, and looking back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, options, serve, sit } from "./help.js";

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

test("agents play to the end while one watches, and every moment can be seen again", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid:3x3", seats: ["mcts:sims=100", "simple-red"], seed: 2 }, 4);
  const control = page.locator(".transport .button");
  const count = () => page.locator(".log li").count();
  assert.equal(await control.first().innerText(), "start");
  await page.locator('button:text-is("step")').click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 1);
  await control.first().click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length > 4);
  await control.first().click();
  await page.waitForFunction(() => document.querySelector(".transport .button")?.textContent === "start");
  const paused = await count();
  await page.waitForTimeout(300);
  assert.ok(await count() <= paused + 1, "it pauses");
  await page.locator('select[aria-label="speed"]').selectOption("0");
  await control.first().click();
  await page.waitForSelector('.table[data-turn="over"]', { timeout: 30_000 });

  await page.locator('[role="tab"]:text-is("Thinking")').click();
  await page.waitForSelector(".thinking");
  await page.locator('[role="tab"]:text-is("Chances")').click();
  await page.waitForSelector(".course .plot");
  assert.ok(await page.locator(".course table").innerText(), "luck and the corrected score");

  const end = await page.locator(".board").innerHTML();
  await page.locator('button:text-is("replay")').click();
  await page.waitForFunction(() => /^(\d+) of \1$/.test(document.querySelector(".moment")?.textContent ?? ""));
  await page.locator('[aria-label="to the beginning"]').click();
  await page.waitForFunction(() => document.querySelector(".moment")?.textContent?.startsWith("0 of"));
  await page.waitForFunction((was) => document.querySelector(".board")?.innerHTML !== was, end);
  await page.locator('[aria-label="one event on"]').click();
  await page.waitForFunction(() => document.querySelector(".moment")?.textContent?.startsWith("1 of"));
  await page.locator('button:text-is("back to the game")').click();
  assert.equal((await options(page)).turn, "over");
  page.quiet();
  await page.close();
});

test("a record is saved and opened again", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid:3x3", seats: ["random", "random"], seed: 2 });
  await page.locator(".transport .button").first().click();
  await page.waitForSelector('.table[data-turn="over"]', { timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator('a:text-is("save")').click()]);
  const file = await download.path();
  const lines = await page.locator(".log li").count();
  await page.goto(`${server.address}/#/`);
  await page.waitForSelector(".seat-row");
  await page.locator('.row input[type="file"]').setInputFiles({ name: "game.json", mimeType: "application/json", buffer: (await import("node:fs")).readFileSync(file) });
  await page.waitForSelector('.table[data-turn="over"]');
  await page.waitForFunction((n) => document.querySelectorAll(".log li").length === n, lines);
  page.quiet();
  await page.close();
});
