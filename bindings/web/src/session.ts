// SPDX-License-Identifier: Apache-2.0
// Games that were played or are in progress: records, sessions, and the clients of viewers.
import { own, sized, text, whole } from "./errors.js";
import {
  type Game, type Limit, Observation, Policy, type Seed, State, keyAt, stopOf,
} from "./game.js";
import { type Input, Owned } from "./memory.js";
import * as tables from "./tables.js";
import type { Actor, Event, Handover, Hint, LogEntry, Step, Undo } from "./tables.js";
import type * as values from "./values.js";

/** A game that was played: its start, all steps, and which seats were played by policies. */
export class GameRecord extends Owned {
  /** Called by `Chemix.record` and `Game.record`. */
  constructor(
    readonly game: Game,
    handle: number,
  ) {
    super(game.memory, handle, "chemix_record_destroy");
  }
  /** The seat that began; NOBODY if the game was resumed. */
  get startPlayer(): number {
    this.memory.begin();
    return this.memory.number("chemix_record_start_player", this.handle);
  }
  /** Adds steps; all or none. */
  add(steps: readonly Step[]): void {
    const numbers = tables.stepNumbers(steps);
    this.memory.begin();
    this.memory.call("chemix_record_add", this.handle, this.memory.putNumbers(numbers), steps.length);
  }
  /** Notes that from here on a seat is played by a policy, or by a person (null). */
  handOver(seat: number, policy: string | null): void {
    this.memory.begin();
    const given = policy === null ? null : text("policy", policy);
    this.memory.call("chemix_record_hand_over", this.handle, whole("seat", seat), given);
  }
  steps(): Step[] {
    const read = (at: number) => tables.readStep(this.memory, at);
    this.memory.begin();
    return this.memory.list(tables.STEP_SIZE, read, "chemix_record_steps", this.handle);
  }
  handovers(): Handover[] {
    const read = (at: number) => tables.readHandover(this.memory, at);
    this.memory.begin();
    return this.memory.list(tables.HANDOVER_SIZE, read, "chemix_record_handovers", this.handle);
  }
  /** Returns the state before a step, 0 to the number of steps. */
  state(step: number): State {
    this.memory.begin();
    const at = this.game.putState();
    this.memory.call("chemix_record_state", this.handle, whole("step", step), at);
    return State.at(this.game, at);
  }
  /** The digest of the last state, 16 hexadecimal digits. */
  digest(): string {
    this.memory.begin();
    return this.memory.hash("chemix_record_digest", this.handle);
  }
  /** Writes the record as a text, to be stored. */
  save(): string {
    return this.text("chemix_record_save");
  }
  json(): values.Record {
    return JSON.parse(this.text("chemix_record_json")) as values.Record;
  }
  /** Writes what a viewer saw, without other secrets, for `Chemix.client`. */
  saveSeen(viewer: number): string {
    return this.text("chemix_record_save_seen", whole("viewer", viewer));
  }
  /** Creates a session with all steps, to watch the game or to continue it. */
  replay(seed?: Seed): Session {
    this.memory.begin();
    const key = seed === undefined ? 0 : keyAt(this.memory, seed);
    const made = this.memory.number("chemix_session_replay", this.handle, key);
    return new Session(this.game, made);
  }
  private text(name: string, ...inputs: Input[]): string {
    this.memory.begin();
    return this.memory.text(name, this.handle, ...inputs);
  }
}

/** A game in progress: its state, its log, its chance, and the policies that play for seats. It
 * contains all secrets. Viewers count only the steps that they notice. */
export class Session extends Owned {
  /** Called by `Game.session` and others. */
  constructor(
    readonly game: Game,
    handle: number,
  ) {
    super(game.memory, handle, "chemix_session_destroy");
  }
  /** Writes the session as JSON, to be stored. Contains the seeds. */
  save(): string {
    return this.text("chemix_session_save");
  }
  /** Creates the record of the game so far. */
  record(): GameRecord {
    return new GameRecord(this.game, this.number("chemix_session_record"));
  }
  state(): State {
    this.memory.begin();
    return State.at(this.game, this.existing("chemix_session_state"));
  }
  /** What a viewer (a seat or SPECTATOR) sees. */
  observation(viewer: number): Observation {
    this.memory.begin();
    const at = this.existing("chemix_session_observation", whole("viewer", viewer));
    return Observation.at(this.game, at);
  }

  // ---- Players ----

