// SPDX-License-Identifier: Apache-2.0
// Writes docs/screenshots: every game in progress, on a desktop and on a phone.
//   node screenshots.mjs [GAME ...]
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load } from "chemix";
import { PHONE, begin, launch, playOn, serve, settled, visit } from "./tests/browser.mjs";

const folder = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));
mkdirSync(folder, { recursive: true });
const chemix = await load();
const server = await serve();
const browser = await launch();
const games = process.argv.slice(2);
// Matches look like their games.
const single = chemix.games().filter((name) => !/_(match|tournament|duel)$/.test(name));
for (const game of games.length ? games : single) {
  for (const [device, size] of [["desktop", { width: 1200, height: 800 }], ["phone", PHONE]]) {
    const { page, close } = await visit(browser, server.address, {
      size, colorScheme: device === "phone" && game.length % 2 ? "dark" : "light",
    });
    await begin(page, game, { seats: ["", "heuristic"], seed: "12" });
    await playOn(page, { most: 4, first: 1 });
    await settled(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${folder}${game}_${device}.jpg`, type: "jpeg", quality: 60 });
    await close();
  }
}
await browser.close();
server.stop();
