// SPDX-License-Identifier: Apache-2.0
// The source of views: a table in this worker, or a server. The page does not see the difference.
import type { Game } from "chemix";
import type { Ended, News, Opened, View } from "./protocol.js";
import type { Sight } from "./seen.js";

export interface Source {
  readonly game: Game;
  readonly opened: Opened;
  /** Sets the language of all further texts. */
  speak(language: string): void | Promise<void>;
  /** The viewer's sight, for advice and refusals. */
  sight(viewer: number): Sight;
  /** The seat of the next person to act, `looking` if possible; -1 for nobody. */
  asked(looking: number): number;
  view(viewer: number): View;
  /** The events since the last call for this viewer. */
  news(viewer: number): News[];
  /** Lets chance or a policy act once; returns false if neither is to act. */
  advance(): boolean | Promise<boolean>;
  /** Applies an action; returns the reason if it is refused, or "". */
  act(seat: number, id: number): string | Promise<string>;
  undo(seat: number): boolean;
  /** The game so far as a file, which contains all hidden cards. */
  save(): string;
  /** The end of a finished game. */
  ended(): Omit<Ended, "link">;
  close(): void;
}
