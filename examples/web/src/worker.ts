// SPDX-License-Identifier: Apache-2.0
// Answers the page's calls from the open table: one on this device, or one on a server.
import { load, type Chemix, type Game, type values } from "chemix";
import wasm from "chemix/chemix.wasm?url";
import { Local } from "./local.js";
import type {
  Chances, Ended, GameOffer, GameWords, Hint, News, Opened, Replayed, Room, Setup, Status, Ticket, View,
} from "./protocol.js";
import { Declined, Remote, create, inWords, join, look } from "./remote.js";
import type { Source } from "./source.js";

const loading: Promise<Chemix> = load(wasm);

let source: Source | null = null;
let language = "en";

function at(): Source {
  if (!source) throw new Error("no game is open");
  return source;
}
function opened<S extends Source>(next: S): S {
  source?.close();
  source = next;
  return next;
}

function wordsOf(game: Game, { options }: values.Description, language: string): GameWords {
  const words = game.words(language);
  const named = options.map(({ name, type, choices }, i) => {
    const choice = (value: values.OptionValue, j: number) => [String(value), words.choice(i, j)] as const;
    const some = type === "choice" ? choices.map(choice) : [];
    return [name, { words: words.option(i), choices: Object.fromEntries(some) }] as const;
  });
  const all = { title: words.title(), score: words.scoring(), options: Object.fromEntries(named) };
  words.destroy();
  return all;
}

// ---- Texts in links ----

async function through(bytes: BlobPart, stream: GenericTransformStream): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream as TransformStream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
async function packed(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
async function unpacked(link: string): Promise<string> {
  const bytes = Uint8Array.from(
    atob(link.replaceAll("-", "+").replaceAll("_", "/")),
    (letter) => letter.charCodeAt(0),
  );
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

// ---- Calls from the page ----

const answers = {
  async offers(): Promise<{ offers: GameOffer[]; languages: string[]; version: string }> {
    const chemix = await loading;
    const languages = chemix.languages();
    const offers = chemix.games().map((name) => {
      const about = chemix.describe(name);
      const game = chemix.game(name);
      const words = Object.fromEntries(languages.map((code) => [code, wordsOf(game, about, code)]));
      game.destroy();
      return { name, about, words };
    });
    return { offers, languages, version: chemix.version };
  },
  async speak(code: string): Promise<void> {
    language = code;
    source?.speak(code);
  },
  /** The catalogue of a game, for its deck page. */
  async catalogue(name: string, players: number): Promise<values.Catalogue> {
    const game = (await loading).game(name, { players });
    const { catalogue } = game;
    game.destroy();
    return catalogue;
  },

  // ---- The game ----

  async open(setup: Setup): Promise<Opened> {
    return opened(Local.begun(await loading, setup, language)).opened;
  },
  asked: (looking: number): number => at().asked(looking),
  view: (viewer: number): View => at().view(viewer),
  news: (viewer: number): News => at().news(viewer),
  advance: async (): Promise<boolean> => at().advance(),
  act: async (seat: number, id: number): Promise<string> => at().act(seat, id),
  undo: (seat: number): string => at().undo(seat),
  explain: (seat: number, card: number): string => at().explain(seat, card),
  async hint(seat: number): Promise<Hint> {
    const policy = (await loading).policy("search milliseconds=400");
    const hint = at().hint(seat, policy);
    policy.destroy();
    return hint;
  },
  chances: (viewer: number): Chances => at().chances(viewer),
  save: (): string => at().save(),
  async resume(text: string): Promise<Opened> {
    return opened(Local.resumed(await loading, text, language)).opened;
  },
  async ended(): Promise<Ended> {
    const end = at().ended();
    return { ...end, link: await packed(end.text) };
  },

  // ---- Records ----

  /** Opens a record, as text or from a link, to look at. */
  async replay(given: string): Promise<Replayed> {
    const chemix = await loading;
    const text = given.trimStart().startsWith("{") ? given : await unpacked(given);
    const local = opened(Local.replayed(chemix, text, language));
    return { ...local.opened, length: local.length, digest: local.digest };
  },
  replayed(step: number, viewer: number): { view: View; news: News } {
    return (at() as Local).replayed(step, viewer);
  },

  // ---- Over a network ----

  look: (server: string, room: string): Promise<Room> => look(server, room),
  create: (server: string, setup: Setup): Promise<Ticket> => create(server, setup),
  join: (server: string, room: string, name: string): Promise<Ticket> => join(server, room, name),
  /** Connects to a seat until another table is opened, and reports the status to the page. */
  async attend(ticket: Ticket): Promise<void> {
    opened(new Remote(await loading, ticket, language, (status: Status) => self.postMessage({ status })));
  },
  begin: async (): Promise<Opened> => (at() as Remote).begin(),
  leave(): void {
    source?.close();
    source = null;
  },
};

export type Answers = typeof answers;

function words(error: unknown): string {
  if (error instanceof Declined) return inWords(error.refusal, language);
  return error instanceof Error ? error.message : String(error);
}

self.onmessage = async ({ data }: MessageEvent<{ id: number; ask: keyof Answers; with: unknown[] }>) => {
  try {
    const answer = answers[data.ask] as (...given: unknown[]) => unknown;
    self.postMessage({ id: data.id, answer: await answer(...data.with) });
  } catch (error) {
    self.postMessage({ id: data.id, error: words(error) });
  }
};
