// SPDX-License-Identifier: Apache-2.0
// Tests of the package under Node. They write records to build/web/records, and tools/test_web.sh
// replays these with the native library.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  CHANCE, NOBODY, SPECTATOR, VERBS, ZONES, ChemixError, Client, RuleError, Session, load,
} from "chemix";
import * as tables from "../dist/tables.js";

const root = new URL("../../../", import.meta.url);
const records = new URL("build/web/records/", root);
mkdirSync(records, { recursive: true });

const chemix = await load();
const everyGame = chemix.games();
// Options that shorten games that are long when people play at random.
const shorter = {
  chemistry_battle: { max_rounds: 150 },
  chemistry_canasta: { max_turns: 150 },
  chemistry_canasta_match: { target: 1, max_turns: 150 },
  compound_capture_match: { target: 1 },
};

function open(name, options = {}) {
  const { min_players } = chemix.describe(name);
  return chemix.game(name, { players: Math.max(2, min_players), options });
}

/** Yields steps until the game is over; `choose` returns the action of a player. */
function* played(game, seed, choose) {
  for (let state = game.initialState(); ; ) {
    const { asked, seats } = state.acting();
    if (asked === "nobody") return;
    const actor = asked === "chance" ? CHANCE : seats[0];
    const action = asked === "chance" ? state.drawOutcome(seed) : choose(state, actor);
    const before = state;
    state = state.apply(actor, action);
    yield { before, state, actor, action };
  }
}

