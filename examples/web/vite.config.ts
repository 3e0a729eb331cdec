// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from "vite";

export default defineConfig({
  // Addresses are relative: the page may lie in any folder of a web server.
  base: "./",
  build: { outDir: "../../build/web/page", emptyOutDir: true, target: "es2022" },
  worker: { format: "es" },
  resolve: { conditions: ["browser", "module", "default"] },
});
