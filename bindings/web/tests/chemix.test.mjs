// SPDX-License-Identifier: Apache-2.0
// Tests of the package under Node. They write records to build/web/records, and tools/test_web.sh
// replays these with the native library.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { CHANCE, SPECTATOR, ZONES, ChemixError, RuleError, load } from "chemix";

const root = new URL("../../../", import.meta.url);
const records = new URL("build/web/records/", root);
mkdirSync(records, { recursive: true });

const chemix = await load();
const everyGame = chemix.games();

function open(name, options = {}) {
  const { min_players } = chemix.describe(name);
  return chemix.game(name, { players: Math.max(2, min_players), options });
}

/** Yields steps until the game is over; `choose` returns the action of a player. */
function* played(game, seed, choose) {
  for (let state = game.initialState(); ; ) {
    const { seats, chance } = game.acting(state);
    if (!chance && seats.length === 0) return state;
    const actor = chance ? CHANCE : seats[0];
    const action = chance ? game.draw(state, seed) : choose(state, actor);
    const before = state;
    state = game.apply(state, actor, action);
    yield { before, state, actor, action };
  }
}

test("the module stays within its size limit", () => {
  const module = readFileSync(new URL("bindings/web/dist/chemix.wasm", root));
  const { length } = gzipSync(module, { level: 9 });
  assert.ok(length <= 368_640, `${length} bytes compressed`);
  // It exports only those functions of the C ABI that the package calls.
  const names = WebAssembly.Module.exports(new WebAssembly.Module(module)).map(({ name }) => name);
  assert.ok(names.includes("chemix_state_apply") && !names.includes("chemix_batch_apply"));
});

test("the signature equals that of the native library", () => {
  const expected = readFileSync(new URL("tests/golden/signature.txt", root), "utf8").trim();
  let signature = 14695981039346656037n;
  for (const name of everyGame) {
    const { min_players, max_players } = chemix.describe(name);
    for (let players = min_players; players <= max_players; ++players) {
      const game = chemix.game(name, { players });
      for (let seed = 0n; seed < 10n; ++seed) {
        let state = game.deal(String(seed));
        for (let decisions = 0n; ; ++decisions) {
          const [player] = game.acting(state).seats;
          if (player === undefined) break;
          const ids = game.legalActions(state, player);
          const nth = (7919n * decisions + 104729n * seed) % BigInt(ids.length);
          state = game.resolve(game.apply(state, player, ids[Number(nth)]), String(seed));
        }
        signature = BigInt.asUintN(64, signature * 1099511628211n + BigInt(`0x${game.digest(state)}`));
      }
      game.destroy();
    }
  }
  assert.equal(signature.toString(16).padStart(16, "0"), expected);
});

for (const name of everyGame) {
  test(`${name}: policies play it to its end; its record replays`, () => {
    const game = open(name);
    const policy = chemix.policy("heuristic");
    const steps = [];
    const choose = (state, player) =>
      policy.choose(game, game.observe(state, player), String(steps.length));
    let last;
    for (const step of played(game, "7", choose)) {
      steps.push({ actor: step.actor, action: step.action });
      last = step.state;
    }
    assert.ok(game.isTerminal(last));
    assert.equal(game.scores(last).length, game.limits.players);
    assert.ok(game.stateWords(last, "de", ["Anna", "Ben"]).includes("Anna"));
    const end = game.observe(last, SPECTATOR);
    assert.deepEqual(game.returnsSeen(end), game.returns(last));
    assert.equal(game.prompt(end, "fr"), game.stateWords(last, "fr"));
    const text = game.record(0, steps);
    assert.equal(chemix.verify(text), game.digest(last));
    writeFileSync(new URL(`node_${name}.json`, records), text);
    const record = chemix.record(text);
    assert.deepEqual(record.steps(), steps);
    assert.equal(game.digest(record.start()), game.digest(game.initialState()));
    assert.ok(record.seen(1).includes("viewer=1 "));
    record.destroy();
    record.game.destroy();
    policy.destroy();
    game.destroy();
  });

  test(`${name}: viewers get only their own information`, () => {
    const game = open(name);
    let seen = game.observe(game.initialState(), 0);
    let count = 0;
    const choose = (state, player) => {
      const own = game.observe(state, player);
      const ids = game.legalActionsSeen(own);
      assert.deepEqual(ids, game.legalActions(state, player));
      return ids[count % ids.length];
    };
    for (const { before, state, actor, action } of played(game, "3", choose)) {
      for (const event of game.events(before, actor, action, 0)) {
        // Counters that mean nothing to people have no sentence.
        assert.ok(game.eventWords(event, "fr").length > 0 || game.eventJson(event).verb === "set");
        assert.equal(typeof game.eventJson(event).verb, "string");
        seen = game.fold(seen, event);
      }
      // The observation follows from the events, and an indistinguishable world gives the same
      // bytes.
      const bytes = game.saveObservation(seen);
      assert.deepEqual(bytes, game.saveObservation(game.observe(state, 0)));
      const { seats, chance, sealed } = game.actingSeen(seen);
      if (!chance && seats.length && !sealed && count % 7 === 0) {
        const other = game.determinize(seen, "5", BigInt(count));
        assert.deepEqual(game.saveObservation(game.observe(other, 0)), bytes);
      }
      if (++count > 120) break;
    }
    assert.equal(
      game.observationDigest(game.loadObservation(game.saveObservation(seen))),
      game.observationDigest(seen),
    );
    const spectator = game.observationJson(game.observe(game.deal("3"), SPECTATOR));
    assert.equal(spectator.own, null);
    game.destroy();
  });
}

