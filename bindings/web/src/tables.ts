// SPDX-License-Identifier: Apache-2.0
// The structures of chemix.h as objects. Numbers of the C ABI become names; numbers that stand for
// nobody, nothing or something unseen become null.
import { indexOf, listOf, objectOf, text, whole } from "./errors.js";
import type { Memory } from "./memory.js";

/** A seat from 0 on, or one of the constants below. */
export type Actor = number;
export const CHANCE = -1;
export const SPECTATOR = -2;
export const NOBODY = -3;
const ANY = -4;
const NONE = -1;
const ABSENT = -(2 ** 31);
const EVERYBODY = 255;
const MAX_SEATS = 8;

// Names by the numbers of the C ABI.
export const ZONES = [
  "draw_pile", "discard_pile", "hand", "pile_bottom", "kitty", "stack", "tableau", "supply", "chips",
  "display", "multiplier_stacks", "removed", "free_area", "market", "aside", "compound_stack",
] as const;
export type Zone = (typeof ZONES)[number];
export const VERBS = [
  "deal", "move", "shuffle", "lack", "call", "name", "set", "phase", "turn", "show", "seal", "score",
  "total", "begin", "pay", "sweep", "finish", "pass", "form", "dissolve", "run",
] as const;
export type Verb = (typeof VERBS)[number];
export const ASKED = ["nobody", "chance", "one", "several", "sealed"] as const;
export const FIELD_TYPES = ["number", "flag", "seat", "card", "choice"] as const;
export const CARD_TYPES = ["element", "noble_gas", "multiplier", "compound", "wild", "number"] as const;
export const COLORS = [null, "green", "purple"] as const;
export const FACES = ["down", "own", "up"] as const;
export const MARKS = ["formed", "dissolved", "laid_off", "drawn", "chosen"] as const;
export const RECONSTRUCTED = ["formula", "points", "names"] as const;
export const HINT_REASONS = ["only", "alike", "points", "looked_ahead", "solved"] as const;
export const STYLES = ["plain", "unicode", "markup", "aloud"] as const;
/** How formulas are written: `Ca(OH)2`, with subscript digits of Unicode, as HTML, or spelled. */
export type Style = (typeof STYLES)[number];
export const UNDOS = [
  "allowed", "nothing", "others_acted", "chance_acted", "sealed", "game_over", "learned",
] as const;
/** Whether a player may undo something, and why not. */
export type Undo = (typeof UNDOS)[number];

