// Verdicts about a commit that a branch lacks by equality, each with the rule behind it.

export const VERDICTS = ["port", "partly", "present", "obsolete", "trivial", "reverted"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Rules by the verdict that they give. */
export const VERDICT_REASONS = {
  port: ["missing", "unread"],
  partly: ["missing"],
  present: ["same_commit", "same_subject", "same_content", "backport", "same_lines", "rewritten"],
  obsolete: ["migration_script", "file_gone", "place_gone"],
  trivial: ["formatting", "linter", "manifest", "tests", "readme", "translations", "pictures"],
  reverted: ["revert", "replaced"],
} as const satisfies Readonly<Record<Verdict, readonly string[]>>;
export type VerdictReason = (typeof VERDICT_REASONS)[Verdict][number];

/** Each once, in the order in which snapshots number them. */
export const ALL_REASONS: readonly VerdictReason[] = [
  ...new Set(VERDICTS.flatMap((verdict) => VERDICT_REASONS[verdict])),
];

export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: VerdictReason;
  /**
   * Lines of the branch that have it; for `port` and `partly` lines of the commit that are missing there: the first of
   * each piece, up to MOST_PLACES.
   */
  readonly places: readonly CodePlace[];
  /** Size of the change; `undefined` if paths or histories were enough. */
  readonly size?: ChangeSize | undefined;
}

/** Code that a commit changes in a module, without formatting. */
export interface ChangeSize {
  readonly files: number;
  /** Added and removed. */
  readonly lines: number;
}

export interface CodePlace {
  /** Relative to the folder of the module. */
  readonly path: string;
  readonly line: number;
}

export const MOST_PLACES = 5;

export function isWork(verdict: Verdict): boolean {
  return verdict === "port" || verdict === "partly";
}
