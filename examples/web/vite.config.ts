// SPDX-License-Identifier: Apache-2.0
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Writes the service worker with the list of built files and a version derived from their contents. */
function offline(): Plugin {
  return {
    name: "offline",
    enforce: "post",
    generateBundle(_, bundle) {
      const code = readFileSync(new URL("src/offline.js", import.meta.url), "utf8");
      const hash = createHash("sha256").update(code);
      const files = Object.keys(bundle).sort();
      for (const file of files) {
        const part = bundle[file]!;
        hash.update(file).update(part.type === "chunk" ? part.code : part.source);
      }
      const told = { FILES: files.filter((file) => file !== "index.html"), VERSION: hash.digest("hex").slice(0, 16) };
      const source = Object.entries(told).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`).join("");
      this.emitFile({ type: "asset", fileName: "offline.js", source: source + code });
    },
  };
}

export default defineConfig({
  // Relative addresses let the page be served from any folder.
  base: "./",
  build: { outDir: "../../build/web/page", emptyOutDir: true, target: "es2022" },
  worker: { format: "es" },
  resolve: { conditions: ["browser", "module", "default"] },
  plugins: [offline()],
});
