// SPDX-License-Identifier: Apache-2.0
// Games, their positions, policies and words.
import {
  RuleError, bytesOf, indexOf, listOf, objectOf, own, refuseOthers, sized, text,
  whole, wrong,
} from "./errors.js";
import { type Input, type Memory, Owned } from "./memory.js";
import { Client, GameRecord, Session } from "./session.js";
import * as tables from "./tables.js";
import type {
  Acting, ActionValue, Actor, Card, CardGroup, Event, Field, Hint, Limits, Phase, Pile, Place, Step, Style,
  Undo,
} from "./tables.js";
import type * as values from "./values.js";

/** A nonnegative integer, its text in decimal or 0x hexadecimal digits, its bytes with the lowest
 * first, or a key. */
export type Seed = string | number | bigint | Uint8Array | Key;

/** The code of a language, such as "de", or a tag of one, such as "de-AT". */
export type Language = string;

/** Limits a call that may take long. */
export interface Limit {
  /** The time in milliseconds. When it is up, policies return the best action found so far; other
   * calls throw a ChemixError with the status "CHEMIX_STOPPED". */
  milliseconds?: number;
}
export interface WholeTurn {
  actions: number[];
  value: number;
  /** By how many points the turn changes the score of each seat. */
  points: number[];
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
/** The probabilities that a hidden place holds at least 1, 2, … cards of each kind: by kind, then
 * number. */
export interface Marginals extends Place {
  shares: number[][];
}

const SECRET_SIZE = 32;

// ---- Inputs of calls ----

/** An expanded seed. */
export class Key {
  /** Called by `Chemix.key`. */
  constructor(
    /** Internal. */
    readonly memory: Memory,
    /** Internal. */
    readonly bytes: Uint8Array,
  ) {}
  /** Derives the `index`-th seed, independent of all others: one for each game or each decision. */
  spawn(index: number): Key {
    this.memory.begin();
    const at = this.memory.putBytes(this.bytes);
    if (whole("index", index) < 0) throw wrong("index", index, "must be 0 or more");
    this.memory.plain("chemix_seed_spawn", at, at, BigInt(index));
    return new Key(this.memory, this.memory.copy(at, SECRET_SIZE));
  }
}

function seedBytes(seed: string | number | bigint): Uint8Array {
  const isWhole =
    typeof seed === "bigint" ? seed >= 0n
    : typeof seed === "number" ? Number.isSafeInteger(seed) && seed >= 0
    : typeof seed === "string" && /^(\d+|0x[0-9a-f]+)$/i.test(seed);
  if (!isWhole) throw wrong("seed", seed, "must be a whole number, 0 or more, its text, or bytes");
  const digits = BigInt(seed).toString(16);
  const pairs = (digits.length % 2 ? `0${digits}` : digits).match(/../g)!;
  return Uint8Array.from(pairs.reverse(), (pair) => parseInt(pair, 16));
}
/** Copies a seed into the module, and returns its address. */
export function keyAt(memory: Memory, seed: Seed): number {
  if (seed instanceof Key) return memory.putBytes(own(memory, "seed", Key, seed).bytes);
  const at = memory.room(SECRET_SIZE);
  const bytes = seed instanceof Uint8Array ? seed : seedBytes(seed);
  memory.call("chemix_seed_init_bytes", at, bytes, bytes.length);
  return at;
}

const stops = new WeakMap<Memory, number>();
/** The stop object for a call with this limit; 0 without a limit. */
export function stopOf(memory: Memory, limit: Limit): number {
  const { milliseconds, ...others } = objectOf("limit", limit);
  refuseOthers(others, ["milliseconds"]);
  if (milliseconds === undefined) return 0;
  let stop = stops.get(memory);
  if (stop === undefined) {
    stop = memory.number("chemix_stop_create");
    stops.set(memory, stop);
  }
  memory.plain("chemix_stop_set_time_budget", stop, BigInt(whole("milliseconds", milliseconds)));
  return stop;
}
/** Runs a check; returns the refusal, or null if there is none. */
function refusalIn(check: () => void): RuleError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
}

// ---- Positions ----

