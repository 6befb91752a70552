// What a player asks about what is hidden: typed, drawn, answered in words and on the board, and refused in place.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve, sit, space } from "./help.js";

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

const ORDER = { game: "opaque", seats: ["human", "human"], state: "turns 9; goal 0; blue C1=2 C2=1; red A5=2; move blue", seed: 1 };

test("questions about the enemy are typed, drawn, and answered in words and on the board", async () => {
  const page = await open(browser);
  await sit(page, server.address, ORDER);
  await page.waitForSelector('.table[data-here="true"]');
  await page.locator('[role="tab"]:text-is("Intelligence")').click();
  const panel = page.locator(".inquire");
  const text = panel.getByLabel("question", { exact: true });
  await text.fill("{({F9},1)}");
  await panel.locator('button:text-is("ask")').click();
  await panel.locator('.trouble:text("1:4: expected a node")').waitFor();
  assert.equal(await text.getAttribute("aria-invalid"), "true");
  await text.fill("{({A5,E5},1)}");
  await panel.locator('button:text-is("ask")').click();
  await panel.locator('.verdict strong:text("Possible")').waitFor();
  assert.match(await panel.locator(".areas-legend li").innerText(), /A5 E5, asked for 1: between 0 and 2/);
  assert.equal(await page.locator(".areas .area").count(), 1);
  await panel.getByLabel("enemies at most").check();
  assert.equal(await page.locator("svg.heated").count(), 1);
  await panel.getByLabel("none").check();
  assert.equal(await page.locator("svg.heated").count(), 0);
  // B1 is in sight, and nobody is there.
  await panel.locator('button:text-is("draw an area")').click();
  await space(page, 21);
  assert.equal(await page.locator(".ring.from").count(), 0, "nothing is picked to move while an area is drawn");
  await panel.locator('button:text-is("add it")').click();
  await panel.locator('.verdict strong:text("Impossible")').waitFor();
  assert.equal(await text.inputValue(), "{({A5,E5},1), ({B1},1)}");
  await text.fill("winning 5 {({goal},2)}");
  await panel.locator('button:text-is("ask")').click();
  await panel.locator('.verdict:text("It takes 5 turns")').waitFor();
  await panel.locator('button:text-is("clear")').click();
  assert.equal(await page.locator(".areas .area").count(), 0);
  page.said.splice(0, page.said.length, ...page.said.filter((line) => !line.includes("400")));
  page.quiet();
  await page.close();
});

test("a game without anything hidden has no such panel", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid", seats: ["human", "human"], seed: 3 });
  await page.waitForSelector('.table[data-here="true"]');
  assert.equal(await page.locator('[role="tab"]:text-is("Intelligence")').isVisible(), false);
  page.quiet();
  await page.close();
});
