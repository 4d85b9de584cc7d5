// What was odd in the input. Bad input is not an error: parsers return what they could read and
// say here what they could not.
import type { DiagnosticCode } from "../../data/diagnostic-codes.js";

export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** Path of the file, relative to the module folder. */
  readonly path: string;
  /** First line is 1. */
  readonly line: number;
  /** What exactly: a key, a name, an error message. */
  readonly detail: string;
}

/** What every parser returns: always a value, and what could not be read. */
export interface Parsed<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
