// SPDX-License-Identifier: Apache-2.0
/** The package under Node, which cannot fetch file URLs: reads the module from the file system. */
import { readFile } from "node:fs/promises";
import { type Chemix, type Loading, load as loadFrom } from "./index.js";

export * from "./index.js";

export async function load(
  source?: WebAssembly.Module | BufferSource | URL | string,
  loading?: Loading,
): Promise<Chemix> {
  const address = source ?? new URL("./chemix.wasm", import.meta.url);
  if (!(address instanceof URL) && typeof address !== "string") return loadFrom(address, loading);
  if (/^https?:/.test(String(address))) return loadFrom(address, loading);
  const file = /^file:/.test(String(address)) ? new URL(address) : address;
  return loadFrom(await readFile(file), loading);
}
