// Files in forms: each key with what it means, the text beside it, errors in place, files kept under names and played.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, launch, open, serve } from "./help.js";

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

/** @param {import("playwright-core").Page} page @param {string} part */
const written = (page, part) => page.waitForFunction((wanted) => /** @type {HTMLTextAreaElement} */ (document.querySelector(".file-text"))?.value.includes(wanted), part);

test("rules are changed in a form and as text, refused in place, kept, and played by whom they name", async () => {
  const page = await open(browser);
  await page.goto(`${server.address}/#/files/grid/rules`);
  await written(page, "GRID_X 10;");
  assert.match(await page.locator(".file-form").innerText(), /eight neighbours or four/);
  const turns = page.getByLabel("NO OF TURNS", { exact: true });
  await turns.fill("3");
  await turns.blur();
  await written(page, "NO_OF_TURNS 3;");
  await page.getByLabel("BLUE PLAYER", { exact: true }).fill("HUMAN");
  await page.getByLabel("BLUE PLAYER", { exact: true }).blur();
  await written(page, "BLUE_PLAYER HUMAN;");
  page.quiet();
  await turns.fill("many");
  await turns.blur();
  await page.waitForFunction(() => /NO_OF_TURNS is 'many': expected a whole number from 0 to 5000/.test(document.querySelector(".file-side .trouble")?.textContent ?? ""));
  assert.ok(await page.locator('button:text-is("keep")').isDisabled());
  await turns.fill("4");
  await turns.blur();
  await written(page, "NO_OF_TURNS 4;");
  const text = page.locator(".file-text");
  await text.fill((await text.inputValue()).replace("POINTS_PER_MAN 1;", "POINTS_PER_MAN 2;"));
  await page.waitForFunction(() => [...document.querySelectorAll(".file-form input")].some((input) => /** @type {HTMLInputElement} */ (input).value === "2"));
  await page.getByLabel("name", { exact: true }).fill("short");
  await page.locator('button:text-is("keep")').click();
  await page.waitForSelector(".game-list li");
  assert.match(await page.locator(".game-list").innerText(), /short\.rg/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator('a:text-is("download")').click()]);
  assert.equal(download.suggestedFilename(), "short.rg");
  // It is there after a reload, and one click away from being played.
  await page.reload();
  await page.locator('.game-list a:text-is("play")').click();
  await page.waitForSelector(".home .trouble:not(:empty)");
  assert.match(await page.locator(".home .trouble:not(:empty)").first().innerText(), /pos=FILE\.pos/, "these rules take positions");
  const [kept] = await ask(server.address, "/api/files");
  await page.goto(`${server.address}/#/?game=${encodeURIComponent(`grid:${kept.handle},pos=mixed`)}`);
  await page.waitForSelector(".seat-row");
  assert.deepEqual(await page.locator(".seat-row select").evaluateAll((all) => all.map((s) => /** @type {HTMLSelectElement} */ (s).value)), ["aip", "human"]);
  await page.locator('button:text-is("start the game"):enabled').click();
  await page.waitForSelector(".table[data-turn]");
  await page.close();
});

test("a player is written, kept, changed and removed", async () => {
  const page = await open(browser);
  await page.goto(`${server.address}/#/files/grid/player`);
  await written(page, "GAMES_PLAYED");
  await page.getByLabel("start from").selectOption("aiPlayer8");
  await written(page, "REINFORCE_RATIO 0.5;");
  await page.getByLabel("APPROACH", { exact: true }).selectOption("TRUE");
  await written(page, "APPROACH TRUE;");
  await page.getByLabel("name", { exact: true }).fill("seeker.aip");
  await page.locator('button:text-is("keep")').click();
  await page.locator('[aria-label="change seeker.aip"]').click();
  await written(page, "APPROACH TRUE;");
  await page.locator('[aria-label="remove seeker.aip"]').click();
  await page.waitForFunction(() => !document.querySelector(".game-list"));
  page.quiet();
  await page.close();
});

test("the first agent meets the others, and the statistics are a file to keep", async () => {
  const page = await open(browser);
  await page.goto(`${server.address}/#/lab/new/tournament`);
  await page.getByLabel("game", { exact: true }).fill("grid");
  await page.getByLabel("agents", { exact: true }).fill("aip:aiPlayer8 aip:aiPlayer0 aip:aiPlayer2");
  await page.getByLabel("games", { exact: true }).fill("4");
  await page.getByLabel("first versus", { exact: true }).check();
  await page.getByLabel("stats", { exact: true }).check();
  await page.locator(".kind-form .button.main").click();
  await page.waitForSelector(".state-done", { timeout: 60_000 });
  await page.waitForSelector(".results table");
  assert.ok(!/aiPlayer0 – aip:aiPlayer2/.test(await page.locator(".results").innerText()));
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator('a:text-is("statistics.txt")').click()]);
  assert.ok(await download.path());
  page.quiet();
  await page.close();
});
