// SPDX-License-Identifier: Apache-2.0
// The table: it alone has the state. What it answers is computed from an observation of the viewer.
import {
  CHANCE, ChemixError, RuleError, SPECTATOR, load,
  type Chemix, type Game, type Observation, type Policy, type State, type Step, type values,
} from "chemix";
import wasm from "chemix/chemix.wasm?url";
import type {
  Chances, Choice, Field, GameOffer, Hints, News, Opened, Replayed, Seat, Setup, View,
} from "./protocol.js";

// Kinds of actions with more ids than this are not searched for what a click might have meant.
const MOST_TRIED = 4000;
const HINTS = 3;
const SAVED = "chemix_saved";

const loading: Promise<Chemix> = load(wasm);

/** A game that is played or replayed, with all that happened. */
interface Table {
  setup: Setup;
  game: Game;
  startPlayer: number;
  policies: (Policy | null)[];
  steps: Step[];
  /** The states before each step, and the last one. */
  states: State[];
  /** By viewer, how many steps have been told. */
  told: Map<number, number>;
}

let table: Table | null = null;
let language = "en";

function at(): Table {
  if (!table) throw new Error("no game is open");
  return table;
}
const now = (t: Table): State => t.states.at(-1)!;
const names = (t: Table): string[] => t.setup.seats.map((seat) => seat.name);
const kept = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

async function openTable(setup: Setup, game: Game, startPlayer: number, state: State) {
  const chemix = await loading;
  const policies: (Policy | null)[] = [];
  try {
    for (const { policy } of setup.seats) policies.push(policy ? chemix.policy(policy) : null);
  } catch (error) {
    for (const policy of policies) policy?.destroy();
    game.destroy();
    throw error;
  }
  table?.policies.forEach((policy) => policy?.destroy());
  table?.game.destroy();
  table = {
    setup,
    game,
    startPlayer,
    policies,
    steps: [],
    states: [state],
    told: new Map(),
  };
  return opened(table);
}

function opened(t: Table): Opened {
  return { catalogue: t.game.catalogue, fields: fieldsOf(t.game), seats: t.setup.seats };
}

function take(t: Table, actor: number, action: number): void {
  t.states.push(t.game.apply(now(t), actor, action));
  t.steps.push({ actor, action });
}

// ---- What the fields of an observation are ----

interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: { [name: string]: Schema };
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

function fieldsOf(game: Game): Field[] {
  const { players } = game.limits;
  const cards = new Set<unknown>(game.catalogue.cards.map((card) => card.name));
  const fields: Field[] = [];
  const areCards = (names: unknown[]) => names.length > 0 && names.every((name) => cards.has(name));
  const some = (schema: Schema): Schema =>
    schema.anyOf?.find((part) => part.type !== "null") ?? schema;
  const kindOf = (schema: Schema): Field["kind"] => {
    if (schema.enum) return areCards(schema.enum) ? "card" : "other";
    if (schema.type === "boolean") return "flag";
    if (schema.type === "array") return kindOf(some(schema.items!)) === "card" ? "cards" : "other";
    if (schema.type === "object") {
      const copies = Object.values(schema.properties ?? {})[0];
      const isPile = areCards(Object.keys(schema.properties ?? {})) && copies?.type === "integer";
      return isPile ? "cards" : "other";
    }
    const isSeat = schema.type === "integer" && schema.minimum === 0;
    return isSeat && schema.maximum === players - 1 && players > 1 ? "seat" : "number";
  };
  const walk = (given: Schema, path: string[], own: boolean) => {
    const schema = some(given);
    const isSeats = schema.type === "array" && schema.minItems === players;
    if (isSeats && schema.maxItems === players) {
      fields.push({ path, own, perSeat: true, kind: kindOf(some(schema.items!)) });
      return;
    }
    const names = Object.keys(schema.properties ?? {});
    if (names.length && !areCards(names)) {
      for (const [name, part] of Object.entries(schema.properties!)) walk(part, [...path, name], own);
      return;
    }
    fields.push({ path, own, perSeat: false, kind: kindOf(schema) });
  };
  const schema = game.schema("observation") as Schema;
  walk(schema.properties!.open!, [], false);
  walk(schema.properties!.own!, [], true);
  return fields;
}

// ---- What a viewer gets ----

function cardsOf(t: Table, action: values.Action): string[] {
  const cards = new Set(t.game.catalogue.cards.map((card) => card.name));
  return Object.values(action.fields)
    .flat()
    .filter((value): value is string => typeof value === "string" && cards.has(value));
}

function choice(t: Table, seat: number, id: number): Choice {
  return {
    id,
    words: kept(t.game.actionWords(seat, id, language, names(t))),
    cards: cardsOf(t, t.game.actionJson(seat, id)),
  };
}

