// SPDX-License-Identifier: Apache-2.0
/** The same under node, which fetches no files. */
import { readFile } from "node:fs/promises";
import { type Chemix, load as loadFrom } from "./index.js";

export * from "./index.js";

export async function load(
  source?: WebAssembly.Module | BufferSource | URL | string,
): Promise<Chemix> {
  return loadFrom(source ?? (await readFile(new URL("./chemix.wasm", import.meta.url))));
}
