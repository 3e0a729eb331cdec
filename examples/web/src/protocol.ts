// SPDX-License-Identifier: Apache-2.0
// What the page and its worker tell each other. The worker, or a server that it asks, has the state;
// the page gets only what the seat that looks may know.
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
  /** What is asked; at the end who has won. */
  prompt: string;
  acting: number[];
  scores: (number | null)[];
  choices: Choice[];
  canUndo: boolean;
  isOver: boolean;
  steps: number;
}
/** What to do and why, the cards of it, and the best whole turn where the game lists them. */
export interface Hint {
  words: string;
  cards: string[];
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
  /** The seats of people at this device. */
  here: number[];
  /** Whether others play over a network, so that nothing is taken back or saved. */
  isRemote: boolean;
}
/** The end of a game: its record, and what the revealed deal proves. */
export interface Ended {
  text: string;
  /** The record as the part of an address. */
  link: string;
  digest: string;
  /** Whether the deal is the one committed to, and all was as it was seen; null without a server. */
  proof: { isFair: boolean; why: string } | null;
}

// ---- Over a network: what examples/server sends ----

/** A room, as everybody with its code may know it. */
export interface Room {
  code: string;
  game: string;
  /** The key of the game, which says its rules, deck and options. */
  key: string;
  options: { [name: string]: values.OptionValue };
  commitment: string;
  hasBegun: boolean;
  /** What players added to the seed, by seat, in hexadecimal digits; none before the game begins. */
  contributions: string[];
  seats: (Seat & { isFree: boolean; isHere: boolean })[];
}
/** What proves a seat, to be kept by who sits there. */
export interface Ticket {
  server: string;
  room: string;
  seat: number;
  token: string;
  commitment: string;
  /** What this player adds to the seed, in hexadecimal digits. */
  contribution: string;
}
/** What a server sends when a seat was told something. */
export interface Told {
  view: View;
  news: News[];
  /** The observation, as bytes in base64. */
  seen: string;
  /** When the game is over: seed and salt in hexadecimal digits, and the record. */
  reveal?: { seed: string; salt: string; record: string };
}
/** Why a server refuses; `code` has a sentence on the page. */
export interface Refusal {
  code: string;
  field: string;
  value: string;
  reason: string;
  rule: string;
}
/** How it stands with the server. */
export interface Status {
  isConnected: boolean;
  room: Room | null;
  /** The number of the last view. */
  steps: number;
  /** Why the server will not have this client back, in words. */
  gone: string;
}
export interface Replayed extends Opened {
  length: number;
  digest: string;
}
