// SPDX-License-Identifier: Apache-2.0
// Choosing a game, its players and its options.
import { useState } from "preact/hooks";
import type { values } from "chemix";
import { Choice } from "./options.js";
import type { Page } from "./page.js";
import type { GameOffer, Opened, Seat } from "./protocol.js";
import { defaultServer, keepTicket, pathOf, serverOf } from "./room.js";
import { table } from "./table.js";

/** The available strengths: texts of policies. */
const STRENGTHS = [
  ["random", "random"], ["greedy", "greedy"], ["heuristic", "heuristic"], ["search", "search milliseconds=500"],
] as const;

const SEEDS = 1_000_000;

interface Props extends Page {
  offers: GameOffer[];
  open: (opened: Opened) => void;
  watch: (record: string) => void;
  failed: (message: string) => void;
}

export function Start({ offers, language, say, go, open, watch, failed }: Props) {
  const [name, setName] = useState(offers[0]!.name);
  const offer = offers.find((one) => one.name === name)!;
  return (
    <main id="main" class="start">
      <h1>{say("welcome")}</h1>
      <p>{say("about")}</p>
      <div class="games" role="group" aria-label={say("games")}>
        {offers.map(({ name: one, about, words }) => (
          <button key={one} type="button" data-game={one} aria-pressed={one === name} onClick={() => setName(one)}>
            <b>{words[language]!.title}</b>
            <span>
              {about.min_players === about.max_players
                ? say("for", about.min_players)
                : say("from to", about.min_players, about.max_players)}
            </span>
          </button>
        ))}
      </div>
      <Setting key={name} offer={offer} language={language} say={say} go={go} open={open} failed={failed} />
      <p class="tools">
        <label class="file">
          {say("load")}
          <TextFile name="save" read={(text) => void table.resume(text).then(open, () => failed(say("no game")))} />
        </label>
        <label class="file">
          {say("open record")}
          <TextFile name="record" read={watch} />
        </label>
      </p>
    </main>
  );
}

interface TextFileProps {
  name: string;
  read: (text: string) => void;
  /** Called if choosing a file is canceled. */
  none?: () => void;
}

function TextFile({ name, read, none }: TextFileProps) {
  const changed = async ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files?.[0];
    if (file) read(await file.text());
    else none?.();
  };
  return (
    <input
      type="file" accept=".json,application/json" data-file={name}
      onChange={(event) => void changed(event)}
    />
  );
}

type SettingProps = Pick<Props, "language" | "say" | "go" | "open" | "failed"> & { offer: GameOffer };

function Setting({ offer, language, say, go, open, failed }: SettingProps) {
  const { about } = offer;
  const words = offer.words[language]!;
  const least = about.min_players;
  const [count, setCount] = useState(Math.max(2, least));
  const [seats, setSeats] = useState<Seat[]>(
    Array.from({ length: about.max_players }, (_, seat) => ({ name: "", policy: seat ? "heuristic" : null })),
  );
  const [options, setOptions] = useState<{ [name: string]: values.OptionValue }>({});
  const [seed, setSeed] = useState(String(crypto.getRandomValues(new Uint32Array(1))[0]! % SEEDS));
  const [deck, setDeck] = useState<string | undefined>();
  const [isFar, setIsFar] = useState(false);
  const [server, setServer] = useState(defaultServer);
  const change = (seat: number, part: Partial<Seat>) =>
    setSeats(seats.map((one, i) => (i === seat ? { ...one, ...part } : one)));

  /** Makes room for the person who receives the link, by replacing a computer player if necessary. */
  function far(is: boolean) {
    setIsFar(is);
    if (is && seats.slice(0, count).filter(({ policy }) => !policy).length < 2) change(1, { policy: null });
  }
  async function begin(event: Event) {
    event.preventDefault();
    const named = seats
      .slice(0, count)
      .map((seat, i) => ({ ...seat, name: seat.name.trim() || say("seat", i + 1) }));
    const setup = { game: offer.name, options, seats: named, seed, ...(deck ? { deck } : {}) };
    try {
      if (!isFar) {
        open(await table.open(setup));
        return;
      }
      const ticket = await table.create(serverOf(server), setup);
      keepTicket(ticket);
      go(pathOf(ticket));
    } catch (error) {
      failed((error as Error).message);
    }
  }

  return (
    <form class="setting" onSubmit={(event) => void begin(event)}>
      <h2>{words.title}</h2>
      <p>{words.score} <a href={`#/rules/${offer.name}`}>{say("rules")}</a> · <a href={`#/deck/${offer.name}`}>{say("deck")}</a></p>
      <label class="option">
        <span>{say("where")}</span>
        <select
          data-where value={isFar ? "far" : "here"}
          onChange={(event) => far(event.currentTarget.value === "far")}
        >
          <option value="here">{say("at this device")}</option>
          <option value="far">{say("over a network")}</option>
        </select>
      </label>
      {isFar && (
        <label class="option">
          <span>{say("server")} <small>{say("server meaning")}</small></span>
          <input required value={server} data-server onInput={(event) => setServer(event.currentTarget.value)} />
        </label>
      )}
      <fieldset>
        <legend>{say("players")}</legend>
        <select
          aria-label={say("players")} value={count} data-players
          onChange={(event) => setCount(Number(event.currentTarget.value))}
        >
          {Array.from({ length: about.max_players - least + 1 }, (_, i) => (
            <option key={i} value={least + i}>{say("for", least + i)}</option>
          ))}
        </select>
        <ol class="who">
          {seats.slice(0, count).map((seat, i) => (
            <li key={i}>
              <input
                aria-label={say("name of", i + 1)} placeholder={say("seat", i + 1)} maxLength={24}
                value={seat.name} onInput={(event) => change(i, { name: event.currentTarget.value })}
              />
              <select
                aria-label={say("kind of", i + 1)} value={seat.policy ?? ""} data-seat={i}
                onChange={(event) => change(i, { policy: event.currentTarget.value || null })}
              >
                <option value="">{say("person")}</option>
                {STRENGTHS.map(([key, policy]) => <option key={key} value={policy}>{say(key)}</option>)}
              </select>
            </li>
          ))}
        </ol>
      </fieldset>
      <details>
        <summary>{say("options")}</summary>
        {about.options.map((option) => (
          <label key={option.name} class="option">
            <span>{words.options[option.name]?.words} <small>{say("rule", option.rule)}</small></span>
            <Choice
              option={option} words={words.options[option.name]?.choices ?? {}} say={say}
              value={options[option.name] ?? option.default}
              onChange={(value) => setOptions({ ...options, [option.name]: value })}
            />
          </label>
        ))}
        {!isFar && (
          <>
            <label class="option">
              <span>{say("seed")} <small>{say("seed meaning")}</small></span>
              <input
                inputMode="numeric" pattern="[0-9]{1,18}" required value={seed} data-seed
                onInput={(event) => setSeed(event.currentTarget.value)}
              />
            </label>
            <label class="option">
              <span>{say("own deck")}</span>
              <TextFile name="deck" read={setDeck} none={() => setDeck(undefined)} />
            </label>
          </>
        )}
      </details>
      <button type="submit" class="big">{say(isFar ? "open room" : "begin")}</button>
    </form>
  );
}