test("the module stays within its size limit", () => {
  const module = readFileSync(new URL("bindings/web/dist/chemix.wasm", root));
  const { length } = gzipSync(module, { level: 9 });
  assert.ok(length <= 424_960, `${length} bytes compressed`);
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
          const [player] = state.acting().seats;
          if (player === undefined) break;
          const ids = state.legalActions(player);
          const nth = (7919n * decisions + 104729n * seed) % BigInt(ids.length);
          state = state.apply(player, ids[Number(nth)]).resolve(String(seed));
        }
        signature = BigInt.asUintN(64, signature * 1099511628211n + BigInt(`0x${state.digest()}`));
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
    const words = game.words("de", { players: ["Anna", "Ben"] });
    const steps = [];
    const choose = (state, player) => policy.choose(state.observe(player), String(steps.length));
    let last;
    for (const step of played(game, "7", choose)) {
      steps.push({ actor: step.actor, action: step.action });
      last = step.state;
    }
    assert.ok(last.isTerminal());
    assert.equal(last.scores().length, game.limits.players);
    const end = last.observe(SPECTATOR);
    assert.ok(words.scores(end).includes("Anna"));
    assert.deepEqual(end.returns(), last.returns());
    const record = game.record(0, steps);
    const text = record.save();
    assert.equal(chemix.verify(text), last.digest());
    writeFileSync(new URL(`node_${name}.json`, records), text);
    const read = chemix.record(text);
    assert.deepEqual(read.steps(), steps);
    assert.equal(read.startPlayer, 0);
    assert.equal(read.state(0).digest(), game.initialState().digest());
    assert.equal(read.state(steps.length).digest(), read.digest());
    const client = chemix.client(read.saveSeen(1));
    assert.equal(client.observation().digest(), last.observe(1).digest());
    for (const one of [client, client.game, read, read.game, record, words, policy, game]) one.destroy();
  });

  test(`${name}: viewers get only their own information`, () => {
    const game = open(name);
    const words = game.words("fr");
    let seen = game.initialState().observe(0);
    const cardsInGame = game.cards.reduce((sum, { copies }) => sum + copies, 0);
    const piles = seen.piles().map(({ place, name }) => [place, name]);
    const fields = seen.fields().map(({ name, owner, element }) => [name, owner, element]);
    let count = 0;
    const choose = (state, player) => {
      const own = state.observe(player);
      const ids = own.legalActions();
      assert.deepEqual(ids, state.legalActions(player));
      assert.equal(words.legalActions(own).length, ids.length);
      return ids[count % ids.length];
    };
    for (const { before, state, actor, action } of played(game, "3", choose)) {
      const events = before.events(actor, action, 0);
      for (const event of events) {
        assert.equal(game.eventJson(event).verb, event.verb);
        // Counters that mean nothing to people have no sentence.
        assert.ok(words.event(event).length > 0 || event.verb === "set");
      }
      assert.ok(words.events(events).every((sentence) => sentence.length > 0));
      // The observation follows from the events, and an indistinguishable world gives the same
      // bytes.
      seen = seen.fold(events);
      const bytes = seen.save();
      assert.deepEqual(bytes, state.observe(0).save());
      // The table has the same piles and fields, and the sum of its cards is that of the deck.
      const now = seen.piles();
      assert.deepEqual(now.map(({ place, name }) => [place, name]), piles);
      assert.deepEqual(seen.fields().map(({ name, owner, element }) => [name, owner, element]), fields);
      const groups = seen.cards();
      for (const [index, pile] of now.entries()) {
        const here = groups.filter((group) => group.pile === index);
        assert.equal(here.reduce((sum, { copies }) => sum + copies, 0), pile.cards, pile.name);
        assert.ok(here.every(({ place }) => place.zone === pile.place.zone && place.owner === pile.place.owner));
        assert.equal(here.every(({ kind }) => kind !== null), pile.isKnown, pile.name);
      }
      assert.ok(now.reduce((sum, { cards }) => sum + cards, 0) <= cardsInGame);
      const { asked } = seen.acting();
      if ((asked === "one" || asked === "several") && count % 7 === 0) {
        assert.deepEqual(seen.determinize("5", count).observe(0).save(), bytes);
      }
      if (++count > 120) break;
    }
    assert.equal(game.loadObservation(seen.save()).digest(), seen.digest());
    assert.equal(game.deal("3").observe(SPECTATOR).json().own, null);
    for (const one of [words, game]) one.destroy();
  });

  test(`${name}: a session, and clients that receive its messages`, () => {
    const game = open(name, shorter[name]);
    const policy = chemix.policy("heuristic");
    const session = game.session({ seed: 7 });
    const viewers = [...Array(game.limits.players).keys()];
    session.setPlayer(0, "Anna");
    session.setPolicy(1, policy);
    assert.equal(session.policy(1), "heuristic");
    const clients = viewers.map((viewer) => chemix.client(session.saveSeen(viewer)));
    for (let clicks = 0; ; ++clicks) {
      const { next } = session.advance();
      for (const [viewer, client] of clients.entries()) {
        const count = session.seenCount(viewer);
        for (let seen = client.seenCount(); seen < count; ++seen) {
          client.receive(session.message(viewer, seen));
          assert.deepEqual(client.events(seen), session.events(viewer, seen));
        }
        assert.equal(client.observation().digest(), session.observation(viewer).digest());
      }
      if (next === NOBODY) break;
      const ids = session.observation(next).legalActions();
      session.act(next, ids[(7 * clicks) % ids.length]);
    }
    const last = session.state();
    assert.ok(last.isTerminal());
    const log = session.log();
    assert.equal(session.stateAt(log.length).digest(), last.digest());
    assert.ok(log.some(({ actor, byPolicy }) => actor === 1 && byPolicy));
    const record = session.record();
    assert.equal(chemix.verify(record.save()), last.digest());
    assert.deepEqual(record.handovers(), [{ step: 0, seat: 1, policy: "heuristic" }]);
    // A saved session continues identically.
    const loaded = chemix.session(session.save());
    assert.equal(loaded.player(0), "Anna");
    assert.equal(loaded.state().digest(), last.digest());
    for (const one of [loaded, loaded.game, record, ...clients, session, policy, game]) one.destroy();
  });
}

test("sessions undo what nobody has learned from, and clients follow", () => {
  const session = open("classic").session({ seed: 7 });
  const { next } = session.advance();
  assert.equal(session.canUndo(next), "nothing");
  const before = session.state();
  // Forming a compound reveals nothing; ending the turn draws cards.
  const harmless = before.legalActions(next).find((id) => before.canUndo(before.apply(next, id), next) === "allowed");
  const client = chemix.client(session.saveSeen(next));
  session.act(next, harmless);
  const seen = client.seenCount();
  client.receive(session.message(next, seen));
  assert.equal(session.undo(next), "allowed");
  assert.equal(session.state().digest(), before.digest());
  client.rewind(session.seenCount(next));
  assert.equal(client.observation().digest(), session.observation(next).digest());
  const words = session.game.words("en");
  assert.ok(words.undo("allowed").length > 0 && words.undo("learned") !== words.undo("allowed"));
  assert.throws(() => client.receive("{}"), ChemixError);
  assert.throws(
    () => client.receive(JSON.stringify({ seen: 99, events: [], digest: "0".repeat(16) })),
    (error) => error.field === "seen",
  );
});

