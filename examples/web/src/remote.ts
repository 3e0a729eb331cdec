// SPDX-License-Identifier: Apache-2.0
// A seat at a table on a server; examples/server/README.md describes the protocol. A broken
// connection is restored, and the seat receives the events that it missed.
import { type Chemix, type Game } from "chemix";
import type { News, Opened, Refusal, Room, Setup, Status, Ticket, Told, View } from "./protocol.js";
import { fieldsOf, type Sight } from "./seen.js";
import type { Source } from "./source.js";
import { sayCode, sayIn } from "./words.js";

/** Another connection took over this seat. */
const TAKEN_OVER = 4000;
const FIRST_WAIT = 300;
/** Milliseconds after which a connection counts as established. */
const LASTING = 10_000;
const LONGEST_WAIT = 5000;

/** A refusal by the server, or a failure to reach it. */
export class Declined extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}
const unreachable = () =>
  new Declined({ code: "unreachable", field: "", value: "", reason: "no connection", rule: "" });

/** A refusal in the page's words, or in those of the rule. */
export function inWords({ code, reason, rule }: Refusal, language: string): string {
  if (rule) return `${reason} (${rule})`;
  return sayCode(language, code) || reason;
}

interface Message {
  id?: number;
  answer?: unknown;
  error?: Refusal;
  room?: Room;
}

/** Questions and answers over one WebSocket. */
class Line {
  private readonly waiting = new Map<
    number, { done: (answer: never) => void; failed: (why: Declined) => void }
  >();
  private readonly socket: WebSocket;
  private last = 0;

  constructor(
    server: string,
    private readonly opened: () => void,
    private readonly told: (message: Message) => void,
    private readonly closed: (code: number) => void,
  ) {
    this.socket = new WebSocket(server);
    this.socket.onopen = () => this.opened();
    this.socket.onmessage = ({ data }: MessageEvent<string>) => this.hear(JSON.parse(data) as Message);
    this.socket.onclose = ({ code }) => {
      for (const { failed } of this.waiting.values()) failed(unreachable());
      this.waiting.clear();
      this.closed(code);
    };
  }
  ask<T>(ask: string, fields: { [name: string]: unknown }): Promise<T> {
    return new Promise<T>((done, failed) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        failed(unreachable());
        return;
      }
      this.waiting.set(++this.last, { done, failed });
      this.socket.send(JSON.stringify({ id: this.last, ask, ...fields }));
    });
  }
  close(): void {
    this.socket.close();
  }
  private hear(message: Message): void {
    if (message.id === undefined) {
      this.told(message);
      return;
    }
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) asked?.failed(new Declined(message.error));
    else asked?.done(message.answer as never);
  }
}

