// Input and output of a measurement.
/** A built checkout of this project, and the snapshot that it can read. */
export interface Program {
  /** The head of its column. */
  readonly name: string;
  /** Path of its `dist/cli/main.js`. */
  readonly main: string;
  /** A snapshot, or a folder of snapshots. */
  readonly snapshot: string;
}

export interface Bench {
  /** First this checkout; then the other one of a comparison. */
  readonly programs: readonly [Program, ...Program[]];
  /** Number of runs of each program, in turns. */
  readonly runs: number;
  /** Duration of a load. */
  readonly seconds: number;
  /** Sources file with local mirrors, for measurements that need one. */
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
  /** Results, by the name of the program: one number, or one for each run. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
}

export interface Measurement {
  /** Summary for the help. */
  readonly summary: string;
  /** Only where a sources file is given. */
  readonly needsSources?: true;
  measure(bench: Bench): Promise<readonly Row[]>;
}
