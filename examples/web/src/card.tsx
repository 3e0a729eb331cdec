// SPDX-License-Identifier: Apache-2.0
// A drawn card: its formula, name and points; elements have colors, and letters beside them.
import type { values } from "chemix";
import type { ComponentChildren } from "preact";
import type { Say } from "./words.js";

/** Cards by kind. */
export type Cards = Map<number, values.CardKind>;

// The style sheet draws the marks. A screen reader reads the label, which begins with the visible
// formula and name.

/** Marks that do not rely on color, by type. */
const MARKS: { [type: string]: string } = {
  element: "●", noble_gas: "◆", multiplier: "×", compound: "⬡", wild: "✱", number: "",
};
const SUITS: { [color: string]: string } = { green: "▲", purple: "■" };

/** A formula with subscript numbers, or the number of a number card. */
export function Formula({ card }: { card: values.CardKind }) {
  if (card.type === "number") return <>{card.value}</>;
  if (card.type === "wild") return null;
  if (card.type === "multiplier") return <>{card.name}</>;
  const parts = card.name.split(/(\d+)/);
  return <>{parts.map((part, i) => (i % 2 ? <sub key={i}>{part}</sub> : part))}</>;
}

export function nameOf(card: values.CardKind, language: string): string {
  return card.names?.[language as "en"] ?? "";
}

/** The label for screen readers. */
export function aloud(card: values.CardKind, language: string, say: Say): string {
  if (card.type === "number") return `${say(card.color ?? "number")} ${card.value}`;
  const points = card.points === null ? "" : say("points", card.points);
  return [card.name, nameOf(card, language), say(card.type), points].filter(Boolean).join(", ");
}

const MARKED = [["formula", "formula"], ["points", "points column"], ["names", "name"]] as const;

/** Which parts of a card were reconstructed, since no source shows them. */
function unattested(card: values.CardKind, say: Say): string {
  const parts = MARKED.filter(([part]) => card.marks?.[part] === "reconstructed").map(([, word]) => say(word));
  return parts.length > 0 ? ` (${say("reconstructed")}: ${parts.join(", ")})` : "";
}

interface Props {
  card: values.CardKind;
  language: string;
  say: Say;
  copies?: number;
  small?: boolean;
  legal?: boolean;
  chosen?: boolean;
  hinted?: boolean;
  fresh?: boolean;
  onChoose?: (() => void) | undefined;
}

export function Card(props: Props) {
  const { card, language, say, copies = 1, small, legal, chosen, hinted, fresh, onChoose } = props;
  const name = nameOf(card, language);
  const classes = [
    "card", `type-${card.type}`, card.color ? `suit-${card.color}` : "",
    small && "small", legal && "legal", chosen && "chosen", hinted && "hinted", fresh && "fresh",
  ];
  const body: ComponentChildren = (
    <>
      <span class="corner" aria-hidden="true">
        <i data-mark={card.type === "number" ? SUITS[card.color ?? ""] : MARKS[card.type]} />
        <b data-mark={card.points ?? card.atomic_number ?? ""} />
      </span>
      <span class={`formula len-${Math.min(9, card.name.length)}`} aria-hidden="true">
        <Formula card={card} />
      </span>{" "}
      {name && !small && <span class="name" aria-hidden="true">{name}</span>}
      {card.elements.length > 0 && (
        <span class="elements" aria-hidden="true">
          {card.elements.map((element) => (
            <span
              key={element} class="dot" style={{ "--element": colorOf(element) }}
              data-mark={card.type === "compound" && !small ? element : ""}
            />
          ))}
        </span>
      )}
      {copies > 1 && <span class="copies" aria-hidden="true" data-mark={`${copies}×`} />}
    </>
  );
  const label = [
    copies > 1 ? `${copies} ×` : "", aloud(card, language, say), legal ? say("legal") : "",
  ].filter(Boolean).join(" ");
  const style = { "--element": colorOf(card.elements[0] ?? "") };
  const shared = { class: classes.filter(Boolean).join(" "), style, title: label + unattested(card, say) };
  return onChoose ? (
    <button type="button" {...shared} data-card={card.id} aria-label={label} aria-pressed={!!chosen} onClick={onChoose}>
      {body}
    </button>
  ) : (
    <span {...shared} role="img" aria-label={label}>{body}</span>
  );
}

/** Colors as models of molecules have them; others follow from the letters. */
const COLORS: { [element: string]: string } = {
  H: "#9aa7b1", C: "#5b6068", N: "#3c6fd1", O: "#d8433b", F: "#4fa83d", Na: "#8e5bd0", Mg: "#5d9a2c",
  Al: "#9a7f86", Si: "#b08d5c", P: "#e07b1a", S: "#c9a70f", Cl: "#2f9e44", K: "#7a4fb8", Ca: "#4c9a8f",
  Fe: "#b5561f", He: "#2aa8b5", Ne: "#c94f8c", Ar: "#3a93c2", Rn: "#6d7f2a", Br: "#93301d", I: "#7d1d8f",
};
export function colorOf(element: string): string {
  if (!element) return "#888";
  const sum = [...element].reduce((hash, letter) => hash * 31 + letter.charCodeAt(0), 7);
  return COLORS[element] ?? `hsl(${(sum * 47) % 360} 45% 48%)`;
}
