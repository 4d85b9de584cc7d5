// One line about each name that is no module any more: when it ended, and what has its contents now.
import { comparePlatformVersions } from "../../data/platform/platform-version.js";
import { Problem } from "../contract/problem.js";
import { STEP_WORDS, type Lineage, type LineageStep } from "../contract/shape/lineage.js";
import type { ToolQuestion } from "./tool.js";

/** Limit of names that are looked up. */
const MOST_FOLLOWED = 100;

/**
 * Adds `gone` if some names no longer exist at the wanted version, unless they continue or are
 * unknown.
 * @param names of arguments
 */
export async function listGone(
  { given, ask }: ToolQuestion,
  names: readonly string[],
): Promise<{ readonly gone?: readonly string[] }> {
  const asked = names.flatMap((name) => given[name]?.split(",") ?? []).slice(0, MOST_FOLLOWED);
  const at = given["platform_version"];
  const lines = await Promise.all(
    asked.map(async (module_name) => {
      try {
        return describeGone((await ask("/v1/lineage/{module_name}", { module_name })).body, at);
      } catch (error) {
        if (error instanceof Problem && error.code === "unknown_module") return undefined;
        throw error;
      }
    }),
  );
  const gone = lines.flatMap((line) => line ?? []);
  return gone.length === 0 ? {} : { gone };
}

/** A module that is only not ported is not gone. */
const ENDS: ReadonlySet<LineageStep["kind"]> = new Set(["renamed", "merged", "split", "in_core"]);

/**
 * `sale_by_packaging at 16.0, now sell_only_by_packaging (renamed)`
 * @param at a platform version; what came later does not count
 */
export function describeGone(
  { technical_name: name, places, steps }: Lineage,
  at?: string,
): string | undefined {
  const last = places
    .map(({ platform_version }) => platform_version)
    .findLast((version) => at === undefined || comparePlatformVersions(version, at) <= 0);
  const ends = steps.filter(
    ({ kind, from, to }) =>
      from.technical_name === name &&
      ENDS.has(kind) &&
      (last === undefined || comparePlatformVersions(from.platform_version, last) >= 0) &&
      (at === undefined || comparePlatformVersions(to.platform_version, at) <= 0),
  );
  const [first] = ends;
  if (first === undefined) return undefined;
  return `${name} at ${first.to.platform_version}, ${ends.map(describeEnd).join(", ")}`;
}

function describeEnd({ kind, to }: LineageStep): string {
  return kind === "in_core"
    ? `now ${STEP_WORDS.in_core}`
    : `now ${to.technical_name ?? ""} (${kind})`;
}
