// Verdicts about a commit that a branch lacks by equality, each with the rule behind it.

export const VERDICTS = ["port", "partly", "present", "obsolete", "trivial", "reverted"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Rules with the verdicts that they give, in the order in which snapshots number them. */
const REASONS = {
  missing: ["port", "partly"],
  unread: ["port"],
  same_commit: ["present"],
  same_subject: ["present"],
  same_content: ["present"],
  backport: ["present"],
  same_lines: ["present"],
  rewritten: ["present"],
  migration_script: ["obsolete"],
  file_gone: ["obsolete"],
  place_gone: ["obsolete"],
  formatting: ["trivial"],
  linter: ["trivial"],
  manifest: ["trivial"],
  tests: ["trivial"],
  readme: ["trivial"],
  translations: ["trivial"],
  pictures: ["trivial"],
  revert: ["reverted"],
  replaced: ["reverted"],
  migration: ["obsolete"],
} as const satisfies Readonly<Record<string, readonly Verdict[]>>;
export type VerdictReason = keyof typeof REASONS;

export const ALL_REASONS = Object.keys(REASONS) as readonly VerdictReason[];

/** Rules that give a verdict. */
export function listReasons(verdict: Verdict): readonly VerdictReason[] {
  return ALL_REASONS.filter((reason) => REASONS[reason].some((one) => one === verdict));
}

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
