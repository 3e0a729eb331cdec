// SPDX-License-Identifier: Apache-2.0
// Plays every game on the page. tools/test_web.sh builds the page, and replays the records that these
// tests write with the native library.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { load } from "chemix";
import { begin, ending, onPage, playOn, records } from "./browser.mjs";

const chemix = await load();

// Options that shorten games that are long with random play.
const shorter = {
  chemistry_battle: { max_rounds: "150" },
  chemistry_canasta: { max_turns: "150" },
  chemistry_canasta_match: { target: "1", max_turns: "150" },
  compound_capture_match: { target: "1" },
};

for (const game of chemix.games()) {
  onPage(`${game} is played to its end by clicking`, {}, async (page) => {
    await begin(page, game, { options: shorter[game] });
    assert.ok((await playOn(page)) > 0);
    const { text, digest } = await ending(page);
    assert.equal(JSON.parse(text).digest, digest);
    assert.equal(chemix.verify(text), digest);
    writeFileSync(new URL(`page_${game}.json`, records), text);
  });
}
