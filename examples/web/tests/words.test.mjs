// SPDX-License-Identifier: Apache-2.0
// The words of piles, fields and places of every game, with which the page draws its table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ZONES, load } from "chemix";

const chemix = await load();
const languages = chemix.languages();

test("every zone has a name in each language", () => {
  const game = chemix.game("chemuno");
  const words = languages.map((language) => game.words(language));
  for (const zone of ZONES) {
    assert.ok(new Set(words.map((one) => one.place({ zone }))).size > 1, zone);
  }
});

for (const name of chemix.games()) {
  test(`${name}: piles, fields and the end have words in each language`, () => {
    const { min_players, max_players } = chemix.describe(name);
    for (const players of new Set([min_players, max_players])) {
      const game = chemix.game(name, { players });
      const seen = game.deal("7").observe(0);
      for (const language of languages) {
        const words = game.words(language);
        const piles = seen.piles().map((pile) => [`${pile.place.zone} ${pile.place.owner}`, words.pile(pile)]);
        // The page names a pile by its words and owner alone.
        assert.equal(new Set(piles.map(String)).size, piles.length, language);
        assert.ok(piles.every(([, said]) => said.length > 0), language);
        const named = seen.fields().filter((field) => words.fieldName(field));
        for (const field of named) {
          if (field.value !== null) assert.ok(words.fieldValue(field).length > 0, field.name);
        }
        words.destroy();
      }
      game.destroy();
    }
  });
}
