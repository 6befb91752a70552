// Every screen, light and dark, wide and narrow: no serious hindrance for anybody, nothing wider than the screen, and a
// first view that is light and quick.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { ask, launch, open, serve, sit } from "./help.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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
async function check(page, name) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    // @ts-ignore: the script above has just defined it
    const { violations } = await axe.run();
    return violations.map((/** @type {any} */ v) => ({ impact: v.impact, id: v.id, at: v.nodes.map((/** @type {any} */ n) => n.target.join(" ")).slice(0, 4) }));
  });
  const serious = found.filter((/** @type {any} */ v) => v.impact === "serious" || v.impact === "critical");
  assert.deepEqual(serious, [], name);
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room + 1, `${name} is ${wide} wide on a screen of ${room}`);
}

for (const dark of [false, true]) {
  for (const width of [1280, 390]) {
    test(`all screens, ${dark ? "dark" : "light"}, ${width} wide`, async () => {
      const page = await open(browser, { width, height: 844, dark });
      const go = async (/** @type {string} */ path, /** @type {string} */ wanted) => {
        await page.goto(`${server.address}/#/${path}`);
        await page.waitForSelector(wanted);
        await check(page, path || "home");
      };
      await go("", ".preview .space");
      await go("odds/risk", ".distribution");
      await go("odds/axis", ".distribution");
      await go("position?game=risk:duel", ".position .space");
      for (const kind of ["rules", "positions", "player"]) await go(`files/grid/${kind}`, ".file-form input");
      for (const kind of await ask(server.address, "/api/run-kinds")) await go(`lab/new/${kind.name}`, ".kind-form");
      await sit(page, server.address, { game: "axis:minimap", seats: ["human", "ez-fodder"], seed: 1 });
      await page.waitForSelector(".stepper");
      await check(page, "game");
      for (const panel of ["Thinking", "Chances", "Sheets"]) {
        await page.locator(`[role="tab"]:text-is("${panel}")`).click();
        await check(page, panel);
      }
      for (const name of ["share", "?"]) {
        await page.locator(`.transport button:text-is("${name}")`).click();
        await page.waitForSelector("dialog[open]");
        await check(page, name);
        await page.keyboard.press("Escape");
      }
      await page.locator(".seats .button").first().click();
      await page.waitForSelector("dialog select");
      await check(page, "seat");
      await page.keyboard.press("Escape");
      await sit(page, server.address, { game: "lucid", seats: ["net", "human"], seed: 4 });
      for (const [panel, wanted] of [["Thinking", ".frames"], ["Within", ".narrow"]]) {
        await page.locator(`[role="tab"]:text-is("${panel}")`).click();
        await page.waitForSelector(wanted);
        await check(page, panel);
      }
      await sit(page, server.address, { game: "risk:duel", seats: ["human", "human"], seed: 1 });
      await page.locator(".hit.start").first().click();
      await page.waitForSelector(".card-at");
      await check(page, "card");
      await page.keyboard.press("Escape");
      await page.locator('button:text-is("replay")').click();
      await page.waitForSelector(".scrubber:not([hidden])");
      await check(page, "replay");
      page.quiet();
      await page.close();
    });
  }
}

test("the first view is light and quick", async () => {
  let best = Infinity;
  // The first of three visits pays for a browser that is still warming up.
  for (let visit = 0; visit < 3; visit++) {
    const page = await open(browser);
    /** @type {Promise<number>[]} */
    const bodies = [];
    page.on("response", (response) => void bodies.push(response.body().then((body) => body.length, () => 0)));
    await page.addInitScript(() => new MutationObserver((_, observer) => {
      if (!document.querySelector(".seat-row")) return;
      performance.mark("ready");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true }));
    await page.goto(server.address);
    await page.waitForSelector(".seat-row");
    const [seen, ready] = await page.evaluate(() => ["first-contentful-paint", "ready"].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0));
    assert.ok(ready > 0);
    best = Math.min(best, ready);
    // Every game but one has a picture: pig is played without a board.
    await page.waitForFunction(() => document.querySelectorAll(".game-card:has(.thumb .space)").length
      === document.querySelectorAll(".game-card").length - 1);
    const bytes = (await Promise.all(bodies)).reduce((sum, length) => sum + length, 0);
    const outside = await page.evaluate(() => performance.getEntriesByType("resource").map((r) => r.name).filter((name) => !name.startsWith(location.origin)));
    console.log(`first view: ${Math.round(seen)} ms, ${Math.round(ready)} ms until one can choose; ${Math.round(bytes / 1000)} kB with the pictures of all games`);
    assert.deepEqual(outside, []);
    assert.ok(bytes < 300_000, `${bytes} bytes`);
    page.quiet();
    await page.close();
  }
  assert.ok(best < 1000, `${best} ms`);
});
