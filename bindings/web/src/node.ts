// SPDX-License-Identifier: Apache-2.0
/** The same under node, which fetches no files: they are read. */
import { readFile } from "node:fs/promises";
import { type Chemix, load as loadFrom } from "./index.js";

export * from "./index.js";

export async function load(
  source?: WebAssembly.Module | BufferSource | URL | string,
): Promise<Chemix> {
  const address = source ?? new URL("./chemix.wasm", import.meta.url);
  if (!(address instanceof URL) && typeof address !== "string") return loadFrom(address);
  if (/^https?:/.test(String(address))) return loadFrom(address);
  return loadFrom(await readFile(/^file:/.test(String(address)) ? new URL(address) : address));
}
