// SPDX-License-Identifier: Apache-2.0
// The page of a game in progress: whose turn it is, the legal actions and the events.
import { SPECTATOR } from "chemix";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, Details } from "./board.js";
import { Summary } from "./books.js";
import type { Cards } from "./card.js";
import { Card } from "./card.js";
import { Copy } from "./copy.js";
import { download, type Page } from "./page.js";
import type { Chances, Ended, Hint, Opened, Status, View } from "./protocol.js";
import { table } from "./table.js";

const LOG_LINES = 200;
/** A line with a number as its key, which stays the same when older lines are removed. */
interface Line {
  number: number;
  words: string;
}

/** The pause after actions of others, in milliseconds; `?pace=0` in the address disables it. */
function pace(): number {
  const asked = new URLSearchParams(location.search).get("pace");
  return asked === null ? 700 : Number(asked);
}
const pause = (time: number) => new Promise((done) => setTimeout(done, time));

export const cardsOf = (opened: Opened): Cards =>
  new Map(opened.catalogue.cards.map((card) => [card.id, card]));

interface Props extends Page {
  opened: Opened;
  /** The connection status of a game on a server. */
  status?: Status;
}

export function Play({ opened, status, language, say, go }: Props) {
  const cards = useMemo(() => cardsOf(opened), [opened]);
  const names = opened.seats.map(({ name }) => name);
  const people = opened.here;
  const isShared = people.length > 1;
  const [viewer, setViewer] = useState(isShared ? SPECTATOR : (people[0] ?? SPECTATOR));
  const [next, setNext] = useState<number | null>(null);
  const [view, setView] = useState<View | null>(null);
  const [log, setLog] = useState<Line[]>([]);
  const [fresh, setFresh] = useState<Set<number>>(new Set());
  const [chosen, setChosen] = useState<number | null>(null);
  const [refusal, setRefusal] = useState("");
  const [hint, setHint] = useState<Hint | null>(null);
  const [chances, setChances] = useState<Chances | null>(null);
  const [busy, setBusy] = useState(false);
  const isGone = useRef(false);
  const isActing = useRef(false);
  const [answered, setAnswered] = useState(0);
  const asking = useRef<HTMLHeadingElement>(null);
  const handover = useRef<HTMLButtonElement>(null);
  const failed = ({ message }: Error) => setRefusal(message);
  useEffect(() => handover.current?.focus(), [next]);
  // Restore the focus: the focused element disappears when the choices change.
  useEffect(() => {
    if (answered && !busy && document.activeElement === document.body) {
      asking.current?.focus({ preventScroll: true });
    }
  }, [answered, busy]);

  async function show(seat: number): Promise<View> {
    const news = await table.news(seat);
    const seen = await table.view(seat);
    if (isGone.current) return seen;
    setFresh(new Set(news.cards));
    setLog((lines) => {
      const first = (lines.at(-1)?.number ?? 0) + 1;
      const told = news.words.map((words, i) => ({ number: first + i, words }));
      return [...lines, ...told].slice(-LOG_LINES);
    });
    setView(seen);
    return seen;
  }

  /** Lets others act until a person must act; hands the device over if it is another person. */
  async function goOn(looking: number) {
    setBusy(true);
    setChosen(null);
    setHint(null);
    setChances(null);
    setRefusal("");
    try {
      await letOthersAct(looking);
    } catch (error) {
      setRefusal((error as Error).message);
    } finally {
      setBusy(false);
    }
  }
  async function letOthersAct(looking: number) {
    for (;;) {
      const asked = await table.asked(looking);
      if (asked >= 0) {
        if (asked !== looking && isShared) {
          // Hide the view of the last person until the next one has the device.
          setView(null);
          setLog([]);
          setNext(asked);
        } else {
          await show(asked);
        }
        return;
      }
      const hasMoved = await table.advance();
      if (isGone.current) return;
      if (!hasMoved) {
        await show(isShared ? SPECTATOR : looking);
        return;
      }
      const seen = await show(isShared && looking < 0 ? SPECTATOR : looking);
      if (seen.steps && pace()) await pause(pace());
      if (isGone.current) return;
    }
  }

  useEffect(() => {
    isGone.current = false;
    void goOn(viewer);
    return () => {
      isGone.current = true;
    };
  }, [opened]);
  // Reload texts when the language changes.
  useEffect(() => {
    if (view) void table.view(view.viewer ?? SPECTATOR).then(setView);
  }, [language]);

  // If several players may act, others may do so while this one decides or waits for an answer.
  const told = status?.steps ?? 0;
  useEffect(() => {
    if (view && told > view.steps && !busy && !isActing.current) void goOn(viewer);
  }, [told, busy, answered]);

  async function look(seat: number) {
    setViewer(seat);
    // Hide the view of the last person, even if an answer arrives late.
    setView(null);
    setNext(null);
    await show(seat);
    asking.current?.focus();
  }
  /** Runs one task at a time, ignoring further clicks until it is finished. */
  async function during(work: () => Promise<void>) {
    if (isActing.current) return;
    isActing.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isActing.current = false;
      setBusy(false);
      setAnswered((count) => count + 1);
    }
  }
  const act = (id: number) =>
    during(async () => {
      const why = await table.act(viewer, id);
      if (why) setRefusal(why);
      else await goOn(viewer);
    });
  const undo = () =>
    during(async () => {
      const why = await table.undo(viewer);
      if (why) setRefusal(why);
      else await goOn(viewer);
    });
  /** Takes the action with a card; if there are several, a drop leaves the card selected. */
  async function choose(card: number, isDropped = false) {
    if (!view || busy) return;
    const fitting = view.choices.filter((choice) => choice.cards.includes(card));
    setRefusal("");
    if (fitting.length === 1) await act(fitting[0]!.id);
    else if (fitting.length > 1) setChosen(chosen === card && !isDropped ? null : card);
    else setRefusal((await table.explain(viewer, card)) || say("nothing here"));
  }

  if (next !== null) {
    return (
      <main id="main" class="handover">
        <h1>{say("pass to", names[next]!)}</h1>
        <p>{say("pass hint", names[next]!)}</p>
        <button type="button" class="big" ref={handover} onClick={() => void look(next)}>
          {say("continue", names[next]!)}
        </button>
      </main>
    );
  }
  if (!view) return <main id="main" aria-busy="true" />;

  const legal = new Set(view.choices.flatMap((choice) => choice.cards));
  const hinted = new Set(hint?.cards ?? []);
  const listed = chosen !== null ? view.choices.filter((choice) => choice.cards.includes(chosen)) : view.choices;
  const others = view.acting.filter((seat) => seat !== viewer).map((seat) => names[seat]);
  const chosenCard = chosen !== null ? cards.get(chosen) : undefined;
  const shared = { cards, view, names, language, say };

  return (
    <main id="main" class="play" data-steps={view.steps} data-over={view.isOver} aria-busy={busy && !opened.isRemote}>
      <h1>{opened.catalogue.title[language]} <small>{view.phase}</small></h1>
      {status && <Connection status={status} say={say} />}
      {view.isOver ? (
        <Ending result={view.prompt} say={say} go={go} />
      ) : (
        <section class="asked" aria-label={say("actions")}>
          <h2 ref={asking} tabIndex={-1} aria-live="polite">
            {busy && others.length ? say("thinking", others.join(", ")) : view.prompt}
          </h2>
          {refusal && <p class="refusal" role="alert">{refusal}</p>}
          {chosenCard && (
            <p>
              {say("with card", chosenCard.name)}{" "}
              <button type="button" onClick={() => setChosen(null)}>{say("all actions")}</button>
            </p>
          )}
          <div class="choices" role="group" aria-label={say("actions")}>
            {!busy && listed.map((choice) => (
              <button key={choice.id} type="button" data-action={choice.id} onClick={() => void act(choice.id)}>
                {choice.words}
              </button>
            ))}
          </div>
          {hint && (
            <div class="hint" role="status">
              <p>{hint.words}.</p>
              {hint.turn.length > 0 && <p>{say("best turn")} {hint.turn.join(" → ")}</p>}
            </div>
          )}
        </section>
      )}
      <Board
        {...shared} legal={legal} chosen={chosen} hinted={hinted} fresh={fresh}
        onCard={(card) => void choose(card)} onDrop={(card) => void choose(card, true)}
      />
      <div class="tools" role="toolbar" aria-label={say("tools")}>
        {!opened.isRemote && (
          <button type="button" disabled={busy || !view.canUndo} onClick={() => void undo()}>{say("undo")}</button>
        )}
        <button
          type="button" disabled={busy || view.choices.length === 0}
          onClick={() => void table.hint(viewer).then(setHint, failed)}
        >
          {say("hint")}
        </button>
        <button
          type="button" disabled={busy || viewer < 0 || view.isOver} aria-expanded={!!chances}
          onClick={() => (chances ? setChances(null) : void table.chances(viewer).then(setChances, failed))}
        >
          {say("chances")}
        </button>
        {!opened.isRemote && (
          <button
            type="button" disabled={busy}
            onClick={() => void table.save().then((text) => download(`${opened.catalogue.name}.chemix.json`, text), failed)}
          >
            {say("save")}
          </button>
        )}
        <button type="button" onClick={() => go("#/")}>{say("leave")}</button>
      </div>
      {chances && (
        <section class="chances" aria-label={say("chances")}>
          <p>{say("chances meaning")}</p>
          <div class="scroll" tabIndex={0} role="region" aria-label={say("chances")}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{say("deck")}</th>
                  {chances.places.map((place, i) => <th scope="col" key={i}>{place}</th>)}
                </tr>
              </thead>
              <tbody>
                {chances.cards.map(({ kind, shares }) => (
                  <tr key={kind}>
                    <th scope="row"><Card card={cards.get(kind)!} small language={language} say={say} /></th>
                    {shares.map((share, i) => <td key={i}>{Math.round(share * 100)} %</td>)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      <section class="log" aria-label={say("happened")}>
        <h2>{say("happened")}</h2>
        <ol aria-live="polite" tabIndex={0} reversed>
          {log.slice().reverse().map(({ number, words }) => <li key={number}>{words}</li>)}
        </ol>
      </section>
      <Summary name={opened.catalogue.name} title={opened.catalogue.title[language]!} language={language} say={say} />
      <Details {...shared} />
    </main>
  );
}

function Ending({ result, say, go }: Pick<Page, "say" | "go"> & { result: string }) {
  const [record, setRecord] = useState<Ended | null>(null);
  const [failure, setFailure] = useState("");
  useEffect(
    () => void table.ended().then(setRecord, ({ message }: Error) => setFailure(message)), [],
  );
  const proof = record?.proof;
  const address = record ? `${location.origin}${location.pathname}#/r/${record.link}` : "";
  return (
    <section class="ending" aria-label={say("over")} data-digest={record?.digest}>
      <h2>{say("over")}</h2>
      <p class="result" role="status">{result}</p>
      {proof && (
        <p class={proof.isFair ? "" : "refusal"} role="status" data-fair={proof.isFair}>
          {proof.isFair ? say("fair") : say("unfair", proof.why)}
        </p>
      )}
      {failure && <p class="refusal" role="alert" data-fair={false}>{say("unfair", failure)}</p>}
      {record && (
        <p class="tools">
          <button type="button" onClick={() => go("#/")}>{say("again")}</button>
          <button type="button" onClick={() => go(`#/r/${record.link}`)}>{say("watch")}</button>
          <Copy text={address} say={say}>{say("share")}</Copy>
          <button type="button" onClick={() => download("record.json", record.text)}>{say("download")}</button>
        </p>
      )}
    </section>
  );
}

/** Shows disconnected players, and whether this device is connected. */
function Connection({ status, say }: Pick<Page, "say"> & { status: Status }) {
  const away = status.room?.seats.filter(({ policy, isHere }) => !policy && !isHere) ?? [];
  const others = away.length > 0 ? say("away", away.map(({ name }) => name).join(", ")) : "";
  if (status.gone) return <p class="refusal" role="alert">{status.gone}</p>;
  return (
    <p class="connection" role="status" data-connected={status.isConnected}>
      {status.isConnected ? others : say("reconnecting")}
    </p>
  );
}