/** The memory of a position; immutable. */
abstract class Position {
  constructor(
    readonly game: Game,
    /** Internal: valid only in this module while the game exists. */
    readonly bytes: Uint8Array,
  ) {}
  /** Internal. */
  get memory(): Memory {
    return this.game.memory;
  }
  /** Internal: copies the position into the module. */
  put(): number {
    if (this.game.handle === 0) throw wrong("game", "a game", "was destroyed");
    return this.memory.putBytes(this.bytes);
  }
  /** Begins a call about this position. */
  protected begin(): number {
    this.memory.begin();
    return this.put();
  }
}

/** A whole position, with all secrets; immutable. */
export class State extends Position {
  /** Internal: reads the state at an address. */
  static at(game: Game, at: number): State {
    return new State(game, game.memory.copy(at, game.limits.stateSize));
  }

  /** Who acts. In a sealed decision, the players who have not decided yet: do not show this. */
  acting(): Acting {
    const read = (at: number) => tables.readActing(this.memory, at);
    return this.memory.out(tables.ACTING_SIZE, read, "chemix_state_acting", this.begin());
  }
  isTerminal(): boolean {
    return this.acting().asked === "nobody";
  }
  /** The number of the phase, for `Game.phase` and `Words.phase`. */
  phase(): number {
    return this.memory.number("chemix_state_phase", this.begin());
  }
  legalActions(player: number): number[] {
    return this.memory.numbers("chemix_state_legal_actions", this.begin(), whole("player", player));
  }
  /** Returns the refusal of the action, or null if it is legal. */
  check(actor: Actor, action: number): RuleError | null {
    const step = tables.acted(actor, action);
    return refusalIn(() => this.memory.call("chemix_state_check", this.begin(), ...step));
  }
  /** Returns the state after the action. Throws a RuleError if a rule refuses it. */
  apply(actor: Actor, action: number): State {
    const at = this.begin();
    this.memory.call("chemix_state_apply", at, ...tables.acted(actor, action));
    return State.at(this.game, at);
  }
  /** Returns the chance action that a seed determines. Use one seed for a whole game. */
  drawOutcome(seed: Seed): number {
    const at = this.begin();
    return this.memory.number("chemix_state_draw_outcome", at, keyAt(this.memory, seed));
  }
  /** Resolves chance with a seed until a player acts or the game is over. */
  resolve(seed: Seed): State {
    const at = this.begin();
    this.memory.call("chemix_state_resolve", at, keyAt(this.memory, seed));
    return State.at(this.game, at);
  }
  /** Plays to the end, each seat by its policy. */
  play(policies: readonly Policy[], seed: Seed, limit: Limit = {}): State {
    const { memory } = this;
    const at = this.begin();
    const handles = listOf("policies", policies).map(
      (policy, seat) => own(memory, `policies[${seat}]`, Policy, policy).handle,
    );
    if (handles.length !== this.game.limits.players) {
      throw wrong("policies", `${handles.length} policies`, `must be ${this.game.limits.players}`);
    }
    const list = memory.putNumbers(handles);
    memory.call("chemix_state_play", at, list, keyAt(memory, seed), stopOf(memory, limit), 0);
    return State.at(this.game, at);
  }
  /** Returns the best whole turn. Requires a game with turn weights and a state where a turn begins.
   * `weights` are keyed by the names in `catalogue.turn_weights`. */
  bestTurn(weights: { [name: string]: number } = {}, limit: Limit = {}): WholeTurn {
    const { memory } = this;
    const json = JSON.stringify(objectOf("weights", weights));
    const turns = memory.number("chemix_turns_create", this.begin());
    try {
      const stop = stopOf(memory, limit);
      const read = (at: number) => memory.double(at);
      const value = memory.out(8, read, "chemix_turns_find_best", turns, json, stop);
      const actions = memory.numbers("chemix_turns_actions", turns);
      return { actions, value, points: memory.numbers("chemix_turns_points", turns) };
    } finally {
      memory.plain("chemix_turns_destroy", memory.putNumbers([turns]));
    }
  }
  /** The current points. Secret: in some games cards in hands count. */
  scores(): number[] {
    return this.memory.numbers("chemix_state_scores", this.begin());
  }
  /** The final payoff of each seat, the highest for the winners; 0 before the end. */
  returns(): number[] {
    return this.memory.doubles("chemix_state_returns", this.begin());
  }
  /** A hash of the whole state, 16 hexadecimal digits; secret. */
  digest(): string {
    return this.memory.hash("chemix_state_digest", this.begin());
  }
  /** Whether `player` may undo everything that led from here to `after`. */
  canUndo(after: State, player: number): Undo {
    const before = this.begin();
    const later = own(this.memory, "after", State, after).put();
    const seat = whole("player", player);
    return tables.UNDOS[this.memory.number("chemix_state_can_undo", before, later, seat)]!;
  }
  /** Serializes the state for storage, to the same bytes on every platform. Secret. */
  save(): Uint8Array {
    return this.memory.blob("chemix_state_save", this.begin());
  }
  json(): { [name: string]: unknown } {
    return JSON.parse(this.memory.text("chemix_state_json", this.begin())) as {
      [name: string]: unknown;
    };
  }
  /** Returns exactly what a viewer (a seat or SPECTATOR) sees and knows. */
  observe(viewer: number): Observation {
    const at = this.begin();
    const out = this.game.putObservation();
    this.memory.call("chemix_state_observe", at, whole("viewer", viewer), out);
    return Observation.at(this.game, out);
  }
  /** Returns the events of a step taken here, as a viewer sees them. */
  events(actor: Actor, action: number, viewer: number): Event[] {
    const { memory } = this;
    const at = this.begin();
    const step = memory.putNumbers(tables.acted(actor, action));
    const read = (one: number) => tables.readEvent(memory, one);
    return memory.list(
      tables.EVENT_SIZE, read, "chemix_state_events", at, step, whole("viewer", viewer),
    );
  }
  /** Creates a session that continues from here; chance acts by the seed, or without one by
   * `Session.act`. */
  resume(seed?: Seed): Session {
    const at = this.begin();
    const key = seed === undefined ? 0 : keyAt(this.memory, seed);
    return new Session(this.game, this.memory.number("chemix_session_resume", at, key));
  }
}

