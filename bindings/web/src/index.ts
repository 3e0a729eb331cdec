// SPDX-License-Identifier: Apache-2.0
/** The card games of chemix: rules, words and players, over the C ABI as WebAssembly. */
import { decks, schemas } from "./files/common.js";
import { words } from "./files/words.js";
import { Memory, type Fault } from "./memory.js";
import type * as values from "./values.js";

export type * as values from "./values.js";

/** A whole state, with everybody's secrets: bytes of this module, to be kept but not to be stored
 * (`Game.save` does that). Functions copy them and never change them. */
export type State = Uint8Array & { readonly __is?: "state" };
/** What one viewer sees and knows: bytes as above, to be sent by `Game.saveObservation`. */
export type Observation = Uint8Array & { readonly __is?: "observation" };
/** What happens in a step, as one viewer sees it: bytes that `eventJson` and `eventWords` read. */
export type Event = Uint8Array & { readonly __is?: "event" };

/** A whole number from 0 on, or a text of one in decimal or 0x hexadecimal digits. */
export type Seed = string | number | bigint;

/** A seat from 0 on, or one of the numbers below. */
export type Actor = number;
export const CHANCE = -1;
export const SPECTATOR = -2;
export const NOBODY = -3;

/** "de", "en" or "fr"; with " aloud" after it the words are to be read aloud. */
export type Language = string;

