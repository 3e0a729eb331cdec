// SPDX-License-Identifier: Apache-2.0
// A viewer's table: a session in this worker, or a client of a server's session. All answers follow
// from the viewer's observation and events; the page does not see the difference.
import {
  ChemixError, type Event, type Game, type Observation, type Policy, type RuleError, type Verb, type Words,
} from "chemix";
import type { Chances, Choice, Ended, Hint, News, Opened, PileView, Seat, View } from "./protocol.js";

// Kinds of actions with more ids than this are not searched for the meaning of a click.
const MAX_TRIED = 4000;
/** The latest steps that are told to a viewer who has seen none. */
const MAX_NEWS = 200;
/** Verbs that the prompt covers, and verbs of cards that have just moved. */
const PROMPTED: readonly Verb[] = ["phase", "turn"];
const MOVING: readonly Verb[] = ["deal", "move", "show", "form"];

const capital = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

export abstract class Source {
  game!: Game;
  opened!: Opened;
  protected words!: Words;
  /** By viewer, the number of steps reported. */
  protected readonly told = new Map<number, number>();

  constructor(protected language: string) {}

  /** The viewer's observation, the number of steps that it noticed, and their events. */
  abstract observation(viewer: number): Observation;
  abstract seenCount(viewer: number): number;
  abstract events(viewer: number, seen: number): Event[];
  /** The seat of the next person to act, `looking` if possible; -1 for nobody. */
  abstract asked(looking: number): number;
  /** Lets chance or a policy act once; returns false if neither is to act. */
  abstract advance(): boolean | Promise<boolean>;
  /** Applies an action; returns the reason if it is refused, or "". */
  abstract act(seat: number, id: number): string | Promise<string>;
  /** Takes back a step; returns the reason if that is refused, or "". */
  abstract undo(seat: number): string;
  abstract canUndo(viewer: number): boolean;
  /** The game so far as a file, which contains all hidden cards. */
  abstract save(): string;
  /** The end of a finished game. */
  abstract ended(): Omit<Ended, "link">;

  /** Opens the table of a game. */
  protected open(game: Game, seats: Seat[], here: number[], isRemote: boolean): void {
    this.game = game;
    this.opened = { catalogue: game.catalogue, seats, here, isRemote };
    this.speak(this.language);
  }
  /** Sets the language of all further texts. */
  speak(language: string): void {
    this.language = language;
    this.words?.destroy();
    if (!this.game) return;
    const players = this.opened.seats.map(({ name }) => name);
    this.words = this.game.words(language, { players });
  }
  close(): void {
    this.words?.destroy();
    this.game?.destroy();
  }

  // ---- Views ----

  view(viewer: number): View {
    const seen = this.observation(viewer);
    return {
      ...this.viewOf(seen),
      choices: this.choicesOf(seen, viewer),
      canUndo: this.canUndo(viewer),
      steps: this.seenCount(viewer),
    };
  }
  /** A view without choices. */
  protected viewOf(seen: Observation): View {
    const { words } = this;
    const viewer = seen.viewer();
    const piles = seen.piles().map((pile): PileView => ({
      ...pile.place, name: capital(words.pile(pile)), count: pile.cards, points: pile.points, groups: [],
    }));
    for (const { pile, kind, copies, marks } of seen.cards()) {
      piles[pile]!.groups.push({ kind, copies, isDrawn: marks.includes("drawn") });
    }
    const fields = seen.fields().flatMap((field) => {
      const name = words.fieldName(field);
      const isNothing = field.value === 0 && (field.type === "number" || field.type === "flag");
      if (!name || field.value === null || isNothing) return [];
      return [{ name: capital(name), value: words.fieldValue(field), owner: field.owner }];
    });
    return {
      viewer: viewer < 0 ? null : viewer, piles, fields, phase: words.phase(seen.phase()),
      prompt: words.prompt(seen), acting: seen.acting().seats, scores: seen.scores(), choices: [],
      canUndo: false, isOver: seen.isTerminal(), steps: 0,
    };
  }
  /** The events since the last call for this viewer. */
  news(viewer: number): News {
    const count = this.seenCount(viewer);
    const first = Math.max(this.told.get(viewer) ?? 0, count - MAX_NEWS);
    this.told.set(viewer, count);
    const steps = Array.from({ length: Math.max(0, count - first) }, (_, i) => this.events(viewer, first + i));
    return { words: steps.flatMap((events) => this.newsOf(events).words), cards: this.newsOf(steps.flat()).cards };
  }
  protected newsOf(events: Event[]): News {
    return {
      words: this.words.events(events.filter(({ verb }) => !PROMPTED.includes(verb))),
      cards: events.flatMap(({ verb, kind }) => (MOVING.includes(verb) && kind !== null ? [kind] : [])),
    };
  }
  private choicesOf(seen: Observation, seat: number): Choice[] {
    const words = this.words.legalActions(seen);
    return seen.legalActions().map((id, i) => ({ id, words: capital(words[i]!), cards: this.cardsOf(seat, id) }));
  }
  /** The kinds of cards that an action names. */
  private cardsOf(seat: number, id: number): number[] {
    return this.game.actionFields(seat, id).flatMap(({ type, value }) =>
      type === "card" && value !== null ? [value] : [],
    );
  }

  // ---- Refusals and advice ----

  /** A refusal in words, with its rule. */
  protected refused(refusal: RuleError): string {
    return `${this.words.refusal(refusal)} (${refusal.rule})`;
  }
  /** Explains why a card cannot be used now: the refusal of the first action with this card, among
   * the kinds of the current phase. */
  explain(seat: number, card: number): string {
    const { game } = this;
    const seen = this.observation(seat);
    const phase = game.phase(seen.phase()).name;
    const { name } = game.cards[card]!;
    let found: RuleError | null = null;
    for (const kind of game.catalogue.actions) {
      const named = kind.fields.some(({ values }) => (values as unknown[]).includes(name));
      if (!named || !kind.phases.includes(phase) || kind.count > MAX_TRIED) continue;
      for (let id = kind.first_id; id < kind.first_id + kind.count; ++id) {
        if (!this.cardsOf(seat, id).includes(card)) continue;
        const refusal = seen.check(id);
        if (refusal && !refusal.rule.startsWith("GN")) return this.refused(refusal);
        found ??= refusal;
        break;
      }
    }
    return found ? this.refused(found) : "";
  }
  hint(seat: number, policy: Policy): Hint {
    const seen = this.observation(seat);
    const hint = policy.hint(seen, this.seenCount(seat));
    return {
      words: capital(this.words.hint(hint)), cards: this.cardsOf(seat, hint.action),
      turn: this.bestTurn(seen, seat),
    };
  }
  /** The best whole turn in words; empty if the game has no whole turns or no turn begins. */
  private bestTurn(seen: Observation, seat: number): string[] {
    if (this.game.catalogue.turn_weights.length === 0) return [];
    try {
      // Use a sampled state: the true one might reveal information that the seat lacks.
      const { actions } = seen.determinize(this.seenCount(seat)).bestTurn();
      return actions.map((action) => capital(this.words.action(seat, action)));
    } catch (error) {
      if (error instanceof ChemixError) return [];
      throw error;
    }
  }
  chances(viewer: number): Chances {
    const all = this.observation(viewer).marginals();
    return {
      places: all.map((place) => capital(this.words.place(place))),
      cards: this.game.cards
        .map(({ kind }) => ({ kind, shares: all.map(({ shares }) => shares[kind]?.[0] ?? 0) }))
        .filter(({ shares }) => shares.some((share) => share > 0)),
    };
  }
}