test("a refusal names its rule in every language and changes nothing", () => {
  const game = open("chemuno");
  const state = game.deal("7");
  const copy = state.slice();
  const wish = game.parseAction(0, "wish H");
  const player = game.acting(state).seats[0];
  assert.throws(() => game.apply(state, player, wish), RuleError);
  const refusal = game.check(state, player, wish);
  assert.equal(refusal.rule, "GN-10");
  assert.equal(game.refusalJson(player, refusal).rule, "GN-10");
  const said = chemix.languages().map((language) => game.refusalWords(refusal, language));
  assert.equal(new Set(said).size, 3);
  assert.deepEqual(state, copy);
  assert.equal(game.check(state, player, game.legalActions(state, player)[0]), null);
});

test("invalid input is rejected with its field", () => {
  assert.throws(() => chemix.game("poker", { players: 2 }), ChemixError);
  assert.throws(
    () => open("chemuno", { hand_size: 99 }),
    (error) => error.field === "hand_size" && error.rule === "CU-2",
  );
  assert.throws(
    () => open("chemuno", { hand_size: 99 }),
    (error) =>
      chemix.errorWords(error, "en") === error.message &&
      chemix.errorWords(error, "de") === "hand_size = 99: muss von 1 bis 10 sein [CU-2]",
  );
  assert.throws(() => chemix.verify("{}"), ChemixError);
  assert.throws(() => chemix.policy("clever"), ChemixError);
  assert.throws(() => open("chemuno", { hand_size: "3 max_turns=5" }), /hand_size/);
  const game = open("chemuno");
  const state = game.deal("7");
  for (const viewer of [undefined, NaN, 0.9, 2 ** 32]) {
    assert.throws(() => game.observe(state, viewer), /whole number/);
  }
});

/** Returns the field and the message of an error. */
function refusal(run) {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ChemixError, String(error));
    return `${error.field}: ${error.message}`;
  }
  return "accepted";
}