export interface Limits {
  players: number;
  minPlayers: number;
  maxPlayers: number;
  /** 16 hexadecimal digits; equal for games that play alike. */
  key: string;
  stateSize: number;
  observationSize: number;
  /** No game takes more steps. */
  steps: number;
  /** Ids of actions are 0 to actions - 1; those of chance have a range of their own. */
  actions: number;
  chanceActions: number;
  legalActions: number;
  cardKinds: number;
  maxCopies: number;
  phases: number;
}
export interface Acting {
  /** Who decides: "one" or "several" players; in a "sealed" decision nobody sees a choice, or who has
   * decided, until all have. */
  asked: (typeof ASKED)[number];
  /** The seats that may act, ascending; empty when chance acts or the game is over. */
  seats: number[];
}
export interface Phase {
  name: string;
  asked: Acting["asked"];
}
export interface Step {
  /** A seat or CHANCE. */
  actor: Actor;
  action: number;
}
/** A zone, and the seat that it belongs to; null for zones shared by all. */
export interface Place {
  zone: Zone;
  owner: number | null;
}
/** What happened, as one viewer sees it. The verb determines which other values are used. */
export interface Event {
  verb: Verb;
  from: Place;
  to: Place;
  player: number;
  /** The number of a phase, or the counter of a field. */
  index: number;
  /** A kind of card; null if the viewer does not see it. */
  kind: number | null;
  amount: number;
  /** The seats that see the kind; null: everybody. */
  seenBy: number[] | null;
}
/** A value that describes an action or an observation. */
export interface Field {
  name: string;
  /** A "flag" is 0 or 1, a "card" is a kind; `Game.fieldText` writes a "choice". */
  type: (typeof FIELD_TYPES)[number];
  /** Null if it is absent or unknown to the viewer. */
  value: number | null;
  /** The seat or the kind of element to which the value belongs; CHANCE for an action of chance. */
  owner: number | null;
  element: number | null;
  /** The number by which events of the verb "set" name this field. */
  counter: number | null;
}
/** A kind of card. */
export interface Card {
  kind: number;
  type: (typeof CARD_TYPES)[number];
  /** The number of copies in the deck. */
  copies: number;
  /** 0 unless it is a compound. */
  points: number;
  /** 0 unless it is a multiplier or a number card. */
  number: number;
  /** 0 unless it is an element or a noble gas. */
  atomicNumber: number;
  color: (typeof COLORS)[number];
  /** The data that no source attests. */
  reconstructed: (typeof RECONSTRUCTED)[number][];
  /** The kinds of the cards that a compound is laid with, in the order of the formula. */
  tokens: number[];
  /** The different kinds of elements. */
  elements: number[];
  /** As in texts and JSON: `Ca(OH)2`, `wild`, `g4`. */
  name: string;
}
/** Cards or points that lie together. */
export interface Pile {
  place: Place;
  cards: number;
  points: number;
  /** Whether the viewer knows the kinds of all cards. */
  isKnown: boolean;
  /** Whether the order of the known cards means something. */
  isOrdered: boolean;
  name: string;
}
/** Equal cards that lie together. */
export interface CardGroup {
  place: Place;
  /** The index in `Observation.piles`. */
  pile: number;
  /** Null if the viewer does not know it. */
  kind: number | null;
  copies: number;
  /** "own": the viewer sees the kind, but not everybody does. */
  face: (typeof FACES)[number];
  /** The number of cards above; in a display of known age, the number of older cards. */
  position: number | null;
  /** The seat for which a compound is reserved. */
  reservedBy: number | null;
  /** Cards of one place with the same number belong together. */
  set: number | null;
  /** The kind of the element that a wild card in a run stands for. */
  standsFor: number | null;
  marks: (typeof MARKS)[number][];
}
export interface ActionValue {
  action: number;
  /** Higher is better; comparable only within one decision. */
  value: number;
  /** The number of visits by policies that search; otherwise 0. */
  visits: number;
}
/** An action that a policy recommends, and why; `Words.hint` writes it. */
export interface Hint {
  action: number;
  /** "only": the only legal action; "alike": another is as good, or nearly; "points": the best lead at
   * the end of the turn; "looked_ahead": best over the simulated games; "solved": best with perfect
   * play. */
  reason: (typeof HINT_REASONS)[number];
  /** The number of legal actions. */
  choices: number;
  /** How much more the policy expects of it than of the next best action. */
  margin: number;
  /** By how many points the player's lead can grow by the end of the turn. */
  gain: number;
  /** The number of simulated games. */
  visits: number;
}
/** A seat that is handed over before a step. */
export interface Handover {
  step: number;
  seat: number;
  /** The text of the policy; null for a person. */
  policy: string | null;
}
/** A step of a session's log; secret. */
export interface LogEntry extends Step {
  /** The time that a policy took, or that `Session.setStepTime` set; otherwise 0. */
  milliseconds: number;
  byPolicy: boolean;
}

const bitsOf = <T>(bits: number, names: readonly T[]): T[] => names.filter((_, i) => (bits >>> i) & 1);
const SEATS = Array.from({ length: MAX_SEATS }, (_, seat) => seat);
const unless = (none: number, value: number): number | null => (value === none ? null : value);

// ---- Reading ----

