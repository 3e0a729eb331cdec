// SPDX-License-Identifier: Apache-2.0
// A table on this device, the only owner of the state. All its answers are computed from the
// viewer's observation.
import {
  CHANCE, RuleError, SPECTATOR,
  type Chemix, type Game, type Policy, type State, type Step,
} from "chemix";
import type { News, Opened, Seat, Setup, View } from "./protocol.js";
import { choicesOf, fieldsOf, refused, type Sight } from "./seen.js";
import type { Source } from "./source.js";

const SAVED = "chemix_saved";

export class Local implements Source {
  readonly opened: Opened;
  private readonly policies: (Policy | null)[] = [];
  private readonly steps: Step[] = [];
  /** The states before each step, and the last one. */
  private readonly states: State[];
  /** By viewer, the number of steps reported. */
  private readonly told = new Map<number, number>();

  /** Owns the game, and destroys it with the table. */
  constructor(
    chemix: Chemix,
    private readonly setup: Setup,
    readonly game: Game,
    private language: string,
    private readonly startPlayer = 0,
    state: State = game.initialState(),
  ) {
    this.states = [state];
    const { seats } = setup;
    try {
      for (const { policy } of seats) this.policies.push(policy ? chemix.policy(policy) : null);
    } catch (error) {
      this.close();
      throw error;
    }
    const here = seats.flatMap(({ policy }, seat) => (policy ? [] : [seat]));
    this.opened = { catalogue: game.catalogue, fields: fieldsOf(game), seats, here, isRemote: false };
  }

  static begun(chemix: Chemix, setup: Setup, language: string): Local {
    const { seats, options, deck } = setup;
    const game = chemix.game(setup.game, {
      players: seats.length,
      options,
      ...(deck === undefined ? {} : { deck }),
    });
    return new Local(chemix, setup, game, language);
  }
  static resumed(chemix: Chemix, text: string, language: string): Local {
    const saved = JSON.parse(text) as { [SAVED]?: number; setup: Setup; record: string };
    if (saved[SAVED] !== 1) throw new Error(SAVED);
    const local = Local.replayed(chemix, saved.record, language, saved.setup);
    for (const viewer of [SPECTATOR, ...saved.setup.seats.keys()]) local.told.set(viewer, local.length);
    return local;
  }
  /** A record replayed to its end, with its players or without names. */
  static replayed(chemix: Chemix, text: string, language: string, setup?: Setup): Local {
    const record = chemix.record(text);
    const steps = record.steps();
    const start = record.start();
    record.destroy();
    const plain = JSON.parse(text) as { game: string; players: number };
    const seats: Seat[] = Array.from({ length: plain.players }, () => ({ name: "", policy: null }));
    const nobody = { game: plain.game, options: {}, seats, seed: "0" };
    // Use the record's own game, with its deck and options.
    const { game, startPlayer } = record;
    const local = new Local(chemix, setup ?? nobody, game, language, startPlayer, start);
    for (const { actor, action } of steps) local.take(actor, action);
    return local;
  }
  close(): void {
    for (const policy of this.policies) policy?.destroy();
    this.game.destroy();
  }
  speak(language: string): void {
    this.language = language;
  }

  get length(): number {
    return this.steps.length;
  }
  get digest(): string {
    return this.game.digest(this.now);
  }
  private get now(): State {
    return this.states.at(-1)!;
  }
  private get names(): string[] {
    return this.setup.seats.map((seat) => seat.name);
  }
  private take(actor: number, action: number): void {
    this.states.push(this.game.apply(this.now, actor, action));
    this.steps.push({ actor, action });
  }

  // ---- Views ----

