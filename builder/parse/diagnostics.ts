// What was odd in the input. Bad input is not an error: parsers return what they could read and
// say here what they could not.
import type { DiagnosticCode } from "../../data/diagnostic-codes.js";

/** Of a file, which does not know its own path. */
export interface FileDiagnostic {
  readonly code: DiagnosticCode;
  /** First line is 1. */
  readonly line: number;
  /** What exactly: a key, a name, an error message. */
  readonly detail: string;
}

export interface Diagnostic extends FileDiagnostic {
  /** Path of the file, relative to the module folder. */
  readonly path: string;
}

/** What every parser returns: always a value, and what could not be read. */
export interface Parsed<T, D = FileDiagnostic> {
  readonly value: T;
  readonly diagnostics: readonly D[];
}
