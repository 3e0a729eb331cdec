// SPDX-License-Identifier: Apache-2.0
// A seat at a table on a server; examples/server/README.md describes the protocol. A broken
// connection is restored, and the seat receives the events that it missed.
import type { Chemix, Client, Event, Observation } from "chemix";
import type { Opened, Refusal, Room, Setup, Status, Ticket, Told, View } from "./protocol.js";
import { Source } from "./source.js";
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

export class Remote extends Source {
  private client: Client | null = null;
  private line: Line | null = null;
  private room: Room | null = null;
  private reveal: Told["reveal"];
  /** The number of the view that the page has. */
  private shown = -1;
  /** The first message that did not fit the others. */
  private doubt = "";
  private wake: (() => void)[] = [];
  private wait = FIRST_WAIT;
  /** The time at which the connection was opened. */
  private since = Infinity;
  private gone = "";
  private isClosed = false;

  constructor(
    private readonly chemix: Chemix,
    private readonly ticket: Ticket,
    language: string,
    private readonly report: (status: Status) => void,
  ) {
    super(language);
    this.connect();
  }
  override close(): void {
    this.isClosed = true;
    this.line?.close();
    this.rouse();
    this.forget();
    super.close();
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
    const { commitment } = await line.ask<Ticket>("return", { room, token, number: this.number });
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
    if ("messages" in message) this.take(message as Told);
    this.rouse();
    this.tell(true);
  }
  /** Updates the client; if a message does not fit, asks for a new one. */
  private take({ client, messages, reveal }: Told): void {
    this.reveal = reveal;
    try {
      if (client) {
        this.forget();
        this.client = this.chemix.client(client);
      }
      for (const message of messages) this.client!.receive(message);
    } catch {
      this.doubt ||= `view ${this.number + 1}`;
      this.forget();
      this.line?.close();
    }
  }
  /** Destroys the client. */
  private forget(): void {
    this.client?.destroy();
    this.client?.game.destroy();
    this.client = null;
  }
  private get number(): number {
    return this.client?.seenCount() ?? 0;
  }
  private tell(isConnected: boolean): void {
    this.report({ isConnected, room: this.room, steps: this.number, gone: this.gone });
  }
  private rouse(): void {
    for (const wake of this.wake.splice(0)) wake();
  }
  /** Waits until something holds, or the table is closed. */
  private async until(holds: () => boolean): Promise<void> {
    while (!this.isClosed && !holds()) await new Promise<void>((done) => this.wake.push(done));
  }

  // ---- The game ----

  /** Opens the table of the room, whose game has begun. */
  async begin(): Promise<Opened> {
    await this.until(() => this.client !== null || this.gone !== "");
    if (this.isClosed) throw new Error("the seat was left");
    if (this.gone) throw new Error(this.gone);
    try {
      const { game: name, key, options, seats } = this.room!;
      const game = this.chemix.game(name, { players: seats.length, options });
      this.open(game, seats, [this.ticket.seat], true);
      if ([game, this.client!.game].some(({ limits }) => limits.key !== key)) {
        throw new Error(sayIn(this.language)("net other rules"));
      }
      return this.opened;
    } catch (error) {
      this.part(error as Error);
      throw error;
    }
  }
  observation(): Observation {
    return this.known.observation();
  }
  seenCount(): number {
    return this.known.seenCount();
  }
  events(_: number, seen: number): Event[] {
    return this.known.events(seen);
  }
  private get known(): Client {
    if (!this.client) throw new Error(sayIn(this.language)("reconnecting"));
    return this.client;
  }
  asked(): number {
    return this.client?.observation().legalActions().length ? this.ticket.seat : -1;
  }
  override view(viewer: number): View {
    const view = super.view(viewer);
    this.shown = view.steps;
    return view;
  }
  async advance(): Promise<boolean> {
    await this.until(() => this.client !== null && (this.number !== this.shown || this.isOver));
    return !this.isClosed && this.number !== this.shown;
  }
  private get isOver(): boolean {
    return this.known.observation().isTerminal();
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
  canUndo(): boolean {
    return false;
  }
  undo(): string {
    return this.words.undo("nothing");
  }
  save(): string {
    throw new Error("the server has the state");
  }

  // ---- The proof ----

  ended() {
    if (!this.reveal) throw new Error("a record tells of all hands: only at the end");
    const text = this.reveal.record;
    const { digest } = JSON.parse(text) as { digest: string };
    const why = this.fault(this.reveal);
    return { text, digest, proof: { isFair: why === "", why } };
  }
  /** The first inconsistency in the server's messages, or "". */
  private fault({ seed, salt, record: text }: NonNullable<Told["reveal"]>): string {
    const { chemix } = this;
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
    if (this.doubt) return this.doubt;
    const record = chemix.record(text);
    // The start and the steps of what the seat saw, by the record and by the messages.
    const viewsIn = (saved: string) => {
      const { start, steps } = JSON.parse(saved) as { start: string; steps: string[] };
      return [start, ...steps];
    };
    const [honest, shown] = [viewsIn(record.saveSeen(seat)), viewsIn(this.known.save())];
    const isSameGame = record.game.limits.key === this.game.limits.key;
    record.destroy();
    record.game.destroy();
    if (!isSameGame) return "game";
    const count = Math.max(honest.length, shown.length);
    const other = Array.from({ length: count }, (_, i) => i).find((i) => shown[i] !== honest[i]);
    return other === undefined ? "" : `view ${other}`;
  }
}