test("arguments of a wrong type are rejected by name", () => {
  const game = open("chemuno");
  const state = game.resolve(game.initialState(), "7");
  const seen = game.observe(state, 0);
  const [event] = game.events(game.initialState(), CHANCE, game.draw(game.initialState(), "7"), 0);
  const policy = chemix.policy("random");
  const odd = [undefined, null, NaN, 1.5, 2 ** 40, true, {}, [], "0\0", Symbol.iterator];
  for (const value of [...odd, "2", 5n]) {
    assert.match(refusal(() => game.observe(state, value)), /^viewer: .*must be a whole number/);
    assert.match(refusal(() => game.apply(state, value, 0)), /^actor: .*must be a whole number/);
    assert.match(refusal(() => game.apply(state, 0, value)), /^action: .*must be a whole number/);
    const steps = [{ actor: 0, action: value }];
    assert.match(refusal(() => game.record(0, steps)), /^steps\[0\]\.action: .*must be a whole n/);
    assert.match(refusal(() => chemix.game("chemuno", { players: value })), /^players: /);
  }
  for (const value of [...odd.filter((value) => value !== 2 ** 40), -1, 2 ** 60, -1n]) {
    assert.match(refusal(() => game.deal(value)), /^seed: seed = .*: must be a/);
    assert.match(refusal(() => policy.choose(game, seen, value)), /^seed: /);
  }
  for (const value of [...odd, 0, 12345, -1]) {
    assert.match(refusal(() => game.prompt(seen, value)), /^language: .*must be a text/);
    assert.match(refusal(() => chemix.describe(value)), /^name: .*must be a text/);
    assert.match(refusal(() => chemix.verify(value)), /^record: .*must be a text/);
    assert.match(refusal(() => game.parseAction(0, value)), /^action: .*must be a text/);
    assert.match(refusal(() => game.prompt(seen, "en", [value])), /^players\[0\]: .*must be a text/);
    assert.match(refusal(() => game.acting(value)), /must be a Uint8Array/);
    assert.match(refusal(() => game.fold(seen, value)), /^event: .*must be a Uint8Array/);
  }
  const classic = open("classic");
  const turn = classic.deal("7");
  for (const value of [null, 5, "x", true]) {
    assert.match(refusal(() => chemix.game("chemuno", value)), /^players: .*an object with named/);
    assert.match(refusal(() => chemix.verifyDeal(value)), /^deal: .*an object with named/);
    assert.match(refusal(() => classic.bestTurn(turn, value)), /^weights: .*an object with named/);
    assert.match(refusal(() => policy.choose(value, seen, "1")), /^game: .*must be a game/);
    assert.match(refusal(() => game.play(state, value, "1")), /^policies: .*must be a list/);
    assert.match(refusal(() => game.record(0, value)), /^steps: .*must be a list/);
    assert.match(refusal(() => game.prompt(seen, "en", value)), /^players: .*must be a list/);
    const seed = new Uint8Array(32);
    assert.match(refusal(() => chemix.dealingSeed(seed, value)), /^contributions: .*must be a list/);
  }
  assert.match(refusal(() => chemix.game("chemuno")), /^players: /);
  for (const value of ["1 points_to_others=5", "1\0"]) {
    assert.match(
      refusal(() => classic.bestTurn(turn, { points: value })), /^weights\.points: .*contain blanks/,
    );
  }
  assert.match(refusal(() => game.eventJson(event.slice(8))), /^event: event = 32 bytes: must be 40/);
  assert.match(refusal(() => game.acting(new Uint16Array(300))), /must be a Uint8Array/);
  assert.match(refusal(() => game.canUndo(state, state.slice(1), 0)), /must be/);
  assert.match(refusal(() => game.determinize(seen, "1", 2n ** 64n)), /^draw: /);
  assert.match(refusal(() => chemix.game("chemuno", { players: 2, option: {} })), /^option: /);
  assert.match(refusal(() => chemix.game("chemuno", { players: 2, options: 5 })), /^options: /);
});

test("equal observations have equal bytes", () => {
  for (const name of everyGame) {
    const game = open(name);
    const state = game.deal("7");
    for (const viewer of [0, SPECTATOR]) {
      const seen = game.observe(state, viewer);
      for (const seed of [1, 2, 3]) {
        assert.deepEqual(game.observe(game.determinize(seen, seed), viewer), seen, name);
      }
    }
  }
});

test("seeds may be numbers", () => {
  const game = open("chemuno");
  for (const seed of [26469, 26469n, "0x6765"]) {
    assert.equal(game.digest(game.deal(seed)), game.digest(game.deal("26469")));
  }
});

test("objects of another load and foreign modules are rejected", async () => {
  const other = await load(new URL(import.meta.resolve("chemix/chemix.wasm")));
  const game = open("chemuno");
  const seen = game.observe(game.deal("7"), 0);
  const policy = other.policy("random");
  assert.match(refusal(() => policy.choose(game, seen, "1")), /of another load/);
  assert.match(refusal(() => game.play(game.deal("7"), [policy, policy], "1")), /of another load/);
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  await assert.rejects(load(empty), /must be chemix.wasm of this package/);
});

