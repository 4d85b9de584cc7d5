// Verdicts of an upgrade: the numbers of each module and of all, for every face.
import { isFormerName, isUncovered, listChanges } from "../../contract/browser/upgrade-changes.js";
import { listKeys } from "../../../data/shape.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import {
  UPGRADE_CODES,
  UPGRADE_VERDICTS,
  type UpgradeCodeKind,
} from "../../contract/shape/migration/upgrade-codes.js";
import type {
  ComparedModule,
  ModuleUpgrade,
  Upgrade,
  UpgradeCounts,
} from "../../contract/shape/migration/upgrade.js";

/**
 * A module of Odoo into which a requested one was merged is not requested.
 * @param names asked for, also by their new ones, and what they are called on either side
 */
export function judgeModules(
  modules: readonly ComparedModule[],
  { asked, named }: Readonly<Record<"asked" | "named", ReadonlySet<string>>>,
  complete: boolean,
): readonly ModuleUpgrade[] {
  const findOrigin = ({ module, from, to, renamed_from = [] }: ComparedModule) => {
    if (asked.has(module)) return "requested";
    if (isOfOdoo({ module, from, to })) return "platform";
    return [module, ...renamed_from].some((name) => named.has(name)) ? "requested" : "dependency";
  };
  return modules.map((one) => {
    const counts = countChanges(one);
    const origin = findOrigin(one);
    return { ...one, origin, verdict: judge(counts, complete), counts };
  });
}

const isOfOdoo = ({ module, from, to }: Pick<ComparedModule, "module" | "from" | "to">): boolean =>
  [from, to].some((at) => findPlatformEdition(module, at) !== undefined);

/**
 * Judges requested modules and those that they need. Odoo's own are counted apart: in every upgrade they lose something, which
 * Odoo's service or OpenUpgrade saves. @param unknown names that nobody has
 */
export function judgeUpgrade(
  modules: readonly ModuleUpgrade[],
  {
    asked,
    unknown,
    complete,
  }: { readonly asked: number; readonly unknown: number; readonly complete: boolean },
): Pick<Upgrade, "verdict" | "counts"> {
  const ofOrigin = (wanted: ModuleUpgrade["origin"]): readonly ModuleUpgrade[] =>
    modules.filter(({ origin }) => origin === wanted);
  const requested = ofOrigin("requested");
  const needed = ofOrigin("dependency");
  const platform = ofOrigin("platform");
  const judged = [...requested, ...needed];
  const judged_changes = addCounts(judged);
  const known = judge(judged_changes, complete);
  const isUnknown = unknown > 0 && (requested.length === 0 || !UPGRADE_VERDICTS[known].isWork);
  return {
    verdict: isUnknown ? "unknown_names" : known,
    counts: {
      asked,
      unknown_names: unknown,
      modules: countModules(requested),
      needed: countModules(needed),
      platform: countModules(platform),
      ...addCounts(requested),
      needed_changes: addCounts(needed),
      platform_changes: addCounts(platform),
      judged_changes,
      community_changes: addCounts(judged.filter((one) => !isOfOdoo(one))),
      listed_platform_changes: addCounts(judged.filter(isOfOdoo)),
    },
  };
}

/** Each once, however many steps it has, and whatever it is called afterwards. */
function countModules(modules: readonly ModuleUpgrade[]): number {
  const former = new Set(modules.filter(isFormerName).map(({ module }) => module));
  return new Set(modules.map(({ module }) => module).filter((name) => !former.has(name))).size;
}

const NO_CHANGES: UpgradeCounts = {
  changes: 0,
  data_lost: 0,
  may_fail: 0,
  stays: 0,
  orm: 0,
  nothing: 0,
  covered: 0,
  uncovered: 0,
  lost: 0,
  unused: 0,
  failing: 0,
};

function countChanges(module: ComparedModule): UpgradeCounts {
  const counts = { ...NO_CHANGES };
  for (const change of listChanges([module])) {
    counts.changes++;
    counts[change.class]++;
    if (change.covered_by !== undefined) counts.covered++;
    if (!isUncovered(change)) continue;
    counts.uncovered++;
    counts[change.class === "data_lost" ? "lost" : "failing"]++;
    const code: UpgradeCodeKind = UPGRADE_CODES[change.code];
    if (code.leaves) counts.unused++;
  }
  return counts;
}

function addCounts(modules: readonly ModuleUpgrade[]): UpgradeCounts {
  const sums = { ...NO_CHANGES };
  for (const { counts } of modules) {
    for (const name of listKeys(sums)) sums[name] += counts[name];
  }
  return sums;
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
      (one.counts.changes > countKept(one) || one.scripts.length > 0 || isRaised(one)),
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

/** Removed records that an update leaves in the database. */
function countKept({ records }: ModuleUpgrade): number {
  return records.filter(({ change, noupdate }) => change === "removed" && noupdate).length;
}

function isRaised({ from_version: from, to_version: to }: ModuleUpgrade): boolean {
  return from !== to;
}
