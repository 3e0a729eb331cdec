// SPDX-License-Identifier: Apache-2.0
// The table of any game, drawn from the fields of an observation. Nothing here is specific to a game.
import type { ComponentChildren } from "preact";
import { Card, type Cards } from "./card.js";
import { useDrag } from "./drag.js";
import type { Field, Opened, View } from "./protocol.js";
import { labelIn, type Say } from "./words.js";

/** From these numbers of card kinds on, places draw cards small, in general and at seats, or fold them. */
const SMALL_FROM = 9;
const SMALL_AT_SEATS = 3;
const FOLD_FROM = 14;

interface Props {
  opened: Opened;
  cards: Cards;
  view: View;
  names: string[];
  language: string;
  say: Say;
  /** The selectable cards, the selected card, the cards of a hint, and the cards that have just moved. */
  legal?: Set<string>;
  chosen?: string | null;
  hinted?: Set<string>;
  fresh?: Set<string>;
  onCard?: (card: string) => void;
  /** Called when a card was dragged to another part of the table. */
  onDrop?: (card: string) => void;
}

type Pile = [name: string, copies: number][];

/** The cards of a pile, by kind; a list keeps its order, with the top card last. */
function pileOf(value: unknown): Pile {
  if (typeof value === "string") return [[value, 1]];
  if (Array.isArray(value)) {
    const pile: Pile = [];
    for (const name of value as string[]) {
      const last = pile.at(-1);
      if (last?.[0] === name) ++last[1];
      else pile.push([name, 1]);
    }
    return pile;
  }
  return Object.entries((value ?? {}) as { [name: string]: number }).filter(([, n]) => n > 0);
}

function valueAt(view: View, field: Field): unknown {
  let value: unknown = field.own ? view.own : view.open;
  for (const name of field.path) value = (value as { [name: string]: unknown } | null)?.[name];
  return value;
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isNothing);
}

export function Board(props: Props) {
  const { opened, view, names, language, say, legal, onDrop } = props;
  const board = useDrag(onDrop);
  const isCards = ({ kind }: Field) => kind === "cards" || kind === "card";
  const shown = opened.fields.filter((field) => !field.own && isCards(field));
  const shared = shown.filter((field) => !field.perSeat);
  const bySeat = shown.filter((field) => field.perSeat);
  const own = opened.fields.filter((field) => field.own && isCards(field));
  const counts = opened.fields.filter(({ kind, perSeat }) => perSeat && kind === "number");
  const numbers = opened.fields.filter(
    ({ kind, perSeat, own: mine, path }) =>
      !perSeat && !mine && (kind === "number" || kind === "seat") && path[0] !== "current_player",
  );
  const label = (field: Field) => labelIn(language, field.path);
  // If a card is in several places, select it where it belongs to the viewer, and preferably where it
  // is set aside, for instance shown.
  const kindsIn = (fields: Field[]) =>
    new Set(fields.flatMap((field) => pileOf(valueAt(view, field)).map(([name]) => name)));
  const held = kindsIn(own);
  const apart = kindsIn(own.filter(({ path }) => path[0] !== "hand"));
  const without = (there: Set<string>) => new Set([...(legal ?? [])].filter((name) => !there.has(name)));
  const openLegal = without(held);
  const handLegal = without(apart);

  const zone = (field: Field, value: unknown, choosable: Set<string> | undefined) => (
    <Zone
      key={field.path.join(".")} label={label(field)} pile={pileOf(value)} props={props}
      choosable={choosable} small={field.perSeat}
    />
  );
  const seat = (player: number): ComponentChildren => {
    const acts = view.acting.includes(player) && !view.isOver;
    const score = view.scores[player];
    return (
      <li key={player} class={`seat ${acts ? "acts" : ""} ${player === view.viewer ? "own" : ""}`}>
        <h3>
          {names[player]}
          {acts && <span class="turn"> {say("acts")}</span>}
        </h3>
        <p class="counts">
          {score !== null && score !== undefined && (
            <span><b>{score}</b> {say("scores")}</span>
          )}
          {counts.map((field) => {
            const count = (valueAt(view, field) as number[] | null)?.[player] ?? 0;
            return count === 0 && field.path[0] !== "hand_size" ? null : (
              <span key={field.path.join(".")}><b>{count}</b> {label(field)}</span>
            );
          })}
        </p>
        {player !== view.viewer && <Backs count={handOf(view, player)} />}
        {bySeat.map((field) => zone(field, (valueAt(view, field) as unknown[] | null)?.[player], undefined))}
      </li>
    );
  };

  return (
    <div class="board" ref={board}>
      {view.own && (
        <section class="hand" aria-label={say("your hand")}>
          <h3>{say("your hand")}</h3>
          {own.map((field) =>
            field.path[0] === "hand"
              ? <Pile key="hand" pile={pileOf(valueAt(view, field))} props={props} choosable={handLegal} choose />
              : zone(field, valueAt(view, field), legal),
          )}
        </section>
      )}
      <ul class="seats" aria-label={say("scores")}>{names.map((_, player) => seat(player))}</ul>
      <section class="shared" aria-label={say("table")}>
        <p class="counts">
          {numbers.map((field) => {
            const value = valueAt(view, field);
            if (value === null || value === 0 && !field.path[0]!.endsWith("_size")) return null;
            const text = field.kind === "seat" ? names[value as number] : String(value);
            return (
              <span key={field.path.join(".")}>{label(field)} <b>{text}</b></span>
            );
          })}
        </p>
        {shared.map((field) => zone(field, valueAt(view, field), openLegal))}
      </section>
    </div>
  );
}