/** Exactly what one viewer, a seat or SPECTATOR, sees and knows; immutable. */
export class Observation extends Position {
  /** Internal: reads the observation at an address. */
  static at(game: Game, at: number): Observation {
    return new Observation(game, game.memory.copy(at, game.limits.observationSize));
  }

  /** A seat or SPECTATOR. */
  viewer(): number {
    return this.memory.number("chemix_observation_viewer", this.begin());
  }
  /** Who acts, as far as the viewer knows. */
  acting(): Acting {
    const read = (at: number) => tables.readActing(this.memory, at);
    return this.memory.out(tables.ACTING_SIZE, read, "chemix_observation_acting", this.begin());
  }
  isTerminal(): boolean {
    return this.acting().asked === "nobody";
  }
  phase(): number {
    return this.memory.number("chemix_observation_phase", this.begin());
  }
  legalActions(): number[] {
    return this.memory.numbers("chemix_observation_legal_actions", this.begin());
  }
  /** Returns the refusal of the viewer's action, or null if it is legal. */
  check(action: number): RuleError | null {
    const id = whole("action", action);
    return refusalIn(() => this.memory.call("chemix_observation_check", this.begin(), id));
  }
  /** The current points; null where the viewer cannot know. */
  scores(): (number | null)[] {
    const scores = this.memory.numbers("chemix_observation_scores", this.begin());
    return scores.map((score) => (score === -(2 ** 31) ? null : score));
  }
  /** The final payoff of each seat; 0 before the end. */
  returns(): number[] {
    return this.memory.doubles("chemix_observation_returns", this.begin());
  }
  /** All piles, also empty ones. They and their order are the same for all observations of a game. */
  piles(): Pile[] {
    const read = (at: number) => tables.readPile(this.memory, at);
    return this.memory.list(tables.PILE_SIZE, read, "chemix_observation_piles", this.begin());
  }
  /** The cards of a zone, an owner, or both; without `where` all, in the order of `piles`. */
  cards(where: Partial<Place> = {}): CardGroup[] {
    const place = tables.filterNumbers(objectOf("where", where));
    const read = (at: number) => tables.readGroup(this.memory, at);
    return this.memory.list(
      tables.GROUP_SIZE, read, "chemix_observation_cards", this.begin(), ...place,
    );
  }
  /** The other values that the viewer sees: counters, seats, flags, single cards and choices. They
   * and their order are the same for all observations of a game. */
  fields(): Field[] {
    const read = (at: number) => tables.readField(this.memory, at);
    return this.memory.list(tables.FIELD_SIZE, read, "chemix_observation_fields", this.begin());
  }
  json(): Seen {
    return JSON.parse(this.memory.text("chemix_observation_json", this.begin())) as Seen;
  }
  /** Serializes the observation, to the same bytes on every platform. */
  save(): Uint8Array {
    return this.memory.blob("chemix_observation_save", this.begin());
  }
  /** A hash that viewer and server may compare, 16 hexadecimal digits. */
  digest(): string {
    return this.memory.hash("chemix_observation_digest", this.begin());
  }
  /** Samples a state that the viewer cannot distinguish from the true one, by seed and index. */
  determinize(seed: Seed, index = 0, others: "decided" | "undecided" = "decided"): State {
    const at = this.begin();
    const out = this.game.putState();
    if (whole("index", index) < 0) throw wrong("index", index, "must be 0 or more");
    const sampled = indexOf("others", ["decided", "undecided"], others);
    const key = keyAt(this.memory, seed);
    this.memory.call("chemix_observation_determinize", at, key, BigInt(index), sampled, out);
    return State.at(this.game, out);
  }
  /** The probabilities that hidden places hold cards of each kind. */
  marginals(limit: Limit = {}): Marginals[] {
    const { memory } = this;
    const at = this.begin();
    const stop = stopOf(memory, limit);
    const place = (one: number) => tables.readPlace(memory, one);
    const places = memory.list(tables.PLACE_SIZE, place, "chemix_observation_hidden_places", at);
    const all = memory.doubles("chemix_observation_marginals", at, stop);
    const { cardKinds, maxCopies } = this.game.limits;
    return places.map((one, i) => ({
      ...one,
      shares: Array.from({ length: cardKinds }, (_, kind) => {
        const first = (i * cardKinds + kind) * maxCopies;
        return all.slice(first, first + maxCopies);
      }),
    }));
  }
  /** Returns the observation after events that its viewer saw. */
  fold(events: readonly Event[]): Observation {
    const at = this.begin();
    const list = this.memory.putNumbers(tables.eventsNumbers(events));
    this.memory.call("chemix_observation_fold", at, list, events.length);
    return Observation.at(this.game, at);
  }
  /** Creates a client from an observation made when the viewer had noticed `seen` steps. */
  client(seen = 0): Client {
    const at = this.begin();
    const made = this.memory.number("chemix_client_create", at, whole("seen", seen));
    return new Client(this.game, made);
  }
}

