// SPDX-License-Identifier: Apache-2.0
// A record, step by step, as one viewer saw it.
import { SPECTATOR } from "chemix";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board, Details } from "./board.js";
import type { Page } from "./page.js";
import { cardsOf } from "./play.js";
import type { News, Replayed, View } from "./protocol.js";
import { table } from "./table.js";

const STEP_TIME = 600;

export function Replay({ replayed, language, say }: Page & { replayed: Replayed }) {
  const cards = useMemo(() => cardsOf(replayed), [replayed]);
  const names = replayed.seats.map((_, seat) => say("seat", seat + 1));
  const [step, setStep] = useState(0);
  const [viewer, setViewer] = useState(0);
  const [runs, setRuns] = useState(false);
  const [seen, setSeen] = useState<{ view: View; news: News } | null>(null);

  useEffect(() => void table.replayed(step, viewer).then(setSeen), [step, viewer, language]);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setStep((now) => Math.min(now + 1, replayed.length)), STEP_TIME);
    return () => clearInterval(timer);
  }, [runs]);
  const to = (place: number) => setStep(Math.max(0, Math.min(replayed.length, place)));

  return (
    <main id="main" class="play replay" data-step={seen?.view.steps}>
      <h1>{replayed.catalogue.title[language]} <small>{say("replay")}</small></h1>
      <section class="asked" aria-label={say("replay")}>
        <p class="slider">
          <label for="step">{say("step", step, replayed.length)}</label>
          <input
            id="step" type="range" min={0} max={replayed.length} value={step}
            onInput={(event) => to(Number(event.currentTarget.value))}
          />
        </p>
        <p class="tools">
          <button type="button" onClick={() => to(step - 1)}>{say("back")}</button>
          <button type="button" onClick={() => setRuns(!runs)}>{say(runs ? "pause" : "start")}</button>
          <button type="button" onClick={() => to(step + 1)}>{say("forward")}</button>
          <label>
            {say("viewer")}{" "}
            <select value={viewer} onChange={(event) => setViewer(Number(event.currentTarget.value))}>
              {names.map((name, seat) => <option key={seat} value={seat}>{name}</option>)}
              <option value={SPECTATOR}>{say("everyone")}</option>
            </select>
          </label>
        </p>
        <div class="told" aria-live="polite">
          {seen?.news.words.map((words, i) => <p key={i}>{words}</p>)}
          {seen?.view.isOver && <p class="result">{seen.view.prompt}</p>}
        </div>
      </section>
      {seen && (
        <>
          <Board cards={cards} view={seen.view} names={names} language={language} say={say} />
          <Details view={seen.view} names={names} say={say} />
        </>
      )}
      <p class="digest">{say("digest", replayed.digest)}</p>
    </main>
  );
}
