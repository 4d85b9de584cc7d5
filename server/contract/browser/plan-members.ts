// Words for a plan: whose its modules are, and whether it can be installed.
import type { MissingReason, Plan, PlanModule } from "../shape/system/plan.js";
import { formatCount } from "./words.js";

/** One whose source was read. */
export type IndexedModule = PlanModule & {
  readonly [
    N in "commit" | "source_path" | "version" | "license" | "license_spdx" | "purl"
  ]: string;
};

export function isIndexed(module: PlanModule): module is IndexedModule {
  return !module.from_platform_table;
}

/** Reasons in words, those first that stand in the way. */
export const MISSING_WORDS: Readonly<Record<MissingReason, string>> = {
  unknown_name: "unknown",
  not_at_version: "only at other versions",
  not_installable: "not installable",
  excluded: "excluded",
  not_indexed: "not indexed",
};

const REASONS = Object.keys(MISSING_WORDS) as readonly MissingReason[];

/** What it comes to, in a sentence each; a plan of nothing but its verdict has no more lines. */
export function describeVerdict(plan: Plan) {
  const { installable, counts, platform_version: at, load_order: order } = plan;
  const { missing_by_reason: missing } = counts;
  const obstacles = [
    ...REASONS.map((reason) => [missing[reason], MISSING_WORDS[reason]] as const),
    [counts.cycles, counts.cycles === 1 ? "circular dependency" : "circular dependencies"] as const,
    [counts.exclusions, "modules that exclude others"] as const,
  ].filter(([number]) => number > 0);
  const reasons = obstacles.map(([number, what]) => `${number} ${what}`).join(", ");
  return {
    badge: BADGES[String(installable) as keyof typeof BADGES],
    title: `${formatCount(counts.modules, "module")} at ${at}`,
    lines: [
      `${counts.requested} requested, ${formatCount(counts.dependency, "dependency", "dependencies")}, ${counts.auto_install} by auto-install; ${counts.missing} missing, ${counts.conflicts} in conflict.`,
      ...(installable === false ? [`Blocked by: ${reasons}.`] : []),
      ...(installable === null ? [UNDECIDED] : []),
      ...(counts.from_platform_table > 0
        ? [
            `Odoo's own source is not in this index. Its ${formatCount(counts.from_platform_table, "module")} here come from a built-in list.`,
          ]
        : []),
      ...(order.known
        ? []
        : ["Modules stand behind what they depend on; Odoo's exact load order is unknown."]),
    ],
  };
}

const BADGES = {
  true: "Installable",
  false: "Cannot be installed like this",
  null: "Not known",
} as const;

const UNDECIDED =
  "It can be installed if Odoo has the missing modules, which are not in this index.";

/** `missing`, those that stand in the way first. */
export function sortMissing({ missing }: Plan): Plan["missing"] {
  return missing.toSorted(
    (left, right) => REASONS.indexOf(left.reason) - REASONS.indexOf(right.reason),
  );
}

/** Modules by what a reader looks for: those that were asked for, what else comes, what Odoo itself has. */
export function groupModules({ modules }: Plan) {
  const others = modules.filter(({ origin }) => origin !== "requested");
  return {
    requested: modules.filter(({ origin }) => origin === "requested"),
    others: others.filter((module) => !module.of_platform),
    ofPlatform: others.filter((module) => module.of_platform),
  };
}