test("a session without a seed gets its chance from the caller", () => {
  const game = open("chemuno");
  const session = game.session();
  for (let state = session.state(); session.next() === CHANCE; state = session.state()) {
    session.act(CHANCE, state.drawOutcome("7"));
  }
  assert.equal(session.state().digest(), game.deal("7").digest());
  const resumed = game.deal("7").resume("7");
  assert.equal(resumed.next(), session.next());
  assert.equal(resumed.record().startPlayer, NOBODY);
});

test("a refusal names its rule in every language and changes nothing", () => {
  const game = open("chemuno");
  const state = game.deal("7");
  const digest = state.digest();
  const wish = game.findAction(0, "wish H");
  const [player] = state.acting().seats;
  assert.throws(() => state.apply(player, wish), RuleError);
  const refusal = state.check(player, wish);
  assert.equal(refusal.rule, "GN-10");
  assert.deepEqual([refusal.actor, refusal.action], [player, wish]);
  assert.equal(game.refusalJson(refusal).rule, "GN-10");
  const seen = state.observe(player);
  const said = chemix.languages().map((language) => game.words(language).refusal(refusal));
  assert.equal(new Set(said).size, 3);
  const words = game.words("en");
  assert.ok(words.refusal(refusal, seen).endsWith(words.prompt(seen)));
  assert.equal(state.digest(), digest);
  assert.equal(state.check(player, state.legalActions(player)[0]), null);
});

