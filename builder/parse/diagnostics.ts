// Diagnostics. Bad input is not an error: parsers return what they could read and report the rest
// here.
import type { DiagnosticCode } from "../../data/diagnostic-codes.js";

/** Diagnostic of a file, which does not know its own path. */
export interface FileDiagnostic {
  readonly code: DiagnosticCode;
  /** First line is 1. */
  readonly line: number;
  /** Detail: a key, a name, an error message. */
  readonly detail: string;
}

export interface Diagnostic extends FileDiagnostic {
  /** Path of the file, relative to the module folder. */
  readonly path: string;
}

/** Result of every parser: always a value, and diagnostics. */
export interface Parsed<T, D = FileDiagnostic> {
  readonly value: T;
  readonly diagnostics: readonly D[];
}
