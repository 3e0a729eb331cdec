// SPDX-License-Identifier: Apache-2.0
// The built page, served by python3 -m http.server, in Debian's Chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = new URL("../../../", import.meta.url);
export const records = new URL("build/web/records/", root);
mkdirSync(records, { recursive: true });

export const built = fileURLToPath(new URL("build/web/page", root));

/** Serves the page on a port that is free; resolves to its address. */
export async function serve(folder = built) {
  const server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", folder]);
  const address = await new Promise((done, failed) => {
    server.on("error", failed);
    server.stdout.on("data", (said) => {
      const port = /port (\d+)/.exec(String(said));
      if (port) done(`http://127.0.0.1:${port[1]}/`);
    });
  });
  return { address, stop: () => server.kill() };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
}

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** The part of a hint after the action. */
export const REASON = /no other choice|just as good|worth .*more .*than the (next best|other choice)/;

/** Opens a page of its own; `errors` collects the errors of its console. */
export async function visit(browser, address, { language = "en", size = DESKTOP, pace = 0, ...more } = {}) {
  const context = await browser.newContext({
    viewport: size, locale: language, reducedMotion: "reduce", ...more,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`${address}?pace=${pace}`);
  await page.waitForSelector("main.start");
  return { page, errors, close: () => context.close() };
}

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Checks that axe-core reports nothing serious. */
export async function accessible(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await globalThis.axe.run()).violations);
  const serious = found.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(
    serious.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), [], where,
  );
}

/** Checks that nothing overflows horizontally. A new viewport size takes a moment to reach the page. */
export async function fits(page, where) {
  const { width } = page.viewportSize();
  const fitting = (wide) => innerWidth === wide && document.documentElement.scrollWidth <= wide;
  await page.waitForFunction(fitting, width, { timeout: 5000 }).catch(async () => {
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.fail(`${where}: ${wide[0]} of ${wide[1]} pixels, ${width} wanted`);
  });
}

let server;
let browser;

/** Defines a test with a page of its own, whose console must have no errors. */
export function onPage(name, options, use) {
  // All tests of a file share one server and one browser.
  if (server === undefined) {
    server = null;
    before(async () => {
      server = await serve();
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      server?.stop();
    });
  }
  test(name, async () => {
    const { page, errors, close } = await visit(browser, server.address, options);
    await use(page);
    assert.deepEqual(errors, []);
    await close();
  });
}

/** Sets options in the setup form. */
export async function set(page, options) {
  await page.locator(".setting details").evaluate((details) => (details.open = true));
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`[data-option="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Sets up a game and begins it; `seats` are "" for a person, otherwise policies. */
export async function begin(page, game, { seats, seed = "7", options = {} } = {}) {
  await page.click(`[data-game="${game}"]`);
  const offered = await page.locator("[data-players] option").evaluateAll((all) => all.map((one) => Number(one.value)));
  const count = Math.max(seats?.length ?? 2, offered[0]);
  await page.selectOption("[data-players]", String(count));
  for (let seat = 0; seat < count; ++seat) {
    await page.selectOption(`[data-seat="${seat}"]`, seats?.[seat] ?? (seat ? "random" : ""));
  }
  await set(page, options);
  await page.fill("[data-seed]", seed);
  await page.click('button[type="submit"]');
  await settled(page);
}

/** Waits until a person must act, the device is handed over, or the game is over. */
export async function settled(page) {
  await page.waitForSelector('main.play[aria-busy="false"], main.handover');
}

/** Clicks the first offered action, and waits until its result is shown. */
export async function choose(page) {
  const steps = await page.getAttribute("main", "data-steps");
  await page.click(".choices button >> nth=0");
  await page.waitForFunction((steps) => {
    const main = document.querySelector("main");
    const isDone = main.dataset.steps !== steps && main.getAttribute("aria-busy") === "false";
    return isDone || main.matches(".handover");
  }, steps);
}

/** Returns the record of the finished game, and the digest that the page shows. */
export async function ending(page) {
  const wanted = page.waitForEvent("download");
  await page.click('.ending button:text-is("Save the record")');
  const text = readFileSync(await (await wanted).path(), "utf8");
  const digest = await page.getAttribute("[data-digest]", "data-digest");
  return { text, digest };
}

/** Plays on by clicking varying actions, until the game is over or `most` clicks are made. */
export async function playOn(page, { most = Infinity, first = 0 } = {}) {
  // The page itself makes the clicks, without a round trip for each.
  return page.evaluate(async ({ most, first }) => {
    const tick = () => new Promise((done) => setTimeout(done, 0));
    for (let clicks = 0; clicks < most; ) {
      const main = document.querySelector("main");
      if (main?.dataset.over === "true" && document.querySelector("[data-digest]")) return clicks;
      const next = document.querySelector("main.handover button.big");
      const choices = main?.getAttribute("aria-busy") === "false" ? [...main.querySelectorAll(".choices button")] : [];
      if (next) next.click();
      else if (choices.length) {
        choices[(first + 7 * clicks) % choices.length].click();
        ++clicks;
      }
      await tick();
    }
    return most;
  }, { most: Number.isFinite(most) ? most : 1e9, first });
}
