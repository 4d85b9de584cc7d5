// Verdicts about a commit that a branch lacks by equality, each with the rule behind it.

export const VERDICTS = ["port", "partly", "present", "obsolete", "trivial", "reverted"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Rules with the verdicts that they give and why, in the order in which snapshots number them. `{to}` stands for the version
 * that may lack the commit.
 */
const RULES = {
  missing: { gives: ["port", "partly"], why: "{to} lacks it." },
  unread: { gives: ["port"], why: "Its contents could not be compared, so {to} may lack it." },
  same_commit: { gives: ["present"], why: "{to} has nearly the same commit." },
  same_subject: { gives: ["present"], why: "{to} has a commit with the same first line." },
  same_content: { gives: ["present"], why: "{to} has had its files exactly as it leaves them." },
  backport: {
    gives: ["present"],
    why: "Its first line says that it came from {to} or an older version.",
  },
  same_lines: { gives: ["present"], why: "{to} has its lines." },
  rewritten: { gives: ["present"], why: "{to} has it in other words." },
  migration_script: { gives: ["obsolete"], why: "Its scripts upgrade to a version before {to}." },
  file_gone: { gives: ["obsolete"], why: "{to} does not have the files that it changes." },
  place_gone: { gives: ["obsolete"], why: "{to} does not have the code that it changes." },
  formatting: { gives: ["trivial"], why: "It changes how code is written, not what it does." },
  linter: { gives: ["trivial"], why: "It only follows a linter." },
  manifest: { gives: ["trivial"], why: "It only changes how the manifest describes the module." },
  tests: { gives: ["trivial"], why: "It only changes tests or demo data." },
  readme: { gives: ["trivial"], why: "It only changes texts about the module." },
  translations: { gives: ["trivial"], why: "It only changes translations." },
  pictures: { gives: ["trivial"], why: "It only changes pictures." },
  revert: { gives: ["reverted"], why: "A commit and the one that takes it back cancel out." },
  replaced: { gives: ["reverted"], why: "Its own branch has replaced it since." },
  migration: { gives: ["obsolete"], why: "It only brings the module to a version." },
  between: { gives: ["present"], why: "A version before {to} has it, or has no use for it." },
} as const satisfies Readonly<
  Record<string, { readonly gives: readonly Verdict[]; readonly why: string }>
>;
export type VerdictReason = keyof typeof RULES;

export const ALL_REASONS = Object.keys(RULES) as readonly VerdictReason[];

/** Rules that give a verdict. */
export function listReasons(verdict: Verdict): readonly VerdictReason[] {
  return ALL_REASONS.filter((reason) => RULES[reason].gives.some((one) => one === verdict));
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

const MOST_PLACES = 5;

/** @returns the first verdict of a rule */
export function toJudgement(reason: VerdictReason, places: Judgement["places"] = []): Judgement {
  return { verdict: RULES[reason].gives[0], reason, places: places.slice(0, MOST_PLACES) };
}

/** @returns the sentence; of a commit that is there in part, another */
export function tellRule({ verdict, reason }: Judgement, to: string): string {
  const isPart = verdict === "partly" && reason === "missing";
  return (isPart ? "{to} has some of its pieces, and lacks others." : RULES[reason].why).replace(
    "{to}",
    to,
  );
}

export function isWork(verdict: Verdict): boolean {
  return verdict === "port" || verdict === "partly";
}
