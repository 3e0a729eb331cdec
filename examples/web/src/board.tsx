// SPDX-License-Identifier: Apache-2.0
// The table of any game, drawn from the piles and fields of a view. Nothing here is specific to a game.
import type { ComponentChildren } from "preact";
import { Card, type Cards } from "./card.js";
import { useDrag } from "./drag.js";
import type { Group, PileView, View } from "./protocol.js";
import type { Say } from "./words.js";

/** From these numbers of card kinds on, places draw cards small, in general and at seats, or fold them. */
const SMALL_FROM = 9;
const SMALL_AT_SEATS = 3;
const FOLD_FROM = 14;

/** Unseen cards are drawn as backs, at most this many. */
const MAX_BACKS = 12;

interface Props {
  cards: Cards;
  view: View;
  names: string[];
  language: string;
  say: Say;
  /** The kinds of selectable cards, of the selected card, of a hint, and of cards that have just moved. */
  legal?: Set<number>;
  chosen?: number | null;
  hinted?: Set<number>;
  fresh?: Set<number>;
  onCard?: (card: number) => void;
  /** Called when a card was dragged to another part of the table. */
  onDrop?: (card: number) => void;
}

const seenIn = ({ groups }: PileView): Group[] => groups.filter(({ kind }) => kind !== null);
const kindsIn = (groups: Group[]) => new Set(groups.map(({ kind }) => kind));

export function Board(props: Props) {
  const { view, names, say, legal, onDrop } = props;
  const board = useDrag(onDrop);
  const isOwn = ({ zone, owner }: PileView) => zone === "hand" && owner === view.viewer;
  const own = view.piles.filter(isOwn);
  const shared = view.piles.filter(({ owner }) => owner === null);
  // If a card is in several places, select it where it belongs to the viewer, or else on the table.
  const held = kindsIn(own.flatMap(seenIn));
  const onTable = kindsIn(shared.flatMap(seenIn));
  const openLegal = new Set([...(legal ?? [])].filter((kind) => !held.has(kind)));
  const seatLegal = new Set([...openLegal].filter((kind) => !onTable.has(kind)));

  const zone = (pile: PileView, choosable: Set<number>) => (
    <Zone key={`${pile.zone} ${pile.name}`} pile={pile} props={props} choosable={choosable} />
  );
  /** The numbers of an owner's piles and fields. */
  const counts = (player: number | null) => [
    ...view.piles.filter((pile) => pile.owner === player).flatMap(({ name, count, points, groups }) => [
      ...(groups.some(({ kind }) => kind === null) ? [[name, count]] : []),
      ...(points > 0 ? [[name, say("points", points)]] : []),
    ]),
    ...view.fields.filter(({ owner }) => owner === player).map(({ name, value }) => [name, value]),
  ].map(([name, value], i) => <span key={i}>{name} <b>{value}</b></span>);
  const seat = (player: number): ComponentChildren => {
    const acts = view.acting.includes(player) && !view.isOver;
    const score = view.scores[player];
    const piles = view.piles.filter((pile) => pile.owner === player && !isOwn(pile));
    const unseen = piles.flatMap(({ groups }) => groups).filter(({ kind }) => kind === null);
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
          {counts(player)}
        </p>
        <Backs count={unseen.reduce((sum, { copies }) => sum + copies, 0)} />
        {piles.map((pile) => zone(pile, seatLegal))}
      </li>
    );
  };

  return (
    <div class="board" ref={board}>
      {own.length > 0 && (
        <section class="hand" aria-label={say("your hand")}>
          <h3>{say("your hand")}</h3>
          {own.map((pile) => <Pile key={pile.name} pile={pile} props={props} choosable={legal} choose />)}
        </section>
      )}
      <ul class="seats" aria-label={say("scores")}>{names.map((_, player) => seat(player))}</ul>
      <section class="shared" aria-label={say("table")}>
        <p class="counts">{counts(null)}</p>
        {shared.map((pile) => zone(pile, openLegal))}
      </section>
    </div>
  );
}

function Backs({ count }: { count: number }) {
  const shown = Math.min(count, MAX_BACKS);
  if (shown === 0) return null;
  return <div class="backs" aria-hidden="true">{Array.from({ length: shown }, (_, i) => <i key={i} />)}</div>;
}

interface PileProps {
  pile: PileView;
  props: Props;
  choosable: Set<number> | undefined;
  choose?: boolean;
  small?: boolean;
}

function Pile({ pile, props, choosable, choose, small }: PileProps) {
  const { cards, language, say, chosen, hinted, fresh, onCard } = props;
  const groups = seenIn(pile);
  // Of equal cards, the one that was drawn in this turn is meant.
  const drawn = kindsIn(groups.filter(({ isDrawn }) => isDrawn));
  return (
    <div class="pile">
      {groups.map(({ kind, copies, isDrawn }, i) => {
        const card = cards.get(kind!);
        const isLegal = !!choosable?.has(kind!) && (isDrawn || !drawn.has(kind));
        return card && (
          <Card
            key={`${kind} ${i}`} card={card} copies={copies} language={language} say={say}
            small={!!small} legal={isLegal} chosen={isLegal && chosen === kind}
            hinted={!!hinted?.has(kind!) && isLegal} fresh={!!fresh?.has(kind!)}
            onChoose={onCard && (choose || isLegal) ? () => onCard(kind!) : undefined}
          />
        );
      })}
    </div>
  );
}

function Zone({ pile, props, choosable }: Omit<PileProps, "choose" | "small">) {
  const groups = seenIn(pile);
  if (groups.length === 0) return null;
  const hasLegal = groups.some(({ kind }) => choosable?.has(kind!));
  const isSmall = groups.length >= (pile.owner === null ? SMALL_FROM : SMALL_AT_SEATS);
  const body = <Pile pile={pile} props={props} choosable={choosable} small={isSmall} />;
  if (groups.length >= FOLD_FROM && !hasLegal) {
    return (
      <details class="zone">
        <summary>{pile.name} · {props.say("cards", pile.count)}</summary>
        {body}
      </details>
    );
  }
  return (
    <div class="zone" role="group" aria-label={pile.name}>
      <h4>{pile.name}</h4>
      {body}
    </div>
  );
}

/** All numbers by name, for curious users. */
export function Details({ view, names, say }: Pick<Props, "view" | "names" | "say">) {
  const named = (name: string, owner: number | null) => (owner === null ? name : `${name} · ${names[owner]}`);
  const lines = [
    ...view.piles.filter(({ count }) => count > 0).map(({ name, owner, count }) => [named(name, owner), say("cards", count)]),
    ...view.fields.map(({ name, owner, value }) => [named(name, owner), value]),
  ];
  return (
    <details class="details">
      <summary>{say("details")}</summary>
      <dl>{lines.map(([name, value], i) => <div key={i}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
    </details>
  );
}
