// SPDX-License-Identifier: Apache-2.0
/** The card games of chemix: rules, texts and policies, over the C ABI as WebAssembly. */
import { decks, schemas } from "./files/common.js";
import { words } from "./files/words.js";
import { Memory, type Fault } from "./memory.js";
import type * as values from "./values.js";

export type * as values from "./values.js";

/** A complete state, including all secrets, as memory of this build of the module. Do not store it
 * (`Game.save` does that). Functions copy it and never modify it. */
export type State = Uint8Array & { readonly __is?: "state" };
/** What one viewer sees and knows: memory like `State`; to send it, use `Game.saveObservation`. */
export type Observation = Uint8Array & { readonly __is?: "observation" };
/** An event of a step as one viewer sees it: opaque bytes for `eventJson` and `eventWords`. */
export type Event = Uint8Array & { readonly __is?: "event" };

/** A nonnegative integer, or its text in decimal or 0x hexadecimal digits. */
export type Seed = string | number | bigint;

/** A seat from 0 on, or one of the constants below. */
export type Actor = number;
export const CHANCE = -1;
export const SPECTATOR = -2;
export const NOBODY = -3;

/** "de", "en" or "fr". Append " aloud" for texts to be read aloud. */
export type Language = string;

export interface Acting {
  /** The seats that may act, ascending; empty when chance acts or the game is over. */
  seats: number[];
  chance: boolean;
}
export interface Step {
  actor: Actor;
  action: number;
}
export interface ActionValue {
  action: number;
  /** Higher is better; comparable only within one decision. */
  value: number;
  /** Number of visits by policies that search; otherwise 0. */
  visits: number;
}
/** A policy's recommendation, with its reason. */
export interface Hint {
  /** The text and the id of the action. */
  action: string;
  id: number;
  /** "only": the only legal action; "alike": others are as good or nearly so; "points": best by the
   * end of the turn; "looked_ahead": best in searched games; "solved": best with perfect play. */
  reason: "only" | "alike" | "points" | "looked_ahead" | "solved";
  choices: number;
  /** The advantage in value over the second-best action. */
  margin: number;
  /** The change of the lead by the end of the turn, in points. */
  gain: number;
  /** The total number of searched games. */
  visits: number;
  words: string;
}
/** A deal that a server reveals after a game, with the commitment that it published before. */
export interface RevealedDeal {
  record: string;
  /** 64 hexadecimal digits. */
  commitment: string;
  /** 32 bytes each. */
  seed: Uint8Array;
  salt: Uint8Array;
  /** By seat, at most 32 bytes each; empty for a player who contributed nothing. */
  contributions: readonly Uint8Array[];
}
export interface WholeTurn {
  actions: number[];
  value: number;
}
export interface Limits {
  players: number;
  /** 16 hexadecimal digits. */
  key: string;
  actions: number;
  chanceActions: number;
  legalActions: number;
  cardKinds: number;
  stateSize: number;
  observationSize: number;
  maxCopies: number;
}
/** The values of an observation; the fields of `open` and `own` depend on the game. */
export interface Seen {
  game: string;
  key: string;
  viewer: number | null;
  open: { [name: string]: unknown };
  own: { [name: string]: unknown } | null;
  knowledge: unknown;
}
export interface PolicyKind {
  name: string;
  meaning: string;
  parameters: values.Option[];
}
/** The texts of a game that are available before it is created. */
export interface GameWords {
  title: string;
  score: string;
  options: { [name: string]: { words: string; choices: { [choice: string]: string } } };
}
/** The zones of a table, indexed by their numbers in the C ABI. */
export const ZONES = [
  "draw_pile", "discard_pile", "hand", "pile_bottom", "kitty", "stack", "tableau", "supply", "chips",
  "display", "multiplier_stacks", "removed", "free_area", "market", "aside", "compound_stack",
] as const;
export type Zone = (typeof ZONES)[number];
/** The probabilities that a hidden place holds at least 1, 2, … cards of each kind: by kind, then
 * number. */
export interface Marginals {
  zone: Zone;
  owner: number;
  shares: number[][];
}

const REFUSED = -1;
const INVALID_INPUT = -4;
const EVENT_SIZE = 40;
const STEP_SIZE = 8;
const ACTION_VALUE_SIZE = 24;
const PLACE_SIZE = 8;
const LIMITS_SIZE = 64;
const SECRET_SIZE = 32;
const CONTRIBUTION_SIZE = 4 + SECRET_SIZE;
const UNKNOWN_SCORE = -(2 ** 31);

/** Invalid input: a wrong name, number, text or file. `Chemix.errorWords` translates the message. */
export class ChemixError extends Error {
  override name = "ChemixError";
  /** The name of the C status, such as "CHEMIX_INVALID_INPUT". */
  readonly status: string;
  /** The invalid argument, option or field, and the rule that it violates, or "". */
  readonly field: string;
  readonly rule: string;
  /** The C error, empty if there is none; internal. */
  readonly bytes: Uint8Array;
  constructor(status: string, fault: Fault) {
    super(fault.message);
    this.status = status;
    this.field = fault.field;
    this.rule = fault.rule;
    this.bytes = fault.bytes;
  }
}