/** Sends a single request to a server. */
function askOnce<T>(server: string, ask: string, fields: { [name: string]: unknown }): Promise<T> {
  return new Promise<T>((done, failed) => {
    const line: Line = new Line(
      server,
      () => void line.ask<T>(ask, fields).then(done, failed).finally(() => line.close()),
      () => {},
      () => failed(unreachable()),
    );
  });
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const ofHex = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const ofBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export const look = (server: string, room: string) => askOnce<Room>(server, "look", { room });

/** Opens or joins a room, and returns the ticket of the seat. Store it before using it. */
async function seated(server: string, ask: string, fields: { [name: string]: unknown }): Promise<Ticket> {
  const given = await askOnce<Omit<Ticket, "server" | "contribution">>(server, ask, fields);
  // Drawn when the commitment is known, so that the server did not know it when it committed.
  const contribution = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { server, ...given, contribution };
}
export const create = (server: string, { game, options, seats }: Setup) =>
  seated(server, "create", { game, options, seats });
export const join = (server: string, room: string, name: string) =>
  seated(server, "join", { room, name });

export class Remote implements Source {
  /** Set by `begin`, when the game has begun. */
  game!: Game;
  opened!: Opened;
  private chemix: Chemix | null = null;
  private line: Line | null = null;
  private room: Room | null = null;
  private latest: Told | null = null;
  private untold: News[] = [];
  /** The number of the view that the page has. */
  private shown = -1;
  /** All views that came, each with its number before it, for the proof at the end. */
  private readonly views = new Set<string>();
  private wake: (() => void)[] = [];
  private wait = FIRST_WAIT;
  /** The time at which the connection was opened. */
  private since = Infinity;
  private gone = "";
  private isClosed = false;

  constructor(
    private readonly ticket: Ticket,
    private language: string,
    private readonly report: (status: Status) => void,
  ) {
    this.connect();
  }
  close(): void {
    this.isClosed = true;
    this.line?.close();
    this.rouse();
    this.game?.destroy();
  }

  // ---- The connection ----

  private connect(): void {
    this.line = new Line(
      this.ticket.server,
      () => void this.comeBack().catch((error: Error) => this.part(error)),
      (message) => this.hear(message),
      (code) => {
        if (this.isClosed) return;
        if (code === TAKEN_OVER) this.gone = sayIn(this.language)("net taken over");
        this.tell(false);
        if (Date.now() - this.since > LASTING) this.wait = FIRST_WAIT;
        // Random delay, so that clients do not all reconnect at once.
        const wait = this.wait * (0.5 + Math.random());
        if (!this.gone) setTimeout(() => !this.isClosed && this.connect(), wait);
        this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
      },
    );
  }
  private async comeBack(): Promise<void> {
    const { room, token, contribution } = this.ticket;
    const line = this.line!;
    await this.speak(this.language);
    const number = this.latest?.view.steps ?? 0;
    const { commitment } = await line.ask<Ticket>("return", { room, token, number });
    if (commitment !== this.ticket.commitment) {
      throw new Error(sayIn(this.language)("net other commitment"));
    }
    this.since = Date.now();
    this.tell(true);
    if (this.room?.hasBegun) return;
    await line.ask("ready", { contribution }).catch((error: unknown) => {
      // A client that returns before the game begins has already sent it.
      if (!(error instanceof Declined) || error.refusal.code !== "ready") throw error;
    });
  }
  /** Gives up for good: the server does not know this seat. */
  private part(error: Error): void {
    if (error instanceof Declined && error.refusal.code === "unreachable") return;
    this.gone = error instanceof Declined ? inWords(error.refusal, this.language) : error.message;
    this.line?.close();
  }
  private hear(message: Message): void {
    if (message.room) this.room = message.room;
    if ("view" in message) {
      const told = message as Told;
      this.latest = told;
      this.untold.push(...told.news);
      this.views.add(`${told.view.steps} ${told.seen}`);
    }
    this.rouse();
    this.tell(true);
  }
  private tell(isConnected: boolean): void {
    this.report({ isConnected, room: this.room, steps: this.latest?.view.steps ?? 0, gone: this.gone });
  }
  private rouse(): void {
    for (const wake of this.wake.splice(0)) wake();
  }
  async speak(language: string): Promise<void> {
    this.language = language;
    // If disconnected, the language is sent when reconnecting.
    await this.line?.ask("speak", { language }).catch(() => {});
  }

  // ---- The game ----

  /** Makes the game of the room, which has begun. */
  begin(chemix: Chemix): Opened {
    try {
      return this.made(chemix);
    } catch (error) {
      this.part(error as Error);
      throw error;
    }
  }
  private made(chemix: Chemix): Opened {
    if (this.isClosed) throw new Error("the seat was left");
    const { game, key, options, seats } = this.room!;
    this.chemix = chemix;
    this.game = chemix.game(game, { players: seats.length, options });
    if (this.game.limits.key !== key) throw new Error(sayIn(this.language)("net other rules"));
    const { catalogue } = this.game;
    const here = [this.ticket.seat];
    this.opened = { catalogue, fields: fieldsOf(this.game), seats, here, isRemote: true };
    return this.opened;
  }
  sight(): Sight {
    const { game, language } = this;
    const seen = game.loadObservation(ofBase64(this.latest!.seen));
    const names = this.room!.seats.map(({ name }) => name);
    return { game, seen, seat: this.ticket.seat, language, names, seed: `0x${this.ticket.contribution}` };
  }
  asked(): number {
    return this.latest?.view.choices.length ? this.ticket.seat : -1;
  }
  view(): View {
    const { view } = this.latest!;
    this.shown = view.steps;
    // Draw from the same observation that the proof compares.
    const { open, own } = this.game.observationJson(this.sight().seen);
    return { ...view, open, own };
  }
  news(): News[] {
    return this.untold.splice(0);
  }
  async advance(): Promise<boolean> {
    const isNew = () => this.latest !== null && this.latest.view.steps !== this.shown;
    while (!this.isClosed && !isNew()) {
      if (this.latest?.view.isOver) return false;
      await new Promise<void>((done) => this.wake.push(done));
    }
    return !this.isClosed;
  }
  async act(_: number, action: number): Promise<string> {
    try {
      await this.line!.ask("act", { number: this.shown, action });
      return "";
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
      return inWords(error.refusal, this.language);
    }
  }
  undo(): boolean {
    return false;
  }
  save(): string {
    throw new Error("the server has the state");
  }

  // ---- The proof ----

  ended() {
    const reveal = this.latest?.reveal;
    if (!reveal) throw new Error("a record tells of all hands: only at the end");
    const text = reveal.record;
    const { digest } = JSON.parse(text) as { digest: string };
    const why = this.fault(reveal);
    return { text, digest, proof: { isFair: why === "", why } };
  }
  /** The first inconsistency in the server's messages, or "". */
  private fault({ seed, salt, record: text }: NonNullable<Told["reveal"]>): string {
    const chemix = this.chemix!;
    const { seat, commitment, contribution } = this.ticket;
    const all = this.room!.contributions;
    if (all[seat] !== contribution) return "contributions";
    try {
      chemix.verifyDeal({
        record: text, commitment, seed: ofHex(seed), salt: ofHex(salt), contributions: all.map(ofHex),
      });
    } catch (error) {
      return (error as Error).message;
    }
    const record = chemix.record(text);
    const { game } = record;
    try {
      if (game.limits.key !== this.game.limits.key) return "game";
      let state = record.start();
      let number = 0;
      const shown = new Set<string>();
      for (const { actor, action } of record.steps()) {
        const isNoticed = game.events(state, actor, action, seat).length > 0;
        state = game.apply(state, actor, action);
        if (!isNoticed) continue;
        shown.add(`${++number} ${base64(game.saveObservation(game.observe(state, seat)))}`);
      }
      const other = [...this.views].find((view) => !shown.has(view));
      return other === undefined ? "" : `view ${other.split(" ")[0]}`;
    } finally {
      record.destroy();
      game.destroy();
    }
  }
}
