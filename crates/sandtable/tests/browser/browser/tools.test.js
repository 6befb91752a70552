// The calculators, the position editor, the laboratory, and forms that say what is wrong in place.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./help.js";

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

/** A screen, as if typed into the address bar. @param {string} path */
async function screen(path) {
  const page = await open(browser);
  await page.goto(`${server.address}/#/${path}`);
  return page;
}

test("odds of Risk: chances, their distribution, and when to break off", async () => {
  const page = await screen("odds/risk");
  await page.waitForSelector(".distribution");
  await page.getByLabel("attackers", { exact: true }).fill("10");
  await page.getByLabel("defenders", { exact: true }).fill("8");
  await page.getByLabel("win", { exact: true }).fill("5");
  await page.locator('button:text-is("calculate")').click();
  await page.waitForFunction(() => document.querySelectorAll(".end").length === 18);
  await page.waitForSelector(".calc-result table");
  const shares = await page.locator(".end-chance").allInnerTexts();
  assert.ok(Math.abs(shares.reduce((sum, text) => sum + parseFloat(text), 0) - 100) < 0.1);
  page.quiet();
  await page.getByLabel("attackers", { exact: true }).fill("-1");
  await page.getByLabel("attackers", { exact: true }).blur();
  await page.waitForFunction(() => (document.querySelector(".calc-form .trouble")?.textContent ?? "").length > 5);
  await page.close();
});

test("odds of Axis & Allies: units by steppers, order of losses, retreats", async () => {
  const page = await screen("odds/axis");
  await page.waitForSelector(".distribution");
  const title = page.locator(".calc-result h2").first();
  const first = await title.innerText();
  await page.locator('fieldset.units').first().locator('[aria-label="more infantry"]').click();
  await page.waitForFunction((was) => document.querySelector(".calc-result h2")?.textContent !== was, first);
  const before = await page.locator(".figures").innerText();
  await page.getByLabel("losses", { exact: true }).selectOption("cost");
  await page.getByLabel("retreat", { exact: true }).selectOption("optimal");
  await page.waitForFunction((was) => /** @type {HTMLElement} */ (document.querySelector(".figures"))?.innerText !== was, before);
  page.quiet();
  await page.close();
});

test("a position is edited as text, drawn, refused with its reason, and an agent is asked", async () => {
  const page = await screen("position?game=risk:duel");
  const text = page.locator("textarea.state");
  await page.waitForFunction(() => document.querySelectorAll(".position .space").length === 42 && /** @type {HTMLTextAreaElement} */ (document.querySelector("textarea")).value.includes("red"));
  page.quiet();
  const good = await text.inputValue();
  await text.fill(`${good}\nnonsense`);
  await page.waitForSelector('textarea[aria-invalid="true"]');
  assert.match(await page.locator(".position-text .trouble").first().innerText(), /nonsense/);
  await text.fill(good);
  await page.waitForSelector("textarea:not([aria-invalid])");
  await page.locator('[aria-label="agent to ask"]').selectOption("planner");
  await page.locator('button:text-is("ask")').click();
  await page.waitForSelector(".steps li");
  await page.locator('button:text-is("play from here")').click();
  await page.waitForSelector(".seat-row");
  await page.locator('button:text-is("start the game"):enabled').click();
  await page.waitForSelector(".table[data-turn]");
  await page.close();
});

