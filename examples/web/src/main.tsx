// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Deck, Rules } from "./books.js";
import { keep, kept } from "./kept.js";
import { Play } from "./play.js";
import type { GameOffer, Opened, Replayed } from "./protocol.js";
import { Replay } from "./replay.js";
import { RoomPage } from "./room.js";
import { Start } from "./start.js";
import { table } from "./table.js";
import { sayIn } from "./words.js";
import "./style.css";

const LANGUAGES: { [code: string]: string } = { de: "Deutsch", en: "English", fr: "Français" };

function useHash(): string {
  const [hash, setHash] = useState(location.hash || "#/");
  useEffect(() => {
    const changed = () => setHash(location.hash || "#/");
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return hash;
}

function App() {
  const hash = useHash();
  const [offers, setOffers] = useState<GameOffer[]>([]);
  const [language, setLanguage] = useState("en");
  const [theme, setTheme] = useState(kept("theme") ?? "auto");
  const [opened, setOpened] = useState<Opened | null>(null);
  const [replayed, setReplayed] = useState<Replayed | null>(null);
  const [failure, setFailure] = useState("");
  const say = sayIn(language);
  const go = (to: string) => void (location.hash = to);

  useEffect(() => {
    void table.offers().then(async ({ offers: all, languages }) => {
      const wanted = [kept("language") ?? "", ...navigator.languages];
      const found = wanted.map((code) => code.slice(0, 2)).find((code) => languages.includes(code));
      await speak(found ?? "en");
      setOffers(all);
    }, (error: Error) => setFailure(error.message));
  }, []);
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    keep("theme", theme);
  }, [theme]);
  useEffect(() => {
    setFailure("");
    const [, page, given = ""] = hash.split("/");
    // A closed table cannot be resumed.
    if (page !== "play") setOpened(null);
    if (page === "play" && !opened) go("#/");
    if (page !== "replay") setReplayed(null);
    if (page === "replay" && !replayed) go("#/");
    // The link contains the record.
    if (page === "r") watch(given);
    document.getElementById("main")?.scrollIntoView();
  }, [hash]);

  async function speak(code: string) {
    await table.speak(code);
    document.documentElement.lang = code;
    keep("language", code);
    setLanguage(code);
  }
  function watch(record: string) {
    table.replay(record).then(
      (shown) => {
        setReplayed(shown);
        go("#/replay");
      },
      (error: Error) => setFailure(say("failed", error.message)),
    );
  }
  function begin(shown: Opened) {
    setOpened(shown);
    go("#/play");
  }

  const [, page, given = "", server = ""] = hash.split("/");
  const shared = { language, say, go };
  const shown = () => {
    if (offers.length === 0) return <main id="main" aria-busy={!failure} />;
    if (page === "play" && opened) return <Play key="play" {...shared} opened={opened} />;
    if (page === "replay" && replayed) return <Replay {...shared} replayed={replayed} />;
    if (page === "room") return <RoomPage key={hash} {...shared} code={given} server={server} offers={offers} />;
    if (page === "rules") return <Rules {...shared} name={given} offers={offers} />;
    if (page === "deck") return <Deck {...shared} name={given} offers={offers} />;
    if (page === "r") return <main id="main" aria-busy={!failure} />;
    return <Start {...shared} offers={offers} open={begin} watch={watch} failed={(message) => setFailure(say("failed", message))} />;
  };

  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {say("skip")}
      </a>
      <header>
        <a class="brand" href="#/">chemix</a>
        <label>
          <span class="quiet">{say("language")}</span>
          <select value={language} data-language onChange={(event) => void speak(event.currentTarget.value)}>
            {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code}>{name}</option>)}
          </select>
        </label>
        <label>
          <span class="quiet">{say("theme")}</span>
          <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
            {(["auto", "light", "dark"] as const).map((one) => (
              <option key={one} value={one}>{say(`theme ${one}`)}</option>
            ))}
          </select>
        </label>
      </header>
      {failure && <p class="refusal" role="alert">{failure}</p>}
      {shown()}
    </>
  );
}

/** A skip link to the main content, which leaves the address unchanged. */
function skip(event: Event) {
  event.preventDefault();
  const main = document.getElementById("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
}

render(<App />, document.getElementById("app")!);

// Browsers allow service workers only at secure addresses; elsewhere the page works while it is open.
if (import.meta.env.PROD && "serviceWorker" in navigator && location.protocol.startsWith("http")) {
  navigator.serviceWorker.register("offline.js").catch(() => {});
}
