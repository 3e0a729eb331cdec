// SPDX-License-Identifier: Apache-2.0
// The page without a network, and updates to a newer page.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { load } from "chemix";
import { begin, built, ending, launch, playOn, serve, visit } from "./browser.mjs";

const chemix = await load();
let browser;
before(async () => void (browser = await launch()));
after(() => browser?.close());

const ready = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));
const versions = (page) => page.evaluate(() => caches.keys());
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
async function until(holds) {
  for (let tries = 0; tries < 600; ++tries) {
    if (await holds()) return;
    await pause(50);
  }
  assert.fail(String(holds));
}

test("a loaded page works without the server", async (context) => {
  const server = await serve();
  context.after(() => server.stop());
  const { page, close } = await visit(browser, server.address);
  await ready(page);
  server.stop();
  await assert.rejects(fetch(server.address));
  // Also in a new window, which shares nothing with the first.
  const another = await page.context().newPage();
  for (const opened of [page, another]) {
    await opened.goto(`${server.address}?pace=0`);
    await opened.reload();
    await opened.waitForSelector("main.start");
  }
  await begin(page, "showdown");
  await playOn(page);
  const { text, digest } = await ending(page);
  assert.equal(chemix.verify(text), digest);
  await close();
});

test("a newer page is loaded if the network is available, and replaces the cached one", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "chemix-page-"));
  // The server compares modification times in seconds, so make the changed files older.
  cpSync(built, folder, { recursive: true, preserveTimestamps: true });
  const server = await serve(folder);
  context.after(() => server.stop());
  const { page, close } = await visit(browser, server.address);
  await ready(page);
  const [old] = await versions(page);
  const change = (name, from, to) => {
    const text = readFileSync(join(folder, name), "utf8");
    assert.ok(text.includes(from));
    writeFileSync(join(folder, name), text.replace(from, to));
  };
  change("index.html", "<title>chemix", "<title>newer");
  change("offline.js", 'VERSION = "', 'VERSION = "newer ');
  await page.reload();
  assert.equal(await page.title(), "newer");
  // Both are cached while a page of the older build may be open. Browsers check for a newer worker now and
  // then; here the test requests it.
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration()).update()));
  await until(() => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration()).waiting));
  assert.equal((await versions(page)).length, 2);
  // A page opened before the older worker ends is still served by it, so open it once more.
  await until(async () => {
    await page.goto("about:blank");
    await pause(500);
    await page.goto(server.address);
    return (await versions(page)).length === 1;
  });
  assert.notEqual((await versions(page))[0], old);
  server.stop();
  await page.reload();
  await page.waitForSelector("main.start");
  assert.equal(await page.title(), "newer");
  await close();
  rmSync(folder, { recursive: true });
});
