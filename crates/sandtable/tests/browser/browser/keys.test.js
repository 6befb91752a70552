// A full turn by keyboard alone, and what a screen reader is told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, options, serve, settled, sit } from "./help.js";

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

/** Presses Tab until something has the keyboard. @param {import("playwright-core").Page} page @param {string} wanted */
async function tabTo(page, wanted) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((w) => document.activeElement?.matches(w) ?? false, wanted)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${wanted}`);
}

test("a whole turn without a mouse", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid:3x3", seats: ["human", "human"], seed: 1 });
  await page.waitForSelector(".space.start");
  const turn = (await options(page)).turn;
  await tabTo(page, ".space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("n");
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""), /can be picked/);
  await page.keyboard.press("Enter");
  assert.ok((await options(page)).picked);
  await page.keyboard.press("Escape");
  assert.ok(!(await options(page)).picked);
  await page.keyboard.press("Enter");
  await page.keyboard.press("n");
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""), /possible target/);
  const log = await page.locator(".log li").count();
  await page.keyboard.press("Enter");
  if ((await options(page)).card) await page.keyboard.press("Enter");
  await page.waitForSelector(".order");
  await settled(page);
  assert.ok(await page.evaluate(() => document.activeElement?.matches(".space")), "the keyboard stays on the board");
  await tabTo(page, '[data-act="carry-out"]');
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelectorAll(".log li").length > n + 1, log);
  assert.notEqual(turn, undefined);
  assert.ok((await page.locator('.visually-hidden[role="status"]').first().innerText()).length > 0, "the log is read out");
  page.quiet();
  await page.close();
});

test("every space says its name, its owner and what stands there", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "risk:duel", seats: ["human", "human"], seed: 1 });
  await page.waitForSelector(".space.start");
  const labels = await page.locator(".space").evaluateAll((list) => list.map((e) => [e.getAttribute("role"), e.getAttribute("aria-label")]));
  for (const [role, label] of labels) {
    assert.equal(role, "button");
    assert.match(label ?? "", /\d+ troops/);
  }
  assert.ok(labels.some(([, label]) => /\bred\b/.test(label ?? "")) && labels.some(([, label]) => /\bblue\b/.test(label ?? "")));
  page.quiet();
  await page.close();
});

test("panels, dialogs and cards are reached and left by keyboard", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid:3x3", seats: ["human", "human"], seed: 1 });
  await page.waitForSelector(".space.start");
  await tabTo(page, '[role="tab"][aria-selected="true"]');
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator('[role="tab"][aria-selected="true"]').innerText(), "Thinking");
  await tabTo(page, ".transport .button:last-child");
  await page.keyboard.press("Enter");
  assert.ok(await page.locator("dialog[open]").isVisible());
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  page.quiet();
  await page.close();
});
