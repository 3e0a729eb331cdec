// SPDX-License-Identifier: Apache-2.0
// Pages to read: the rules of a game, with their summary beside the table, and its cards.
import { marked } from "marked";
import { useEffect, useState } from "preact/hooks";
import type { values } from "chemix";
import { Card } from "./card.js";
import type { Page } from "./page.js";
import type { GameOffer } from "./protocol.js";
import { table } from "./table.js";

// The pages of all languages, in one file with the page itself: many small files delayed browsers
// that store them all.
const pages = import.meta.glob<string>("../../../docs/rules/**/*.md", {
  query: "?raw", import: "default", eager: true,
});

function rulebook(name: string, language: string): { language: string; text: string } {
  // A match shares the page of its game, whose name is a prefix of its own.
  const words = name.split("_");
  for (const spoken of [language, "en"]) {
    for (let count = words.length; count > 0; --count) {
      const text = pages[`../../../docs/rules/${spoken}/${words.slice(0, count).join("_")}.md`];
      if (text) return { language: spoken, text };
    }
  }
  return { language, text: "" };
}

export function Rules({ name, offers, language, say }: Page & { name: string; offers: GameOffer[] }) {
  const offer = offers.find((one) => one.name === name);
  const title = offer ? offer.words[language]!.title : name;
  const book = rulebook(name, language);
  // Links between pages stay within the page.
  const html = marked.parse(book.text, { async: false })
    .replace(/href="([a-z_]+)\.md"/g, 'href="#/rules/$1"');
  return (
    <main id="main" class="rules">
      <p>
        {say("rulebook", title)} · <a href="#/rules/general">{say("general rules")}</a> ·{" "}
        <a href="#/rules/cards">{say("cards and decks")}</a>
        {book.language !== language && <> · {say("rules english")}</>}
      </p>
      <article lang={book.language} dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  );
}

/** The section that opens the page of a game, for players at its table; links open beside the game. */
export function Summary({ name, title, language, say }: Omit<Page, "go"> & { name: string; title: string }) {
  const book = rulebook(name, language);
  const section = /^## .*\n([^]*?)(?=^## )/m.exec(book.text)?.[1] ?? "";
  return (
    <details class="details book">
      <summary>{say("rules")}</summary>
      <article lang={book.language} dangerouslySetInnerHTML={{ __html: marked.parse(section, { async: false }) }} />
      <p>
        <a href={`#/rules/${name}`} target="_blank">{say("rulebook", title)}</a> ·{" "}
        <a href={`#/deck/${name}`} target="_blank">{say("deck of", title)}</a>
      </p>
    </details>
  );
}

export function Deck({ name, offers, language, say }: Page & { name: string; offers: GameOffer[] }) {
  const offer = offers.find((one) => one.name === name);
  const [cards, setCards] = useState<values.CardKind[]>([]);
  useEffect(() => {
    if (offer) void table.catalogue(name, offer.about.max_players).then((all) => setCards(all.cards));
  }, [name]);
  const marks = (card: values.CardKind) =>
    card.marks &&
    [["formula", card.marks.formula], ["points column", card.marks.points], ["name", card.marks.names]] as const;
  return (
    <main id="main" class="deck">
      <h1>{say("deck of", offer?.words[language]?.title ?? name)}</h1>
      <p>{say("not attested")}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={say("deck of", name)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("formula")}</th>
              <th scope="col">{say("name")}</th>
              <th scope="col">{say("points column")}</th>
              <th scope="col">{say("copies")}</th>
              <th scope="col">{say("source")}</th>
            </tr>
          </thead>
          <tbody>
            {cards.map((card) => (
              <tr key={card.id}>
                <th scope="row"><Card card={card} small language={language} say={say} /></th>
                <td>{card.names?.[language] ?? say(card.type)}</td>
                <td>{card.points ?? "–"}</td>
                <td>{card.copies}</td>
                <td>{marks(card)?.map(([part, mark]) => `${say(part)}: ${say(mark as "attested")}`).join("; ") ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </main>
  );
}
