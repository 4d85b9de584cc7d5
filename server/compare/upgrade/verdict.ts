// Verdicts of an upgrade: the numbers of each module and of all, for every face.
import { listChanges, isUncovered } from "../../contract/browser/upgrade-changes.js";
import type {
  ComparedModule,
  ModuleUpgrade,
  Upgrade,
  UpgradeCounts,
} from "../../contract/shape/migration/upgrade.js";

/** @param named what was asked for, by the names of either side */
export function judgeModules(
  modules: readonly ComparedModule[],
  named: ReadonlySet<string>,
  complete: boolean,
): readonly ModuleUpgrade[] {
  return modules.map((one) => {
    const isAsked = [one.module, ...(one.renamed_from ?? [])].some((name) => named.has(name));
    const counts = countChanges([one]);
    const verdict = judge(counts, complete);
    return { ...one, origin: isAsked ? "requested" : "dependency", verdict, counts };
  });
}

export function judgeUpgrade(
  modules: readonly ModuleUpgrade[],
  complete: boolean,
): Pick<Upgrade, "verdict" | "counts"> {
  const asked = modules.filter(({ origin }) => origin === "requested");
  const needed = modules.filter(({ origin }) => origin === "dependency");
  const counts = countChanges(asked);
  return {
    verdict: judge(counts, complete),
    counts: {
      modules: countModules(asked),
      needed: countModules(needed),
      ...counts,
      needed_changes: countChanges(needed),
    },
  };
}

/** Each once, however many steps it has, and whatever it is called afterwards. */
function countModules(modules: readonly ModuleUpgrade[]): number {
  const former = new Set(modules.flatMap((one) => one.renamed_from ?? []));
  return new Set(modules.map(({ module }) => module).filter((name) => !former.has(name))).size;
}

function countChanges(modules: readonly ComparedModule[]): UpgradeCounts {
  const counts = {
    changes: 0,
    data_lost: 0,
    may_fail: 0,
    orm: 0,
    nothing: 0,
    covered: 0,
    uncovered: 0,
    lost: 0,
  };
  for (const change of listChanges(modules)) {
    counts.changes++;
    counts[change.class]++;
    if (change.covered_by !== undefined) counts.covered++;
    if (!isUncovered(change)) continue;
    counts.uncovered++;
    if (change.class === "data_lost") counts.lost++;
  }
  return counts;
}

function judge({ lost, uncovered }: UpgradeCounts, complete: boolean): Upgrade["verdict"] {
  if (uncovered > 0) return lost > 0 ? "data_lost" : "may_fail";
  return complete ? "nothing_lost" : "unknown";
}

/** Updates at one platform version: modules with changes, and those without a notice. */
export function listUpdates(modules: readonly ModuleUpgrade[]): NonNullable<Upgrade["updates"]> {
  const updated = modules.filter(
    (one) =>
      one.to_version !== null &&
      (one.counts.changes > 0 || one.scripts.length > 0 || isRaised(one)),
  );
  const unraised = modules.filter(
    (one) =>
      one.from_version !== null &&
      !isRaised(one) &&
      listChanges([{ ...one, records: [] }]).some(({ class: kind }) => kind !== "nothing"),
  );
  return {
    update: updated.map(({ module }) => module),
    restart: [],
    unraised: unraised.map(({ module }) => module),
  };
}

function isRaised({ from_version: from, to_version: to }: ModuleUpgrade): boolean {
  return from !== to;
}