  /** The name of a player, which is saved with the session. */
  player(seat: number): string {
    return this.text("chemix_session_player", whole("seat", seat));
  }
  setPlayer(seat: number, name: string): void {
    this.call("chemix_session_set_player", whole("seat", seat), text("name", name));
  }
  /** The text of the policy that plays for a seat; null for a person. */
  policy(seat: number): string | null {
    return this.text("chemix_session_policy", whole("seat", seat)) || null;
  }
  /** Lets a policy play for a seat from now on; null hands the seat back to a person. */
  setPolicy(seat: number, policy: Policy | null): void {
    this.call("chemix_session_set_policy", whole("seat", seat), this.handleOf(policy));
  }
  /** Sets the seed of the policies; without one they use the seed of chance. */
  setPolicySeed(seed: Seed): void {
    this.memory.begin();
    this.memory.call("chemix_session_set_policy_seed", this.handle, keyAt(this.memory, seed));
  }
  /** Limits the time that a policy has for a decision to 1 millisecond or more. A negative number
   * removes the limit: only the policy's own parameters limit it. */
  setMoveTime(milliseconds: number): void {
    this.call("chemix_session_set_move_time", BigInt(whole("milliseconds", milliseconds)));
  }

  // ---- Steps ----

  /** Who acts next: a seat, CHANCE, or NOBODY at the end. In a sealed decision, show the answer to
   * nobody else, since it reveals who has decided. */
  next(): Actor {
    return this.number("chemix_session_next");
  }
  /** Lets chance and policies act while they are next; at most `maxSteps` steps, 0 for no limit.
   * Returns the number of steps taken, and who is next then. */
  advance(maxSteps = 0, limit: Limit = {}): { steps: number; next: Actor } {
    this.memory.begin();
    const stop = stopOf(this.memory, limit);
    const at = this.memory.room(4);
    const most = whole("maxSteps", maxSteps);
    const steps = this.memory.call("chemix_session_advance", this.handle, most, stop, at);
    return { steps, next: this.memory.int(at) };
  }
  /** Applies an action of a seat or, in a session without a seed, of CHANCE. Throws a RuleError if a
   * rule refuses it. */
  act(actor: Actor, action: number): void {
    this.call("chemix_session_act", ...tables.acted(actor, action));
  }
  /** The action that a policy (null: that of the seat) chooses for a seat, without applying it. */
  choose(seat: number, policy: Policy | null = null, limit: Limit = {}): number {
    const given = this.advised(seat, policy, limit);
    return this.memory.number("chemix_session_choose", ...given);
  }
  /** What a policy (null: that of the seat) recommends to a seat. */
  hint(seat: number, policy: Policy | null = null, limit: Limit = {}): Hint {
    const read = (at: number) => tables.readHint(this.memory, at);
    const given = this.advised(seat, policy, limit);
    return this.memory.out(tables.HINT_SIZE, read, "chemix_session_hint", ...given);
  }
  /** Whether a seat may take back its last step. */
  canUndo(seat: number): Undo {
    return tables.UNDOS[this.number("chemix_session_can_undo", whole("seat", seat))]!;
  }
  /** Takes back the last step of a seat if it may. Viewers then have noticed fewer steps. */
  undo(seat: number): Undo {
    return tables.UNDOS[this.number("chemix_session_undo", whole("seat", seat))]!;
  }
  /** Returns to the state before a step, even if somebody has learned something since. */
  rewind(step: number): void {
    this.call("chemix_session_rewind", whole("step", step));
  }
  /** All steps; secret. */
  log(): LogEntry[] {
    const read = (at: number) => tables.readLogEntry(this.memory, at);
    this.memory.begin();
    return this.memory.list(tables.LOG_ENTRY_SIZE, read, "chemix_session_log", this.handle);
  }
  /** Notes how long a person took for a step, for the log. */
  setStepTime(step: number, milliseconds: number): void {
    const time = BigInt(whole("milliseconds", milliseconds));
    this.call("chemix_session_set_step_time", whole("step", step), time);
  }
  /** Returns the state before a step, 0 to the number of steps. */
  stateAt(step: number): State {
    this.memory.begin();
    const at = this.game.putState();
    this.memory.call("chemix_session_state_at", this.handle, whole("step", step), at);
    return State.at(this.game, at);
  }

  // ---- Viewers ----