export interface Acting {
  /** The seats that may act, ascending; none when chance acts or the game is over. */
  seats: number[];
  chance: boolean;
}
export interface Step {
  actor: Actor;
  action: number;
}
export interface ActionValue {
  action: number;
  /** The higher, the better; to be compared within one decision only. */
  value: number;
  /** How often it was looked at, by policies that look ahead; else 0. */
  visits: number;
}
/** What a policy would do, and why. */
export interface Hint {
  /** Its text, and its number. */
  action: string;
  id: number;
  /** Nothing else is allowed; another is as good or nearly; by the end of the turn; in
   * games that were looked ahead; with perfect play. */
  reason: "only" | "alike" | "points" | "looked_ahead" | "solved";
  choices: number;
  /** By how much it expects more of it than of any other. */
  margin: number;
  /** By how many points the lead grows by the end of the turn. */
  gain: number;
  /** How many games were looked ahead in all. */
  visits: number;
  words: string;
}
/** What a server tells after a game, with the commitment that it told before. */
export interface RevealedDeal {
  record: string;
  /** 64 hexadecimal digits. */
  commitment: string;
  /** 32 bytes each. */
  seed: Uint8Array;
  salt: Uint8Array;
  /** By seat, up to 32 bytes each, none for who added nothing. */
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
/** What an observation says, by name; the fields of `open` and `own` are those of the game. */
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
/** The words of a game before it is made. */
export interface GameWords {
  title: string;
  score: string;
  options: { [name: string]: { words: string; choices: { [choice: string]: string } } };
}
/** The zones of a table, by their numbers in the C ABI. */
export const ZONES = [
  "draw_pile", "discard_pile", "hand", "pile_bottom", "kitty", "stack", "tableau", "supply", "chips",
  "display", "multiplier_stacks", "removed", "free_area", "market", "aside", "compound_stack",
] as const;
export type Zone = (typeof ZONES)[number];
/** How likely a hidden place holds at least 1, 2, … cards of each kind: by kind, then number. */
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

/** Something that the library does not take: a wrong name, number, text or file. */
export class ChemixError extends Error {
  override name = "ChemixError";
  /** Such as "CHEMIX_INVALID_INPUT". */
  readonly status: string;
  /** The argument, option or field that is wrong, and the rule that says so, or "". */
  readonly field: string;
  readonly rule: string;
  constructor(status: string, fault: Fault) {
    super(fault.message);
    this.status = status;
    this.field = fault.field;
    this.rule = fault.rule;
  }
}

/** A rule refuses an action; nothing was changed. `Game.refusalWords` says why in any language. */
export class RuleError extends ChemixError {
  override name = "RuleError";
  readonly detail: number;
  readonly action: number;
  readonly arguments: [number, number, number];
  /** For the library. */
  readonly bytes: Uint8Array;
  constructor(status: string, fault: Fault) {
    super(status, fault);
    this.detail = fault.detail;
    this.action = fault.action;
    this.arguments = fault.arguments;
    this.bytes = fault.bytes;
  }
}

/** What `load` may be told. */
export interface Loading {
  /** The languages of words, "en" always being one: all unless named. */
  languages?: readonly Language[];
}

/** Loads the library from a compiled module, its bytes, or an address to fetch it from; under node
 * also from a file. Under node and in bundles without an argument: the module of this package. */
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
  // The rules need no system: a clock for policies that are given milliseconds, and numbers out of
  // texts, are all there is.
  const system: { [name: string]: (...values: never[]) => number | void } = {
    clock_time_get: (_id: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    chemix_number: (at: number, size: number) =>
      Number(new TextDecoder().decode(new Uint8Array(memory!.buffer, at, size))),
    proc_exit: () => {
      throw new Error("chemix: a fault of the library");
    },
  };
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    // 52: no such function.
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

/** The words of languages, by language. */
async function wordsIn(languages: readonly Language[] = Object.keys(words)): Promise<Files> {
  const known = Object.entries(words);
  for (const language of listOf("languages", languages)) {
    if (Object.hasOwn(words, language)) continue;
    throw wrong("languages", language, `no such language; known: ${Object.keys(words).join(", ")}`);
  }
  // Messages of errors are English.
  const asked = known.filter(([name]) => name === "en" || languages.includes(name));
  const loaded = asked.map(async ([name, loading]) => [name, (await loading()).default] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/** Texts of files, by the stems of their names. */
type Files = { readonly [name: string]: string };

/** The library. Games, policies and records are made here, and last until `destroy`. */
export class Chemix {
  private readonly memory: Memory;

  /** Made by `load`, of the files of decks, words and schemas. */
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
  /** A built-in deck file as it is kept. */
  deck(name: string): unknown {
    return JSON.parse(this.text("chemix_deck_json", text("name", name)));
  }
  /** What a game may be made with. */
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
  /** Makes a game. `deck` is the text of a deck file of one's own. */
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
  /** Makes a policy of its name and parameters, such as `search iterations=2000`. */
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
  /** Reads a record, replays it, and gives the digest of its end: 16 hexadecimal digits. */
  verify(written: string): string {
    const bytes = encoded("record", written);
    this.memory.begin();
    const at = this.memory.room(8);
    this.memory.call("chemix_record_verify", bytes, bytes.length, at);
    return hex(this.memory.view().getBigUint64(at, true));
  }

  /** The seed to deal with, for `Game.resolve`: of the server's and of what the players add, by seat,
   * up to 32 bytes each. */
  dealingSeed(seed: Uint8Array, contributions: readonly Uint8Array[]): string {
    this.memory.begin();
    const added = contributed(contributions);
    return this.memory.text("chemix_deal_seed", secret("seed", seed), added, contributions.length);
  }
  /** Verifies a record by what was revealed after the game, and gives the digest of its end. Throws a
   * ChemixError that names what does not fit: `record`, `commitment` or `steps[n]`. */
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

  private text(name: string, ...inputs: string[]): string {
    this.memory.begin();
    return this.memory.text(name, ...inputs);
  }
  /** Calls a function that writes a handle: last, or where `undefined` stands. */
  private handle(name: string, ...inputs: (string | number | Uint8Array | undefined)[]): number {
    const at = this.memory.room(4);
    const all = inputs.includes(undefined) ? inputs : [...inputs, undefined];
    this.memory.call(name, ...all.map((input) => input ?? at));
    return this.memory.view().getUint32(at, true);
  }
}

/** A game: immutable, of deck, options and number of players. */
export class Game {
  readonly limits: Limits;
  private asked: values.Catalogue | undefined;

  /** Made by `Chemix.game`. */
  constructor(
    private readonly memory: Memory,
    /** For the library; 0 once the game is destroyed, and then refused. */
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
  /** For the library: its handle, where that is of this memory. */
  handleIn(memory: Memory): number {
    if (memory !== this.memory) throw wrong("game", "a game", "is of another load()");
    return this.handle;
  }
  /** All that a frontend must know before the first card is dealt, words in all languages. */
  get catalogue(): values.Catalogue {
    this.asked ??= JSON.parse(this.text("chemix_game_catalogue")) as values.Catalogue;
    return this.asked;
  }
  /** What data looks like, as a JSON schema: "state", "observation", "action", "event", … */
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
  /** The initial state with chance resolved up to the first decision of a player. */
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
  /** Why a rule refuses the action; nothing when it is legal. */
  check(state: State, actor: Actor, action: number): RuleError | null {
    return this.refusal("chemix_state_check", ...this.of(state), ...acted(actor, action));
  }
  /** The state after the action. Throws a RuleError when a rule refuses it. */
  apply(state: State, actor: Actor, action: number): State {
    return this.changed("chemix_state_apply", acted(actor, action), state);
  }
  /** What chance does for a seed. */
  draw(state: State, seed: Seed): number {
    return this.number("chemix_state_draw", ...this.of(state), digits(seed));
  }
  /** Lets chance act for a seed until a player acts or the game is over. */
  resolve(state: State, seed: Seed): State {
    return this.changed("chemix_state_resolve", [digits(seed)], state);
  }
  /** Plays on to the end, each seat by its policy. */
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
      this.handle, list, policies.length, digits(seed), at, state.length, steps,
    );
    return this.memory.copy(at, state.length);
  }
  /** The best whole turn, in games with turn weights and where a turn begins: the ids of its
   * actions, and the sum of what it is weighed by. `weights` are of the names in
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
  /** Everybody's score as it stands, at the end also who has won. Secret before the end. */
  stateWords(state: State, language: Language, players: readonly string[] = []): string {
    return this.text("chemix_state_words", ...this.of(state), ...worded(language, players));
  }
  /** A hash of the whole state, 16 hexadecimal digits; secret. */
  digest(state: State): string {
    return this.hash("chemix_state_digest", state);
  }
  /** Whether `player` may take back all that led from `before` to `after`. */
  canUndo(before: State, after: State, player: number): boolean {
    this.memory.begin();
    const at = this.memory.room(1);
    const [one, length] = this.of(before);
    const [other] = this.of(after, length);
    whole("player", player);
    this.memory.call("chemix_state_can_undo", this.handle, one, other, length, player, at);
    return this.memory.view().getUint8(at) !== 0;
  }
  /** Bytes to be stored, the same on every platform; secret. */
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
  /** What a server publishes before a game to be bound to its seed and salt, 32 secret bytes each: 64
   * hexadecimal digits. docs/fair_dealing.md says what it proves. */
  commit(seed: Uint8Array, salt: Uint8Array, startPlayer = 0): string {
    whole("start_player", startPlayer);
    return this.text("chemix_deal_commit", startPlayer, secret("seed", seed), secret("salt", salt));
  }
  /** Writes a game that was played from its initial state, as JSON. */
  record(startPlayer: number, steps: readonly Step[]): string {
    whole("start_player", startPlayer);
    const list = new Int32Array(
      listOf("steps", steps).flatMap((step, i) => acted(step?.actor, step?.action, `steps[${i}].`)),
    );
    const bytes = new Uint8Array(list.buffer);
    return this.text("chemix_record_write", startPlayer, bytes, steps.length);
  }

  // ---- Observations ----

  /** What a viewer (a seat or SPECTATOR) sees and knows, and nothing else. */
  observe(state: State, viewer: number): Observation {
    whole("viewer", viewer);
    this.memory.begin();
    const size = this.limits.observationSize;
    const at = this.memory.room(size);
    this.memory.call("chemix_state_observe", this.handle, ...this.of(state), viewer, at, size);
    return this.memory.copy(at, size);
  }
  /** Who acts as far as the viewer can tell. */
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
  /** Points as they stand, null where the viewer cannot tell. */
  scoresSeen(seen: Observation): (number | null)[] {
    const scores = this.list("chemix_observation_scores", 4, int32, ...this.of(seen)) as number[];
    return scores.map((score) => (score === UNKNOWN_SCORE ? null : score));
  }
  /** What everybody gets, which the end shows to all; 0 before it. */
  returnsSeen(seen: Observation): number[] {
    return this.list("chemix_observation_returns", 8, float64, ...this.of(seen));
  }
  observationJson(seen: Observation): Seen {
    return JSON.parse(this.text("chemix_observation_json", ...this.of(seen))) as Seen;
  }
  /** What the viewer is asked for, else who acts, or at the end who has won. */
  prompt(seen: Observation, language: Language, players: readonly string[] = []): string {
    return this.text("chemix_observation_words", ...this.of(seen), ...worded(language, players));
  }
  /** Bytes to be stored or sent, equal when the viewer sees and knows the same. */
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
  /** A state that the viewer cannot tell from the true one, drawn with a seed and a number. */
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
  /** How likely each hidden place holds cards of each kind, for teaching and for hints. */
  marginals(seen: Observation): Marginals[] {
    const places = this.list(
      "chemix_observation_hidden_places",
      PLACE_SIZE,
      (view, at) => ({ zone: ZONES[int32(view, at)]!, owner: int32(view, at + 4) }),
      ...this.of(seen),
    );
    const all = this.list("chemix_observation_marginals", 8, float64, ...this.of(seen));
    const { cardKinds, maxCopies } = this.limits;
    return places.map((place, i) => ({
      ...place,
      shares: Array.from({ length: cardKinds }, (_, kind) => {
        const first = (i * cardKinds + kind) * maxCopies;
        return all.slice(first, first + maxCopies);
      }),
    }));
  }
  /** The observation after an event that this viewer saw. */
  fold(seen: Observation, event: Event): Observation {
    this.memory.begin();
    const at = this.put(seen);
    this.memory.call("chemix_observation_fold", this.handle, eventBytes(event), at, seen.length);
    return this.memory.copy(at, seen.length);
  }

  // ---- Events, actions and words ----

  /** The events of an action taken in `before`, as a viewer sees them. */
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
  /** What is wrong with an action, and what may be done instead. */
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

/** Who plays for a seat, by what this seat sees and knows alone. */
export class Policy {
  /** Made by `Chemix.policy`. */
  constructor(
    private readonly memory: Memory,
    /** For the library; 0 once the policy is destroyed, and then refused. */
    public handle: number,
  ) {}
  destroy(): void {
    this.handle = destroy(this.memory, "chemix_policy_destroy", this.handle);
  }
  /** What the viewer of an observation does: the same for the same seed. Each decision wants a seed
   * of its own: by the same one chance comes out alike. */
  choose(game: Game, seen: Observation, seed: Seed): number {
    this.memory.begin();
    const at = this.memory.room(4);
    this.memory.call("chemix_policy_choose", this.handle, ...this.asked(game, seen, seed), at);
    return this.memory.view().getInt32(at, true);
  }
  /** What it would do and why, with words for it. */
  hint(
    game: Game, seen: Observation, seed: Seed, language: Language,
    players: readonly string[] = [],
  ): Hint {
    this.memory.begin();
    return JSON.parse(
      this.memory.text(
        "chemix_policy_hint",
        this.handle, ...this.asked(game, seen, seed), ...worded(language, players),
      ),
    ) as Hint;
  }
  /** What it thinks of all legal actions, the best first. */
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
      this.handle, ...this.asked(game, seen, seed),
    );
  }

  /** For the library: its handle, where that is of this memory. */
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
  /** Made by `Chemix.record`. `startPlayer` is NOBODY where a game was resumed. */
  constructor(
    private readonly memory: Memory,
    private handle: number,
    readonly game: Game,
    readonly startPlayer: number,
  ) {}
  /** Destroys the record; its game lasts until its own `destroy`. */
  destroy(): void {
    this.handle = destroy(this.memory, "chemix_record_destroy", this.handle);
  }
  /** The state in which the first step is taken. */
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
  /** Writes what a viewer saw of the game, without anybody else's secrets, as JSON. */
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

// ---- What is given, as the module takes it: numbers, texts and bytes are all numbers there ----

/** The error of a wrong argument, as the library makes it. */
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
  if (other) throw wrong(...other, `is none of ${known.join(", ")}`);
}
function objectOf<T extends object>(field: string, value: T): T {
  if (typeof value === "object" && value !== null) return value;
  throw wrong(field, value, "must be given in an object, by name");
}
function listOf<T>(field: string, value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value;
  throw wrong(field, value, "must be a list");
}
/** As the library reads them, which takes blanks for what is between two. */
function pairsOf(field: string, given: { [name: string]: values.OptionValue }): string[] {
  return Object.entries(objectOf(field, given)).map(([name, value]) => {
    const shown = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    if (/[\s\0]/.test(name + shown)) throw wrong(`${field}.${name}`, shown, "must have no blank");
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
  throw wrong("seed", seed, "must be a whole number, 0 or more, or a text of one");
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
/** The module reads 32 bytes whatever it is given. */
const secret = (name: string, bytes: Uint8Array): Uint8Array => bytesOf(name, bytes, SECRET_SIZE);
function contributed(contributions: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(listOf("contributions", contributions).length * CONTRIBUTION_SIZE);
  contributions.forEach((bytes, seat) => {
    const field = `contributions[${seat}]`;
    if (bytesOf(field, bytes).length > SECRET_SIZE) {
      throw wrong(field, `${bytes.length} bytes`, `must be ${SECRET_SIZE} at most`);
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

/** Destroys what a handle is of, if it is of anything; returns the handle of nothing. */
function destroy(memory: Memory, name: string, handle: number): number {
  memory.begin();
  const at = memory.room(4);
  memory.view().setUint32(at, handle, true);
  memory.plain(name, at);
  return 0;
}