function viewOf(t: Table, state: State, viewer: number, mayAct: boolean): View {
  const { game } = t;
  const seen = game.observe(state, viewer);
  const { knowledge: _, ...plain } = game.observationJson(seen);
  const { seats, chance } = game.actingSeen(seen);
  const isOver = seats.length === 0 && !chance;
  const acts = mayAct && viewer >= 0 && game.acting(state).seats.includes(viewer);
  const last = t.steps.at(-1);
  const before = t.states.at(-2);
  const phase = game.catalogue.phases.find(({ name }) => name === plain.open.phase);
  return {
    viewer: plain.viewer,
    open: plain.open,
    own: plain.own,
    phase: phase?.words?.[language as "en"] ?? "",
    prompt: game.prompt(seen, language, names(t)),
    acting: seats,
    scores: isOver ? game.scores(state) : game.scoresSeen(seen),
    choices: acts ? game.legalActionsSeen(seen).map((id) => choice(t, viewer, id)) : [],
    canUndo:
      mayAct && before !== undefined && last?.actor === viewer && game.canUndo(before, state, viewer),
    isOver,
    result: isOver ? game.stateWords(state, language, names(t)) : "",
    steps: t.steps.length,
  };
}

function newsOf(t: Table, step: number, viewer: number): News[] {
  const { actor, action } = t.steps[step]!;
  return t.game.events(t.states[step]!, actor, action, viewer).map((event) => ({
    words: t.game.eventWords(event, language, names(t)),
    event: t.game.eventJson(event),
  }));
}

/** The best whole turn in words; none in games that list none, and where no turn begins. */
function bestTurn(t: Table, seat: number, seen: Observation): string[] {
  if (t.game.catalogue.turn_weights.length === 0) return [];
  // Of a table as the seat believes it to be: the true one might tell what the seat cannot know.
  const believed = t.game.determinize(seen, t.setup.seed);
  try {
    return t.game.bestTurn(believed).actions.map((action) => choice(t, seat, action).words);
  } catch (error) {
    if (error instanceof ChemixError) return [];
    throw error;
  }
}

/** The first action with this card among the kinds that are asked for now; why it is refused. */
function refusalOf(t: Table, seat: number, seen: Observation, card: string): RuleError | null {
  const { game } = t;
  const phase = game.observationJson(seen).open.phase as string;
  let found: RuleError | null = null;
  for (const kind of game.catalogue.actions) {
    const named = kind.fields.some(({ values }) => (values as unknown[]).includes(card));
    if (!named || !kind.phases.includes(phase) || kind.count > MOST_TRIED) continue;
    for (let id = kind.first_id; id < kind.first_id + kind.count; ++id) {
      if (!cardsOf(t, game.actionJson(seat, id)).includes(card)) continue;
      const refusal = game.checkSeen(seen, id);
      if (refusal && !refusal.rule.startsWith("GN")) return refusal;
      found ??= refusal;
      break;
    }
  }
  return found;
}

// ---- Texts in links ----

