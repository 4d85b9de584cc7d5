// The input of every parser: one file of a module, as bytes; and what of a record its content cannot
// tell.

export interface SourceFile {
  /** Relative to the module folder, `/` as separator. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What a file has by itself: not its own path, which only the module knows. */
export type InFile<T> = Omit<T, "file">;

/** A record without the place where it stands. */
export type Unplaced<T> = Omit<T, "file" | "line">;
