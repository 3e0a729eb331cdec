// SPDX-License-Identifier: Apache-2.0
// A room on a server: joining it, waiting for others, and the game once all are there.
import { useEffect, useRef, useState } from "preact/hooks";
import { keep, kept } from "./kept.js";
import type { Page } from "./page.js";
import { Copy } from "./copy.js";
import { wordsOf } from "./options.js";
import { Play } from "./play.js";
import type { GameOffer, Opened, Room, Status, Ticket } from "./protocol.js";
import { table, watchStatus } from "./table.js";

// ---- Servers and seats by name ----

export const defaultServer = (): string => location.host;

/** The address of a server given by its host, such as `play.example.org:8000`. */
export function serverOf(name: string): string {
  const given = name.trim();
  if (/^wss?:\/\//.test(given)) return given;
  return `${location.protocol === "https:" ? "wss" : "ws"}://${given}/`;
}
/** The part of the address after #; a server that the page does not come from is part of it. */
export function pathOf({ room, server }: Pick<Ticket, "room" | "server">): string {
  const elsewhere = server === serverOf(defaultServer()) ? "" : `/${encodeURIComponent(server)}`;
  return `#/room/${room}${elsewhere}`;
}
/** Decodes a result of `pathOf`; links may be damaged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
const keyOf = (server: string, room: string) => `seat ${room} ${server}`;

export function keepTicket(ticket: Ticket): void {
  keep(keyOf(ticket.server, ticket.room), JSON.stringify(ticket));
}
function keptTicket(server: string, room: string): Ticket | null {
  try {
    return JSON.parse(kept(keyOf(server, room)) ?? "null") as Ticket | null;
  } catch {
    return null;
  }
}

// ---- The pages ----

interface Props extends Page {
  offers: GameOffer[];
  code: string;
  server: string;
}

export function RoomPage({ code, server, ...shared }: Props) {
  const address = serverOf(decoded(server) || defaultServer());
  const [ticket, setTicket] = useState(() => keptTicket(address, code));
  const joined = (one: Ticket) => {
    keepTicket(one);
    setTicket(one);
  };
  return ticket
    ? <Seated {...shared} ticket={ticket} />
    : <Invited {...shared} code={code} server={address} joined={joined} />;
}

const titleOf = (offers: GameOffer[], game: string, language: string): string =>
  offers.find(({ name }) => name === game)?.words[language]?.title ?? game;

interface InvitedProps extends Props {
  joined: (ticket: Ticket) => void;
}

function Invited({ code, server, offers, language, say, joined }: InvitedProps) {
  const [room, setRoom] = useState<Room | null>(null);
  const [name, setName] = useState("");
  const [failure, setFailure] = useState("");
  // A double click must join only once: nobody would play the second seat.
  const isJoining = useRef(false);
  const failed = (error: Error) => {
    isJoining.current = false;
    setFailure(error.message);
  };
  useEffect(() => void table.look(server, code).then(setRoom, failed), []);

  function join(event: Event) {
    event.preventDefault();
    if (isJoining.current) return;
    isJoining.current = true;
    const free = room!.seats.findIndex(({ isFree }) => isFree);
    table.join(server, code, name.trim() || say("seat", free + 1)).then(joined, failed);
  }
  return (
    <main id="main" class="room" aria-busy={!room && !failure}>
      <h1>{room ? say("joining", titleOf(offers, room.game, language)) : say("room", code)}</h1>
      {failure && <p class="refusal" role="alert">{failure}</p>}
      {room && (
        <form class="setting" onSubmit={join}>
          <Who room={room} say={say} />
          <Agreed room={room} offers={offers} language={language} say={say} />
          {room.seats.some(({ isFree }) => isFree) ? (
            <>
              <label class="option">
                <span>{say("your name")}</span>
                <input maxLength={24} value={name} data-name onInput={(event) => setName(event.currentTarget.value)} />
              </label>
              <button type="submit" class="big">{say("join")}</button>
            </>
          ) : <p class="refusal">{say("net full")}</p>}
        </form>
      )}
    </main>
  );
}

function Seated({ ticket, offers, ...shared }: Omit<Props, "code" | "server"> & { ticket: Ticket }) {
  const { say, language } = shared;
  const [status, setStatus] = useState<Status>({ isConnected: true, room: null, steps: 0, gone: "" });
  const [opened, setOpened] = useState<Opened | null>(null);
  const { room, gone } = status;
  useEffect(() => {
    watchStatus(setStatus);
    void table.attend(ticket);
    return () => {
      watchStatus(() => {});
      void table.leave();
    };
  }, []);
  useEffect(() => {
    const failed = ({ message }: Error) => setStatus((now) => ({ ...now, gone: message }));
    if (room?.hasBegun && !opened) void table.begin().then(setOpened, failed);
  }, [room?.hasBegun]);
  if (opened) return <Play {...shared} opened={opened} status={status} />;

  const link = `${location.origin}${location.pathname}${pathOf(ticket)}`;
  const missing = room?.seats.filter(({ policy, isHere }) => !policy && !isHere) ?? [];
  return (
    <main id="main" class="room" aria-busy={!room && !gone}>
      <h1>{room && titleOf(offers, room.game, language)} <small>{say("room", ticket.room)}</small></h1>
      {gone && <p class="refusal" role="alert">{gone}</p>}
      {!gone && !status.isConnected && <p role="status">{say("reconnecting")}</p>}
      {room && (
        <section class="setting">
          <p role="status">{missing.length > 0 && say("waiting for", missing.map(({ name }) => name).join(", "))}</p>
          <Who room={room} say={say} />
          <Agreed room={room} offers={offers} language={language} say={say} />
          <p>{say("invite")} <a href={link} data-invite>{link}</a></p>
          <p class="tools"><Copy text={link} say={say}>{say("copy")}</Copy></p>
          <p class="digest">{say("commitment", room.commitment)}</p>
        </section>
      )}
    </main>
  );
}

/** The options that differ from their defaults. */
function Agreed({ room, offers, language, say }: Omit<Props, "code" | "server" | "go"> & { room: Room }) {
  const offer = offers.find(({ name }) => name === room.game);
  const words = offer?.words[language]?.options ?? {};
  const other = offer?.about.options.filter((option) => room.options[option.name] !== option.default) ?? [];
  return (
    <ul>
      {other.map((option) => (
        <li key={option.name}>
          {words[option.name]?.words}: <b>{wordsOf(room.options[option.name]!, words[option.name]?.choices, say)}</b>
        </li>
      ))}
    </ul>
  );
}

function Who({ room, say }: Pick<Page, "say"> & { room: Room }) {
  return (
    <ol class="who">
      {room.seats.map(({ name, policy, isFree, isHere }, seat) => (
        <li key={seat}>
          {name} <small>{policy ? say(policy.split(" ")[0] as "heuristic") : say(isFree ? "is free" : isHere ? "is here" : "is away")}</small>
        </li>
      ))}
    </ol>
  );
}
