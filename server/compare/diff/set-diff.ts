// Two sets of named things compared: what came, what went, what is now called otherwise, and what changed in those that
// stayed.
import type { SetDiff } from "../../contract/shape/diff.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import type { Renamed } from "../api/rename/pair-names.js";
import { diffFacts, pairThings, type Facts } from "../things.js";

/** Present name of a thing, with evidence; `undefined` without. */
export type FindRename = (name: string) => Renamed | undefined;

export interface Things<T> {
  readonly from: ReadonlyMap<string, T>;
  readonly to: ReadonlyMap<string, T>;
}

/** A rename of what is gone counts where what it is called now is there, new or not; a step looks at one. */
export function* diffSets(
  { from, to }: Things<Facts>,
  findRename: FindRename = () => undefined,
): Steps<SetDiff> {
  const diff = { added: [], removed: [], renamed: [], changed: [] } as {
    -readonly [Kind in keyof SetDiff]: SetDiff[Kind][number][];
  };
  const came = new Set<string>();
  for (const { before, after } of yield* pairThings(from.keys(), to.keys(), [(name) => name])) {
    yield;
    if (before === undefined) came.add(after ?? "");
    else if (after !== undefined) {
      const changes = diffFacts(from.get(before) ?? {}, to.get(before) ?? {});
      if (changes.length > 0) diff.changed.push({ name: before, changes });
    } else {
      const now = findRename(before);
      if (now === undefined || !to.has(now.name)) diff.removed.push(before);
      else {
        const reason = now.evidence.map(({ kind, value }) => `${kind} ${value}`).join(", ");
        diff.renamed.push({ from: before, to: now.name, reason, evidence: now.evidence });
      }
    }
  }
  for (const { to: name } of diff.renamed) came.delete(name);
  return {
    added: [...came].toSorted(compareText),
    removed: diff.removed.toSorted(compareText),
    renamed: diff.renamed.toSorted((one, other) => compareText(one.from, other.from)),
    changed: diff.changed.toSorted((one, other) => compareText(one.name, other.name)),
  };
}
