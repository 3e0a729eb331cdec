// SPDX-License-Identifier: Apache-2.0
// The labels of fields and places of every game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ZONES, load } from "chemix";
import { runnerImport } from "vite";

const chemix = await load();
const source = async (name) => (await runnerImport(new URL(`../src/${name}`, import.meta.url).pathname)).module;
const { labelIn } = await source("words.ts");
const { fieldsOf } = await source("seen.ts");

/** Whether a field has labels. Without them, its name is shown in all languages. */
function isNamed(path) {
  return new Set(["en", "de", "fr"].map((language) => labelIn(language, path))).size > 1;
}

test("a field without labels is shown by its name", () => {
  assert.equal(labelIn("de", ["half_life"]), "Half life");
  assert.ok(!isNamed(["half_life"]));
});

test("every place of a table has a name in each language", () => {
  assert.deepEqual(ZONES.filter((zone) => !isNamed([zone])), []);
});

for (const name of chemix.games()) {
  test(`${name}: every field has a name in each language`, () => {
    const { min_players, max_players } = chemix.describe(name);
    for (const players of new Set([min_players, max_players])) {
      const game = chemix.game(name, { players });
      const paths = fieldsOf(game).map(({ path }) => path);
      game.destroy();
      assert.deepEqual(paths.filter((path) => !isNamed(path)), []);
    }
  });
}
