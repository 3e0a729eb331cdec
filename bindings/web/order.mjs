// SPDX-License-Identifier: Apache-2.0
// Reorders the functions of a module so that similar ones are adjacent:
//   node order.mjs FROM.wasm TO.wasm
// gzip finds repetitions only within 32 KiB, while another instance of the same template may be a
// megabyte away.
import { readFileSync, writeFileSync } from "node:fs";

// The window of the compressor, in bytes.
const WINDOW = 32 * 1024;
// Similarity is measured by shared pieces of this many bytes, about three instructions.
const PIECE = 6;
// The next function is the one with the largest part in the window, in proportion to this power of its
// size. With the full size, large functions would wait until similar ones have left the window.
const POWER = 0.65;
// The most frequently called functions come first, since calls encode small indices in one byte.
const FIRST = 128;

/** Reads the bytes of a module in order. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  byte() {
    return this.bytes[this.at++];
  }
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }
  /** Skips LEB128 numbers of any size. */
  skipNumbers(count) {
    for (; count > 0; --count) while (this.byte() >= 128);
  }
  take(size) {
    return this.bytes.subarray(this.at, (this.at += size));
  }
  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

function number(value) {
  const bytes = [];
  for (; value >= 128; value >>>= 7) bytes.push((value & 127) | 128);
  return Buffer.from([...bytes, value]);
}
const list = (entries) => Buffer.concat([number(entries.length), ...entries]);

/** Skips the operands of an instruction. Returns true without skipping if the operand is a function
 * index. */
function skipOperands(reader, code) {
  if (code === 0x10 || code === 0xd2) return true;
  if (code === 0x0e) reader.skipNumbers(reader.number() + 1);
  else if (code === 0x1c) reader.skipNumbers(reader.number());
  else if (code === 0x43) reader.take(4);
  else if (code === 0x44) reader.take(8);
  else if (code === 0x11 || (code >= 0x28 && code <= 0x3e)) reader.skipNumbers(2);
  else if (code === 0xfc) reader.skipNumbers([0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1][reader.number()]);
  // Blocks, branches, locals, globals, constants, memory.size and memory.grow.
  else if ([2, 3, 4, 6, 7, 8, 9, 0x0c, 0x0d, 0x18, 0x3f, 0x40, 0x41, 0x42, 0xd0].includes(code))
    reader.skipNumbers(1);
  else if (code >= 0x20 && code <= 0x26) reader.skipNumbers(1);
  else if (code > 0xc4) throw new Error(`unknown instruction ${code}`);
  return false;
}

/** A function as parts of its code, separated by the function indices in it. */
function readFunction(bytes, type) {
  const reader = new Reader(bytes);
  reader.list(() => reader.skipNumbers(2));
  const code = [];
  const called = [];
  let begin = 0;
  while (reader.at < bytes.length) {
    if (!skipOperands(reader, reader.byte())) continue;
    code.push(bytes.subarray(begin, reader.at));
    called.push(reader.number());
    begin = reader.at;
  }
  return { bytes, type, code, called, rest: bytes.subarray(begin) };
}

/** The indices of the functions in an order that compresses well. */
function ordered(functions, imported) {
  const calls = new Uint32Array(imported + functions.length);
  for (const { called } of functions) for (const each of called) ++calls[each];

  const idOfPiece = new Map();
  const pieces = functions.map(({ bytes }) => {
    const ids = new Set();
    for (let at = 0; at + PIECE <= bytes.length; ++at) {
      const piece = bytes.readUIntLE(at, PIECE);
      if (!idOfPiece.has(piece)) idOfPiece.set(piece, idOfPiece.size);
      ids.add(idOfPiece.get(piece));
    }
    return [...ids];
  });
  const having = Array.from(idOfPiece, () => []);
  for (const [at, ids] of pieces.entries()) for (const id of ids) having[id].push(at);
  // Rare pieces weigh most.
  const weights = having.map((some) => Math.log(functions.length / some.length));
  const sizes = pieces.map((ids) => ids.reduce((sum, id) => sum + weights[id], 1) ** POWER);

  // The number of copies of each piece, and the weight of each function's pieces, in the window.
  const copies = new Uint32Array(having.length);
  const found = new Float64Array(functions.length);
  const order = [];
  let oldest = 0;
  let size = 0;
  const add = (next) => {
    order.push(next);
    size += functions[next].bytes.length;
    for (const id of pieces[next]) {
      if (copies[id]++ === 0) for (const at of having[id]) found[at] += weights[id];
    }
    for (; size > WINDOW; ++oldest) {
      size -= functions[order[oldest]].bytes.length;
      for (const id of pieces[order[oldest]]) {
        if (--copies[id] === 0) for (const at of having[id]) found[at] -= weights[id];
      }
    }
  };

  const left = [...functions.keys()].sort((a, b) => calls[imported + b] - calls[imported + a]);
  left.splice(0, FIRST - imported).forEach(add);
  while (left.length > 0) {
    let best = 0;
    for (const [at, one] of left.entries()) {
      if (found[one] / sizes[one] > found[left[best]] / sizes[left[best]]) best = at;
    }
    add(left.splice(best, 1)[0]);
  }
  return order;
}

const [from, to] = process.argv.slice(2);
const module = new Reader(readFileSync(from));
const head = module.take(8);
const sections = [];
while (module.at < module.bytes.length) {
  sections.push({ id: module.byte(), content: module.take(module.number()) });
}
const section = (id) => new Reader(sections.find((each) => each.id === id).content);

const imports = section(2);
const imported = imports
  .list(() => {
    imports.take(imports.number());
    imports.take(imports.number());
    const kind = imports.byte();
    if (kind !== 0) throw new Error("an import that is not a function");
    imports.skipNumbers(1);
  }).length;
const types = section(3);
const typeOf = types.list(() => types.number());
const code = section(10);
const functions = code.list((_, at) => readFunction(code.take(code.number()), typeOf[at]));

const order = ordered(functions, imported);
const numbers = Array.from({ length: imported }, (_, at) => at);
for (const [at, one] of order.entries()) numbers[imported + one] = imported + at;
const renumbered = (reader) => number(numbers[reader.number()]);

const written = {
  3: () => list(order.map((one) => number(functions[one].type))),
  7: (reader) =>
    list(
      reader.list(() => {
        const begin = reader.at;
        reader.take(reader.number());
        const isFunction = reader.byte() === 0;
        const named = reader.bytes.subarray(begin, reader.at);
        return Buffer.concat([named, isFunction ? renumbered(reader) : number(reader.number())]);
      }),
    ),
  8: renumbered,
  9: (reader) =>
    list(
      reader.list(() => {
        const begin = reader.at;
        if (reader.number() !== 0) throw new Error("elements that are not functions of table 0");
        if (reader.byte() !== 0x41) throw new Error("elements at an offset that is not constant");
        reader.skipNumbers(1);
        reader.byte();
        const where = reader.bytes.subarray(begin, reader.at);
        return Buffer.concat([where, list(reader.list(() => renumbered(reader)))]);
      }),
    ),
  10: () =>
    list(
      order.map((one) => {
        const { code, called, rest } = functions[one];
        const parts = code.flatMap((part, at) => [part, number(numbers[called[at]])]);
        const bytes = Buffer.concat([...parts, rest]);
        return Buffer.concat([number(bytes.length), bytes]);
      }),
    ),
};
const parts = sections.flatMap(({ id, content }) => {
  const changed = written[id]?.(new Reader(content)) ?? content;
  return [Buffer.from([id]), number(changed.length), changed];
});
writeFileSync(to, Buffer.concat([head, ...parts]));
