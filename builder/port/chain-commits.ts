// Verdicts on the commits of a folder together: what changes lines of a commit to be ported goes with it, and so does
// what such a commit replaces. Pure.
import { addToGroup } from "../../data/grouped.js";
import { isWork, type Judgement, type VerdictReason } from "../../data/history/port-verdict.js";
import type { JudgedCommit } from "./judge-files.js";
import { TELLING_CHARS } from "./weigh-change.js";

/** Least share of what a commit changes that others to be ported brought, by the reason why it is not there. */
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
    for (const line of commits[at]?.said.added ?? []) brought.add(line);
    for (const line of listTelling(commits[at]?.said.removed)) {
      for (const before of replaced.get(line) ?? []) {
        taken.set(before, (taken.get(before) ?? 0) + 1);
        const lines = listTelling(commits[before]?.said.added).length;
        if ((taken.get(before) ?? 0) < TAKEN_SHARE * lines || isTaken(before)) continue;
        port(before);
      }
    }
  };
  const isTaken = (at: number): boolean => verdicts[at]?.reason !== "replaced";
  const port = (at: number): void => {
    const { judged, lacking = [] } = commits[at] ?? {};
    if (judged === undefined) return;
    verdicts[at] = { ...judged, verdict: "port", reason: "missing", places: lacking };
    follow(at);
  };
  for (const [at, { judged, said, isNewer }] of commits.entries()) {
    const removed = listTelling(said.removed);
    const lacking = removed.filter((line) => brought.has(line) || replaced.has(line)).length;
    const share = BROUGHT_SHARES.get(judged.reason);
    if (isWork(judged.verdict)) follow(at);
    else if (judged.reason === "replaced" && isNewer) {
      for (const line of listTelling(said.added)) addToGroup(replaced, line, at);
    } else if (share !== undefined && lacking > 0 && lacking >= share * removed.length) port(at);
  }
  return verdicts;
}

function listTelling(lines: readonly string[] = []): readonly string[] {
  return lines.filter((line) => line.length >= TELLING_CHARS);
}
