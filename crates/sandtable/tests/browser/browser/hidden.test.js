// What one seat may not know does not reach its page, in any answer of the server; on a shared page it stays covered.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, carryOut, launch, open, options, robot, serve, sit } from "./help.js";

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

/** Every answer that reaches a page. @param {import("playwright-core").Page} page */
function overhear(page) {
  /** @type {string[]} */
  const heard = [];
  /** @type {Promise<void>[]} */
  const pending = [];
  page.on("response", (response) => {
    if (!response.url().includes("/api/") || response.url().includes("/events")) return;
    pending.push(response.text().then((text) => void heard.push(text), () => {}));
  });
  return async () => {
    await Promise.all(pending);
    return heard;
  };
}

/** The cards that a seat holds, as its own sheet names them. @param {any} table @param {number} seat */
function hand(table, seat) {
  const sheet = table.scene.sheets.find((/** @type {any} */ s) => s.seat === seat);
  const row = sheet?.rows.find((/** @type {string[]} */ r) => r[0] === "hand");
  return row ? String(row[1]).match(/[A-Z][\w .-]* \(\w+\)|wild card \d/g) ?? [] : [];
}

test("cards of Risk reach only who holds them", async () => {
  const made = await ask(server.address, "/api/games", { game: "risk:classic,players=2,neutral=no,setup=random", seats: ["human", "human"], seed: 4 });
  const pages = await Promise.all([0, 1].map(async (seat) => {
    const page = await open(browser);
    const heard = overhear(page);
    await page.goto(server.address);
    await page.evaluate(() => localStorage.setItem("sandtable.habits", JSON.stringify({ speed: 0 })));
    await page.goto(`${server.address}/#/game/${made.id}?key=${made.keys[seat]}`);
    await page.waitForSelector(".table[data-turn]");
    return { page, heard };
  }));
  /** @type {Set<string>[]} */
  const held = [new Set(), new Set()];
  for (let turn = 0; turn < 8 && held.some((cards) => cards.size === 0); turn++) {
    for (const [seat, { page }] of pages.entries()) {
      const name = ["red", "blue"][seat];
      let came = false;
      const passed = (/** @type {any} */ _, /** @type {string} */ now) => (came ||= now === name) && now !== name && now !== "chance";
      await robot(page, { seed: turn, restless: 9, until: passed, seconds: 120 });
      const table = await ask(server.address, `/api/games/${made.id}?key=${made.keys[seat]}`);
      for (const card of hand(table, seat)) held[seat].add(card);
    }
  }
  assert.ok(held[0].size > 0 && held[1].size > 0, "both have drawn cards");
  for (const [seat, { page, heard }] of pages.entries()) {
    const texts = await heard();
    for (const card of held[seat]) assert.ok(texts.some((text) => text.includes(card)), `${card} is known to its holder`);
    for (const card of held[1 - seat]) {
      for (const text of texts) assert.ok(!text.includes(card), `${card} reached seat ${seat}: ${text.slice(0, 200)}`);
    }
    page.quiet();
    await page.close();
  }
});

test("two people on one page are asked to hand over, and see their own side alone", async () => {
  const page = await open(browser);
  await sit(page, server.address, { game: "opaque:3x3", seats: ["human", "human"], seed: 1 });
  await page.waitForSelector(".table[data-turn]");
  let covers = 0;
  for (let i = 0; i < 12 && covers < 2; i++) {
    await page.waitForFunction(() => document.querySelector(".cover-all:not([hidden])") || /** @type {HTMLElement} */ (document.querySelector(".table")).dataset.here === "true");
    if (await page.locator(".cover-all").isVisible()) {
      covers++;
      await page.locator(".cover-card button").click();
      await page.waitForSelector('.table[data-here="true"]');
    }
    const { turn } = await options(page);
    const seen = await page.locator(".space").evaluateAll((list) => list.map((e) => e.getAttribute("aria-label") ?? "").join("\n"));
    assert.match(seen, new RegExp(String(turn)), "one sees one's own");
    assert.match(seen, /fog/, "and not all of the other's");
    await carryOut(page);
    await page.waitForTimeout(100);
  }
  assert.equal(covers, 2);
  page.quiet();
  await page.close();
});