async function through(bytes: BlobPart, stream: GenericTransformStream): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream as TransformStream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
async function packed(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
async function unpacked(link: string): Promise<string> {
  const bytes = Uint8Array.from(
    atob(link.replaceAll("-", "+").replaceAll("_", "/")),
    (letter) => letter.charCodeAt(0),
  );
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

// ---- What the page asks ----

const answers = {
  async offers(): Promise<{ offers: GameOffer[]; languages: string[]; version: string }> {
    const chemix = await loading;
    const languages = chemix.languages();
    const offers = chemix.games().map((name) => ({
      name,
      about: chemix.describe(name),
      words: Object.fromEntries(languages.map((code) => [code, chemix.words(name, code)])),
    }));
    return { offers, languages, version: chemix.version };
  },
  speak(code: string): void {
    language = code;
  },
  /** The catalogue of a game, for its deck page. */
  async catalogue(name: string, players: number): Promise<values.Catalogue> {
    const game = (await loading).game(name, { players });
    const { catalogue } = game;
    game.destroy();
    return catalogue;
  },

  async open(setup: Setup): Promise<Opened> {
    const { seats, options, deck } = setup;
    const game = (await loading).game(setup.game, {
      players: seats.length,
      options,
      ...(deck === undefined ? {} : { deck }),
    });
    return openTable(setup, game, 0, game.initialState());
  },
  /** The seat that looks next: a person who is to act, `looking` where that may be; -1: nobody. */
  async asked(looking: number): Promise<number> {
    const t = at();
    const { seats } = t.game.acting(now(t));
    const people = seats.filter((seat) => !t.policies[seat]);
    return people.includes(looking) ? looking : (people[0] ?? -1);
  },
  view(viewer: number): View {
    const t = at();
    return viewOf(t, now(t), viewer, true);
  },
  /** What happened since this viewer was told the last time. */
  news(viewer: number): News[] {
    const t = at();
    const first = t.told.get(viewer) ?? 0;
    t.told.set(viewer, t.steps.length);
    return t.steps.slice(first).flatMap((_, i) => newsOf(t, first + i, viewer));
  },
  /** Lets chance act, or one of the policies decide; false when neither is to. */
  async advance(): Promise<boolean> {
    const t = at();
    const { seed } = t.setup;
    const { seats, chance } = t.game.acting(now(t));
    if (chance) {
      while (t.game.acting(now(t)).chance) take(t, CHANCE, t.game.draw(now(t), seed));
      return true;
    }
    const machines = seats.filter((seat) => t.policies[seat]);
    const seat = machines[t.steps.length % machines.length];
    if (seat === undefined) return false;
    const seen = t.game.observe(now(t), seat);
    // A seed of its own for each decision: by the same one chance comes out alike.
    const own = seed + String(t.steps.length).padStart(6, "0");
    take(t, seat, t.policies[seat]!.choose(t.game, seen, own));
    return true;
  },
  act(seat: number, id: number): string {
    const t = at();
    try {
      take(t, seat, id);
      return "";
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      return `${t.game.refusalWords(error, language, names(t))} (${error.rule})`;
    }
  },
  /** Why nothing can be done with this card now. */
  explain(seat: number, card: string): string {
    const t = at();
    const refusal = refusalOf(t, seat, t.game.observe(now(t), seat), card);
    return refusal && `${t.game.refusalWords(refusal, language, names(t))} (${refusal.rule})` || "";
  },
  undo(seat: number): boolean {
    const t = at();
    const before = t.states.at(-2);
    if (!before || t.steps.at(-1)?.actor !== seat || !t.game.canUndo(before, now(t), seat)) {
      return false;
    }
    t.steps.pop();
    t.states.pop();
    for (const [viewer, count] of t.told) t.told.set(viewer, Math.min(count, t.steps.length));
    return true;
  },
  async hints(seat: number): Promise<Hints> {
    const t = at();
    const seen = t.game.observe(now(t), seat);
    const policy = (await loading).policy("search milliseconds=400");
    const found = policy.judge(t.game, seen, t.setup.seed);
    policy.destroy();
    const choices = found.slice(0, HINTS).map(({ action, value }) => {
      const { words, cards } = choice(t, seat, action);
      return { words, value, cards };
    });
    return { choices, turn: bestTurn(t, seat, seen) };
  },
  chances(viewer: number): Chances {
    const t = at();
    const all = t.game.marginals(t.game.observe(now(t), viewer));
    return {
      places: all.map(({ zone, owner }) => ({ zone, owner: zone === "hand" ? owner : null })),
      cards: t.game.catalogue.cards
        .map(({ name, id }) => ({ name, shares: all.map(({ shares }) => shares[id]?.[0] ?? 0) }))
        .filter(({ shares }) => shares.some((share) => share > 0)),
    };
  },

  /** The game so far as a file of one's own: it tells of all hands. */
  save(): string {
    const t = at();
    return JSON.stringify({ [SAVED]: 1, setup: t.setup, record: t.game.record(t.startPlayer, t.steps) });
  },
  async resume(text: string): Promise<Opened> {
    const saved = JSON.parse(text) as { [SAVED]?: number; setup: Setup; record: string };
    if (saved[SAVED] !== 1) throw new Error(SAVED);
    const record = (await loading).record(saved.record);
    const steps = record.steps();
    const { startPlayer } = record;
    const start = record.start();
    record.destroy();
    record.game.destroy();
    await answers.open(saved.setup);
    const t = at();
    t.startPlayer = startPlayer;
    t.states = [start];
    for (const { actor, action } of steps) take(t, actor, action);
    for (const viewer of [SPECTATOR, ...t.setup.seats.keys()]) t.told.set(viewer, steps.length);
    return opened(t);
  },
  /** The record of a game that is over, its address part, and the digest of its end. */
  async record(): Promise<{ text: string; link: string; digest: string }> {
    const t = at();
    if (!t.game.isTerminal(now(t))) throw new Error("a record tells of all hands: only at the end");
    const text = t.game.record(t.startPlayer, t.steps);
    return { text, link: await packed(text), digest: t.game.digest(now(t)) };
  },

  /** Opens a record, as text or from a link, to look at. */
  async replay(given: string): Promise<Replayed> {
    const chemix = await loading;
    const text = given.trimStart().startsWith("{") ? given : await unpacked(given);
    const record = chemix.record(text);
    const plain = JSON.parse(text) as { game: string; players: number };
    const seats: Seat[] = Array.from({ length: plain.players }, () => ({ name: "", policy: null }));
    const steps = record.steps();
    const start = record.start();
    record.destroy();
    const setup = { game: plain.game, options: {}, seats, seed: "0" };
    // The record's own game: of its deck and options.
    const shown = await openTable(setup, record.game, record.startPlayer, start);
    const t = at();
    for (const { actor, action } of steps) take(t, actor, action);
    return { ...shown, length: steps.length, digest: t.game.digest(now(t)) };
  },
  replayed(step: number, viewer: number): { view: View; news: News[] } {
    const t = at();
    return {
      view: { ...viewOf(t, t.states[step]!, viewer, false), steps: step },
      news: step > 0 ? newsOf(t, step - 1, viewer) : [],
    };
  },
};

export type Answers = typeof answers;

self.onmessage = async ({ data }: MessageEvent<{ id: number; ask: keyof Answers; with: unknown[] }>) => {
  try {
    const answer = answers[data.ask] as (...given: unknown[]) => unknown;
    self.postMessage({ id: data.id, answer: await answer(...data.with) });
  } catch (error) {
    self.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
