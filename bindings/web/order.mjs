// SPDX-License-Identifier: Apache-2.0
// Puts functions of a module, as text by wasm-opt, beside those that are most alike:
//   node order.mjs FROM.wat TO.wat
// What compresses for the web looks back 32 KiB only, while the same template of another game may lie
// a megabyte away.
import { readFileSync, writeFileSync } from "node:fs";

// How many numbers stand for the lines of a function: of two functions as many agree, about, as they
// share lines (minhash).
const NUMBERS = 96;
// Functions that are called most often come first, where the numbers that calls name take one byte.
const FIRST = 127;

const [from, to] = process.argv.slice(2);
const before = [];
const functions = [];
const behind = [];
let current = null;
for (const line of readFileSync(from, "latin1").split("\n")) {
  if (line.startsWith(" (func $")) functions.push((current = { lines: [] }));
  if (current) current.lines.push(line);
  else (functions.length ? behind : before).push(line);
  if (line === " )" || (line.startsWith(" (func $") && line.endsWith("))"))) current = null;
}

/** Where a try leaves its exceptions to the caller, Binaryen 108 does not read what it writes: there
 * all of the function is a try that does so, to which others may leave theirs by name. */
function delegateByName(lines) {
  const toCaller = /\(delegate \d+\)/;
  if (!lines.some((line) => toCaller.test(line))) return;
  const result = / \(result [^)]*\)/.exec(lines[0])?.[0] ?? "";
  let body = 1;
  while (lines[body].startsWith("  (local ")) ++body;
  const named = lines.slice(body, -1).map((line) => line.replace(toCaller, () => "(delegate $caller)"));
  const whole = [`  (try $caller${result} (do`, ...named, "  ) (catch_all (rethrow $caller)))"];
  lines.splice(body, lines.length - 1 - body, ...whole);
}

function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}

const calls = new Map();
for (const each of functions) {
  delegateByName(each.lines);
  each.name = each.lines[0].split(/[ )]/)[2];
  each.numbers = new Uint32Array(NUMBERS).fill(0xffffffff);
  for (const line of new Set(each.lines.slice(1).map((text) => text.trim().replace(/\$label\$\d+/g, "")))) {
    const called = /^\(call (\$\S+?)\)?$/.exec(line)?.[1];
    if (called) calls.set(called, (calls.get(called) ?? 0) + 1);
    for (let i = 0, mixed = hash(line); i < NUMBERS; ++i) {
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
      each.numbers[i] = Math.min(each.numbers[i], mixed >>> 0);
    }
  }
}

const byCalls = functions.toSorted((a, b) => (calls.get(b.name) ?? 0) - (calls.get(a.name) ?? 0));
const ordered = byCalls.slice(0, FIRST);
const left = byCalls.slice(FIRST).sort((a, b) => b.lines.length - a.lines.length);
for (let last = left.shift(); last; ) {
  ordered.push(last);
  let [most, next] = [-1, 0];
  for (const [at, { numbers }] of left.entries()) {
    let alike = 0;
    for (let i = 0; i < NUMBERS; ++i) if (numbers[i] === last.numbers[i]) ++alike;
    if (alike > most) [most, next] = [alike, at];
  }
  [last] = left.splice(next, 1);
}
const lines = [...before, ...ordered.flatMap((each) => each.lines), ...behind];
writeFileSync(to, lines.join("\n"), "latin1");