// ---- Games ----

/** Rules with options, a deck and a number of players; immutable. */
export class Game extends Owned {
  readonly limits: Limits;
  private asked: values.Catalogue | undefined;
  private kinds: Card[] | undefined;
  // A state and an observation before the deal: functions write to memory of this kind.
  private readonly blankState: Uint8Array;
  private readonly blankObservation: Uint8Array;

  /** Called by `Chemix.game`. */
  constructor(memory: Memory, handle: number) {
    super(memory, handle, "chemix_game_destroy");
    const read = (at: number) => tables.readLimits(memory, at);
    memory.begin();
    this.limits = memory.out(tables.LIMITS_SIZE, read, "chemix_game_limits", handle);
    this.blankState = this.stateBefore(0);
    const at = memory.room(this.limits.observationSize);
    memory.call("chemix_observation_init", at, handle);
    this.blankObservation = memory.copy(at, this.limits.observationSize);
  }
  private stateBefore(startPlayer: number): Uint8Array {
    const at = this.memory.room(this.limits.stateSize);
    this.memory.call("chemix_state_init", at, this.handle, startPlayer);
    return this.memory.copy(at, this.limits.stateSize);
  }
  /** Internal: memory for a state. */
  putState(): number {
    return new State(this, this.blankState).put();
  }
  /** Internal: memory for an observation. */
  putObservation(): number {
    return new Observation(this, this.blankObservation).put();
  }
  get name(): string {
    return this.text("chemix_game_name");
  }
  /** All metadata of the game, with texts in the loaded languages. */
  get catalogue(): values.Catalogue {
    this.asked ??= JSON.parse(this.text("chemix_game_catalogue")) as values.Catalogue;
    return this.asked;
  }
  /** The kinds of cards, by number. */
  get cards(): readonly Card[] {
    this.kinds ??= Array.from({ length: this.limits.cardKinds }, (_, kind) => this.card(kind));
    return this.kinds;
  }
  private card(kind: number): Card {
    const read = (at: number) => tables.readCard(this.memory, at);
    this.memory.begin();
    return this.memory.out(tables.CARD_SIZE, read, "chemix_game_card", this.handle, kind);
  }
  /** Finds the kind of a card by its name. */
  findCard(name: string): number {
    this.memory.begin();
    return this.memory.number("chemix_game_find_card", this.handle, text("name", name));
  }
  /** The formula of a card; for cards without one, the name. */
  formula(kind: number, style: Exclude<Style, "aloud"> = "plain"): string {
    const number = indexOf("style", tables.STYLES, style);
    return this.text("chemix_game_card_formula", whole("kind", kind), number);
  }
  phase(phase: number): Phase {
    const read = (at: number) => tables.readPhase(this.memory, at);
    this.memory.begin();
    return this.memory.out(
      tables.PHASE_SIZE, read, "chemix_game_phase", this.handle, whole("phase", phase),
    );
  }
  /** The index of the pile in which cards of a kind (null: unseen ones) lie at a place: to animate
   * events, which name only places. */
  findPile(place: Place, kind: number | null): number {
    this.memory.begin();
    const at = this.memory.putNumbers(tables.placeNumbers("place", place));
    const number = kind === null ? -1 : whole("kind", kind);
    return this.memory.number("chemix_game_find_pile", this.handle, at, number);
  }
  /** Returns the JSON schema of a kind of value: "state", "observation", "action", "event", … */
  schema(kind: string): unknown {
    return JSON.parse(this.text("chemix_game_schema", text("kind", kind)));
  }

