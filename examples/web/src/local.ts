// SPDX-License-Identifier: Apache-2.0
// A table on this device: a session, which only this worker can read.
import { CHANCE, type Chemix, type Event, type Observation, RuleError, SPECTATOR, type Session } from "chemix";
import type { News, Setup, View } from "./protocol.js";
import { Source } from "./source.js";

export class Local extends Source {
  /** Owns the session, and destroys it with the table. */
  constructor(private readonly session: Session, language: string) {
    super(language);
    const seats = Array.from({ length: session.game.limits.players }, (_, seat) => ({
      name: session.player(seat), policy: session.policy(seat),
    }));
    const here = seats.flatMap(({ policy }, seat) => (policy ? [] : [seat]));
    this.open(session.game, seats, here, false);
  }
  static begun(chemix: Chemix, { game: name, options, seats, seed, deck }: Setup, language: string): Local {
    const players = seats.length;
    const game = chemix.game(name, { players, options, ...(deck === undefined ? {} : { deck }) });
    const session = game.session({ seed });
    for (const [seat, { name: player, policy: text }] of seats.entries()) {
      session.setPlayer(seat, player);
      if (text === null) continue;
      const policy = chemix.policy(text);
      session.setPolicy(seat, policy);
      policy.destroy();
    }
    return new Local(session, language);
  }
  static resumed(chemix: Chemix, text: string, language: string): Local {
    const local = new Local(chemix.session(text), language);
    for (const viewer of [SPECTATOR, ...local.opened.seats.keys()]) local.told.set(viewer, local.seenCount(viewer));
    return local;
  }
  /** A record, to be watched. */
  static replayed(chemix: Chemix, text: string, language: string): Local {
    const record = chemix.record(text);
    const session = record.replay();
    record.destroy();
    return new Local(session, language);
  }
  override close(): void {
    this.session.destroy();
    super.close();
  }

  observation(viewer: number): Observation {
    return this.session.observation(viewer);
  }
  seenCount(viewer: number): number {
    return this.session.seenCount(viewer);
  }
  events(viewer: number, seen: number): Event[] {
    return this.session.events(viewer, seen);
  }
  get length(): number {
    return this.session.log().length;
  }
  get digest(): string {
    return this.session.state().digest();
  }
  replayed(step: number, viewer: number): { view: View; news: News } {
    const { session } = this;
    const view = { ...this.viewOf(session.stateAt(step).observe(viewer)), steps: step };
    if (step === 0) return { view, news: { words: [], cards: [] } };
    const { actor, action } = session.log()[step - 1]!;
    return { view, news: this.newsOf(session.stateAt(step - 1).events(actor, action, viewer)) };
  }

  asked(looking: number): number {
    const { session } = this;
    const next = session.next();
    if (next < 0 || session.policy(next)) return -1;
    const mayAct = session.state().acting().seats.includes(looking) && !session.policy(looking);
    return mayAct ? looking : next;
  }
  /** Lets a policy act, and chance as often as it is next. */
  advance(): boolean {
    const { steps, next } = this.session.advance(1);
    if (next === CHANCE) this.advance();
    return steps > 0;
  }
  act(seat: number, id: number): string {
    try {
      this.session.act(seat, id);
      return "";
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      return this.refused(error);
    }
  }
  canUndo(viewer: number): boolean {
    return viewer >= 0 && this.session.canUndo(viewer) === "allowed";
  }
  undo(seat: number): string {
    const undone = this.session.undo(seat);
    if (undone !== "allowed") return this.words.undo(undone);
    for (const [viewer, count] of this.told) this.told.set(viewer, Math.min(count, this.seenCount(viewer)));
    return "";
  }
  save(): string {
    return this.session.save();
  }
  ended() {
    if (this.session.next() >= CHANCE) throw new Error("a record tells of all hands: only at the end");
    const record = this.session.record();
    const text = record.save();
    record.destroy();
    return { text, digest: this.digest, proof: null };
  }
}