/** A rule refused an action; nothing was changed. `Game.refusalWords` explains why. */
export class RuleError extends ChemixError {
  override name = "RuleError";
  readonly detail: number;
  readonly action: number;
  readonly arguments: [number, number, number];
  constructor(status: string, fault: Fault) {
    super(status, fault);
    this.detail = fault.detail;
    this.action = fault.action;
    this.arguments = fault.arguments;
  }
}

/** Options of `load`. */
export interface Loading {
  /** The languages to load; "en" is always included. By default all. */
  languages?: readonly Language[];
}

/** Loads the library from a compiled module, its bytes, or a URL; under Node also from a file. In
 * Node and in bundles the default is the module of this package. */
export async function load(
  source: WebAssembly.Module | BufferSource | URL | string = new URL(
    "./chemix.wasm",
    import.meta.url,
  ),
  { languages, ...others }: Loading = {},
): Promise<Chemix> {
  refuseOthers(others, ["languages"]);
  let memory: WebAssembly.Memory | undefined;
  const view = () => new DataView(memory!.buffer);
  const [module, texts] = await Promise.all([compiled(source), wordsIn(languages)]);
  // The module needs only a clock, for policies with a time limit.
  const system: { [name: string]: (...values: never[]) => number | void } = {
    clock_time_get: (_id: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    proc_exit: () => {
      throw new Error("chemix: internal error");
    },
  };
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    // 52 is ENOSYS: no such function.
    (imports[from] ??= {})[name] = system[name] ?? (() => 52);
  }
  const instance = await WebAssembly.instantiate(module, imports);
  if (!("chemix_version" in instance.exports)) {
    throw wrong("source", "a module", "must be chemix.wasm of this package");
  }
  memory = instance.exports.memory as WebAssembly.Memory;
  (instance.exports._initialize as (() => void) | undefined)?.();
  return new Chemix(instance, [decks, texts, schemas]);
}