  /** The number of steps that a viewer has noticed. */
  seenCount(viewer: number): number {
    this.memory.begin();
    return this.memory.call("chemix_session_seen_count", this.handle, whole("viewer", viewer));
  }
  /** The events of a step, as a viewer saw them; `seen` is from 0 to `seenCount` - 1. */
  events(viewer: number, seen: number): Event[] {
    const read = (at: number) => tables.readEvent(this.memory, at);
    const given = [whole("viewer", viewer), whole("seen", seen)];
    this.memory.begin();
    return this.memory.list(
      tables.EVENT_SIZE, read, "chemix_session_events", this.handle, ...given,
    );
  }
  /** What a viewer saw before the step `seen`, 0 to `seenCount`. */
  observeAt(viewer: number, seen: number): Observation {
    this.memory.begin();
    const at = this.game.putObservation();
    const given = [whole("viewer", viewer), whole("seen", seen)];
    this.memory.call("chemix_session_observe_at", this.handle, ...given, at);
    return Observation.at(this.game, at);
  }
  /** Writes all that a viewer has seen, for `Chemix.client`. */
  saveSeen(viewer: number): string {
    return this.text("chemix_session_save_seen", whole("viewer", viewer));
  }
  /** Writes the message about a step for a viewer, for `Client.receive`. */
  message(viewer: number, seen: number): string {
    return this.text("chemix_session_message", whole("viewer", viewer), whole("seen", seen));
  }

  private handleOf(policy: Policy | null): number {
    return policy === null ? 0 : own(this.memory, "policy", Policy, policy).handle;
  }
  private advised(seat: number, policy: Policy | null, limit: Limit): [number, number, number, number] {
    this.memory.begin();
    const stop = stopOf(this.memory, limit);
    return [this.handle, whole("seat", seat), this.handleOf(policy), stop];
  }
  /** Calls a function that returns the address of a part of the session. */
  private existing(name: string, ...inputs: Input[]): number {
    const at = this.memory.plain(name, this.handle, ...inputs);
    // Nothing is there: let the library say why.
    if (at === 0) this.memory.call("chemix_session_seen_count", this.handle, inputs[0] ?? 0);
    return at;
  }
  private call(name: string, ...inputs: Input[]): void {
    this.memory.begin();
    this.memory.call(name, this.handle, ...inputs);
  }
  private number(name: string, ...inputs: Input[]): number {
    this.memory.begin();
    return this.memory.number(name, this.handle, ...inputs);
  }
  private text(name: string, ...inputs: Input[]): string {
    this.memory.begin();
    return this.memory.text(name, this.handle, ...inputs);
  }
}

/** One viewer's side of a session: the observation, and the events that led to it. It has no state
 * and no secrets of others. */
export class Client extends Owned {
  /** Called by `Chemix.client` and `Observation.client`. */
  constructor(
    readonly game: Game,
    handle: number,
  ) {
    super(game.memory, handle, "chemix_client_destroy");
  }
  /** Writes the client as JSON, to be stored. */
  save(): string {
    this.memory.begin();
    return this.memory.text("chemix_client_save", this.handle);
  }
  observation(): Observation {
    this.memory.begin();
    const at = this.memory.plain("chemix_client_observation", this.handle);
    // A destroyed client has none: let the library say so.
    if (at === 0) this.memory.call("chemix_client_seen_count", this.handle);
    return Observation.at(this.game, at);
  }
  /** Applies a message of `Session.message`. Throws a ChemixError with the field `seen` if it is not
   * the next one, or `digest` if the views differ: then create the client again. */
  receive(message: string): void {
    this.memory.begin();
    this.memory.call("chemix_client_receive", this.handle, ...sized("message", message));
  }
  /** Applies the events of the next step. */
  fold(events: readonly Event[]): void {
    const numbers = tables.eventsNumbers(events);
    this.memory.begin();
    this.memory.call("chemix_client_fold", this.handle, this.memory.putNumbers(numbers), events.length);
  }
  /** Returns to the view before the step `seen`, after an undo. */
  rewind(seen: number): void {
    this.memory.begin();
    this.memory.call("chemix_client_rewind", this.handle, whole("seen", seen));
  }
  /** The number of steps that the viewer has noticed. */
  seenCount(): number {
    this.memory.begin();
    return this.memory.call("chemix_client_seen_count", this.handle);
  }
  /** The events of a step, as the viewer saw them. */
  events(seen: number): Event[] {
    const read = (at: number) => tables.readEvent(this.memory, at);
    this.memory.begin();
    return this.memory.list(
      tables.EVENT_SIZE, read, "chemix_client_events", this.handle, whole("seen", seen),
    );
  }
  /** What the viewer saw before the step `seen`, 0 to `seenCount`. */
  observeAt(seen: number): Observation {
    this.memory.begin();
    const at = this.game.putObservation();
    this.memory.call("chemix_client_observe_at", this.handle, whole("seen", seen), at);
    return Observation.at(this.game, at);
  }
}