export const LIMITS_SIZE = 128;
export function readLimits(memory: Memory, at: number): Limits {
  const int = (offset: number) => memory.int(at + offset);
  return {
    players: int(4), minPlayers: int(8), maxPlayers: int(12), key: memory.hex(at + 16),
    stateSize: int(24), observationSize: int(28), steps: int(52), actions: int(56),
    chanceActions: int(60), legalActions: int(64), cardKinds: int(96), maxCopies: int(100),
    phases: int(104),
  };
}
export const PHASE_SIZE = 40;
export const readPhase = (memory: Memory, at: number): Phase => ({
  name: memory.cText(at + 8), asked: ASKED[memory.int(at + 4)]!,
});
export const ACTING_SIZE = 8;
export function readActing(memory: Memory, at: number): Acting {
  const [asked, seats] = memory.ints(at, 2);
  return { asked: ASKED[asked!]!, seats: bitsOf(seats!, SEATS) };
}
export const STEP_SIZE = 8;
export function readStep(memory: Memory, at: number): Step {
  const [actor, action] = memory.ints(at, 2);
  return { actor: actor!, action: action! };
}
export const PLACE_SIZE = 8;
export function readPlace(memory: Memory, at: number): Place {
  const [zone, owner] = memory.ints(at, 2);
  return { zone: ZONES[zone!]!, owner: unless(NOBODY, owner!) };
}
export const EVENT_SIZE = 40;
export function readEvent(memory: Memory, at: number): Event {
  const [player, index, kind, amount, seenBy] = memory.ints(at + 20, 5);
  return {
    verb: VERBS[memory.int(at)]!,
    from: readPlace(memory, at + 4),
    to: readPlace(memory, at + 12),
    player: player!,
    index: index!,
    kind: unless(NONE, kind!),
    amount: amount!,
    seenBy: seenBy === EVERYBODY ? null : bitsOf(seenBy!, SEATS),
  };
}
export const FIELD_SIZE = 56;
export function readField(memory: Memory, at: number): Field {
  const [type, value, owner, element, counter] = memory.ints(at + 32, 5);
  return {
    name: memory.cText(at),
    type: FIELD_TYPES[type!]!,
    value: unless(ABSENT, value!),
    owner: unless(NOBODY, owner!),
    element: unless(NONE, element!),
    counter: unless(NONE, counter!),
  };
}
export const CARD_SIZE = 316;
export function readCard(memory: Memory, at: number): Card {
  const [kind, type, copies, points, number, atomicNumber, color, reconstructed, tokens] =
    memory.ints(at + 4, 9);
  return {
    kind: kind!, type: CARD_TYPES[type!]!, copies: copies!, points: points!, number: number!,
    atomicNumber: atomicNumber!, color: COLORS[color!]!,
    reconstructed: bitsOf(reconstructed!, RECONSTRUCTED),
    tokens: memory.ints(at + 40, tokens!),
    elements: memory.ints(at + 172, memory.int(at + 168)),
    name: memory.cText(at + 220),
  };
}
export const PILE_SIZE = 56;
export function readPile(memory: Memory, at: number): Pile {
  const [cards, points, isKnown, isOrdered] = memory.ints(at + 8, 4);
  return {
    place: readPlace(memory, at), cards: cards!, points: points!, isKnown: isKnown !== 0,
    isOrdered: isOrdered !== 0, name: memory.cText(at + 24),
  };
}
export const GROUP_SIZE = 44;
export function readGroup(memory: Memory, at: number): CardGroup {
  const [pile, kind, copies, face, position, reservedBy, set, standsFor, marks] =
    memory.ints(at + 8, 9);
  return {
    place: readPlace(memory, at), pile: pile!, kind: unless(NONE, kind!), copies: copies!,
    face: FACES[face!]!, position: unless(NONE, position!), reservedBy: unless(NOBODY, reservedBy!),
    set: unless(NONE, set!), standsFor: unless(NONE, standsFor!), marks: bitsOf(marks!, MARKS),
  };
}
export const ACTION_VALUE_SIZE = 24;
export const readActionValue = (memory: Memory, at: number): ActionValue => ({
  value: memory.double(at), visits: memory.long(at + 8), action: memory.int(at + 16),
});
export const HINT_SIZE = 40;
export function readHint(memory: Memory, at: number): Hint {
  const [action, reason, choices] = memory.ints(at + 4, 3);
  return {
    action: action!, reason: HINT_REASONS[reason!]!, choices: choices!,
    margin: memory.double(at + 16), gain: memory.double(at + 24), visits: memory.long(at + 32),
  };
}
export const HANDOVER_SIZE = 136;
export const readHandover = (memory: Memory, at: number): Handover => ({
  step: memory.int(at), seat: memory.int(at + 4), policy: memory.cText(at + 8) || null,
});
export const LOG_ENTRY_SIZE = 24;
export function readLogEntry(memory: Memory, at: number): LogEntry {
  const [actor, action, byPolicy] = memory.ints(at + 8, 3);
  return {
    actor: actor!, action: action!, milliseconds: memory.long(at), byPolicy: byPolicy !== 0,
  };
}