/** The texts of languages, by language. */
async function wordsIn(languages: readonly Language[] = Object.keys(words)): Promise<Files> {
  const known = Object.entries(words);
  for (const language of listOf("languages", languages)) {
    if (Object.hasOwn(words, language)) continue;
    throw wrong("languages", language, `no such language; known: ${Object.keys(words).join(", ")}`);
  }
  // Always include English: error messages use it.
  const asked = known.filter(([name]) => name === "en" || languages.includes(name));
  const loaded = asked.map(async ([name, loading]) => [name, (await loading()).default] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/** Texts of files, by file name without extension. */
type Files = { readonly [name: string]: string };

/** The library. It creates games, policies and records; call `destroy` on each to free it. */
export class Chemix {
  private readonly memory: Memory;

  /** Called by `load`, with the files of decks, words and schemas. */
  constructor(instance: WebAssembly.Instance, folders: readonly Files[]) {
    this.memory = new Memory(instance, (fault) => {
      const status = this.memory.cText(this.memory.plain("chemix_status_name", fault.status));
      return fault.status === REFUSED
        ? new RuleError(status, fault)
        : new ChemixError(status, fault);
    });
    for (const [folder, files] of folders.entries()) {
      for (const [name, written] of Object.entries(files)) {
        this.memory.begin();
        this.memory.plain("chemix_take_file", folder, name, written);
      }
    }
  }

  get version(): string {
    return this.memory.cText(this.memory.plain("chemix_version"));
  }
  games(): string[] {
    return this.text("chemix_game_names").split(" ");
  }
  languages(): string[] {
    return this.text("chemix_word_languages").split(" ");
  }
  decks(): string[] {
    return this.text("chemix_deck_names").split(" ");
  }
  /** Returns the contents of a built-in deck file. */
  deck(name: string): unknown {
    return JSON.parse(this.text("chemix_deck_json", text("name", name)));
  }
  /** Describes a game: its players, decks and options. */
  describe(name: string): values.Description {
    return JSON.parse(this.text("chemix_game_description", text("name", name))) as values.Description;
  }
  words(name: string, language: Language): GameWords {
    const words: GameWords = { title: "", score: "", options: {} };
    const lines = this.text("chemix_game_words", text("name", name), text("language", language));
    for (const line of lines.split("\n")) {
      const [kind, a = "", b = "", c = ""] = line.split("\t");
      if (kind === "title") words.title = a;
      if (kind === "score") words.score = a;
      if (kind === "option") words.options[a] = { words: b, choices: {} };
      if (kind === "choice") words.options[a]!.choices[b] = c;
    }
    return words;
  }
  /** Translates the message of an error of input; a message without a translation stays in English. */
  errorWords(error: ChemixError, language: Language): string {
    const isOfInput = ["CHEMIX_INVALID_INPUT", "CHEMIX_OUT_OF_RANGE"].includes(error.status);
    const inputs = worded(language, []);
    if (!isOfInput || error.bytes.length === 0) return error.message;
    return this.text("chemix_error_words", null, error.bytes, ...inputs);
  }
  /** Creates a game. `deck` is the text of a custom deck file. */
  game(
    name: string,
    how: { players: number; options?: { [name: string]: values.OptionValue }; deck?: string },
  ): Game {
    const { players, options = {}, deck, ...others } = objectOf("players", how);
    refuseOthers(others, ["players", "options", "deck"]);
    const written = pairsOf("options", options);
    text("name", name);
    whole("players", players);
    this.memory.begin();
    let made = 0;
    if (deck !== undefined) {
      const bytes = encoded("deck", deck);
      made = this.handle("chemix_deck_create", bytes, bytes.length, "deck.json");
    }
    try {
      const at = this.handle("chemix_game_create", name, players, written.join(" "), made);
      return new Game(this.memory, at);
    } finally {
      if (made) destroy(this.memory, "chemix_deck_destroy", made);
    }
  }
  policies(): PolicyKind[] {
    return JSON.parse(this.text("chemix_policy_list")) as PolicyKind[];
  }
  /** Creates a policy from its name and parameters, such as `search iterations=2000`. */
  policy(of: string): Policy {
    this.memory.begin();
    return new Policy(this.memory, this.handle("chemix_policy_create", text("policy", of)));
  }
  /** Reads a record, replays it and compares its digest. */
  record(written: string): GameRecord {
    const bytes = encoded("record", written);
    this.memory.begin();
    const at = this.handle("chemix_record_open", bytes, bytes.length);
    const startAt = this.memory.room(4);
    try {
      const game = this.handle("chemix_record_game", at, undefined, startAt);
      const startPlayer = this.memory.view().getInt32(startAt, true);
      return new GameRecord(this.memory, at, new Game(this.memory, game), startPlayer);
    } catch (error) {
      destroy(this.memory, "chemix_record_destroy", at);
      throw error;
    }
  }
  /** Reads a record, replays it, and returns the digest of its end: 16 hexadecimal digits. */
  verify(written: string): string {
    const bytes = encoded("record", written);
    this.memory.begin();
    const at = this.memory.room(8);
    this.memory.call("chemix_record_verify", bytes, bytes.length, at);
    return hex(this.memory.view().getBigUint64(at, true));
  }

  /** Returns the seed to deal with, for `Game.resolve`, from the server's seed and the players'
   * contributions, by seat, at most 32 bytes each. */
  dealingSeed(seed: Uint8Array, contributions: readonly Uint8Array[]): string {
    this.memory.begin();
    const added = contributed(contributions);
    return this.memory.text("chemix_deal_seed", secret("seed", seed), added, contributions.length);
  }
  /** Verifies a record against a revealed deal, and returns the digest of its end. Throws a
   * ChemixError that names the mismatch: `record`, `commitment` or `steps[n]`. */
  verifyDeal(deal: RevealedDeal): string {
    const { record, commitment, seed, salt, contributions } = objectOf("deal", deal);
    const bytes = encoded("record", record);
    this.memory.begin();
    const at = this.memory.room(8);
    this.memory.call(
      "chemix_deal_verify",
      text("commitment", commitment), secret("seed", seed), secret("salt", salt),
      contributed(contributions), contributions.length, bytes, bytes.length, at,
    );
    return hex(this.memory.view().getBigUint64(at, true));
  }

  private text(name: string, ...inputs: (string | Uint8Array | null)[]): string {
    this.memory.begin();
    return this.memory.text(name, ...inputs);
  }
  /** Calls a function that writes a handle, to the last parameter or where `undefined` stands. */
  private handle(name: string, ...inputs: (string | number | Uint8Array | undefined)[]): number {
    const at = this.memory.room(4);
    const all = inputs.includes(undefined) ? inputs : [...inputs, undefined];
    this.memory.call(name, ...all.map((input) => input ?? at));
    return this.memory.view().getUint32(at, true);
  }
}

/** A game: an immutable combination of rules, deck, options and number of players. */
export class Game {
  readonly limits: Limits;
  private asked: values.Catalogue | undefined;

  /** Called by `Chemix.game`. */
  constructor(
    private readonly memory: Memory,
    /** Internal; 0 once the game is destroyed, and then rejected. */
    public handle: number,
  ) {
    this.memory.begin();
    const at = memory.room(LIMITS_SIZE);
    memory.view().setUint32(at, LIMITS_SIZE, true);
    memory.call("chemix_game_limits", handle, at);
    const view = memory.view();
    const number = (offset: number) => view.getInt32(at + offset, true);
    this.limits = {
      players: number(4),
      key: hex(view.getBigUint64(at + 8, true)),
      actions: number(16),
      chanceActions: number(20),
      legalActions: number(24),
      cardKinds: number(28),
      stateSize: number(40),
      observationSize: number(44),
      maxCopies: number(60),
    };
  }
  destroy(): void {
    this.handle = destroy(this.memory, "chemix_game_destroy", this.handle);
  }
  /** Internal: the handle, if it belongs to this memory. */
  handleIn(memory: Memory): number {
    if (memory !== this.memory) throw wrong("game", "a game", "is of another load()");
    return this.handle;
  }
  /** The metadata that a frontend needs before the first deal, with texts in all languages. */
  get catalogue(): values.Catalogue {
    this.asked ??= JSON.parse(this.text("chemix_game_catalogue")) as values.Catalogue;
    return this.asked;
  }
  /** Returns the JSON schema of a kind of value: "state", "observation", "action", "event", … */
  schema(what: string): unknown {
    return JSON.parse(this.text("chemix_game_schema", text("what", what)));
  }

  // ---- States ----

  /** The state before anything is dealt. */
  initialState(startPlayer = 0): State {
    whole("start_player", startPlayer);
    this.memory.begin();
    const at = this.memory.room(this.limits.stateSize);
    this.memory.call("chemix_state_init", this.handle, startPlayer, at, this.limits.stateSize);
    return this.memory.copy(at, this.limits.stateSize);
  }
  /** The state after dealing: the initial state with chance resolved up to the first decision. */
  deal(seed: Seed, startPlayer = 0): State {
    return this.resolve(this.initialState(startPlayer), seed);
  }
  acting(state: State): Acting {
    const { players, chance } = this.actingBy("chemix_state_acting", state, []);
    return { seats: seatsOf(players), chance };
  }
  isTerminal(state: State): boolean {
    const { seats, chance } = this.acting(state);
    return seats.length === 0 && !chance;
  }
  legalActions(state: State, player: number): number[] {
    return this.ids("chemix_state_legal_actions", ...this.of(state), whole("player", player));
  }
  /** Returns the refusal of the action, or null if it is legal. */
  check(state: State, actor: Actor, action: number): RuleError | null {
    return this.refusal("chemix_state_check", ...this.of(state), ...acted(actor, action));
  }
  /** Returns the state after the action. Throws a RuleError if a rule refuses it. */
  apply(state: State, actor: Actor, action: number): State {
    return this.changed("chemix_state_apply", acted(actor, action), state);
  }
  /** Returns the chance action that a seed determines. */
  draw(state: State, seed: Seed): number {
    return this.number("chemix_state_draw", ...this.of(state), digits(seed));
  }
  /** Resolves chance with a seed until a player acts or the game is over. */
  resolve(state: State, seed: Seed): State {
    return this.changed("chemix_state_resolve", [digits(seed)], state);
  }
  /** Plays to the end, each seat by its policy. */
  play(state: State, policies: readonly Policy[], seed: Seed): State {
    this.memory.begin();
    const handles = listOf("policies", policies).map((policy, seat) => {
      if (!(policy instanceof Policy)) throw wrong(`policies[${seat}]`, policy, "must be a policy");
      return policy.handleIn(this.memory);
    });
    const list = new Uint8Array(new Uint32Array(handles).buffer);
    const at = this.put(state);
    const steps = this.memory.room(8);
    this.memory.call(
      "chemix_state_play",
      this.handle, list, policies.length, digits(seed), 0, at, state.length, steps,
    );
    return this.memory.copy(at, state.length);
  }
  /** Returns the best whole turn: the ids of its actions and its weighted value. Requires a game
   * with turn weights and a state where a turn begins. `weights` are keyed by the names in
   * `catalogue.turn_weights`. */
  bestTurn(state: State, weights: { [name: string]: number } = {}): WholeTurn {
    this.memory.begin();
    const valueAt = this.memory.room(8);
    const written = pairsOf("weights", weights).join(" ");
    const actions = this.memory.listBefore(
      "chemix_state_best_turn", 4, (at) => int32(this.memory.view(), at), [valueAt],
      this.handle, ...this.of(state), written,
    );
    return { actions, value: float64(this.memory.view(), valueAt) };
  }
  scores(state: State): number[] {
    return this.list("chemix_state_scores", 4, int32, ...this.of(state)) as number[];
  }
  returns(state: State): number[] {
    return this.list("chemix_state_returns", 8, float64, ...this.of(state));
  }
  /** Describes the current scores, and at the end also the winner. Secret before the end. */
  stateWords(state: State, language: Language, players: readonly string[] = []): string {
    return this.text("chemix_state_words", ...this.of(state), ...worded(language, players));
  }
  /** A hash of the whole state, 16 hexadecimal digits; secret. */
  digest(state: State): string {
    return this.hash("chemix_state_digest", state);
  }
  /** Whether `player` may undo everything that led from `before` to `after`. */
  canUndo(before: State, after: State, player: number): boolean {
    this.memory.begin();
    const at = this.memory.room(1);
    const [one, length] = this.of(before);
    const [other] = this.of(after, length);
    whole("player", player);
    this.memory.call("chemix_state_can_undo", this.handle, one, other, length, player, at);
    return this.memory.view().getUint8(at) !== 0;
  }
  /** Serializes a state for storage, to the same bytes on every platform. Secret. */
  save(state: State): Uint8Array {
    this.memory.begin();
    return this.memory.blob("chemix_state_save", this.handle, ...this.of(state));
  }
  /** Reads and validates what `save` wrote. */
  load(bytes: Uint8Array): State {
    return this.loaded("chemix_state_load", bytes, this.limits.stateSize);
  }
  stateJson(state: State): { [name: string]: unknown } {
    return JSON.parse(this.text("chemix_state_json", ...this.of(state))) as {
      [name: string]: unknown;
    };
  }
  /** Returns the commitment that a server publishes before a game to bind itself to its seed and
   * salt, 32 secret bytes each: 64 hexadecimal digits. See docs/fair_dealing.md. */
  commit(seed: Uint8Array, salt: Uint8Array, startPlayer = 0): string {
    whole("start_player", startPlayer);
    return this.text("chemix_deal_commit", startPlayer, secret("seed", seed), secret("salt", salt));
  }
  /** Writes the record of a game played from its initial state, as JSON. */
  record(startPlayer: number, steps: readonly Step[]): string {
    whole("start_player", startPlayer);
    const list = new Int32Array(
      listOf("steps", steps).flatMap((step, i) => acted(step?.actor, step?.action, `steps[${i}].`)),
    );
    const bytes = new Uint8Array(list.buffer);
    return this.text("chemix_record_write", startPlayer, bytes, steps.length);
  }

  // ---- Observations ----

  /** Returns exactly what a viewer (a seat or SPECTATOR) sees and knows. */
  observe(state: State, viewer: number): Observation {
    whole("viewer", viewer);
    this.memory.begin();
    const size = this.limits.observationSize;
    const at = this.memory.room(size);
    this.memory.call("chemix_state_observe", this.handle, ...this.of(state), viewer, at, size);
    return this.memory.copy(at, size);
  }
  /** The players who act, as far as the viewer can tell. */
  actingSeen(seen: Observation): Acting & { sealed: boolean } {
    const sealedAt = () => this.memory.room(1);
    const { players, chance, more } = this.actingBy("chemix_observation_acting", seen, [sealedAt]);
    return { seats: seatsOf(players), chance, sealed: more };
  }
  legalActionsSeen(seen: Observation): number[] {
    return this.ids("chemix_observation_legal_actions", ...this.of(seen));
  }
  checkSeen(seen: Observation, action: number): RuleError | null {
    return this.refusal("chemix_observation_check", ...this.of(seen), whole("action", action));
  }
  /** The current scores; null where the viewer cannot tell. */
  scoresSeen(seen: Observation): (number | null)[] {
    const scores = this.list("chemix_observation_scores", 4, int32, ...this.of(seen)) as number[];
    return scores.map((score) => (score === UNKNOWN_SCORE ? null : score));
  }
  /** The returns of all players, which everybody sees at the end; 0 before. */
  returnsSeen(seen: Observation): number[] {
    return this.list("chemix_observation_returns", 8, float64, ...this.of(seen));
  }
  observationJson(seen: Observation): Seen {
    return JSON.parse(this.text("chemix_observation_json", ...this.of(seen))) as Seen;
  }
  /** Describes the viewer's pending decision; otherwise who acts, or at the end who has won. */
  prompt(seen: Observation, language: Language, players: readonly string[] = []): string {
    return this.text("chemix_observation_words", ...this.of(seen), ...worded(language, players));
  }
  /** Serializes an observation; equal observations give equal bytes. */
  saveObservation(seen: Observation): Uint8Array {
    this.memory.begin();
    return this.memory.blob("chemix_observation_save", this.handle, ...this.of(seen));
  }
  /** Reads and validates what `saveObservation` wrote. */
  loadObservation(bytes: Uint8Array): Observation {
    return this.loaded("chemix_observation_load", bytes, this.limits.observationSize);
  }
  observationDigest(seen: Observation): string {
    return this.hash("chemix_observation_digest", seen);
  }
  /** Samples a state that the viewer cannot distinguish from the true one, by seed and draw number. */
  determinize(seen: Observation, seed: Seed, draw = 0n, othersDecided = true): State {
    if (typeof draw !== "bigint" || draw < 0n || draw >= 2n ** 64n) {
      throw wrong("draw", draw, "must be a bigint from 0n to 2n ** 64n - 1n");
    }
    this.memory.begin();
    const size = this.limits.stateSize;
    const at = this.memory.room(size);
    const others = othersDecided ? 0 : 1;
    this.memory.call(
      "chemix_observation_determinize",
      this.handle, ...this.of(seen), digits(seed), draw, others, at, size,
    );
    return this.memory.copy(at, size);
  }
  /** The probabilities that hidden places hold cards of each kind, for teaching and for hints. */
  marginals(seen: Observation): Marginals[] {
    const places = this.list(
      "chemix_observation_hidden_places",
      PLACE_SIZE,
      (view, at) => ({ zone: ZONES[int32(view, at)]!, owner: int32(view, at + 4) }),
      ...this.of(seen),
    );
    const all = this.list("chemix_observation_marginals", 8, float64, ...this.of(seen), 0);
    const { cardKinds, maxCopies } = this.limits;
    return places.map((place, i) => ({
      ...place,
      shares: Array.from({ length: cardKinds }, (_, kind) => {
        const first = (i * cardKinds + kind) * maxCopies;
        return all.slice(first, first + maxCopies);
      }),
    }));
  }
  /** Returns the observation after an event that this viewer saw. */
  fold(seen: Observation, event: Event): Observation {
    this.memory.begin();
    const at = this.put(seen);
    this.memory.call("chemix_observation_fold", this.handle, eventBytes(event), at, seen.length);
    return this.memory.copy(at, seen.length);
  }

  // ---- Events, actions and words ----

  /** Returns the events of an action taken in `before`, as a viewer sees them. */
  events(before: State, actor: Actor, action: number, viewer: number): Event[] {
    this.memory.begin();
    const copy = (at: number) => this.memory.copy(at, EVENT_SIZE);
    return this.memory.list(
      "chemix_state_events", EVENT_SIZE, copy,
      this.handle, ...this.of(before), ...acted(actor, action), whole("viewer", viewer),
    );
  }
  eventJson(event: Event): values.Event {
    return JSON.parse(this.text("chemix_event_json", eventBytes(event))) as values.Event;
  }
  eventWords(event: Event, language: Language, players: readonly string[] = []): string {
    return this.text("chemix_event_words", eventBytes(event), ...worded(language, players));
  }
  actionJson(actor: Actor, action: number): values.Action {
    return JSON.parse(this.text("chemix_action_json", ...acted(actor, action))) as values.Action;
  }
  actionWords(
    actor: Actor, action: number, language: Language, players: readonly string[] = [],
  ): string {
    return this.text("chemix_action_words", ...acted(actor, action), ...worded(language, players));
  }
  actionText(actor: Actor, action: number): string {
    return this.text("chemix_action_text", ...acted(actor, action));
  }
  parseAction(actor: Actor, written: string): number {
    return this.number("chemix_action_parse", whole("actor", actor), text("action", written));
  }
  /** A card with its name and points. */
  cardWords(kind: number, language: Language): string {
    return this.text("chemix_card_words", whole("kind", kind), text("language", language));
  }
  /** Explains why an action is refused, and what is allowed instead. */
  refusalWords(refusal: RuleError, language: Language, players: readonly string[] = []): string {
    return this.text("chemix_error_words", refused(refusal), ...worded(language, players));
  }
  refusalJson(actor: Actor, refusal: RuleError): values.Refusal {
    const bytes = refused(refusal);
    return JSON.parse(
      this.text("chemix_refusal_json", whole("actor", actor), bytes),
    ) as values.Refusal;
  }

  // ---- Calls ----

  private of(memory: Uint8Array, size?: number): [Uint8Array, number] {
    const bytes = bytesOf("state or observation", memory, size);
    return [bytes, bytes.length];
  }
  private put(memory: Uint8Array): number {
    return this.memory.put(this.of(memory)[0]) as number;
  }
  private text(name: string, ...inputs: (string | number | Uint8Array | null)[]): string {
    this.memory.begin();
    return this.memory.text(name, this.handle, ...inputs);
  }
  private list<T>(
    name: string,
    size: number,
    read: (view: DataView, at: number) => T,
    ...inputs: (number | Uint8Array)[]
  ): T[] {
    this.memory.begin();
    return this.memory.list(
      name, size, (at) => read(this.memory.view(), at), this.handle, ...inputs,
    );
  }
  private ids(name: string, ...inputs: (number | Uint8Array)[]): number[] {
    return this.list(name, 4, int32, ...inputs);
  }
  private number(name: string, ...inputs: (number | string | Uint8Array)[]): number {
    this.memory.begin();
    const at = this.memory.room(4);
    this.memory.call(name, this.handle, ...inputs, at);
    return this.memory.view().getInt32(at, true);
  }
  private hash(name: string, memory: Uint8Array): string {
    this.memory.begin();
    const at = this.memory.room(8);
    this.memory.call(name, this.handle, ...this.of(memory), at);
    return hex(this.memory.view().getBigUint64(at, true));
  }
  private loaded(name: string, bytes: Uint8Array, size: number): Uint8Array {
    this.memory.begin();
    const at = this.memory.room(size);
    this.memory.call(name, this.handle, bytesOf("bytes", bytes), bytes.length, at, size);
    return this.memory.copy(at, size);
  }
  private changed(name: string, inputs: (number | string)[], state: State): State {
    this.memory.begin();
    const at = this.put(state);
    this.memory.call(name, this.handle, ...inputs, at, state.length);
    return this.memory.copy(at, state.length);
  }
  private refusal(name: string, ...inputs: (number | Uint8Array)[]): RuleError | null {
    this.memory.begin();
    try {
      this.memory.call(name, this.handle, ...inputs);
      return null;
    } catch (error) {
      if (error instanceof RuleError) return error;
      throw error;
    }
  }
  private actingBy(name: string, memory: Uint8Array, more: (() => number)[]) {
    this.memory.begin();
    const playersAt = this.memory.room(4);
    const chanceAt = this.memory.room(1);
    const moreAt = more.map((room) => room());
    this.memory.call(name, this.handle, ...this.of(memory), playersAt, chanceAt, ...moreAt);
    const view = this.memory.view();
    return {
      players: view.getUint32(playersAt, true),
      chance: view.getUint8(chanceAt) !== 0,
      more: moreAt.some((at) => view.getUint8(at) !== 0),
    };
  }
}

/** A policy: it chooses actions for a seat from the seat's observations alone. */
export class Policy {
  /** Called by `Chemix.policy`. */
  constructor(
    private readonly memory: Memory,
    /** Internal; 0 once the policy is destroyed, and then rejected. */
    public handle: number,
  ) {}
  destroy(): void {
    this.handle = destroy(this.memory, "chemix_policy_destroy", this.handle);
  }
  /** Chooses an action for the viewer, deterministically by the seed. Use a different seed for each
   * decision, since equal seeds give equal random numbers. */
  choose(game: Game, seen: Observation, seed: Seed): number {
    this.memory.begin();
    const at = this.memory.room(4);
    this.memory.call("chemix_policy_choose", this.handle, ...this.asked(game, seen, seed), 0, at);
    return this.memory.view().getInt32(at, true);
  }
  /** Recommends an action with its reason, and a sentence for people. */
  hint(
    game: Game, seen: Observation, seed: Seed, language: Language,
    players: readonly string[] = [],
  ): Hint {
    this.memory.begin();
    return JSON.parse(
      this.memory.text(
        "chemix_policy_hint",
        this.handle, ...this.asked(game, seen, seed), ...worded(language, players), 0,
      ),
    ) as Hint;
  }
  /** Returns the policy's values of all legal actions, best first. */
  action_values(game: Game, seen: Observation, seed: Seed): ActionValue[] {
    this.memory.begin();
    return this.memory.list(
      "chemix_policy_action_values",
      ACTION_VALUE_SIZE,
      (at) => {
        const view = this.memory.view();
        return {
          value: float64(view, at),
          visits: Number(view.getBigInt64(at + 8, true)),
          action: int32(view, at + 16),
        };
      },
      this.handle, ...this.asked(game, seen, seed), 0,
    );
  }

  /** Internal: the handle, if it belongs to this memory. */
  handleIn(memory: Memory): number {
    if (memory !== this.memory) throw wrong("policy", "a policy", "is of another load()");
    return this.handle;
  }
  private asked(
    game: Game, seen: Observation, seed: Seed,
  ): [number, Uint8Array, number, string] {
    const bytes = bytesOf("observation", seen);
    if (!(game instanceof Game)) throw wrong("game", game, "must be a game");
    return [game.handleIn(this.memory), bytes, bytes.length, digits(seed)];
  }
}

/** A record that was read, replayed and compared with its digest. */
export class GameRecord {
  /** Called by `Chemix.record`. `startPlayer` is NOBODY if the game was resumed. */
  constructor(
    private readonly memory: Memory,
    private handle: number,
    readonly game: Game,
    readonly startPlayer: number,
  ) {}
  /** Destroys the record, but not its game. */
  destroy(): void {
    this.handle = destroy(this.memory, "chemix_record_destroy", this.handle);
  }
  /** Returns the state before the first step. */
  start(): State {
    this.memory.begin();
    const size = this.game.limits.stateSize;
    const at = this.memory.room(size);
    this.memory.call("chemix_record_start", this.handle, at, size);
    return this.memory.copy(at, size);
  }
  steps(): Step[] {
    this.memory.begin();
    const read = (at: number) => {
      const view = this.memory.view();
      return { actor: int32(view, at), action: int32(view, at + 4) };
    };
    return this.memory.list("chemix_record_steps", STEP_SIZE, read, this.handle);
  }
  /** Writes the game as a viewer saw it, without other secrets, as JSON. */
  seen(viewer: number): string {
    this.memory.begin();
    return this.memory.text("chemix_record_seen", this.handle, whole("viewer", viewer));
  }
}

const int32 = (view: DataView, at: number): number => view.getInt32(at, true);
const float64 = (view: DataView, at: number): number => view.getFloat64(at, true);
const hex = (number: bigint): string => number.toString(16).padStart(16, "0");
function named(players: readonly string[]): string | null {
  const lines = listOf("players", players).map((name, i) => `${text(`players[${i}]`, name).replaceAll("\n", " ")}\n`);
  return lines.length ? lines.join("") : null;
}
const seatsOf = (bits: number): number[] =>
  Array.from({ length: 32 }, (_, seat) => seat).filter((seat) => (bits >>> seat) & 1);

// ---- Validation of arguments: the module itself accepts any number as a pointer ----

/** Makes the error for a wrong argument, in the same form as the library's. */
function wrong(field: string, value: unknown, reason: string): ChemixError {
  const shown = typeof value === "string" ? value : value instanceof Object ? typeof value : value;
  const message = `${field} = ${String(shown).slice(0, 60)}: ${reason}`;
  const bytes = new Uint8Array();
  return new ChemixError("CHEMIX_INVALID_INPUT", {
    status: INVALID_INPUT, rule: "", detail: 0, action: 0, arguments: [0, 0, 0], field, message, bytes,
  });
}
function refuseOthers(others: { [name: string]: unknown }, known: readonly string[]): void {
  const [other] = Object.entries(others);
  if (other) throw wrong(...other, `unknown; must be one of ${known.join(", ")}`);
}
function objectOf<T extends object>(field: string, value: T): T {
  if (typeof value === "object" && value !== null) return value;
  throw wrong(field, value, "must be an object with named fields");
}
function listOf<T>(field: string, value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value;
  throw wrong(field, value, "must be a list");
}
/** Converts options to `name=value`, which the library separates by blanks. */
function pairsOf(field: string, given: { [name: string]: values.OptionValue }): string[] {
  return Object.entries(objectOf(field, given)).map(([name, value]) => {
    const shown = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    if (/[\s\0]/.test(name + shown)) throw wrong(`${field}.${name}`, shown, "must not contain blanks");
    return `${name}=${shown}`;
  });
}
function whole(field: string, value: number): number {
  if (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) return value;
  throw wrong(field, value, "must be a whole number");
}
function text(field: string, value: string): string {
  if (typeof value !== "string") throw wrong(field, value, "must be a text");
  if (value.includes("\0")) throw wrong(field, value, "must be a text without the character 0");
  return value;
}
const encoded = (field: string, value: string): Uint8Array =>
  new TextEncoder().encode(text(field, value));
function digits(seed: Seed): string {
  if (typeof seed === "string") return text("seed", seed);
  const isWhole = typeof seed === "bigint" ? seed >= 0n : Number.isSafeInteger(seed) && seed >= 0;
  if (isWhole) return String(seed);
  throw wrong("seed", seed, "must be a whole number, 0 or more, or its text");
}
function bytesOf(field: string, value: Uint8Array, size?: number): Uint8Array {
  if (!(value instanceof Uint8Array)) throw wrong(field, value, "must be a Uint8Array");
  if (size === undefined || value.length === size) return value;
  throw wrong(field, `${value.length} bytes`, `must be ${size}`);
}
const eventBytes = (event: Event): Uint8Array => bytesOf("event", event, EVENT_SIZE);
const acted = (actor: Actor, action: number, of = ""): [number, number] => [
  whole(`${of}actor`, actor),
  whole(`${of}action`, action),
];
const worded = (language: Language, players: readonly string[]): [string, string | null] => [
  text("language", language),
  named(players),
];
function refused(refusal: RuleError): Uint8Array {
  if (refusal instanceof RuleError) return refusal.bytes;
  throw wrong("refusal", refusal, "must be a RuleError");
}
/** Validates the length, since the module always reads 32 bytes. */
const secret = (name: string, bytes: Uint8Array): Uint8Array => bytesOf(name, bytes, SECRET_SIZE);
function contributed(contributions: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(listOf("contributions", contributions).length * CONTRIBUTION_SIZE);
  contributions.forEach((bytes, seat) => {
    const field = `contributions[${seat}]`;
    if (bytesOf(field, bytes).length > SECRET_SIZE) {
      throw wrong(field, `${bytes.length} bytes`, `must be at most ${SECRET_SIZE}`);
    }
    const at = seat * CONTRIBUTION_SIZE;
    new DataView(all.buffer).setUint32(at, bytes.length, true);
    all.set(bytes, at + 4);
  });
  return all;
}

async function compiled(
  source: WebAssembly.Module | BufferSource | URL | string,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const isAddress = source instanceof URL || typeof source === "string";
  return WebAssembly.compile(isAddress ? await fetched(source) : source);
}
async function fetched(source: URL | string): Promise<ArrayBuffer> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`chemix: ${response.url}: ${response.status}`);
  return response.arrayBuffer();
}

/** Destroys the object of a handle, if any; returns the null handle. */
function destroy(memory: Memory, name: string, handle: number): number {
  memory.begin();
  const at = memory.room(4);
  memory.view().setUint32(at, handle, true);
  memory.plain(name, at);
  return 0;
}
