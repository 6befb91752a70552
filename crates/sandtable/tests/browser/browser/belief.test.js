// What a seat believes, on the board and beside it; the same against the truth when the game is over; and exact values of a small game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, carryOut, launch, open, serve, settled, sit } from "./help.js";

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

/** @param {import("playwright-core").Page} page @param {string} name */
const tab = (page, name) => page.locator(`[role="tab"]:text-is("${name}")`);

test("what one's own seat believes is listed, lies on the board, and follows the game", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "opaque", seats: ["human", "axes-exp-red"], seed: 3 });
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => { if (request.url().includes("/belief")) asked.push(request.url()); });
  await page.waitForSelector('.table[data-here="true"]');
  assert.equal(asked.length, 0, "nobody has looked at it");
  await tab(page, "Belief").click();
  const panel = page.locator(".belief");
  await panel.locator("table").waitFor();
  assert.equal(await panel.getByLabel("whose belief").isVisible(), false, "one's own alone");
  assert.equal(await panel.locator('th:text-is("in truth")').count(), 0);
  const listed = () => panel.locator("tbody tr").allInnerTexts();
  const first = await listed();
  assert.ok(first.length > 0 && first.every((row) => /red pieces/.test(row)), first.join("\n"));
  await panel.getByLabel("chance of red pieces").check();
  assert.equal(await page.locator("svg.heated").count(), 1);
  const numbers = await page.locator(".numbers text").allTextContents();
  assert.ok(numbers.length > 0 && numbers.every((text) => /^\d+ %$/.test(text) && parseInt(text) >= 1 && parseInt(text) <= 100), numbers.join(" "));
  // It goes on while another panel is open, as long as it lies on the board.
  await tab(page, "Log").click();
  const before = asked.length;
  const version = await page.locator(".table").getAttribute("data-version");
  await carryOut(page);
  await settled(page);
  await page.waitForFunction((then) => {
    const { here, version } = /** @type {HTMLElement} */ (document.querySelector(".table")).dataset;
    return here === "true" && version !== then;
  }, version);
  await page.waitForFunction(() => document.querySelectorAll(".numbers text").length > 0);
  assert.ok(asked.length > before, "it was asked again");
  await tab(page, "Belief").click();
  await panel.getByLabel("none").check();
  assert.equal(await page.locator("svg.heated, .numbers text").count(), 0);
  page.quiet();
  await page.close();
});

test("when a game is over every seat's belief stands beside the truth, at any moment", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "opaque:3x3", seats: ["simple-blue", "axes-exp-red"], seed: 2 });
  await page.locator('button:text-is("start")').click();
  await page.waitForSelector('.table[data-turn="over"]');
  await page.locator('button:text-is("replay")').click();
  await page.getByLabel("moment of the game").fill("3");
  await tab(page, "Belief").click();
  const panel = page.locator(".belief");
  await panel.locator('dt:text-is("chance given to the truth")').waitFor();
  const whose = panel.getByLabel("whose belief");
  await whose.selectOption({ label: "Red" });
  await panel.locator('td:text("blue pieces")').first().waitFor();
  assert.equal(await panel.locator('th:text-is("in truth")').count(), 1);
  await panel.getByLabel("blue pieces on average").check();
  assert.equal(await page.locator("svg.heated").count(), 1);
  const figures = () => panel.locator(".figures").innerText();
  const then = await figures();
  await page.getByLabel("moment of the game").fill("9");
  await page.waitForFunction((then) => /** @type {HTMLElement} */ (document.querySelector(".belief .figures"))?.innerText !== then, then);
  page.quiet();
  await page.close();
});

test("exact values stand beside a small game, and its best step can be played", async () => {
  const page = await open(browser);
  const made = await sit(page, server.address, { game: "lucid:3x3", seats: ["human", "human"], seed: 3 });
  await page.waitForSelector('.table[data-here="true"]');
  assert.equal(await tab(page, "Belief").isVisible(), false, "nothing is hidden");
  await tab(page, "Exact").click();
  const panel = page.locator(".exact");
  await panel.locator("table").waitFor();
  const told = await ask(server.address, `/api/games/${made.id}/exact?key=${made.keys[0]}`);
  const rows = await panel.locator("tbody tr").count();
  assert.equal(rows, told.steps.length);
  assert.match(await panel.locator(".figures").innerText(), new RegExp(told.value[0].toFixed(4).replace("-", "−")));
  const { events } = await ask(server.address, `/api/games/${made.id}/replay?key=${made.keys[0]}`);
  const version = await page.locator(".table").getAttribute("data-version");
  await panel.locator('button:text("play ")').click();
  await page.waitForFunction((then) => /** @type {HTMLElement} */ (document.querySelector(".table")).dataset.version !== then, version);
  // Dice may have fallen since.
  const now = await ask(server.address, `/api/games/${made.id}/exact?key=${made.keys[0]}&at=${events + 1}`);
  assert.ok(Math.abs(now.value[0] - told.value[0]) < 1e-9, "best play keeps the value");
  const large = await open(browser);
  await sit(large, server.address, { game: "lucid", seats: ["human", "human"], seed: 3 });
  assert.equal(await tab(large, "Exact").isVisible(), false);
  for (const one of [page, large]) {
    one.quiet();
    await one.close();
  }
});