test("the requested languages and English are loaded", async () => {
  assert.deepEqual(chemix.languages(), ["de", "en", "fr"]);
  const german = await load(undefined, { languages: ["de"] });
  assert.deepEqual(german.languages(), ["de", "en"]);
  assert.equal(german.words("chemuno", "de").title, chemix.words("chemuno", "de").title);
  assert.throws(() => german.words("chemuno", "fr"), /no such language; known: de, en/);
  for (const unknown of ["it", "toString"]) {
    const loading = load(undefined, { languages: [unknown] });
    await assert.rejects(loading, /no such language; known: de, en, fr/);
  }
  await assert.rejects(load(undefined, { language: "de" }), /must be one of languages/);
  await assert.rejects(load(undefined, { languages: "de" }), ChemixError);
});

test("running out of memory is reported, and earlier objects stay usable", async () => {
  const scarce = await load();
  const state = open("showdown").deal("7");
  const game = scarce.game("showdown", { players: 2 });
  const { malloc, free } = scarce.memory.exports;
  const taken = [];
  for (const size of [1 << 26, 1 << 20, 1 << 16, 1 << 12, 256, 32]) {
    for (let at = malloc(size); at !== 0; at = malloc(size)) taken.push(at);
  }
  for (const call of [() => scarce.game("chemuno", { players: 3 }), () => game.catalogue]) {
    assert.throws(call, { name: "ChemixError", status: "CHEMIX_OUT_OF_MEMORY" });
  }
  for (const at of taken) free(at);
  assert.equal(game.digest(game.deal("7")), open("showdown").digest(state));
  assert.equal(scarce.game("chemuno", { players: 3 }).catalogue.name, "chemuno");
});

test("destroyed objects are rejected, and destroying them twice is safe", () => {
  const game = open("chemuno");
  const state = game.deal("7");
  const policy = chemix.policy("random");
  const record = chemix.record(game.record(0, []));
  record.destroy();
  assert.throws(() => record.steps(), ChemixError);
  assert.equal(record.game.digest(record.game.deal("7")), game.digest(state));
  policy.destroy();
  assert.throws(() => policy.choose(game, game.observe(state, 0), "1"), ChemixError);
  game.destroy();
  assert.throws(() => game.acting(state), ChemixError);
  for (const twice of [record, policy, game]) twice.destroy();
  assert.ok(open("chemuno").deal("7").length > 0);
});

test("random choices differ between seeds", () => {
  const game = open("chip_it");
  const policy = chemix.policy("random");
  const state = game.deal("7");
  const seen = game.observe(state, game.acting(state).seats[0]);
  const chosen = Array.from({ length: 50 }, (_, i) => policy.choose(game, seen, String(i)));
  assert.ok(new Set(chosen).size > 1);
});

test("states can be saved, loaded and undone", () => {
  const game = open("classic");
  const state = game.deal("7");
  assert.equal(game.digest(game.load(game.save(state))), game.digest(state));
  assert.throws(() => game.load(game.save(state).slice(1)), ChemixError);
  assert.equal(game.stateJson(state).game, "classic");
  const player = game.acting(state).seats[0];
  // Forming a compound reveals nothing; ending the turn draws cards.
  const may = game
    .legalActions(state, player)
    .map((id) => game.canUndo(state, game.apply(state, player, id), player));
  assert.ok(may.includes(true));
});

test("a revealed deal is verified, and any other is rejected", () => {
  const game = open("showdown");
  const bytes = (first) => Uint8Array.from({ length: 32 }, (_, i) => first + i);
  const [seed, salt] = [bytes(7), bytes(200)];
  const contributions = [new TextEncoder().encode("one"), new Uint8Array()];
  const commitment = game.commit(seed, salt);
  assert.match(commitment, /^[0-9a-f]{64}$/);
  const steps = [];
  let last;
  const dealt = chemix.dealingSeed(seed, contributions);
  for (const step of played(game, dealt, (state, player) => game.legalActions(state, player)[0])) {
    steps.push(step);
    last = step.state;
  }
  const deal = { record: game.record(0, steps), commitment, seed, salt, contributions };
  assert.equal(chemix.verifyDeal(deal), game.digest(last));
  const refusedBy = (changed) => {
    try {
      chemix.verifyDeal({ ...deal, ...changed });
    } catch (error) {
      return error.field;
    }
    return "";
  };
  assert.equal(refusedBy({ seed: salt }), "commitment");
  assert.equal(refusedBy({ salt: seed }), "commitment");
  assert.equal(refusedBy({ commitment: game.commit(seed, salt, 1) }), "commitment");
  assert.match(refusedBy({ contributions: [bytes(1)] }), /^steps\[\d+\]$/);
  assert.equal(refusedBy({ record: `${deal.record} ` }), "record");
  assert.throws(() => game.commit(seed, bytes(0).slice(1)), /salt = 31 bytes: must be 32/);
  assert.throws(() => chemix.dealingSeed(seed, [new Uint8Array(33)]), /contributions\[0\]/);
  game.destroy();
});