  sight(viewer: number, state = this.now): Sight {
    const { game, language, names } = this;
    const seen = game.observe(state, viewer);
    return { game, seen, seat: viewer, language, names, seed: this.setup.seed };
  }
  view(viewer: number): View {
    const view = this.viewOf(this.now, viewer);
    const { game } = this;
    const acts = viewer >= 0 && game.acting(this.now).seats.includes(viewer);
    const before = this.states.at(-2);
    return {
      ...view,
      choices: acts ? choicesOf(this.sight(viewer)) : [],
      canUndo:
        before !== undefined && this.steps.at(-1)?.actor === viewer
        && game.canUndo(before, this.now, viewer),
      steps: this.length,
    };
  }
  /** A viewer's view, without legal actions. */
  private viewOf(state: State, viewer: number): View {
    const { game, language, names } = this;
    const { seen } = this.sight(viewer, state);
    const { knowledge: _, ...plain } = game.observationJson(seen);
    const { seats, chance } = game.actingSeen(seen);
    const isOver = seats.length === 0 && !chance;
    const phase = game.catalogue.phases.find(({ name }) => name === plain.open.phase);
    return {
      viewer: plain.viewer,
      open: plain.open,
      own: plain.own,
      phase: phase?.words?.[language as "en"] ?? "",
      prompt: game.prompt(seen, language, names),
      acting: seats,
      scores: game.scoresSeen(seen),
      choices: [],
      canUndo: false,
      isOver,
      steps: 0,
    };
  }
  private newsOf(step: number, viewer: number): News[] {
    const { actor, action } = this.steps[step]!;
    return this.game.events(this.states[step]!, actor, action, viewer).map((event) => ({
      words: this.game.eventWords(event, this.language, this.names),
      event: this.game.eventJson(event),
    }));
  }
  news(viewer: number): News[] {
    const first = this.told.get(viewer) ?? 0;
    this.told.set(viewer, this.length);
    return this.steps.slice(first).flatMap((_, i) => this.newsOf(first + i, viewer));
  }
  replayed(step: number, viewer: number): { view: View; news: News[] } {
    return {
      view: { ...this.viewOf(this.states[step]!, viewer), steps: step },
      news: step > 0 ? this.newsOf(step - 1, viewer) : [],
    };
  }

  // ---- Actions ----

  asked(looking: number): number {
    const { seats } = this.game.acting(this.now);
    const people = seats.filter((seat) => !this.policies[seat]);
    return people.includes(looking) ? looking : (people[0] ?? -1);
  }
  /** Lets chance or a policy act. */
  advance(): boolean {
    const { game } = this;
    const { seed } = this.setup;
    const { seats, chance } = game.acting(this.now);
    if (chance) {
      while (game.acting(this.now).chance) this.take(CHANCE, game.draw(this.now, seed));
      return true;
    }
    const machines = seats.filter((seat) => this.policies[seat]);
    const seat = machines[this.length % machines.length];
    if (seat === undefined) return false;
    const seen = game.observe(this.now, seat);
    // One seed per decision: equal seeds give equal random numbers.
    const own = seed + String(this.length).padStart(6, "0");
    this.take(seat, this.policies[seat]!.choose(game, seen, own));
    return true;
  }
  act(seat: number, id: number): string {
    try {
      this.take(seat, id);
      return "";
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      return refused(this.sight(seat), error);
    }
  }
  undo(seat: number): boolean {
    const before = this.states.at(-2);
    if (!before || this.steps.at(-1)?.actor !== seat || !this.game.canUndo(before, this.now, seat)) {
      return false;
    }
    this.steps.pop();
    this.states.pop();
    for (const [viewer, count] of this.told) this.told.set(viewer, Math.min(count, this.length));
    return true;
  }

  save(): string {
    const record = this.game.record(this.startPlayer, this.steps);
    return JSON.stringify({ [SAVED]: 1, setup: this.setup, record });
  }
  ended() {
    if (!this.game.isTerminal(this.now)) {
      throw new Error("a record tells of all hands: only at the end");
    }
    const text = this.game.record(this.startPlayer, this.steps);
    return { text, digest: this.digest, proof: null };
  }
}
