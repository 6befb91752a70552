// A server with an empty data folder, a browser, and a robot that plays whatever lights up on a board.
//
// SANDTABLE is the program; SANDTABLE_PAGE a folder to serve the page from instead of the one inside it; CHROMIUM the
// browser.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const PROGRAM = process.env.SANDTABLE ?? "sandtable";
const PAGE = process.env.SANDTABLE_PAGE;

/**
 * Starts the server at a free port.
 * @param {string} [data] a data folder that exists already
 */
export async function serve(data) {
  const folder = data ?? mkdtempSync(join(tmpdir(), "sandtable-browser-"));
  const words = ["serve", "--port", "0", "--data", folder, ...(PAGE ? ["--page", PAGE] : [])];
  const child = spawn(PROGRAM, words, { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const match = said.match(/http:\/\/[\d.:]+/);
      if (match) found(match[0]);
    });
    child.on("error", failed);
    child.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
  return {
    address: /** @type {string} */ (address),
    folder,
    /** @param {"SIGTERM" | "SIGKILL"} [signal] */
    async end(signal = "SIGTERM") {
      const gone = new Promise((done) => child.on("exit", done));
      child.kill(signal);
      await gone;
    },
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A browser without what is not needed here. */
export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/**
 * A fresh page that remembers what the console said.
 * @param {import("playwright-core").Browser} browser
 * @param {{width?: number, height?: number, dark?: boolean, touch?: boolean}} [size]
 */
export async function open(browser, { width = 1280, height = 860, dark = false, touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce", hasTouch: touch });
  const page = await context.newPage();
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") said.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => said.push(`thrown: ${error.message}`));
  return Object.assign(page, {
    /** Nothing was complained about. */
    quiet: () => assert.deepEqual(said, []),
    said,
  });
}

/**
 * Asks the server for something.
 * @param {string} address
 * @param {string} path
 * @param {any} [body]
 */
export async function ask(address, path, body) {
  const answer = await fetch(`${address}${path}`, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

/**
 * Makes a game and opens it with all its keys, as the page does that made it.
 * @param {import("playwright-core").Page} page
 * @param {string} address
 * @param {any} order
 * @param {number} [speed] events a second; as fast as it goes if nothing is said
 */
export async function sit(page, address, order, speed = 0) {
  const made = await ask(address, "/api/games", order);
  await page.goto(address);
  await page.evaluate(([id, keys, speed]) => {
    localStorage.setItem("sandtable.games", JSON.stringify({ [String(id)]: keys }));
    localStorage.setItem("sandtable.habits", JSON.stringify({ speed }));
  }, [made.id, { keys: made.keys, watch: made.watch }, speed]);
  await page.goto(`${address}/#/game/${made.id}`);
  await page.waitForSelector(".table[data-turn]");
  return made;
}

/** A source of numbers that are the same in every run. @param {number} seed */
export function dice(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** What can be done on the page now. @param {import("playwright-core").Page} page */
export function options(page) {
  return page.evaluate(() => {
    const all = (/** @type {string} */ wanted) => [...document.querySelectorAll(wanted)].map((e) => Number(e.getAttribute("data-space")));
    const table = /** @type {HTMLElement} */ (document.querySelector(".table"));
    return {
      turn: table.dataset.turn ?? "", here: table.dataset.here === "true", version: Number(table.dataset.version),
      card: document.querySelector(".card-at") !== null,
      picked: document.querySelector(".ring.from") !== null,
      starts: all(".space.start"), targets: all(".space.target"),
      carry: document.querySelector('[data-act="carry-out"]:enabled') !== null,
      buttons: document.querySelectorAll(".actions > .chooser > .buttons > .button, .actions > .chooser > .filtered .button").length,
    };
  });
}

/**
 * Plays by clicking on whatever is lit, until the game is over or `until` says so.
 * @param {import("playwright-core").Page} page
 * @param {{seed: number, restless: number, until?: (done: {clicks: number, ends: number}, turn: string) => boolean,
 *   seconds?: number}} how `restless`: how many of ten times a space is preferred to a button
 */
export async function robot(page, { seed, restless, until = () => false, seconds = 180 }) {
  const random = dice(seed);
  const end = Date.now() + 1000 * seconds;
  const done = { clicks: 0, ends: 0 };
  for (;;) {
    assert.ok(Date.now() < end, `not over after ${seconds} seconds and ${done.clicks} clicks`);
    await settled(page);
    const now = await options(page);
    if (now.turn === "over" || until(done, now.turn)) return done;
    if (!now.here) {
      await page.waitForFunction((version) => {
        const { here, turn, version: v } = /** @type {HTMLElement} */ (document.querySelector(".table")).dataset;
        return here === "true" || turn === "over" || Number(v) !== version;
      }, now.version, { timeout: 1000 * seconds });
      continue;
    }
    done.clicks++;
    if (now.card) await answer(page, random);
    else if (now.picked && now.targets.length > 0) await space(page, now.targets[random(now.targets.length)]);
    else if (now.starts.length > 0 && (now.buttons + Number(now.carry) === 0 || random(10) < restless)) await space(page, now.starts[random(now.starts.length)]);
    else if (now.carry && (now.buttons === 0 || random(2) === 0)) {
      done.ends++;
      await carryOut(page);
    } else {
      done.ends++;
      await page.locator(".actions > .chooser .buttons .button").nth(random(now.buttons)).click();
    }
    await settled(page);
  }
}

/** @param {import("playwright-core").Page} page @param {number} i */
export const space = (page, i) => page.locator(`.hit[data-space="${i}"]`).click();

/** The page has heard of what was clicked. @param {import("playwright-core").Page} page */
export const settled = (page) => page.waitForFunction(() => document.querySelector(".sending") === null);

/** Carries out the turn that was put together. @param {import("playwright-core").Page} page */
export const carryOut = (page) => page.locator('[data-act="carry-out"]').click();

/** Chooses something in the card at a space. @param {import("playwright-core").Page} page @param {(n: number) => number} random */
async function answer(page, random) {
  const card = page.locator(".card-at");
  const more = card.locator('.counts-row button:text-is("all")');
  if (await more.count() > 0) await more.first().click();
  const ways = card.locator("form .button.main:enabled, .buttons .button");
  await ways.nth(random(await ways.count())).click();
}