test("catalogue, words, hints and marginals", () => {
  const game = open("react");
  assert.equal(game.catalogue.cards.length, game.limits.cardKinds);
  assert.equal(game.catalogue.name, "react");
  assert.equal(chemix.words("react", "de").options.claims.choices.realtime, "Wer zuerst ruft, ist zuerst dran");
  const seen = game.observe(game.deal("2"), 0);
  const hints = chemix.policy("search iterations=20").action_values(game, seen, "1");
  assert.deepEqual(
    hints.map(({ action }) => action).sort((a, b) => a - b),
    game.legalActionsSeen(seen),
  );
  const hint = chemix.policy("heuristic").hint(game, seen, "1", "fr");
  assert.ok(game.legalActionsSeen(seen).includes(hint.id));
  assert.ok(hint.words.startsWith(game.actionWords(0, hint.id, "fr")));
  for (const { shares } of game.marginals(seen)) {
    for (const share of shares.flat()) assert.ok(share >= 0 && share <= 1);
  }
  assert.deepEqual(chemix.policies().map(({ name }) => name), ["random", "greedy", "heuristic", "search", "solver"]);
});

test("the best whole turn", () => {
  const game = open("classic");
  let state = game.deal("7");
  const player = game.acting(state).seats[0];
  const { actions, value } = game.bestTurn(state, { noble_gases: 0 });
  assert.ok(Number.isFinite(value) && actions.length > 0);
  for (const action of actions) state = game.apply(state, player, action);
  assert.throws(() => open("react").bestTurn(open("react").deal("7")), ChemixError);
});

test("unprintable characters are written and reported as digits", () => {
  const title = "a\u001fb";
  const deck = JSON.stringify({ ...chemix.deck("chemix"), deck: "own", title });
  const record = chemix.game("chemuno", { players: 2, deck }).record(0, []);
  assert.ok(record.includes("a\\u001fb"), record.slice(0, 200));
  assert.throws(() => chemix.game("chemuno", { players: 2, deck: `"${title}"` }), /<U\+001F>/);
});

test("weights are parsed exactly", () => {
  const game = open("classic");
  const state = game.deal("7");
  const others = { points: 0, points_to_others: 0, minus_cards: 0, noble_gases: 0 };
  const value = (cards_kept) => game.bestTurn(state, { ...others, cards_kept }).value;
  const most = value(1);
  assert.ok(most > 0);
  for (const weight of [0.1, 1 / 3, 1e-7, 5e-324, 2.2250738585072014e-308, 999.9999999999999, 2 / 3 / 1e9]) {
    assert.equal(value(weight), most * weight);
  }
});

test("a custom deck is accepted", () => {
  const deck = chemix.deck("chemix");
  const game = chemix.game("chemuno", { players: 2, deck: JSON.stringify(deck) });
  assert.equal(game.limits.cardKinds, 59);
  assert.throws(() => chemix.game("chemuno", { players: 2, deck: "{}" }), ChemixError);
});

test("zones have the same numbers as in the C ABI", () => {
  const header = readFileSync(new URL("capi/include/chemix.h", root), "utf8");
  const defined = [...header.matchAll(/#define CHEMIX_ZONE_(\w+) (\d+)/g)];
  assert.deepEqual(
    defined.map(([, name, number]) => [name.toLowerCase(), Number(number)]),
    ZONES.map((name, number) => [name, number]),
  );
});

test("the version equals that of the library", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal(version, chemix.version);
});