// ---- Writing ----

const ownerOf = (field: string, owner: number | null): number =>
  owner === null ? NOBODY : whole(field, owner);
const numberOf = (field: string, value: number | null, none: number): number =>
  value === null ? none : whole(field, value);

/** Both numbers of a place. */
export function placeNumbers(field: string, place: Place): [number, number] {
  const { zone, owner } = objectOf(field, place);
  return [indexOf(`${field}.zone`, ZONES, zone), ownerOf(`${field}.owner`, owner)];
}
/** A filter of places: all zones or all owners where it does not say. */
export function filterNumbers({ zone, owner }: Partial<Place>): [number, number] {
  return [
    zone === undefined ? ANY : indexOf("zone", ZONES, zone),
    owner === undefined ? ANY : ownerOf("owner", owner),
  ];
}
/** The numbers of a step. */
export const acted = (actor: Actor, action: number, of = ""): [number, number] => [
  whole(`${of}actor`, actor),
  whole(`${of}action`, action),
];
export const stepNumbers = (steps: readonly Step[]): number[] =>
  listOf("steps", steps).flatMap((step, i) => acted(step?.actor, step?.action, `steps[${i}].`));
export function eventNumbers(event: Event, field = "event"): number[] {
  const { verb, from, to, player, index, kind, amount, seenBy } = objectOf(field, event);
  return [
    indexOf(`${field}.verb`, VERBS, verb),
    ...placeNumbers(`${field}.from`, from),
    ...placeNumbers(`${field}.to`, to),
    whole(`${field}.player`, player),
    whole(`${field}.index`, index),
    numberOf(`${field}.kind`, kind, NONE),
    whole(`${field}.amount`, amount),
    seenBy === null
      ? EVERYBODY
      : listOf(`${field}.seenBy`, seenBy).reduce((bits, seat) => bits | (1 << whole(`${field}.seenBy`, seat)), 0),
  ];
}
export const eventsNumbers = (events: readonly Event[]): number[] =>
  listOf("events", events).flatMap((event, i) => eventNumbers(event, `events[${i}]`));
/** The bytes of a structure: a name of at most 31 bytes and numbers, either first. */
function structure(size: number, nameAt: number, name: string, numbers: number[], at: number): Uint8Array {
  const bytes = new Uint8Array(size);
  new TextEncoder().encodeInto(text("name", name), bytes.subarray(nameAt, nameAt + 31));
  bytes.set(new Uint8Array(new Int32Array(numbers).buffer), at);
  return bytes;
}
export function fieldBytes(given: Field): Uint8Array {
  const { name, type, value, owner, element, counter } = objectOf("field", given);
  const numbers = [
    indexOf("field.type", FIELD_TYPES, type), numberOf("field.value", value, ABSENT),
    ownerOf("field.owner", owner), numberOf("field.element", element, NONE),
    numberOf("field.counter", counter, NONE), 0,
  ];
  return structure(FIELD_SIZE, 0, name, numbers, 32);
}
export function pileBytes(given: Pile): Uint8Array {
  const { place, cards, points, isKnown, isOrdered, name } = objectOf("pile", given);
  const numbers = [
    ...placeNumbers("pile.place", place), whole("pile.cards", cards), whole("pile.points", points),
    Number(isKnown), Number(isOrdered),
  ];
  return structure(PILE_SIZE, 24, name, numbers, 0);
}
export function hintBytes(hint: Hint): Uint8Array {
  const { action, reason, choices, margin, gain, visits } = objectOf("hint", hint);
  const bytes = new Uint8Array(HINT_SIZE);
  const view = new DataView(bytes.buffer);
  view.setInt32(4, whole("hint.action", action), true);
  view.setInt32(8, indexOf("hint.reason", HINT_REASONS, reason), true);
  view.setInt32(12, whole("hint.choices", choices), true);
  view.setFloat64(16, margin, true);
  view.setFloat64(24, gain, true);
  view.setBigInt64(32, BigInt(whole("hint.visits", visits)), true);
  return bytes;
}
