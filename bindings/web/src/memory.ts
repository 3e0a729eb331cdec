// SPDX-License-Identifier: Apache-2.0
// Calls of the C ABI: copies arguments into the module's memory and results out of it.

/** The functions that the module exports: those of chemix.h, malloc and free. */
type Exports = { [name: string]: (...values: (number | bigint)[]) => number };

/** A number, a text (passed with a terminating NUL), bytes, or null for NULL. */
export type Input = number | bigint | string | Uint8Array | null;

const BUFFER_TOO_SMALL = -6;
const OUT_OF_MEMORY = -7;
// The size of a chemix_error, and the places of its fields.
const ERROR_SIZE = 440;
const NEEDED = 32;
/** The bytes of a list at the first try. */
const FIRST_TRY = 16384;

/** A `chemix_error`, as bytes and decoded. */
export interface Fault {
  status: number;
  actor: number;
  action: number;
  detail: number;
  arguments: [number, number, number];
  rule: string;
  field: string;
  value: string;
  message: string;
  bytes: Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Memory {
  private readonly exports: Exports;
  private readonly linear: WebAssembly.Memory;
  private readonly errorAt: number;
  private chunks: { at: number; size: number }[] = [];
  private used = 0;

  /** `raise` makes the exception for a negative result. */
  constructor(
    instance: WebAssembly.Instance,
    private readonly raise: (fault: Fault) => Error,
  ) {
    this.linear = instance.exports.memory as WebAssembly.Memory;
    this.exports = instance.exports as unknown as Exports;
    this.errorAt = this.allocate(ERROR_SIZE);
    this.bytes(this.errorAt, ERROR_SIZE).fill(0);
    this.view().setUint32(this.errorAt, ERROR_SIZE, true);
  }

  /** Frees the arguments of earlier calls; every public function starts with it. */
  begin(): void {
    if (this.chunks.length > 1) {
      const size = this.chunks.reduce((sum, chunk) => sum + chunk.size, 0);
      for (const chunk of this.chunks) this.exports.free!(chunk.at);
      this.chunks = [];
      this.chunks = [{ at: this.allocate(size), size }];
    }
    this.used = 0;
  }

  /** Allocates `size` zeroed bytes, aligned to 8, until the next `begin`. The C ABI accepts zeros as
   * the `size` of a structure. */
  room(size: number): number {
    let chunk = this.chunks.at(-1);
    if (!chunk || this.used + size > chunk.size) {
      chunk = { size: Math.max(65536, size), at: 0 };
      chunk.at = this.allocate(chunk.size);
      this.chunks.push(chunk);
      this.used = 0;
    }
    const at = chunk.at + this.used;
    this.used += (size + 7) & ~7;
    this.bytes(at, size).fill(0);
    return at;
  }

  /** Copies an input into the module and returns its address. Numbers are passed unchanged; they
   * must be integers, since the module would truncate them. */
  put(input: Input): number | bigint {
    if (typeof input === "string") {
      const text = encoder.encode(input);
      const at = this.room(text.length + 1);
      this.bytes(at, text.length).set(text);
      return at;
    }
    if (input instanceof Uint8Array) return this.putBytes(input);
    if (input === null) return 0;
    const isNumber = Number.isInteger(input) && input >= -(2 ** 31) && input < 2 ** 32;
    if (!isNumber && typeof input !== "bigint") {
      throw new RangeError(`chemix: ${String(input)} must be a whole number of 32 bits`);
    }
    return input;
  }
  putBytes(input: Uint8Array): number {
    const at = this.room(input.length);
    this.bytes(at, input.length).set(input);
    return at;
  }
  /** Copies numbers of 32 bits. */
  putNumbers(numbers: readonly number[]): number {
    return this.putBytes(new Uint8Array(new Int32Array(numbers).buffer));
  }

  /** Calls a function whose last parameter is the error. Returns its result, 0 or more. */
  call(name: string, ...inputs: Input[]): number {
    const result = this.run(name, inputs);
    if (result < 0) throw this.raise(this.fault());
    return result;
  }

  /** Calls a function that writes to one output before the error, and returns the output. */
  out<T>(size: number, read: (at: number) => T, name: string, ...inputs: Input[]): T {
    const at = this.room(size);
    this.call(name, ...inputs, at);
    return read(at);
  }
  number(name: string, ...inputs: Input[]): number {
    return this.out(4, (at) => this.int(at), name, ...inputs);
  }
  /** A number of 64 bits, as 16 hexadecimal digits. */
  hash(name: string, ...inputs: Input[]): string {
    return this.out(8, (at) => this.hex(at), name, ...inputs);
  }

  /** Calls a function that writes a list to (out, capacity), and reads its entries. */
  list<T>(size: number, read: (at: number) => T, name: string, ...inputs: Input[]): T[] {
    const { at, count } = this.fill(name, size, inputs);
    return Array.from({ length: count }, (_, i) => read(at + i * size));
  }
  numbers(name: string, ...inputs: Input[]): number[] {
    return this.list(4, (at) => this.int(at), name, ...inputs);
  }
  doubles(name: string, ...inputs: Input[]): number[] {
    return this.list(8, (at) => this.double(at), name, ...inputs);
  }
  /** Calls a function that writes a text to (out, capacity). */
  text(name: string, ...inputs: Input[]): string {
    const { at, count } = this.fill(name, 1, inputs);
    return decoder.decode(this.bytes(at, count));
  }
  /** Calls a function that writes bytes to (out, capacity). */
  blob(name: string, ...inputs: Input[]): Uint8Array {
    const { at, count } = this.fill(name, 1, inputs);
    return this.copy(at, count);
  }
  /** Calls a function that returns a number and cannot fail. */
  plain(name: string, ...inputs: Input[]): number {
    return this.exports[name]!(...inputs.map((input) => this.put(input)));
  }

  view(): DataView {
    return new DataView(this.linear.buffer);
  }
  int(at: number): number {
    return this.view().getInt32(at, true);
  }
  /** Consecutive numbers of 32 bits. */
  ints(at: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.int(at + 4 * i));
  }
  long(at: number): number {
    return Number(this.view().getBigInt64(at, true));
  }
  double(at: number): number {
    return this.view().getFloat64(at, true);
  }
  hex(at: number): string {
    return this.view().getBigUint64(at, true).toString(16).padStart(16, "0");
  }
  copy(at: number, size: number): Uint8Array {
    return this.bytes(at, size).slice();
  }
  cText(at: number): string {
    const bytes = new Uint8Array(this.linear.buffer, at);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  private fill(name: string, entrySize: number, inputs: Input[]): { at: number; count: number } {
    const put = inputs.map((input) => this.put(input));
    for (let capacity = Math.ceil(FIRST_TRY / entrySize); ; ) {
      const at = this.room(capacity * entrySize);
      const count = this.run(name, [...put, at, capacity]);
      if (count >= 0) return { at, count };
      const needed = this.long(this.errorAt + NEEDED);
      if (count !== BUFFER_TOO_SMALL || needed <= capacity) throw this.raise(this.fault());
      capacity = needed;
    }
  }

  private run(name: string, inputs: Input[]): number {
    const put = inputs.map((input) => this.put(input));
    const top = this.exports.stackSave!();
    try {
      return this.exports[name]!(...put, this.errorAt);
    } catch (error) {
      // The call was unwound: release its part of the stack.
      this.exports.stackRestore!(top);
      // The library catches all other exceptions itself.
      if (!(error instanceof WebAssembly.Exception)) throw error;
      const message = "out of memory";
      throw this.raise({ ...this.fault(), status: OUT_OF_MEMORY, rule: "", field: "", value: "", message });
    }
  }

  private allocate(size: number): number {
    const at = this.exports.malloc!(size);
    if (at === 0) throw new RangeError("chemix: out of memory");
    return at;
  }

  private bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.linear.buffer, at, size);
  }

  private fault(): Fault {
    const at = this.errorAt;
    const [status, actor, action, detail, ...given] = this.ints(at + 4, 7);
    return {
      status: status!,
      actor: actor!,
      action: action!,
      detail: detail!,
      arguments: given as [number, number, number],
      rule: this.cText(at + 40),
      field: this.cText(at + 56),
      value: this.cText(at + 120),
      message: this.cText(at + 184),
      bytes: this.copy(at, ERROR_SIZE),
    };
  }
}

/** An object of the library; call `destroy` to free it. */
export abstract class Owned {
  /** Internal: the address, 0 once the object is destroyed, and then rejected. */
  handle: number;

  constructor(
    /** Internal. */
    readonly memory: Memory,
    handle: number,
    private readonly destroyer: string,
  ) {
    this.handle = handle;
  }
  /** Frees the object, but not its game; later calls are rejected. */
  destroy(): void {
    this.memory.begin();
    this.memory.plain(this.destroyer, this.memory.putNumbers([this.handle]));
    this.handle = 0;
  }
}