  // ---- Positions ----

  /** The state before anything is dealt. */
  initialState(startPlayer = 0): State {
    this.memory.begin();
    return new State(this, this.stateBefore(whole("start_player", startPlayer)));
  }
  /** The state after dealing: the initial state with chance resolved up to the first decision. */
  deal(seed: Seed, startPlayer = 0): State {
    return this.initialState(startPlayer).resolve(seed);
  }
  /** Reads and validates what `State.save` wrote. */
  loadState(bytes: Uint8Array): State {
    this.memory.begin();
    const at = this.putState();
    this.memory.call("chemix_state_load", at, bytesOf("bytes", bytes), bytes.length);
    return State.at(this, at);
  }
  /** Reads and validates what `Observation.save` wrote. */
  loadObservation(bytes: Uint8Array): Observation {
    this.memory.begin();
    const at = this.putObservation();
    this.memory.call("chemix_observation_load", at, bytesOf("bytes", bytes), bytes.length);
    return Observation.at(this, at);
  }

  // ---- Actions and events ----

  actionText(actor: Actor, action: number): string {
    return this.text("chemix_game_action_text", ...tables.acted(actor, action));
  }
  /** Finds the id of an action by its text. */
  findAction(actor: Actor, written: string): number {
    this.memory.begin();
    const given = [whole("actor", actor), text("action", written)] as const;
    return this.memory.number("chemix_game_find_action", this.handle, ...given);
  }
  /** The parts of an action: first a choice named `kind`, then its fields. */
  actionFields(actor: Actor, action: number): Field[] {
    const read = (at: number) => tables.readField(this.memory, at);
    const step = tables.acted(actor, action);
    this.memory.begin();
    return this.memory.list(
      tables.FIELD_SIZE, read, "chemix_game_action_fields", this.handle, ...step,
    );
  }
  /** The value of a field as in JSON, such as `H2O` or the name of a choice. */
  fieldText(field: Field): string {
    return this.text("chemix_game_field_text", tables.fieldBytes(field));
  }
  actionJson(actor: Actor, action: number): values.Action {
    const step = tables.acted(actor, action);
    return JSON.parse(this.text("chemix_game_action_json", ...step)) as values.Action;
  }
  eventJson(event: Event): values.Event {
    this.memory.begin();
    const at = this.memory.putNumbers(tables.eventNumbers(event));
    return JSON.parse(
      this.memory.text("chemix_game_event_json", this.handle, at),
    ) as values.Event;
  }
  refusalJson(refusal: RuleError): values.Refusal {
    const bytes = refusalBytes(refusal);
    return JSON.parse(this.text("chemix_game_refusal_json", bytes)) as values.Refusal;
  }

