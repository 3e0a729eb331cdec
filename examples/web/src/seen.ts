// SPDX-License-Identifier: Apache-2.0
// Views, hints and refusals computed by the library from an observation alone.
import { ChemixError, type Chemix, type Game, type Observation, type RuleError, type values } from "chemix";
import type { Chances, Choice, Field, Hint } from "./protocol.js";

// Kinds of actions with more ids than this are not searched for the meaning of a click.
const MAX_TRIED = 4000;

/** A viewer's observation of a game, with the language and names for texts. */
export interface Sight {
  game: Game;
  seen: Observation;
  seat: number;
  language: string;
  names: string[];
  /** The seed for random draws. */
  seed: string;
}

// ---- Fields of an observation ----

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

export function fieldsOf(game: Game): Field[] {
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

// ---- Legal actions ----

const kept = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());

function cardsOf(game: Game, action: values.Action): string[] {
  const cards = new Set(game.catalogue.cards.map((card) => card.name));
  return Object.values(action.fields)
    .flat()
    .filter((value): value is string => typeof value === "string" && cards.has(value));
}

function choice({ game, seat, language, names }: Sight, id: number): Choice {
  return {
    id,
    words: kept(game.actionWords(seat, id, language, names)),
    cards: cardsOf(game, game.actionJson(seat, id)),
  };
}

export function choicesOf(sight: Sight): Choice[] {
  return sight.game.legalActionsSeen(sight.seen).map((id) => choice(sight, id));
}

/** A refusal in words, with its rule. */
export function refused({ game, language, names }: Sight, refusal: RuleError): string {
  return `${game.refusalWords(refusal, language, names)} (${refusal.rule})`;
}

/** The refusal of the first action with this card, among the kinds of the current phase. */
export function refusalOf({ game, seen, seat }: Sight, card: string): RuleError | null {
  const phase = game.observationJson(seen).open.phase as string;
  let found: RuleError | null = null;
  for (const kind of game.catalogue.actions) {
    const named = kind.fields.some(({ values }) => (values as unknown[]).includes(card));
    if (!named || !kind.phases.includes(phase) || kind.count > MAX_TRIED) continue;
    for (let id = kind.first_id; id < kind.first_id + kind.count; ++id) {
      if (!cardsOf(game, game.actionJson(seat, id)).includes(card)) continue;
      const refusal = game.checkSeen(seen, id);
      if (refusal && !refusal.rule.startsWith("GN")) return refusal;
      found ??= refusal;
      break;
    }
  }
  return found;
}

// ---- Advice ----

/** The best whole turn in words; empty if the game has no whole turns or no turn begins. */
function bestTurn(sight: Sight): string[] {
  const { game, seen, seed } = sight;
  if (game.catalogue.turn_weights.length === 0) return [];
  // Use a sampled state: the true one might reveal information that the seat lacks.
  const believed = game.determinize(seen, seed);
  try {
    return game.bestTurn(believed).actions.map((action) => choice(sight, action).words);
  } catch (error) {
    if (error instanceof ChemixError) return [];
    throw error;
  }
}

export function hintOf(chemix: Chemix, sight: Sight): Hint {
  const { game, seen, seed, language, names } = sight;
  const policy = chemix.policy("search milliseconds=400");
  const { words, id } = policy.hint(game, seen, seed, language, names);
  policy.destroy();
  return { words: kept(words), cards: choice(sight, id).cards, turn: bestTurn(sight) };
}

export function chancesOf({ game, seen }: Sight): Chances {
  const all = game.marginals(seen);
  return {
    places: all.map(({ zone, owner }) => ({ zone, owner: zone === "hand" ? owner : null })),
    cards: game.catalogue.cards
      .map(({ name, id }) => ({ name, shares: all.map(({ shares }) => shares[id]?.[0] ?? 0) }))
      .filter(({ shares }) => shares.some((share) => share > 0)),
  };
}
