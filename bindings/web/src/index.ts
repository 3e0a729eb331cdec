// SPDX-License-Identifier: Apache-2.0
/** The card games of chemix: rules, texts and policies, over the C ABI as WebAssembly. */
import {
  ChemixError, REFUSED, RuleError, listOf, objectOf, refuseOthers, sized, text, whole, wrong,
} from "./errors.js";
import { decks, schemas } from "./files/common.js";
import { words } from "./files/words.js";
import { Game, Key, type Language, Policy, type Seed, dealBytes, keyAt } from "./game.js";
import { Memory } from "./memory.js";
import { Client, GameRecord, Session } from "./session.js";
import type * as values from "./values.js";

export { ChemixError, RuleError } from "./errors.js";
export { Game, Key, Observation, Policy, State, Words } from "./game.js";
export type { Language, Limit, Marginals, Seed, Seen, WholeTurn } from "./game.js";
export { Client, GameRecord, Session } from "./session.js";
export { CHANCE, NOBODY, SPECTATOR, VERBS, ZONES } from "./tables.js";
export type {
  Acting, ActionValue, Actor, Card, CardGroup, Event, Field, Handover, Hint, Limits, LogEntry, Phase,
  Pile, Place, Step, Style, Undo, Verb, Zone,
} from "./tables.js";
export type * as values from "./values.js";

/** A deal that a server reveals after a game, with the commitment that it published before. */
export interface RevealedDeal {
  /** As `GameRecord.save` wrote it. */
  record: string;
  /** 64 hexadecimal digits. */
  commitment: string;
  /** 32 bytes each. */
  seed: Uint8Array;
  salt: Uint8Array;
  /** By seat, at most 32 bytes each; empty for a player who contributed nothing. */
  contributions: readonly Uint8Array[];
}
export interface PolicyKind {
  name: string;
  meaning: string;
  parameters: values.Option[];
}

const SECRET_SIZE = 32;

/** Options of `load`. */
export interface Loading {
  /** The languages to load; "en" is always included. By default all. */
  languages?: readonly Language[];
}

/** Loads the library from a compiled module, its bytes, or a URL; under Node also from a file. In
 * Node and in bundles the default is the module of this package. */
export async function load(
  source: WebAssembly.Module | BufferSource | URL | string = new URL(
    "./chemix.wasm",
    import.meta.url,
  ),
  { languages, ...others }: Loading = {},
): Promise<Chemix> {
  refuseOthers(others, ["languages"]);
  let memory: WebAssembly.Memory | undefined;
  const view = () => new DataView(memory!.buffer);
  const [module, texts] = await Promise.all([compiled(source), wordsIn(languages)]);
  // The module needs only a clock, for policies with a time limit.
  const system: { [name: string]: (...values: never[]) => number | void } = {
    clock_time_get: (_id: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    proc_exit: () => {
      throw new Error("chemix: internal error");
    },
  };
  const imports: WebAssembly.Imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    // 52 is ENOSYS: no such function.
    (imports[from] ??= {})[name] = system[name] ?? (() => 52);
  }
  const instance = await WebAssembly.instantiate(module, imports);
  if (!("chemix_version" in instance.exports)) {
    throw wrong("source", "a module", "must be chemix.wasm of this package");
  }
  memory = instance.exports.memory as WebAssembly.Memory;
  (instance.exports._initialize as (() => void) | undefined)?.();
  return new Chemix(instance, [decks, texts, schemas]);
}