  // ---- Objects of this game ----

  /** Creates the words of this game in a language; `players` are the names by seat. */
  words(language: Language = "en", how: { players?: readonly string[]; style?: Style } = {}): Words {
    const { players = [], style = "plain", ...others } = objectOf("how", how);
    refuseOthers(others, ["players", "style"]);
    this.memory.begin();
    const code = text("language", language);
    const words = new Words(this, this.memory.number("chemix_words_create", this.handle, code));
    return words.set(players, style);
  }
  /** Creates words from the text of a file like those in words/, in any language. */
  loadWords(written: string, fileName = "words.json"): Words {
    this.memory.begin();
    const given = [...sized("words", written), text("fileName", fileName)] as const;
    return new Words(this, this.memory.number("chemix_words_load", this.handle, ...given));
  }
  /** Creates a session before the deal. Chance acts by the seed; without one, the caller supplies
   * chance by `Session.act`. */
  session(how: { seed?: Seed; startPlayer?: number } = {}): Session {
    const { seed, startPlayer = 0, ...others } = objectOf("how", how);
    refuseOthers(others, ["seed", "startPlayer"]);
    this.memory.begin();
    const key = seed === undefined ? 0 : keyAt(this.memory, seed);
    const start = whole("start_player", startPlayer);
    return new Session(
      this, this.memory.number("chemix_session_create", this.handle, start, key),
    );
  }
  /** Creates the record of a game with these steps. */
  record(startPlayer = 0, steps: readonly Step[] = []): GameRecord {
    const start = whole("start_player", startPlayer);
    this.memory.begin();
    const made = this.memory.number("chemix_record_create", this.handle, start);
    const record = new GameRecord(this, made);
    try {
      record.add(steps);
      return record;
    } catch (error) {
      record.destroy();
      throw error;
    }
  }
  /** Returns the commitment that a server publishes before a game to bind itself to its seed and
   * salt, 32 secret bytes each: 64 hexadecimal digits. See docs/fair_dealing.md. */
  commit(seed: Uint8Array, salt: Uint8Array, startPlayer = 0): string {
    this.memory.begin();
    const at = this.memory.putBytes(dealBytes({ seed, salt }));
    this.memory.call("chemix_deal_commit", at, this.handle, whole("start_player", startPlayer));
    return this.memory.cText(at + COMMITMENT);
  }

  private text(name: string, ...inputs: Input[]): string {
    this.memory.begin();
    return this.memory.text(name, this.handle, ...inputs);
  }
}

// ---- Words ----

/** The texts of a game in one language, with the names of its players. */
export class Words extends Owned {
  /** Called by `Game.words`. */
  constructor(
    readonly game: Game,
    handle: number,
  ) {
    super(game.memory, handle, "chemix_words_destroy");
  }
  /** Internal. */
  set(players: readonly string[], style: Style): Words {
    try {
      listOf("players", players).forEach((name, seat) => this.setPlayer(seat, name));
      this.setStyle(style);
      return this;
    } catch (error) {
      this.destroy();
      throw error;
    }
  }
  /** Sets the name of a player; "" numbers the player. */
  setPlayer(seat: number, name: string): void {
    this.memory.begin();
    const given = [whole("seat", seat), text(`players[${seat}]`, name)] as const;
    this.memory.call("chemix_words_set_player", this.handle, ...given);
  }
  setStyle(style: Style): void {
    const number = indexOf("style", tables.STYLES, style);
    this.memory.begin();
    this.memory.call("chemix_words_set_style", this.handle, number);
  }

