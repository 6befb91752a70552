// Takes the pictures of the page that the documentation shows: node pictures.js [FOLDER]; SANDTABLE is the program.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, open, robot, serve, sit } from "./browser/help.js";

const folder = process.argv[2] ?? new URL("../../../../docs/pictures", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const [server, browser] = await Promise.all([serve(), launch()]);

/** @param {import("playwright-core").Page} page @param {string} name */
async function take(page, name) {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1700);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}

/** @param {string} path @param {string} wanted @param {{width?: number, height?: number, dark?: boolean}} [size] */
async function screen(path, wanted, size = {}) {
  const page = await open(browser, { width: 1280, height: 800, ...size });
  await page.goto(`${server.address}/#/${path}`);
  await page.waitForSelector(wanted);
  return page;
}

/**
 * A game after some steps by the robot.
 * @param {any} order
 * @param {number} clicks
 * @param {{width?: number, height?: number, dark?: boolean}} [size]
 */
async function game(order, clicks, size = {}) {
  const page = await open(browser, { width: 1280, height: 800, ...size });
  await sit(page, server.address, order);
  await robot(page, { seed: 7, restless: 9, until: (done) => done.clicks >= clicks });
  await page.keyboard.press("Escape");
  return page;
}

/** Two agents until some events have happened. @param {any} order @param {number} lines */
async function watched(order, lines) {
  const page = await open(browser, { width: 1120, height: 700 });
  await sit(page, server.address, order, 15);
  await page.locator(".transport .button").first().click();
  await page.waitForFunction((n) => document.querySelectorAll(".log li").length > n || document.querySelector('.table[data-turn="over"]'), lines, { timeout: 120_000 });
  await page.locator('.transport button:text-is("pause")').click({ timeout: 2000 }).catch(() => {});
  return page;
}

await take(await screen("", ".game-card:last-child .thumb .space"), "home");

const lucid = await game({ game: "lucid", seats: ["human", "axes-exp-red"], seed: 3 }, 30);
await lucid.locator(".hit.start").first().click();
await take(lucid, "lucid");

await take(await game({ game: "grid", seats: ["human", "aip:aiPlayer8"], seed: 3 }, 30), "grid");

const risk = await game({ game: "risk:classic,setup=random,hands=open", seats: ["human", "planner", "card-hunter"], seed: 5 }, 26, { width: 1120, height: 700 });
await take(risk, "risk");

const axis = await game({ game: "axis:minimap", seats: ["human", "ez-fodder"], seed: 3 }, 1, { dark: true });
await axis.locator(".hit.start").nth(1).click();
await axis.locator(".hit.target").first().click();
await axis.waitForSelector(".card-at");
await take(axis, "axis");

const thinking = await watched({ game: "risk:duel", seats: ["mcts:sims=400", "mcts:sims=400"], seed: 2 }, 150);
await thinking.locator('[role="tab"]:text-is("Thinking")').click();
await thinking.locator(".heats input").nth(1).check();
await take(thinking, "thinking");

const chances = await watched({ game: "risk:duel", seats: ["planner", "card-hunter"], seed: 2 }, 200);
await chances.locator('[role="tab"]:text-is("Chances")').click();
await take(chances, "chances");

const odds = await screen("odds/axis", ".distribution", { height: 900 });
await odds.getByLabel("retreat", { exact: true }).selectOption("optimal");
await odds.waitForSelector(".calc-result table");
await take(odds, "odds");

const advice = await screen("position?game=axis:minimap", ".position .space", { height: 1000 });
await advice.locator('button:text-is("ask"):enabled').click();
await advice.waitForSelector(".steps li", { timeout: 60_000 });
await take(advice, "advice");

const lab = await screen("lab/new/tournament", ".kind-form");
await lab.getByLabel("agents", { exact: true }).fill("simple-blue one-axis-blue simple-red axes-exp-red dist-exp-red random");
await lab.getByLabel("games", { exact: true }).fill("400");
await lab.locator(".kind-form .button.main").click();
await lab.waitForSelector(".state-done", { timeout: 120_000 });
await take(lab, "laboratory");

const phone = await open(browser, { width: 390, height: 844 });
await sit(phone, server.address, { game: "lucid:4x4", seats: ["human", "simple-red"], seed: 3 });
await robot(phone, { seed: 7, restless: 9, until: (done) => done.clicks >= 8 });
await phone.keyboard.press("Escape");
await take(phone, "phone");

await browser.close();
await server.end();
server.forget();