/** The texts of languages, by language. */
async function wordsIn(languages: readonly Language[] = Object.keys(words)): Promise<Files> {
  const known = Object.entries(words);
  for (const language of listOf("languages", languages)) {
    if (Object.hasOwn(words, language)) continue;
    throw wrong("languages", language, `no such language; known: ${Object.keys(words).join(", ")}`);
  }
  // Always include English: error messages use it.
  const asked = known.filter(([name]) => name === "en" || languages.includes(name));
  const loaded = asked.map(async ([name, loading]) => [name, (await loading()).default] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

/** Texts of files, by file name without extension. */
type Files = { readonly [name: string]: string };

/** The library. Call `destroy` on the games and other objects that it creates to free them. */
export class Chemix {
  private readonly memory: Memory;

  /** Called by `load`, with the files of decks, words and schemas. */
  constructor(instance: WebAssembly.Instance, folders: readonly Files[]) {
    this.memory = new Memory(instance, (fault) => {
      const status = this.memory.cText(this.memory.plain("chemix_status_name", fault.status));
      return fault.status === REFUSED
        ? new RuleError(status, fault)
        : new ChemixError(status, fault);
    });
    for (const [folder, files] of folders.entries()) {
      for (const [name, written] of Object.entries(files)) {
        this.memory.begin();
        this.memory.plain("chemix_take_file", folder, name, written);
      }
    }
  }

  get version(): string {
    return this.memory.cText(this.memory.plain("chemix_version"));
  }
  /** The names of the games, the languages and the built-in decks. */
  games(): string[] {
    return this.names("chemix_game_name_at");
  }
  languages(): string[] {
    return this.names("chemix_language_at");
  }
  decks(): string[] {
    return this.names("chemix_deck_name_at");
  }
  /** Returns the contents of a built-in deck file. */
  deck(name: string): unknown {
    this.memory.begin();
    return this.withDeck(this.memory.number("chemix_deck_open", text("name", name)), (deck) =>
      JSON.parse(this.memory.text("chemix_deck_json", deck)),
    );
  }
  /** Describes a game: its players, decks and options. */
  describe(name: string): values.Description {
    return JSON.parse(this.text("chemix_game_describe", text("name", name))) as values.Description;
  }
  /** Creates a game; by default for the fewest players. `deck` is the text of a custom deck file. */
  game(
    name: string,
    how: { players?: number; options?: { [name: string]: values.OptionValue }; deck?: string } = {},
  ): Game {
    const { players = 0, options = {}, deck, ...others } = objectOf("how", how);
    refuseOthers(others, ["players", "options", "deck"]);
    const json = JSON.stringify(objectOf("options", options));
    const given = [text("name", name), whole("players", players), json] as const;
    const bytes = deck === undefined ? null : sized("deck", deck);
    this.memory.begin();
    const made = bytes ? this.memory.number("chemix_deck_load", ...bytes, "deck.json") : 0;
    return this.withDeck(made, () =>
      new Game(this.memory, this.memory.number("chemix_game_create", ...given, made)),
    );
  }
  policies(): PolicyKind[] {
    const names = this.names("chemix_policy_name_at");
    return names.map((name) => JSON.parse(this.text("chemix_policy_describe", name)) as PolicyKind);
  }
  /** Creates a policy from its name and parameters, such as `search iterations=2000`. */
  policy(of: string): Policy {
    this.memory.begin();
    return new Policy(this.memory, this.memory.number("chemix_policy_create", text("policy", of)));
  }
  /** Expands a seed, from which others can be derived by `Key.spawn`. */
  key(seed: Seed): Key {
    this.memory.begin();
    return new Key(this.memory, this.memory.copy(keyAt(this.memory, seed), SECRET_SIZE));
  }
  /** Reads a record, replays it and compares its digest. */
  record(written: string): GameRecord {
    const given = sized("record", written);
    this.memory.begin();
    const record = this.memory.number("chemix_record_load", ...given);
    return new GameRecord(this.copied(this.memory.plain("chemix_record_game", record)), record);
  }
  /** Reads a record, replays it, and returns the digest of its end: 16 hexadecimal digits. */
  verify(written: string): string {
    const record = this.record(written);
    const digest = record.digest();
    record.destroy();
    record.game.destroy();
    return digest;
  }
  /** Reads what `Session.save` wrote. */
  session(saved: string): Session {
    const given = sized("session", saved);
    this.memory.begin();
    const at = this.memory.number("chemix_session_load", ...given);
    return new Session(this.copied(this.memory.plain("chemix_session_game", at)), at);
  }
  /** Reads what `Session.saveSeen`, `GameRecord.saveSeen` or `Client.save` wrote. */
  client(saved: string): Client {
    const given = sized("client", saved);
    this.memory.begin();
    const at = this.memory.number("chemix_client_load", ...given);
    return new Client(this.copied(this.memory.plain("chemix_client_game", at)), at);
  }

  /** Returns the seed to deal with, from the server's seed and the players' contributions, by seat, at
   * most 32 bytes each. */
  dealingSeed(seed: Uint8Array, contributions: readonly Uint8Array[]): Uint8Array {
    const deal = dealBytes({ seed, salt: new Uint8Array(SECRET_SIZE), contributions });
    const read = (at: number) => this.memory.copy(at, SECRET_SIZE);
    this.memory.begin();
    return this.memory.out(SECRET_SIZE, read, "chemix_deal_seed", deal);
  }
  /** Verifies a record against a revealed deal, and returns the digest of its end. Throws a
   * ChemixError that names the mismatch: `record`, `commitment` or `steps[n]`. */
  verifyDeal(deal: RevealedDeal): string {
    const { record, ...revealed } = objectOf("deal", deal);
    const given = [dealBytes(revealed), ...sized("record", record)] as const;
    this.memory.begin();
    return this.memory.hash("chemix_deal_verify", ...given);
  }

  /** The texts that a function returns for the numbers from 0 on. */
  private names(name: string): string[] {
    const names: string[] = [];
    for (let at = this.memory.plain(name, 0); at !== 0; at = this.memory.plain(name, names.length)) {
      names.push(this.memory.cText(at));
    }
    return names;
  }
  private text(name: string, ...inputs: string[]): string {
    this.memory.begin();
    return this.memory.text(name, ...inputs);
  }
  /** Uses a deck, if any, and destroys it. */
  private withDeck<T>(deck: number, use: (deck: number) => T): T {
    try {
      return use(deck);
    } finally {
      if (deck) this.memory.plain("chemix_deck_destroy", this.memory.putNumbers([deck]));
    }
  }
  /** A game of its own from a game that belongs to another object. */
  private copied(game: number): Game {
    return new Game(this.memory, this.memory.number("chemix_game_copy", game));
  }
}

async function compiled(
  source: WebAssembly.Module | BufferSource | URL | string,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const isAddress = source instanceof URL || typeof source === "string";
  return WebAssembly.compile(isAddress ? await fetched(source) : source);
}
async function fetched(source: URL | string): Promise<ArrayBuffer> {
  const response = await fetch(source);
  if (!response.ok) throw new Error(`chemix: ${response.url}: ${response.status}`);
  return response.arrayBuffer();
}
