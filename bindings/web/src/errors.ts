// SPDX-License-Identifier: Apache-2.0
// Errors, and the validation of arguments: the module itself accepts any number as a pointer.
import type { Fault, Memory } from "./memory.js";

export const REFUSED = -1;
const INVALID_INPUT = -4;

/** Invalid input: a wrong name, number, text or file. */
export class ChemixError extends Error {
  override name = "ChemixError";
  /** The name of the C status, such as "CHEMIX_INVALID_INPUT" or "CHEMIX_STOPPED". */
  readonly status: string;
  /** The invalid argument, option or field, its value, and the rule that it violates, or "". */
  readonly field: string;
  readonly value: string;
  readonly rule: string;
  /** The C error; internal. */
  readonly bytes: Uint8Array;
  constructor(status: string, fault: Fault) {
    super(fault.message);
    this.status = status;
    this.field = fault.field;
    this.value = fault.value;
    this.rule = fault.rule;
    this.bytes = fault.bytes;
  }
}

/** A rule refused an action; nothing was changed. `Words.refusal` explains why. */
export class RuleError extends ChemixError {
  override name = "RuleError";
  /** A seat or CHANCE. */
  readonly actor: number;
  readonly action: number;
  /** Which refusal of the rule, and the numbers for its words. */
  readonly detail: number;
  readonly arguments: [number, number, number];
  constructor(status: string, fault: Fault) {
    super(status, fault);
    this.actor = fault.actor;
    this.action = fault.action;
    this.detail = fault.detail;
    this.arguments = fault.arguments;
  }
}

/** Makes the error for a wrong argument, in the same form as the library's. */
export function wrong(field: string, value: unknown, reason: string): ChemixError {
  const given = typeof value === "string" ? value : value instanceof Object ? typeof value : value;
  const shown = String(given).slice(0, 60);
  return new ChemixError("CHEMIX_INVALID_INPUT", {
    status: INVALID_INPUT, actor: 0, action: 0, detail: 0, arguments: [0, 0, 0], rule: "", field,
    value: shown, message: `${field} = ${shown}: ${reason}`, bytes: new Uint8Array(),
  });
}
export function refuseOthers(others: { [name: string]: unknown }, known: readonly string[]): void {
  const [other] = Object.entries(others);
  if (other) throw wrong(...other, `unknown; must be one of ${known.join(", ")}`);
}
export function objectOf<T extends object>(field: string, value: T): T {
  if (typeof value === "object" && value !== null) return value;
  throw wrong(field, value, "must be an object with named fields");
}
export function listOf<T>(field: string, value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value;
  throw wrong(field, value, "must be a list");
}
export function whole(field: string, value: number): number {
  if (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) return value;
  throw wrong(field, value, "must be a whole number");
}
export function text(field: string, value: string): string {
  if (typeof value !== "string") throw wrong(field, value, "must be a text");
  if (value.includes("\0")) throw wrong(field, value, "must be a text without the character 0");
  return value;
}
export function bytesOf(field: string, value: Uint8Array, size?: number): Uint8Array {
  if (!(value instanceof Uint8Array)) throw wrong(field, value, "must be a Uint8Array");
  if (size === undefined || value.length === size) return value;
  throw wrong(field, `${value.length} bytes`, `must be ${size}`);
}
/** The UTF-8 bytes of a text and their number, for functions that take both. */
export function sized(field: string, value: string): [Uint8Array, number] {
  const bytes = new TextEncoder().encode(text(field, value));
  return [bytes, bytes.length];
}
/** Validates that an object is of a class and belongs to this memory. */
export function own<T extends { memory: Memory }>(
  memory: Memory, field: string, of: abstract new (...given: never[]) => T, value: T,
): T {
  if (!(value instanceof of)) throw wrong(field, value, `must be an object of ${of.name}`);
  if (value.memory !== memory) throw wrong(field, `an object of ${of.name}`, "is of another load()");
  return value;
}
/** The entry of a list of names, or its number. */
export function indexOf(field: string, names: readonly string[], name: string | null): number {
  const index = names.indexOf(name as string);
  if (index >= 0) return index;
  throw wrong(field, name, `must be one of ${names.join(", ")}`);
}