test("a small tournament runs to its rating list, and a match can be cancelled", async () => {
  const page = await screen("lab/new/tournament");
  await page.getByLabel("game", { exact: true }).fill("lucid:3x3");
  await page.getByLabel("agents", { exact: true }).fill("simple-blue one-axis-blue simple-red random");
  await page.getByLabel("joined: blue").selectOption("one-axis-blue");
  await page.getByLabel("joined: red").selectOption("dist-exp-red");
  await page.locator('button:text-is("+ joined")').click();
  assert.match(await page.getByLabel("agents", { exact: true }).inputValue(), / random one-axis-blue\+dist-exp-red$/);
  await page.getByLabel("games", { exact: true }).fill("50");
  await page.locator(".kind-form .button.main").click();
  await page.waitForSelector(".state-done", { timeout: 60_000 });
  await page.waitForSelector(".results table");
  assert.match(await page.locator(".results").innerText(), /simple-blue/);
  for (const name of ["CSV", "JSON"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`a:text-is("${name}")`).first().click()]);
    assert.ok(await download.path());
  }
  await page.goto(`${server.address}/#/lab/new/match`);
  await page.waitForSelector(".kind-form");
  await page.getByLabel("game", { exact: true }).fill("risk:duel");
  await page.getByLabel("game", { exact: true }).blur();
  for (const seat of ["red", "blue"]) await page.getByLabel(`agent of ${seat}`).selectOption("mcts");
  await page.getByLabel("games", { exact: true }).fill("2000");
  await page.locator(".kind-form .button.main").click();
  await page.locator('button:text-is("cancel")').click();
  await page.waitForSelector(".state-cancelled", { timeout: 30_000 });
  page.quiet();
  await page.close();
});

test("published tables come with a summary, figures and a page to keep", async () => {
  const page = await screen("lab/new/reproduce");
  await page.locator(".kind-form .button.main").click();
  await page.waitForSelector(".state-done", { timeout: 60_000 });
  assert.match(await page.locator(".results caption").first().innerText(), /^Summary: 18 published numbers: /);
  const figure = page.locator("img.drawing").first();
  await figure.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => /** @type {HTMLImageElement | null} */ (document.querySelector("img.drawing"))?.naturalWidth);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator('a:text-is("page")').click()]);
  assert.ok(await download.path());
  await page.close();
});

test("programs' players are offered by the names that their users know", async () => {
  const page = await screen("");
  await page.waitForSelector(".seat-row");
  for (const [game, variant, title, spec] of [
    ["axis", "minimap", "TripleA: Hard AI", "triplea:hard"],
    ["risk", "duel", "Domination: hard", "domination"],
  ]) {
    await page.locator(`.game-card input[value="${game}"]`).check();
    await page.locator(`.chip input[value="${variant}"]`).check();
    const player = page.locator(".seat-row select").nth(1);
    await page.waitForFunction((words) => [...document.querySelectorAll(".seat-row option")].some((o) => o.textContent === words), title);
    await player.selectOption({ label: title });
    await page.locator('button:text-is("start the game"):enabled').click();
    await page.waitForSelector(".table[data-turn]");
    assert.match(await page.locator("body").innerText(), new RegExp(spec));
    await page.goto(`${server.address}/#/`);
    await page.waitForSelector(".seat-row");
  }
  await page.close();
});

test("a new game from the catalogue, and a file of one's own with its errors in place", async () => {
  const page = await screen("");
  await page.waitForSelector(".seat-row");
  await page.locator('.game-card input[value="risk"]').check();
  await page.waitForFunction(() => document.querySelectorAll(".seat-row").length === 3);
  const own = page.locator("details.own");
  await own.locator("summary").click();
  const map = (/** @type {string} */ text) => ({ name: "my.map", mimeType: "text/plain", buffer: Buffer.from(text) });
  await own.locator('input[type="file"]').setInputFiles(map("map Two shores\nnonsense here\n"));
  await page.waitForFunction(() => /my\.map:2/.test(document.querySelector(".home")?.textContent ?? ""));
  await own.locator('input[type="file"]').setInputFiles(map(SHORES));
  await page.waitForFunction(() => document.querySelectorAll(".preview .space").length === 6);
  await page.locator('button:text-is("start the game"):enabled').click();
  await page.waitForSelector(".table[data-turn]");
  assert.equal(await page.locator(".space").count(), 6);
  await page.close();
});

const SHORES = `map Two shores
continent west 2
harbour: cliff bridge marsh
cliff: harbour marsh
marsh: harbour cliff
continent east 1
bridge: harbour meadow hill
meadow: bridge hill
hill: bridge meadow
`;
