// Verdicts that follow from others. Among the commits of a folder, what changes lines of a commit to be ported goes with
// it, and so does what such a commit replaces. Among versions, what one does not need, later ones do not need. Pure.
import { addToGroup } from "../../data/grouped.js";
import {
  isWork,
  toJudgement,
  type Judgement,
  type VerdictReason,
} from "../../data/history/port-verdict.js";
import type { VerdictRow } from "../../data/history/repository-history.js";
import { listLacking, type JudgedCommit } from "./judge-files.js";
import { isTelling, type Piece } from "./weigh-change.js";

/** Least share of what a commit's missing pieces replace that others to be ported brought, by its rule. */
const BROUGHT_SHARES = new Map<VerdictReason, number>([
  ["file_gone", 0.5],
  ["place_gone", 0.5],
  ["rewritten", 1],
]);

/** Least share of what a replaced commit added that others to be ported take away. */
const TAKEN_SHARE = 0.5;

/** @param commits oldest first @returns their verdicts, in their order */
export function chainCommits(commits: readonly JudgedCommit[]): readonly Judgement[] {
  const verdicts = commits.map(({ judged }) => judged);
  const brought = new Set<string>();
  /** Replaced commits by the lines that they added, and how many of these others to be ported take away. */
  const replaced = new Map<string, number[]>();
  const taken = new Map<number, number>();
  const follow = (at: number): void => {
    const { pieces = [] } = commits[at] ?? {};
    for (const line of listTelling(pieces, "added")) brought.add(line);
    for (const line of listTelling(pieces, "removed")) {
      for (const before of replaced.get(line) ?? []) {
        taken.set(before, (taken.get(before) ?? 0) + 1);
        const lines = listTelling(commits[before]?.pieces ?? [], "added").length;
        if (
          (taken.get(before) ?? 0) < TAKEN_SHARE * lines ||
          isWork(verdicts[before]?.verdict ?? "port")
        )
          continue;
        port(before);
      }
    }
  };
  const port = (at: number): void => {
    const { judged, pieces = [] } = commits[at] ?? {};
    verdicts[at] = { ...judged, ...toJudgement("missing", listLacking(pieces)) };
    follow(at);
  };
  for (const [at, { judged, pieces, isNewer }] of commits.entries()) {
    const removed = listTelling(pieces.filter(isMissing), "removed");
    const lacking = removed.filter((line) => brought.has(line) || replaced.has(line)).length;
    const share = BROUGHT_SHARES.get(judged.reason);
    if (isWork(judged.verdict)) follow(at);
    // People who brought the module to the branch after the commit was made saw it.
    else if (!isNewer) continue;
    else if (judged.reason === "replaced") {
      for (const line of listTelling(pieces, "added")) addToGroup(replaced, line, at);
    } else if (share !== undefined && lacking > 0 && lacking >= share * removed.length) port(at);
  }
  return verdicts;
}

/** @param rows by change and unit, then by branch @returns none that is work where a branch before needed nothing */
export function carryVerdicts(rows: readonly VerdictRow[]): readonly VerdictRow[] {
  let before: VerdictRow | undefined;
  return rows.map((row) => {
    const isSame = before?.change === row.change && before.unit === row.unit;
    const isNeeded = !isSame || before === undefined || isWork(before.verdict);
    before = isNeeded || !isWork(row.verdict) ? row : { ...row, ...toJudgement("between") };
    return before;
  });
}

function isMissing({ missing }: Piece): boolean {
  return missing > 0;
}

/** Lines that tell which code it is, of files that do more than load others. */
function listTelling(pieces: readonly Piece[], side: "added" | "removed"): readonly string[] {
  return pieces
    .filter(({ isLoading }) => !isLoading)
    .flatMap((piece) => piece[side].filter(isTelling));
}
