// SPDX-License-Identifier: Apache-2.0
// The messages between page and worker. The worker, or a server that it queries, has the state; the
// page gets only what the viewing seat may know.
import type { values } from "chemix";

/** The player of a seat: a person, or a policy by its text. */
export interface Seat {
  name: string;
  policy: string | null;
}
/** The texts of a game in one language. */
export interface GameWords {
  title: string;
  score: string;
  options: { [name: string]: { words: string; choices: { [choice: string]: string } } };
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
  /** The text of a custom deck file. */
  deck?: string;
}
export interface Choice {
  id: number;
  words: string;
  /** The kinds of cards that it names. */
  cards: number[];
}
/** What happened, in sentences, and the kinds of the cards that have just moved. */
export interface News {
  words: string[];
  cards: number[];
}
/** Equal cards; kind null: unseen ones. */
export interface Group {
  kind: number | null;
  copies: number;
  /** Drawn in this turn. */
  isDrawn: boolean;
}
export interface PileView {
  zone: string;
  /** A seat, or null for piles of everybody. */
  owner: number | null;
  name: string;
  count: number;
  points: number;
  groups: Group[];
}
/** A value of the table, in words. */
export interface FieldView {
  name: string;
  value: string;
  owner: number | null;
}
/** Everything that one viewer sees, knows and may do. */
export interface View {
  /** A seat, or null for spectators. */
  viewer: number | null;
  piles: PileView[];
  fields: FieldView[];
  phase: string;
  /** The pending decision; at the end the winner. */
  prompt: string;
  acting: number[];
  scores: (number | null)[];
  choices: Choice[];
  canUndo: boolean;
  isOver: boolean;
  /** The number of steps that the viewer has noticed. */
  steps: number;
}
/** A recommended action with its reason and cards, and the best whole turn if the game has them. */
export interface Hint {
  words: string;
  cards: number[];
  turn: string[];
}
/** The probabilities, from 0 to 1, that each hidden place holds at least one copy of a card. */
export interface Chances {
  places: string[];
  cards: { kind: number; shares: number[] }[];
}
export interface Opened {
  catalogue: values.Catalogue;
  seats: Seat[];
  /** The seats of people at this device. */
  here: number[];
  /** Whether the game is played over a network, without undo and saving. */
  isRemote: boolean;
}
/** The end of a game: its record, and what the revealed deal proves. */
export interface Ended {
  text: string;
  /** The record, encoded for the URL fragment. */
  link: string;
  digest: string;
  /** Whether the deal matches the commitment, and the record the views; null without a server. */
  proof: { isFair: boolean; why: string } | null;
}

// ---- Over a network: what examples/server sends ----

/** The public data of a room. */
export interface Room {
  code: string;
  game: string;
  /** The key of the game, which identifies its rules, deck and options. */
  key: string;
  options: { [name: string]: values.OptionValue };
  commitment: string;
  hasBegun: boolean;
  /** The players' contributions to the seed, by seat, in hexadecimal; empty before the game. */
  contributions: string[];
  seats: (Seat & { isFree: boolean; isHere: boolean })[];
}
/** The proof of owning a seat, kept by its player. */
export interface Ticket {
  server: string;
  room: string;
  seat: number;
  token: string;
  commitment: string;
  /** This player's contribution to the seed, in hexadecimal digits. */
  contribution: string;
}
/** A server's update for a seat. It also has a view for clients without the library. */
export interface Told {
  /** For a page that has no client yet: the text to load one. */
  client?: string;
  /** The messages for the client since its last one. */
  messages: string[];
  /** When the game is over: seed and salt in hexadecimal digits, and the record. */
  reveal?: { seed: string; salt: string; record: string };
}
/** A server's refusal; the page has a sentence for each `code`. */
export interface Refusal {
  code: string;
  field: string;
  value: string;
  reason: string;
  rule: string;
}
/** The state of the connection to the server. */
export interface Status {
  isConnected: boolean;
  room: Room | null;
  /** The number of steps that the seat has noticed. */
  steps: number;
  /** The reason, in words, why the server rejects this client for good. */
  gone: string;
}
export interface Replayed extends Opened {
  length: number;
  digest: string;
}