  languageName(): string {
    return this.say("chemix_words_language_name");
  }
  title(): string {
    return this.say("chemix_words_title");
  }
  /** What scores count, and whether more or fewer win. */
  scoring(): string {
    return this.say("chemix_words_scoring");
  }
  /** The meaning of an option, by its index in the description of the game, and of a choice of it. */
  option(option: number): string {
    return this.say("chemix_words_option", whole("option", option));
  }
  choice(option: number, choice: number): string {
    return this.say("chemix_words_choice", whole("option", option), whole("choice", choice));
  }
  turnWeight(weight: number): string {
    return this.say("chemix_words_turn_weight", whole("weight", weight));
  }
  player(seat: number): string {
    return this.say("chemix_words_player", whole("seat", seat));
  }
  phase(phase: number): string {
    return this.say("chemix_words_phase", whole("phase", phase));
  }
  /** The name of a pile, without its owner. */
  pile(pile: Pile): string {
    return this.say("chemix_words_pile", tables.pileBytes(pile));
  }
  /** The name of a place, or of a zone alone. */
  place(place: Pick<Place, "zone"> & Partial<Place>): string {
    return this.say("chemix_words_place", ...tables.filterNumbers(objectOf("place", place)));
  }
  /** The name and the value of a field; both are empty if it means nothing to people. */
  fieldName(field: Field): string {
    return this.say("chemix_words_field_name", tables.fieldBytes(field));
  }
  fieldValue(field: Field): string {
    return this.say("chemix_words_field_value", tables.fieldBytes(field));
  }
  cardName(kind: number): string {
    return this.say("chemix_words_card_name", whole("kind", kind));
  }
  /** A card with its name and points. */
  card(kind: number): string {
    return this.say("chemix_words_card", whole("kind", kind));
  }
  action(actor: Actor, action: number): string {
    return this.say("chemix_words_action", ...tables.acted(actor, action));
  }
  /** The viewer's legal actions, in the order of `Observation.legalActions`. */
  legalActions(seen: Observation): string[] {
    const lines = this.about("chemix_words_legal_actions", seen);
    return lines ? lines.split("\n") : [];
  }
  /** An event as a sentence; empty if it means nothing to people. */
  event(event: Event): string {
    this.memory.begin();
    const at = this.memory.putNumbers(tables.eventNumbers(event));
    return this.memory.text("chemix_words_event", this.handle, at);
  }
  /** The events of a step as sentences. */
  events(events: readonly Event[]): string[] {
    this.memory.begin();
    const at = this.memory.putNumbers(tables.eventsNumbers(events));
    const lines = this.memory.text("chemix_words_events", this.handle, at, events.length);
    return lines ? lines.split("\n") : [];
  }
  /** What the viewer is asked to do; otherwise who acts, or at the end who has won. */
  prompt(seen: Observation): string {
    return this.about("chemix_words_prompt", seen);
  }
  /** Why an action was refused and what to do instead; with an observation, also what its viewer is
   * asked to do. */
  refusal(refusal: RuleError, seen?: Observation): string {
    this.memory.begin();
    const view = seen === undefined ? 0 : own(this.memory, "seen", Observation, seen).put();
    return this.memory.text("chemix_words_refusal", this.handle, refusalBytes(refusal), view);
  }
  undo(undo: Undo): string {
    return this.say("chemix_words_undo", indexOf("undo", tables.UNDOS, undo));
  }
  /** Everybody's score as far as the viewer knows it, at the end with the winners. */
  scores(seen: Observation): string {
    return this.about("chemix_words_scores", seen);
  }
  /** A hint with its reason, one sentence. */
  hint(hint: Hint): string {
    return this.say("chemix_words_hint", tables.hintBytes(hint));
  }

