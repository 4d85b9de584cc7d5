// The input of every parser: one file of a module, as bytes.

export interface SourceFile {
  /** Relative to the module folder, `/` as separator. */
  readonly path: string;
  readonly bytes: Uint8Array;
}
