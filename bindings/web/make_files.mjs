// SPDX-License-Identifier: Apache-2.0
// Writes src/files/: the decks, words and schemas of the library, which the module does not embed.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";

const to = new URL("src/files/", import.meta.url);
const notice = "// SPDX-License-Identifier: Apache-2.0\n// Written by make_files.mjs; do not edit.\n";
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });

/** The JSON files of a folder, as pairs of name (without extension) and text. */
function filesOf(folder, takes) {
  const from = new URL(`../../${folder}/`, import.meta.url);
  const names = readdirSync(from).filter((name) => name.endsWith(".json") && takes(name)).sort();
  return names.map((name) => [name.replace(/\..*/, ""), readFileSync(new URL(name, from), "utf8")]);
}
function write(name, code) {
  writeFileSync(new URL(`${name}.ts`, to), notice + code);
}
const compact = ([name, text]) => [name, JSON.stringify(JSON.parse(text))];
const exported = (name, files) =>
  `export const ${name}: { [name: string]: string } = ${JSON.stringify(Object.fromEntries(files))};\n`;

// Keep the texts of decks unchanged.
const decks = filesOf("decks", (name) => !name.endsWith("schema.json"));
const schemas = filesOf("schemas", () => true).map(compact);
write("common", exported("decks", decks) + exported("schemas", schemas));
// One file for each language, so that only the requested languages are loaded.
const words = filesOf("words", () => true).map(compact);
for (const [language, text] of words) {
  write(`words_${language}`, `const text: string = ${JSON.stringify(text)};\nexport default text;\n`);
}
const imports = words.map(([language]) => `  ${language}: () => import("./words_${language}.js"),\n`);
const type = "{ [language: string]: () => Promise<{ default: string }> }";
write("words", `export const words: ${type} = {\n${imports.join("")}};\n`);
