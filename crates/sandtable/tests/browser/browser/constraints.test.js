// What agents keep to, on the board and beside it; and a player's own constraints: typed, drawn, counted, refused in place, and played.

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

/** @param {import("playwright-core").Page} page @param {string} name */
const panel = (page, name) => page.locator(`[role="tab"]:text-is("${name}")`).click();

test("an agent's constraints, areas, whole turns, reasons and curve are shown", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid", seats: ["net", "simple-red"], seed: 3 }, 4);
  await page.locator('.transport button:text-is("step")').click();
  await panel(page, "Thinking");
  while (!(await page.locator(".thinking .frames").count())) await page.locator('.transport button:text-is("step")').click();
  assert.match(await page.locator(".frames code").first().innerText(), /nodes <= |forward <= /);
  assert.ok(await page.locator(".areas .area").count() > 0, "the areas of a line of supply are outlined");
  assert.equal(await page.locator(".areas-legend li").count(), await page.locator(".areas .area").count());
  await page.getByLabel("no areas on the board").check();
  assert.equal(await page.locator(".areas .area").count(), 0);
  const turns = page.locator(".considered .pointed");
  assert.ok(await turns.count() > 1);
  await turns.nth(1).click();
  assert.ok(await page.locator(".way .arrow").count() > 0);
  await page.getByText("What speaks for it").waitFor();
  await page.locator('.curve-figure .plot[aria-label*="by rank"]').waitFor();
  assert.equal(await page.locator(".curve-figure .cursor").count(), 1, "the turn that was taken is marked");
  page.quiet();
  await page.close();
});

test("a player's own constraints are typed, drawn, counted and played", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "lucid", seats: ["human", "human"], seed: 3 });
  await page.waitForSelector('.table[data-here="true"]');
  await panel(page, "Within");
  const text = page.getByLabel("constraints", { exact: true });
  await text.fill("nodes <= 6\nforward < 1");
  await page.locator('button:text-is("count")').click();
  await page.locator('.narrow .trouble:text("2:9: expected")').waitFor();
  assert.equal(await text.getAttribute("aria-invalid"), "true");
  await text.fill("nodes <= 12");
  await page.locator('button:text-is("draw an area")').click();
  const wanted = await page.evaluate(() => [...document.querySelectorAll(".space.held")].slice(0, 2).map((e) => Number(e.getAttribute("data-space"))));
  for (const i of wanted) await space(page, i);
  assert.equal(await page.locator(".ring.from").count(), 0, "nothing is picked to move while an area is drawn");
  assert.equal(await page.locator(".areas .area").count(), 1);
  await page.getByLabel("pieces at least").fill("2");
  await page.locator('button:text-is("add it")').click();
  await page.waitForSelector(".examples li");
  assert.match(await text.inputValue(), /^\{\(\{\w+,\w+\},2\)\}, nodes <= 12$/);
  assert.match(await page.locator(".narrow .answered strong").innerText(), /^[\d,]+ turns$/);
  assert.equal(await page.locator(".areas .area").count(), 1);
  const version = await page.locator(".table").getAttribute("data-version");
  await page.locator(".example").first().focus();
  assert.ok(await page.locator(".way .arrow-count").count() > 0);
  await page.locator('.examples button:text-is("play")').first().click();
  await page.waitForFunction((was) => document.querySelector(".table")?.getAttribute("data-version") !== was, version);
  await page.waitForFunction(() => document.querySelectorAll(".examples li, .areas .area").length === 0);
  page.said.splice(0, page.said.length, ...page.said.filter((line) => !line.includes("400")));
  page.quiet();
  await page.close();
});

test("contradictions are named, and games without a language have no such panel", async () => {
  const page = await open(browser);
  await page.goto(`${server.address}/#/position?game=lucid`);
  await page.waitForSelector(".narrow:not([hidden])");
  await page.getByLabel("constraints", { exact: true }).fill("{({goal},99)}, nodes <= 9");
  await page.locator('button:text-is("count")').click();
  await page.locator('.narrow .answered code:text-is("{({goal},99)}")').waitFor();
  await page.goto(`${server.address}/#/position?game=risk:duel`);
  await page.reload();
  await page.waitForSelector(".position .space");
  await page.waitForSelector(".narrow", { state: "hidden" });
  await sit(page, server.address, { game: "grid", seats: ["human", "human"], seed: 3 });
  assert.equal(await page.locator('[role="tab"]:text-is("Within")').isVisible(), false);
  page.quiet();
  await page.close();
});

test("curves have a legend, and the present input is marked", async () => {
  const page = await open(browser, { width: 390, height: 844, dark: true });
  await page.goto(server.address);
  const said = await page.evaluate(async () => {
    // @ts-ignore: the page serves it
    const { curveFigure } = await import("/assets/plot.js");
    const line = (/** @type {number} */ c) => [0, c - 2, c, c + 2, 10].map((x) => [x, Math.max(0, 1 - Math.abs(x - c) / 2)]);
    const figure = curveFigure({ title: "distance", x: "steps", y: "truth", at: 4.5, series: ["short", "middling", "long"].map((name, i) => ({ name, points: line(2 + 3 * i) })) });
    document.body.replaceChildren(figure);
    return [figure.querySelectorAll(".legend li").length, figure.querySelectorAll(".series > path").length, figure.querySelectorAll(".cursor").length,
      figure.querySelector(".plot")?.getAttribute("aria-label")];
  });
  assert.deepEqual(said.slice(0, 3), [3, 6, 1]);
  assert.match(String(said[3]), /distance, truth by steps/);
  await page.close();
});

test("a training shows its curve before it is over", async () => {
  const page = await open(browser);
  await page.goto(`${server.address}/#/lab/new/train`);
  await page.getByLabel("game", { exact: true }).fill("lucid:3x3");
  await page.getByLabel("agent", { exact: true }).fill("net");
  await page.getByLabel("rounds", { exact: true }).fill("400");
  await page.locator(".kind-form .button.main").click();
  await page.waitForSelector(".state-running");
  await page.waitForSelector(".curve .plot", { timeout: 120_000 });
  assert.equal(await page.locator(".state-running").count(), 1, "it is still under way");
  await page.locator('button:text-is("cancel")').click();
  await page.waitForSelector(".state-cancelled");
  assert.equal(await page.locator(".curve .plot").count(), 1);
  page.quiet();
  await page.close();
});
