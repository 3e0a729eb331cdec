// SPDX-License-Identifier: Apache-2.0
// Where views come from: a table in this worker, or a server. The page does not know the difference.
import type { Game } from "chemix";
import type { Ended, News, Opened, View } from "./protocol.js";
import type { Sight } from "./seen.js";

export interface Source {
  readonly game: Game;
  readonly opened: Opened;
  /** The language of all words that follow. */
  speak(language: string): void | Promise<void>;
  /** What a viewer sees, for advice and refusals. */
  sight(viewer: number): Sight;
  /** The seat that looks next: a person who is to act, `looking` where that may be; -1: nobody. */
  asked(looking: number): number;
  view(viewer: number): View;
  /** What happened since this viewer was told the last time. */
  news(viewer: number): News[];
  /** Lets others act, once; false when nobody is to. */
  advance(): boolean | Promise<boolean>;
  /** Why the action is refused, or "". */
  act(seat: number, id: number): string | Promise<string>;
  undo(seat: number): boolean;
  /** The game so far as a file of one's own: it tells of all hands. */
  save(): string;
  /** Of a game that is over. */
  ended(): Omit<Ended, "link">;
  close(): void;
}
