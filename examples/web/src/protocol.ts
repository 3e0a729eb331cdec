// SPDX-License-Identifier: Apache-2.0
// What the page and its worker tell each other. The worker has the state; the page gets only what
// the seat that looks may know.
import type { GameWords, Seen, values } from "chemix";

/** Who plays a seat: a person, or a policy by its text. */
export interface Seat {
  name: string;
  policy: string | null;
}
export interface GameOffer {
  name: string;
  about: values.Description;
  words: { [language: string]: GameWords };
}
export interface Setup {
  game: string;
  options: { [name: string]: values.OptionValue };
  seats: Seat[];
  seed: string;
  /** The text of a deck file of one's own. */
  deck?: string;
}
export interface Choice {
  id: number;
  words: string;
  /** The cards that it names. */
  cards: string[];
}
/** What happened, in words and as data. */
export interface News {
  words: string;
  event: values.Event;
}
/** Where a value of an observation stands, and what it is, by its schema. */
export interface Field {
  path: string[];
  own: boolean;
  perSeat: boolean;
  kind: "cards" | "card" | "seat" | "number" | "flag" | "other";
}
/** What one viewer sees, knows and may do. */
export interface View {
  /** A seat, or null for spectators. */
  viewer: number | null;
  open: Seen["open"];
  own: Seen["own"];
  phase: string;
  prompt: string;
  acting: number[];
  scores: (number | null)[];
  choices: Choice[];
  canUndo: boolean;
  isOver: boolean;
  /** Who has won, at the end. */
  result: string;
  steps: number;
}
export interface Hint {
  words: string;
  value: number;
  cards: string[];
}
/** What a hint says: the best choices first, and the best whole turn where the game lists them. */
export interface Hints {
  choices: Hint[];
  turn: string[];
}
/** Where hidden cards may lie: the shares, from 0 to 1, that each place has at least one. */
export interface Chances {
  places: { zone: string; owner: number | null }[];
  cards: { name: string; shares: number[] }[];
}
export interface Opened {
  catalogue: values.Catalogue;
  fields: Field[];
  seats: Seat[];
}
export interface Replayed extends Opened {
  length: number;
  digest: string;
}