test("invalid input is rejected with its field", () => {
  assert.throws(() => chemix.game("poker"), ChemixError);
  assert.throws(
    () => open("chemuno", { hand_size: 99 }),
    (error) => error.field === "hand_size" && error.rule === "CU-2" && error.value === "99",
  );
  assert.throws(() => chemix.verify("{}"), ChemixError);
  assert.throws(() => chemix.session("{}"), ChemixError);
  assert.throws(() => chemix.client("{}"), ChemixError);
  assert.throws(() => chemix.policy("clever"), ChemixError);
  assert.throws(() => open("chemuno", { hand_size: "3 max_turns=5" }), /hand_size/);
  assert.throws(() => open("chemuno").words("xx"), ChemixError);
  const state = open("chemuno").deal("7");
  for (const viewer of [undefined, NaN, 0.9, 2 ** 32]) {
    assert.throws(() => state.observe(viewer), /whole number/);
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
  const state = game.deal("7");
  const seen = state.observe(0);
  const words = game.words("en");
  const [event] = game.initialState().events(CHANCE, game.initialState().drawOutcome("7"), 0);
  const policy = chemix.policy("random");
  const session = game.session({ seed: 7 });
  const odd = [undefined, null, NaN, 1.5, 2 ** 40, true, {}, [], "0\0", Symbol.iterator];
  for (const value of [...odd, "2", 5n]) {
    assert.match(refusal(() => state.observe(value)), /^viewer: .*must be a whole number/);
    assert.match(refusal(() => state.apply(value, 0)), /^actor: .*must be a whole number/);
    assert.match(refusal(() => state.apply(0, value)), /^action: .*must be a whole number/);
    assert.match(refusal(() => session.act(0, value)), /^action: .*must be a whole number/);
    assert.match(refusal(() => session.observation(value)), /^viewer: .*must be a whole number/);
    const steps = [{ actor: 0, action: value }];
    assert.match(refusal(() => game.record(0, steps)), /^steps\[0\]\.action: .*must be a whole n/);
    if (value !== undefined) {
      assert.match(refusal(() => chemix.game("chemuno", { players: value })), /^players: /);
    }
  }
  for (const value of [...odd.filter((value) => value !== 2 ** 40), -1, 2 ** 60, -1n, "", " 7", "seven"]) {
    assert.match(refusal(() => game.deal(value)), /^seed: seed = .*: must be a/);
    assert.match(refusal(() => policy.choose(seen, value)), /^seed: /);
  }
  for (const value of [...odd, 0, 12345, -1]) {
    if (value !== undefined) {
      assert.match(refusal(() => game.words(value)), /^language: .*must be a text/);
    }
    assert.match(refusal(() => chemix.describe(value)), /^name: .*must be a text/);
    assert.match(refusal(() => chemix.verify(value)), /^record: .*must be a text/);
    assert.match(refusal(() => game.findAction(0, value)), /^action: .*must be a text/);
    assert.match(refusal(() => game.words("en", { players: [value] })), /^players\[0\]: .*must be a text/);
    assert.match(refusal(() => words.prompt(value)), /^seen: .*must be an object of Observation/);
    assert.match(refusal(() => policy.choose(value, "1")), /^seen: .*must be an object of Observation/);
    assert.match(refusal(() => state.canUndo(value, 0)), /^after: .*must be an object of State/);
    assert.match(refusal(() => seen.fold([value])), /^events\[0\]/);
    assert.match(refusal(() => game.loadState(value)), /^bytes: .*must be a Uint8Array/);
  }
  const turn = open("classic").deal("7");
  for (const value of [null, 5, "x", true]) {
    assert.match(refusal(() => chemix.game("chemuno", value)), /^how: .*an object with named/);
    assert.match(refusal(() => chemix.verifyDeal(value)), /^deal: .*an object with named/);
    assert.match(refusal(() => turn.bestTurn(value)), /^weights: .*an object with named/);
    assert.match(refusal(() => state.play(value, "1")), /^policies: .*must be a list/);
    assert.match(refusal(() => game.record(0, value)), /^steps: .*must be a list/);
    assert.match(refusal(() => seen.fold(value)), /^events: .*must be a list/);
    assert.match(refusal(() => game.words("en", { players: value })), /^players: .*must be a list/);
    assert.match(refusal(() => policy.choose(seen, "1", value)), /^limit: .*an object with named/);
    const seed = new Uint8Array(32);
    assert.match(refusal(() => chemix.dealingSeed(seed, value)), /^contributions: .*must be a list/);
  }
  for (const change of [{ verb: "fly" }, { kind: "H2O" }, { from: null }, { seenBy: 3 }]) {
    assert.match(refusal(() => game.eventJson({ ...event, ...change })), /^event\./);
  }
  assert.match(refusal(() => words.pile({ ...seen.piles()[0], place: { zone: "pocket", owner: 0 } })), /^pile\.place\.zone: /);
  assert.match(refusal(() => words.undo("maybe")), /^undo: /);
  assert.match(refusal(() => turn.bestTurn({ points: "many" })), /points/);
  assert.match(refusal(() => state.play([policy], "1")), /^policies: .*must be 2/);
  assert.match(refusal(() => seen.determinize("1", -1)), /^index: /);
  assert.match(refusal(() => seen.determinize("1", 0, "nobody")), /^others: /);
  assert.match(refusal(() => chemix.game("chemuno", { players: 2, option: {} })), /^option: /);
  assert.match(refusal(() => chemix.game("chemuno", { players: 2, options: 5 })), /^options: /);
  assert.match(refusal(() => game.session({ sede: 7 })), /^sede: /);
  assert.match(refusal(() => open("classic").initialState().canUndo(state, 0)), /./);
});

test("equal observations have equal bytes", () => {
  for (const name of everyGame) {
    const game = open(name);
    const state = game.deal("7");
    for (const viewer of [0, SPECTATOR]) {
      const seen = state.observe(viewer);
      for (const seed of [1, 2, 3]) {
        assert.deepEqual(seen.determinize(seed).observe(viewer).save(), seen.save(), name);
      }
    }
  }
});

test("seeds may be numbers, texts, bytes and keys", () => {
  const game = open("chemuno");
  const digest = game.deal("26469").digest();
  const bytes = Uint8Array.from([0x65, 0x67, 0]);
  for (const seed of [26469, 26469n, "0x6765", bytes, chemix.key("26469")]) {
    assert.equal(game.deal(seed).digest(), digest);
  }
  const [first, again, second] = [0, 0, 1].map((index) => game.deal(chemix.key("26469").spawn(index)).digest());
  assert.equal(first, again);
  assert.equal(new Set([digest, first, second]).size, 3);
});

test("time can be limited", () => {
  const game = open("chemistry_canasta_match");
  const seen = game.deal("7").observe(0);
  const policy = chemix.policy("search iterations=100000000");
  const begin = performance.now();
  assert.ok(seen.legalActions().includes(policy.choose(seen, "1", { milliseconds: 20 })));
  assert.ok(performance.now() - begin < 5000);
  const players = [policy, policy];
  assert.throws(
    () => game.deal("7").play(players, "1", { milliseconds: 0 }),
    { name: "ChemixError", status: "CHEMIX_STOPPED" },
  );
  // The limit ends with its call.
  const random = chemix.policy("random");
  assert.ok(game.deal("7").play([random, random], "1").isTerminal());
});

test("objects of another load and foreign modules are rejected", async () => {
  const other = await load(new URL(import.meta.resolve("chemix/chemix.wasm")));
  const game = open("chemuno");
  const seen = game.deal("7").observe(0);
  const policy = other.policy("random");
  assert.match(refusal(() => policy.choose(seen, "1")), /of another load/);
  assert.match(refusal(() => game.deal("7").play([policy, policy], "1")), /of another load/);
  assert.match(refusal(() => game.session({ seed: 1 }).setPolicy(0, policy)), /of another load/);
  assert.match(refusal(() => game.deal(other.key(7))), /of another load/);
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  await assert.rejects(load(empty), /must be chemix.wasm of this package/);
});

test("the requested languages and English are loaded", async () => {
  assert.deepEqual(chemix.languages(), ["de", "en", "fr"]);
  const german = await load(undefined, { languages: ["de"] });
  assert.deepEqual(german.languages(), ["de", "en"]);
  const game = german.game("chemuno");
  assert.equal(game.words("de-AT").title(), open("chemuno").words("de").title());
  assert.throws(() => game.words("fr"), ChemixError);
  for (const unknown of ["it", "toString"]) {
    const loading = load(undefined, { languages: [unknown] });
    await assert.rejects(loading, /no such language; known: de, en, fr/);
  }
  await assert.rejects(load(undefined, { language: "de" }), /must be one of languages/);
  await assert.rejects(load(undefined, { languages: "de" }), ChemixError);
});

test("running out of memory is reported, and earlier objects stay usable", async () => {
  const scarce = await load();
  const digest = open("showdown").deal("7").digest();
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
  assert.equal(game.deal("7").digest(), digest);
  assert.equal(scarce.game("chemuno", { players: 3 }).catalogue.name, "chemuno");
});

test("destroyed objects are rejected, and destroying them twice is safe", () => {
  const game = open("chemuno");
  const state = game.deal("7");
  const seen = state.observe(0);
  const policy = chemix.policy("random");
  const words = game.words("en");
  const session = game.session({ seed: 7 });
  const record = chemix.record(game.record(0, []).save());
  const client = seen.client();
  record.destroy();
  assert.throws(() => record.steps(), ChemixError);
  assert.equal(record.game.deal("7").digest(), state.digest());
  for (const [object, use] of [
    [policy, () => policy.choose(seen, "1")], [words, () => words.prompt(seen)],
    [session, () => session.state()], [client, () => client.observation()], [game, () => state.acting()],
  ]) {
    object.destroy();
    assert.throws(use, ChemixError);
  }
  for (const twice of [record, client, session, words, policy, game]) twice.destroy();
  assert.ok(!open("chemuno").deal("7").isTerminal());
});

test("objects keep the library's game that they are made from", () => {
  const game = open("chemuno");
  const session = game.session({ seed: 7 });
  session.advance();
  const text = session.save();
  game.destroy();
  assert.equal(session.save(), text);
  assert.ok(session instanceof Session && chemix.client(session.saveSeen(0)) instanceof Client);
});

test("random choices differ between seeds", () => {
  const policy = chemix.policy("random");
  const state = open("chip_it").deal("7");
  const seen = state.observe(state.acting().seats[0]);
  const chosen = Array.from({ length: 50 }, (_, i) => policy.choose(seen, String(i)));
  assert.ok(new Set(chosen).size > 1);
});

test("states can be saved and loaded", () => {
  const game = open("classic");
  const state = game.deal("7");
  assert.equal(game.loadState(state.save()).digest(), state.digest());
  assert.throws(() => game.loadState(state.save().slice(1)), ChemixError);
  assert.equal(state.json().game, "classic");
});

test("a revealed deal is verified, and any other is rejected", () => {
  const game = open("showdown");
  const bytes = (first) => Uint8Array.from({ length: 32 }, (_, i) => first + i);
  const [seed, salt] = [bytes(7), bytes(200)];
  const contributions = [new TextEncoder().encode("one"), new Uint8Array()];
  const commitment = game.commit(seed, salt);
  assert.match(commitment, /^[0-9a-f]{64}$/);
  const session = game.session({ seed: chemix.dealingSeed(seed, contributions) });
  for (let next = session.advance().next; next !== NOBODY; next = session.advance().next) {
    session.act(next, session.observation(next).legalActions()[0]);
  }
  const record = session.record().save();
  const deal = { record, commitment, seed, salt, contributions };
  assert.equal(chemix.verifyDeal(deal), session.state().digest());
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
  assert.equal(refusedBy({ record: `${record} ` }), "record");
  assert.throws(() => game.commit(seed, bytes(0).slice(1)), /salt = 31 bytes: must be 32/);
  assert.throws(() => chemix.dealingSeed(seed, [new Uint8Array(33)]), /contributions\[0\]/);
  game.destroy();
});

test("cards, words, hints and marginals", () => {
  const game = open("react");
  const { catalogue } = game;
  assert.equal(catalogue.name, "react");
  assert.deepEqual(game.cards.map(({ name }) => name), catalogue.cards.map(({ name }) => name));
  const water = game.cards[game.findCard("H2O")];
  assert.deepEqual(water.tokens.map((kind) => game.cards[kind].name), ["H", "2", "O"]);
  assert.equal(water.points, catalogue.cards[water.kind].points);
  assert.equal(game.formula(water.kind), "H2O");
  assert.equal(game.formula(water.kind, "unicode"), "H\u2082O");
  assert.equal(game.formula(water.kind, "markup"), "H<sub>2</sub>O");
  const german = game.words("de", { players: ["Anna", "Ben"], style: "unicode" });
  assert.equal(german.languageName(), "Deutsch");
  assert.equal(german.player(1), "Ben");
  assert.match(german.card(water.kind), /^H\u2082O/);
  const { options } = chemix.describe("react");
  const claims = options.findIndex(({ name }) => name === "claims");
  assert.equal(german.choice(claims, options[claims].choices.indexOf("realtime")), "Wer zuerst ruft, ist zuerst dran");
  const seen = game.deal("2").observe(0);
  const values = chemix.policy("search iterations=20").actionValues(seen, "1");
  assert.deepEqual(values.map(({ action }) => action).sort((a, b) => a - b), seen.legalActions());
  const hint = chemix.policy("heuristic").hint(seen, "1");
  assert.ok(seen.legalActions().includes(hint.action));
  const french = game.words("fr");
  assert.ok(french.hint(hint).toLowerCase().startsWith(french.action(0, hint.action).toLowerCase()));
  for (const { shares } of seen.marginals()) {
    for (const share of shares.flat()) assert.ok(share >= 0 && share <= 1);
  }
  for (const pile of seen.piles()) assert.ok(french.pile(pile).length > 0, pile.name);
  for (const field of seen.fields()) {
    if (french.fieldName(field)) assert.ok(field.value === null || french.fieldValue(field).length > 0);
  }
  assert.deepEqual(chemix.policies().map(({ name }) => name), ["random", "greedy", "heuristic", "search", "solver"]);
});

test("actions consist of fields", () => {
  const game = open("chemuno");
  const id = game.findAction(0, "wish H");
  const [kind, element] = game.actionFields(0, id);
  assert.equal(kind.name, "kind");
  assert.equal(game.fieldText(kind), "wish");
  assert.equal(element.type, "card");
  assert.equal(game.fieldText(element), "H");
  assert.equal(game.actionText(0, id), "wish H");
});

test("events name places, and the game knows their piles", () => {
  const game = open("chemuno");
  const state = game.initialState();
  const dealt = state.events(CHANCE, state.drawOutcome("7"), 0).find(({ verb }) => verb === "deal");
  const piles = state.observe(0).piles();
  for (const place of [dealt.from, dealt.to]) {
    assert.deepEqual(piles[game.findPile(place, dealt.kind)].place, place);
  }
});

test("the best whole turn", () => {
  let state = open("classic").deal("7");
  const [player] = state.acting().seats;
  const { actions, value, points } = state.bestTurn({ noble_gases: 0 });
  assert.ok(Number.isFinite(value) && actions.length > 0 && points.length === 2);
  for (const action of actions) state = state.apply(player, action);
  assert.throws(() => open("react").deal("7").bestTurn(), ChemixError);
});

test("unprintable characters are written and reported as digits", () => {
  const title = "a\u001fb";
  const deck = JSON.stringify({ ...chemix.deck("chemix"), deck: "own", title });
  const record = chemix.game("chemuno", { players: 2, deck }).record(0, []).save();
  assert.ok(record.includes("a\\u001fb"), record.slice(0, 200));
  assert.throws(() => chemix.game("chemuno", { players: 2, deck: `"${title}"` }), /<U\+001F>/);
});

test("weights are parsed exactly", () => {
  const state = open("classic").deal("7");
  const others = { points: 0, points_to_others: 0, minus_cards: 0, noble_gases: 0 };
  const value = (cards_kept) => state.bestTurn({ ...others, cards_kept }).value;
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

test("own words are accepted", () => {
  const text = readFileSync(new URL("words/de.json", root), "utf8");
  const game = open("chemuno");
  assert.equal(game.loadWords(text).title(), game.words("de").title());
  assert.throws(() => game.loadWords("{}"), ChemixError);
});

test("names have the same numbers as in the C ABI", () => {
  const header = readFileSync(new URL("capi/include/chemix.h", root), "utf8");
  for (const [of, names] of Object.entries({
    ZONE: ZONES, VERB: VERBS, ASKED: tables.ASKED, FIELD: tables.FIELD_TYPES, CARD: tables.CARD_TYPES,
    COLOR: tables.COLORS, FACE: tables.FACES, HINT: tables.HINT_REASONS, STYLE: tables.STYLES,
    UNDO: tables.UNDOS,
  })) {
    const defined = [...header.matchAll(new RegExp(`CHEMIX_${of}_([A-Z_]+) = (\\d+)`, "g"))];
    assert.deepEqual(
      defined.map(([, name, number]) => [name.toLowerCase(), Number(number)]),
      names.map((name, number) => [name ?? "none", number]),
    );
  }
  for (const [of, names] of Object.entries({ MARK: tables.MARKS, RECONSTRUCTED: tables.RECONSTRUCTED })) {
    const defined = [...header.matchAll(new RegExp(`CHEMIX_${of}_([A-Z_]+) = (\\d+)`, "g"))];
    assert.deepEqual(
      defined.map(([, name, number]) => [name.toLowerCase(), Number(number)]),
      names.map((name, bit) => [name, 1 << bit]),
    );
  }
});

test("structures have the same sizes as in the C ABI", () => {
  const pinned = readFileSync(new URL("tests/capi/numbers.c", root), "utf8");
  const sizes = new Map([...pinned.matchAll(/PIN_SIZE\(chemix_(\w+), (\d+)\)/g)].map(([, name, size]) => [name, Number(size)]));
  for (const [name, size] of Object.entries({
    limits: tables.LIMITS_SIZE, phase: tables.PHASE_SIZE, acting: tables.ACTING_SIZE, step: tables.STEP_SIZE,
    place: tables.PLACE_SIZE, event: tables.EVENT_SIZE, field: tables.FIELD_SIZE, card: tables.CARD_SIZE,
    pile: tables.PILE_SIZE, card_group: tables.GROUP_SIZE, action_value: tables.ACTION_VALUE_SIZE,
    hint: tables.HINT_SIZE, handover: tables.HANDOVER_SIZE, log_entry: tables.LOG_ENTRY_SIZE,
  })) {
    assert.equal(size, sizes.get(name), name);
  }
});

test("the version equals that of the library", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal(version, chemix.version);
});
