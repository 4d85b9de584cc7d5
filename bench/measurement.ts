// What a measurement is given and what it gives.
/** A built checkout of this project, and the snapshot that it can read. */
export interface Program {
  /** The head of its column. */
  readonly name: string;
  /** Its `dist/cli/main.js`. */
  readonly main: string;
  /** A snapshot, or a folder of snapshots. */
  readonly snapshot: string;
}

export interface Bench {
  /** This checkout first; then the other one, where two are compared. */
  readonly programs: readonly [Program, ...Program[]];
  /** How often each program is measured, in turns. */
  readonly runs: number;
  /** How long a load lasts. */
  readonly seconds: number;
  /** A sources file with local mirrors; given to whatever needs one. */
  readonly sources: string;
  /** An empty folder of its own, which is removed afterwards. */
  readonly folder: string;
  /** Says what no figure can. */
  readonly note: (line: string) => void;
}

/** A line of the table. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  /** What was measured, by the name of the program: one number, or one for each run. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
}

export interface Measurement {
  /** As the help has it. */
  readonly summary: string;
  /** Only where a sources file is given. */
  readonly needsSources?: true;
  measure(bench: Bench): Promise<readonly Row[]>;
}
