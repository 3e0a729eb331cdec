// SPDX-License-Identifier: Apache-2.0
// The messages between page and worker. The worker, or a server that it queries, has the state; the
// page gets only what the viewing seat may know.
import type { GameWords, Seen, values } from "chemix";

/** The player of a seat: a person, or a policy by its text. */
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
  /** The text of a custom deck file. */
  deck?: string;
}
export interface Choice {
  id: number;
  words: string;
  /** The cards that it names. */
  cards: string[];
}
/** An event, in words and as values. */
export interface News {
  words: string;
  event: values.Event;
}
/** A value of an observation: its path, and its meaning according to the schema. */
export interface Field {
  path: string[];
  own: boolean;
  perSeat: boolean;
  kind: "cards" | "card" | "seat" | "number" | "flag" | "other";
}
/** Everything that one viewer sees, knows and may do. */
export interface View {
  /** A seat, or null for spectators. */
  viewer: number | null;
  open: Seen["open"];
  own: Seen["own"];
  phase: string;
  /** The pending decision; at the end the winner. */
  prompt: string;
  acting: number[];
  scores: (number | null)[];
  choices: Choice[];
  canUndo: boolean;
  isOver: boolean;
  steps: number;
}
/** A recommended action with its reason and cards, and the best whole turn if the game has them. */
export interface Hint {
  words: string;
  cards: string[];
  turn: string[];
}
/** The probabilities, from 0 to 1, that each hidden place holds at least one copy of a card. */
export interface Chances {
  places: { zone: string; owner: number | null }[];
  cards: { name: string; shares: number[] }[];
}
export interface Opened {
  catalogue: values.Catalogue;
  fields: Field[];
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
/** A server's update for a seat. */
export interface Told {
  view: View;
  news: News[];
  /** The observation, as bytes in base64. */
  seen: string;
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
  /** The number of the last view. */
  steps: number;
  /** The reason, in words, why the server rejects this client for good. */
  gone: string;
}
export interface Replayed extends Opened {
  length: number;
  digest: string;
}