function handOf(view: View, player: number): number {
  const sizes = view.open.hand_size;
  return Array.isArray(sizes) ? ((sizes as number[])[player] ?? 0) : 0;
}

function Backs({ count }: { count: number }) {
  const shown = Math.min(count, 12);
  return <div class="backs" aria-hidden="true">{Array.from({ length: shown }, (_, i) => <i key={i} />)}</div>;
}

interface PileProps {
  pile: Pile;
  props: Props;
  choosable: Set<string> | undefined;
  choose?: boolean;
  small?: boolean;
}

function Pile({ pile, props, choosable, choose, small }: PileProps) {
  const { cards, language, say, chosen, hinted, fresh, onCard } = props;
  return (
    <div class="pile">
      {pile.map(([name, copies], i) => {
        const card = cards.get(name);
        const isLegal = !!choosable?.has(name);
        return card && (
          <Card
            key={`${name}${i}`} card={card} copies={copies} language={language} say={say}
            small={!!small} legal={isLegal} chosen={isLegal && chosen === name}
            hinted={!!hinted?.has(name) && isLegal} fresh={!!fresh?.has(name)}
            onChoose={onCard && (choose || isLegal) ? () => onCard(name) : undefined}
          />
        );
      })}
    </div>
  );
}

function Zone({ label, pile, props, choosable, small }: Omit<PileProps, "choose"> & { label: string }) {
  if (pile.length === 0) return null;
  const total = pile.reduce((sum, [, copies]) => sum + copies, 0);
  const hasLegal = pile.some(([name]) => choosable?.has(name));
  const isSmall = pile.length >= (small ? SMALL_AT_SEATS : SMALL_FROM);
  const body = <Pile pile={pile} props={props} choosable={choosable} small={isSmall} />;
  if (pile.length >= FOLD_FROM && !hasLegal) {
    return (
      <details class="zone">
        <summary>{label} · {props.say("cards", total)}</summary>
        {body}
      </details>
    );
  }
  return (
    <div class="zone" role="group" aria-label={label}>
      <h4>{label}</h4>
      {body}
    </div>
  );
}

/** All fields by name, for curious users. */
export function Details({ opened, view, names, language, say }: Props) {
  const write = (field: Field, value: unknown): string => {
    if (value === null || value === undefined) return "–";
    if (typeof value === "boolean") return say(value ? "yes" : "no");
    if (Array.isArray(value)) return value.map((part) => write(field, part)).join(" | ") || "–";
    if (typeof value === "object") {
      return Object.entries(value).map(([name, part]) => `${name} ${write(field, part)}`).join(", ") || "–";
    }
    return field.kind === "seat" ? (names[value as number] ?? String(value)) : String(value);
  };
  return (
    <details class="details">
      <summary>{say("details")}</summary>
      <dl>
        {opened.fields.map((field) => {
          const value = valueAt(view, field);
          return isNothing(value) || field.path[0] === "phase" ? null : (
            <div key={`${field.own} ${field.path.join(".")}`}>
              <dt>{labelIn(language, field.path)}</dt>
              <dd>{write(field, value)}</dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
