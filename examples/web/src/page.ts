// SPDX-License-Identifier: Apache-2.0
// Properties common to all pages, and saving files for the user.
import type { Say } from "./words.js";

export interface Page {
  language: string;
  say: Say;
  /** Goes to another page of this one, by the part of its address after #. */
  go: (hash: string) => void;
}

export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
