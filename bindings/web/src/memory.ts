// SPDX-License-Identifier: Apache-2.0
// Calls of the C ABI: copies arguments into the module's memory and results out of it.

/** The functions that the module exports: those of chemix.h, malloc and free. */
type Exports = { [name: string]: (...values: (number | bigint)[]) => number };

/** A number, a text (passed with a terminating NUL), bytes, or null for NULL. */
export type Input = number | bigint | boolean | string | Uint8Array | null;

const OK = 0;
const BUFFER_TOO_SMALL = -6;
const OUT_OF_MEMORY = -7;
const ERROR_SIZE = 356;

/** A `chemix_error`, as bytes and decoded. */
export interface Fault {
  status: number;
  rule: string;
  detail: number;
  action: number;
  arguments: [number, number, number];
  field: string;
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

  /** `raise` makes the exception for a status other than OK. */
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

  /** Allocates `size` zeroed bytes, aligned to 8, until the next `begin`. */
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
    if (input instanceof Uint8Array) {
      const at = this.room(input.length);
      this.bytes(at, input.length).set(input);
      return at;
    }
    if (typeof input === "boolean") return input ? 1 : 0;
    if (input === null) return 0;
    const isNumber = Number.isInteger(input) && input >= -(2 ** 31) && input < 2 ** 32;
    if (!isNumber && typeof input !== "bigint") {
      throw new RangeError(`chemix: ${String(input)} must be a whole number of 32 bits`);
    }
    return input;
  }

  /** Calls a function that returns a status; the error comes last. */
  call(name: string, ...inputs: Input[]): void {
    const status = this.run(name, inputs);
    if (status !== OK) throw this.raise(this.fault());
  }

  /** Calls a function that writes a list to (out, capacity, out_count), and reads its entries. */
  list<T>(name: string, entrySize: number, read: (at: number) => T, ...inputs: Input[]): T[] {
    return this.listBefore(name, entrySize, read, [], ...inputs);
  }

  /** The same for a function with outputs after the list. */
  listBefore<T>(
    name: string,
    entrySize: number,
    read: (at: number) => T,
    outputs: number[],
    ...inputs: Input[]
  ): T[] {
    const { at, count } = this.fill(name, entrySize, 0, inputs, outputs);
    return Array.from({ length: count }, (_, i) => read(at + i * entrySize));
  }

  /** Calls a function that writes a text to (out, capacity, out_count). */
  text(name: string, ...inputs: Input[]): string {
    const { at, count } = this.fill(name, 1, 1, inputs);
    return decoder.decode(this.bytes(at, count));
  }

  /** Calls a function that writes bytes to (out, capacity, out_count). */
  blob(name: string, ...inputs: Input[]): Uint8Array {
    const { at, count } = this.fill(name, 1, 0, inputs);
    return this.copy(at, count);
  }

  view(): DataView {
    return new DataView(this.linear.buffer);
  }
  copy(at: number, size: number): Uint8Array {
    return this.bytes(at, size).slice();
  }
  cText(at: number): string {
    const bytes = new Uint8Array(this.linear.buffer, at);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
  /** Calls a function that returns a number and cannot fail. */
  plain(name: string, ...inputs: Input[]): number {
    return this.exports[name]!(...inputs.map((input) => this.put(input)));
  }

  private fill(
    name: string,
    entrySize: number,
    more: number,
    inputs: Input[],
    outputs: number[] = [],
  ) {
    const countAt = this.room(4);
    // Outputs come last, before the error.
    const put = inputs.map((input) => this.put(input));
    for (let capacity = 4096; ; ) {
      const at = this.room(capacity * entrySize);
      const status = this.run(name, [...put, at, capacity, countAt, ...outputs]);
      const count = this.view().getUint32(countAt, true);
      if (status === OK) return { at, count };
      if (status !== BUFFER_TOO_SMALL || count + more <= capacity) throw this.raise(this.fault());
      capacity = count + more;
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
      throw this.raise({ ...this.fault(), status: OUT_OF_MEMORY, rule: "", field: "", message });
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
    const view = this.view();
    const number = (offset: number) => view.getInt32(this.errorAt + offset, true);
    return {
      status: number(4),
      rule: this.cText(this.errorAt + 8),
      detail: number(16),
      action: number(20),
      arguments: [number(24), number(28), number(32)],
      field: this.cText(this.errorAt + 36),
      message: this.cText(this.errorAt + 100),
      bytes: this.copy(this.errorAt, ERROR_SIZE),
    };
  }
}