  private say(name: string, ...inputs: Input[]): string {
    this.memory.begin();
    return this.memory.text(name, this.handle, ...inputs);
  }
  private about(name: string, seen: Observation): string {
    this.memory.begin();
    const at = own(this.memory, "seen", Observation, seen).put();
    return this.memory.text(name, this.handle, at);
  }
}

/** The C error of a refusal. */
function refusalBytes(refusal: RuleError): Uint8Array {
  if (refusal instanceof RuleError) return refusal.bytes;
  throw wrong("refusal", refusal, "must be a RuleError");
}

// ---- Policies ----

/** Chooses actions for a seat from the seat's observations alone. */
export class Policy extends Owned {
  /** Called by `Chemix.policy`. */
  constructor(memory: Memory, handle: number) {
    super(memory, handle, "chemix_policy_destroy");
  }
  /** The text that the policy was created from. */
  get text(): string {
    this.memory.begin();
    return this.memory.text("chemix_policy_text", this.handle);
  }
  /** Chooses an action for the viewer, deterministically by the seed unless time is limited. Use a
   * different seed for each decision, since equal seeds give equal random numbers. */
  choose(seen: Observation, seed: Seed, limit: Limit = {}): number {
    return this.memory.number("chemix_policy_choose", ...this.about(seen, seed, limit));
  }
  /** Recommends an action with its reason. */
  hint(seen: Observation, seed: Seed, limit: Limit = {}): Hint {
    const read = (at: number) => tables.readHint(this.memory, at);
    const given = this.about(seen, seed, limit);
    return this.memory.out(tables.HINT_SIZE, read, "chemix_policy_hint", ...given);
  }
  /** Returns the policy's values of all legal actions, best first. */
  actionValues(seen: Observation, seed: Seed, limit: Limit = {}): ActionValue[] {
    const read = (at: number) => tables.readActionValue(this.memory, at);
    const given = this.about(seen, seed, limit);
    return this.memory.list(
      tables.ACTION_VALUE_SIZE, read, "chemix_policy_action_values", ...given,
    );
  }
  private about(seen: Observation, seed: Seed, limit: Limit): [number, number, number, number] {
    const { memory } = this;
    memory.begin();
    const at = own(memory, "seen", Observation, seen).put();
    return [this.handle, at, keyAt(memory, seed), stopOf(memory, limit)];
  }
}

// ---- Fair dealing ----

// The layout of a chemix_deal.
const COMMITMENT = 4;
const SEED = 72;
const SALT = 104;
const CONTRIBUTIONS = 136;
const CONTRIBUTION_SIZE = 4 + SECRET_SIZE;
const MAX_SEATS = 8;

/** The bytes of a chemix_deal. */
export function dealBytes(deal: {
  commitment?: string;
  seed: Uint8Array;
  salt: Uint8Array;
  contributions?: readonly Uint8Array[];
}): Uint8Array {
  const { commitment = "", seed, salt, contributions = [] } = deal;
  const all = new Uint8Array(CONTRIBUTIONS + MAX_SEATS * CONTRIBUTION_SIZE);
  new TextEncoder().encodeInto(text("commitment", commitment), all.subarray(COMMITMENT, SEED - 4));
  all.set(bytesOf("seed", seed, SECRET_SIZE), SEED);
  all.set(bytesOf("salt", salt, SECRET_SIZE), SALT);
  if (listOf("contributions", contributions).length > MAX_SEATS) {
    throw wrong("contributions", `${contributions.length}`, `must be at most ${MAX_SEATS}`);
  }
  contributions.forEach((bytes, seat) => {
    const field = `contributions[${seat}]`;
    if (bytesOf(field, bytes).length > SECRET_SIZE) {
      throw wrong(field, `${bytes.length} bytes`, `must be at most ${SECRET_SIZE}`);
    }
    const at = CONTRIBUTIONS + seat * CONTRIBUTION_SIZE;
    new DataView(all.buffer).setUint32(at, bytes.length, true);
    all.set(bytes, at + 4);
  });
  return all;
}
