// SPDX-License-Identifier: Apache-2.0
// Two pages play over the network through examples/server, which is killed and restarted meanwhile.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "chemix";
import { DESKTOP, PHONE, REASON, accessible, ending, fits, launch, records, set, visit } from "./browser.mjs";

const chemix = await load();
const root = fileURLToPath(new URL("../../../", import.meta.url));
// Chromium reports this itself while the server is down.
const UNREACHABLE = /^WebSocket connection to .* failed: .*ERR_CONNECTION_REFUSED/;

const folder = mkdtempSync(join(tmpdir(), "chemix-server-"));
// Running servers: any left over would keep this file from ending.
const running = new Set();
let server;
let port = 0;
let address;
let browser;

/** Starts a server; resolves to its process and its address. */
async function start(script, { port = 0, data = "games.sqlite" } = {}) {
  const process = spawn(join(root, ".venv/bin/python"), [
    ...script, "--port", String(port), "--data", join(folder, data), "--page", join(root, "build/web/page"),
  ], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(process);
  const [said] = await once(process.stdout, "data");
  return { process, address: /http:\/\/\S+/.exec(String(said))[0] };
}
async function serve() {
  ({ process: server, address } = await start([join(root, "examples/server/server.py")], { port }));
  port = Number(new URL(address).port);
}
async function kill(process = server) {
  running.delete(process);
  process.kill("SIGKILL");
  await once(process, "exit");
}

before(async () => {
  await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await Promise.all([...running].map(kill));
  rmSync(folder, { recursive: true });
});

/** Sets up a game over the network; returns the code of its room. */
async function open(page, game, seats, { name = "", options = {} } = {}) {
  await page.click(`[data-game="${game}"]`);
  await page.selectOption("[data-players]", String(seats.length));
  await page.selectOption("[data-where]", "far");
  for (const [seat, policy] of seats.entries()) await page.selectOption(`[data-seat="${seat}"]`, policy);
  if (name) await page.fill(".who input >> nth=0", name);
  await set(page, options);
  await accessible(page, "a room is set up");
  await page.click('button[type="submit"]');
  await page.waitForFunction(() => location.hash.startsWith("#/room/"));
  return page.evaluate(() => location.hash.split("/")[2]);
}

/** Waits until the page reports that it is connected, or disconnected. */
const connected = (page, is) =>
  page.waitForSelector(`[data-connected="${is}"]`, { state: "attached" });

/** Goes to a room by its link. */
async function follow(page, code) {
  // Changing only the part after # would not reload the page.
  await page.goto("about:blank");
  await page.goto(`${address}?pace=0#/room/${code}`);
}

/** Changes the stored ticket of the browser's only seat. */
const remember = (page, changed) =>
  page.evaluate((changed) => {
    const [key] = Object.keys(localStorage).filter((name) => name.startsWith("seat "));
    const ticket = { ...JSON.parse(localStorage.getItem(key)), ...changed };
    localStorage.setItem(key, JSON.stringify(ticket));
  }, changed);

const number = (page) => page.getAttribute("main.play", "data-steps");

/** Clicks one of the offered actions; returns false if there is none. */
async function click(page, nth) {
  const choices = page.locator(".choices button");
  const count = await choices.count();
  if (!count) return false;
  const steps = await number(page);
  await choices.nth(nth % count).click();
  await page.waitForFunction((steps) => document.querySelector("main.play")?.dataset.steps !== steps, steps);
  return true;
}

const isOver = (page) => page.evaluate(() => document.querySelector("main.play")?.dataset.over === "true");

/** Lets all pages play on; returns the number of clicks. */
async function play(pages, { most = Infinity } = {}) {
  let clicks = 0;
  while (clicks < most) {
    let isIdle = true;
    for (const page of pages) {
      if (clicks < most && (await click(page, 7 * clicks))) {
        ++clicks;
        isIdle = false;
      }
    }
    if (!isIdle) continue;
    if ((await Promise.all(pages.map(isOver))).every(Boolean)) return clicks;
    // A bot decides, or an update is on its way.
    await new Promise((done) => setTimeout(done, 20));
  }
  return clicks;
}

/** Waits until all pages show the same events, in games where everybody notices every step. */
async function level(pages) {
  const end = Date.now() + 20_000;
  while (new Set(await Promise.all(pages.map(number))).size > 1) {
    assert.ok(Date.now() < end, "a page is not told");
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function areAsked(pages) {
  const counts = await Promise.all(pages.map((page) => page.locator(".choices button").count()));
  return counts.every(Boolean);
}

/** Plays on until exactly these pages must act. */
async function untilAsked(wanted, pages) {
  while (!(await areAsked(wanted))) {
    assert.ok(!(await isOver(pages[0])), "the game is over too early");
    await play(pages, { most: 1 });
  }
}

async function proven(page) {
  await page.waitForSelector("[data-fair]");
  assert.equal(await page.getAttribute("[data-fair]", "data-fair"), "true", await page.innerText(".ending"));
  const { text, digest } = await ending(page);
  assert.equal(chemix.verify(text), digest);
  return { text, digest };
}

test("two pages play a game to its end, through a reload and a killed server", async () => {
  const first = await visit(browser, address);
  const second = await visit(browser, address, { language: "de", size: PHONE });
  const code = await open(first.page, "react", ["", "", "random"], { name: "Ann" });
  await first.page.waitForFunction(() => /Waiting for: Player 2/.test(document.body.innerText));
  await accessible(first.page, "waiting");
  await first.page.setViewportSize(PHONE);
  // Other servers have longer names, and codes may have wide letters.
  await first.page.evaluate(() => document.querySelector("[data-invite]").append("W".repeat(60)));
  await fits(first.page, "waiting");
  await first.page.setViewportSize(DESKTOP);

  await follow(second.page, code);
  await second.page.waitForSelector("[data-name]");
  assert.match(await second.page.innerText("h1"), /Du bist zu REACT! eingeladen/);
  await accessible(second.page, "joining");
  await fits(second.page, "joining");
  await second.page.fill("[data-name]", "Zoë");
  await second.page.click('button[type="submit"]');
  const pages = [first.page, second.page];
  await Promise.all(pages.map((page) => page.waitForSelector("main.play .hand")));
  assert.match(await first.page.innerText(".seats"), /Ann[^]*Zoë[^]*Player 3/);
  for (const page of pages) {
    assert.equal(await page.locator('button:text-is("Undo"), button:text-is("Save")').count(), 0);
  }
  await accessible(first.page, "playing");

  await play(pages, { most: 4 });
  await untilAsked([second.page], pages);
  // A reload returns to the seat, with its events.
  const steps = await number(second.page);
  const log = await second.page.innerText(".log");
  await second.page.reload();
  await second.page.waitForSelector(`main.play[data-steps="${steps}"] .hand`);
  assert.equal(await second.page.innerText(".log"), log);

  await play(pages, { most: 4 });
  await untilAsked([second.page], pages);
  const before = await number(second.page);
  await kill();
  await Promise.all(pages.map((page) => connected(page, false)));
  assert.match(await first.page.innerText(".connection"), /Trying again/);
  await accessible(first.page, "reconnecting");
  await serve();
  await Promise.all(pages.map((page) => connected(page, true)));
  assert.equal(await number(second.page), before);

  // Texts follow the language, also in the middle of a game.
  await first.page.selectOption("[data-language]", "fr");
  await first.page.waitForFunction(() => /Tes cartes/.test(document.querySelector(".hand h3").innerText));
  const asked = await first.page.innerText(".asked h2");
  assert.doesNotMatch(asked, /\b(the|is|may)\b/);
  await first.page.selectOption("[data-language]", "en");

  assert.ok((await play(pages)) > 0);
  await second.page.waitForSelector("[data-fair]");
  assert.match(await second.page.innerText("[data-fair]"), /Geprüft/);
  await fits(second.page, "the end");
  await second.page.selectOption("[data-language]", "en");
  const [one, other] = [await proven(first.page), await proven(second.page)];
  assert.deepEqual(one, other);
  await accessible(first.page, "the end");
  writeFileSync(new URL("network_react.json", records), one.text);

  for (const { errors, close } of [first, second]) {
    assert.deepEqual(errors.filter((error) => !UNREACHABLE.test(error)), []);
    await close();
  }
});

test("a double click joins only once", async () => {
  const first = await visit(browser, address);
  const second = await visit(browser, address);
  const code = await open(first.page, "chemuno", ["", "", ""]);
  await follow(second.page, code);
  await second.page.waitForSelector("[data-name]");
  await second.page.dblclick('button[type="submit"]');
  await second.page.waitForSelector("[data-invite]");
  await first.page.waitForFunction(() => /Waiting for: Player 3$/m.test(document.body.innerText));
  await first.page.waitForTimeout(300);
  assert.match(await first.page.innerText("main"), /Waiting for: Player 3$/m);
  for (const { errors, close } of [first, second]) {
    assert.deepEqual(errors, []);
    await close();
  }
});

test("if several players may act, each sees what the others have done", async () => {
  const first = await visit(browser, address);
  const second = await visit(browser, address);
  const code = await open(first.page, "react", ["", ""], { options: { claims: "realtime" } });
  await follow(second.page, code);
  await second.page.waitForSelector("[data-name]");
  await second.page.click('button[type="submit"]');
  const pages = [first.page, second.page];
  await Promise.all(pages.map((page) => page.waitForSelector("main.play .hand")));
  for (let round = 0; round < 3;) {
    // An answer to an outdated view would be refused.
    await level(pages);
    if (!(await areAsked(pages))) {
      assert.equal(await play(pages, { most: 1 }), 1);
      continue;
    }
    // One acts; the other, who may also act, sees it.
    assert.ok(await click(first.page, 0));
    await level(pages);
    ++round;
  }
  assert.equal(await first.page.locator(".asked .refusal").count(), 0);
  for (const { errors, close } of [first, second]) {
    assert.deepEqual(errors, []);
    await close();
  }
});

test("refusals are explained in words", async () => {
  const { page, errors, close } = await visit(browser, address, { language: "fr" });
  await follow(page, "ZZZZZZZZZZ");
  await page.waitForSelector(".refusal");
  assert.match(await page.innerText(".refusal"), /Cette salle n’existe pas/);
  await follow(page, "ZZZZZZZZZZ/%");
  await page.waitForSelector(".refusal");
  await page.click(".brand");
  await page.waitForSelector("main.start");
  const code = await open(page, "chemuno", ["", ""], { options: { hand_size: "3" } });

  await page.waitForSelector("[data-invite]");
  // Another window of this browser takes over the seat.
  const again = await page.context().newPage();
  await again.goto(`${address}#/room/${code}`);
  await again.waitForSelector("[data-invite]");
  await page.waitForSelector(".refusal");
  assert.match(await page.innerText(".refusal"), /autre fenêtre/);

  // A seat unknown to the server.
  await remember(again, { token: "guessed" });
  await again.reload();
  await again.waitForSelector(".refusal");
  assert.match(await again.innerText(".refusal"), /à quelqu’un d’autre/);

  // A room that is full.
  const other = await visit(browser, address, { language: "de" });
  await follow(other.page, code);
  await other.page.waitForSelector("[data-name]");
  assert.match(await other.page.innerText("form ul"), /: 3$/);
  await other.page.click('button[type="submit"]');
  // Both have contributed: the game begins.
  await other.page.waitForSelector("main.play .hand");
  const late = await visit(browser, address, { language: "de" });
  await follow(late.page, code);
  await late.page.waitForSelector(".refusal");
  assert.match(await late.page.innerText(".refusal"), /kein Platz mehr/);
  await accessible(late.page, "full");

  assert.deepEqual([...errors, ...other.errors, ...late.errors], []);
  for (const one of [{ close }, other, late]) await one.close();
});

for (const [lie, fault] of [
  ["seed", /commitment/], ["record", /record/], ["cards", /view \d+/],
  ["reveal", /NOT verified: .*only at the end/], ["damage", /NOT verified: .*JSON/],
]) {
  test(`a server that lies about the ${lie} is detected`, async () => {
    const script = fileURLToPath(new URL("lying_server.py", import.meta.url));
    const lying = await start([script, lie], { data: `${lie}.sqlite` });
    const { page, errors, close } = await visit(browser, lying.address);
    await open(page, "classic", ["", "random"]);
    await page.waitForSelector("main.play .hand");
    await play([page]);
    await page.waitForSelector('[data-fair="false"]');
    assert.match(await page.innerText("[data-fair]"), fault);
    assert.deepEqual(errors, []);
    await close();
    await kill(lying.process);
  });
}

test("sent and received messages are compared", async () => {
  const { page, errors, close } = await visit(browser, address);
  await open(page, "classic", ["", "random"]);
  await page.waitForSelector("main.play .hand");
  await play([page], { most: 1 });
  // Simulate other messages at the beginning.
  await remember(page, { contribution: "0".repeat(64) });
  await page.reload();
  await page.waitForSelector("main.play .hand");
  await play([page]);
  await page.waitForSelector('[data-fair="false"]');
  assert.match(await page.innerText("[data-fair]"), /NOT verified: .*contributions/);
  await accessible(page, "not verified");
  await remember(page, { commitment: "0".repeat(64) });
  await page.reload();
  await page.waitForFunction(() => /changed its part of the deal/.test(document.body.innerText));
  assert.deepEqual(errors, []);
  await close();
});

test("refused cards have a reason, and advice uses only the seat's view", async () => {
  const { page, errors, close } = await visit(browser, address);
  await open(page, "chemuno", ["", "random"]);
  await page.waitForSelector("main.play .hand");
  for (let turns = 0; turns < 30; ++turns) {
    await page.waitForSelector(".choices button");
    const other = page.locator(".hand .card:not(.legal)");
    if ((await other.count()) && (await page.locator(".hand .card.legal").count())) break;
    await click(page, 0);
  }
  await page.locator(".hand .card:not(.legal)").first().click();
  assert.match(await page.innerText(".refusal"), /\(CU-\d+\)/);
  await page.click('button:text-is("Hint")');
  assert.match(await page.innerText(".hint"), REASON);
  await page.click('button:text-is("Where cards may be")');
  assert.match(await page.innerText(".chances"), /\d+ %/);
  await page.click('button:text-is("Leave")');
  await page.waitForSelector("main.start");
  assert.deepEqual(errors, []);
  await close();
});
