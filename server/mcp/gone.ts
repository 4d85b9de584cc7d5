// One line about each name that is no module at the wanted version: what has its contents there.
import { describeSuccessor } from "../contract/shape/lineage.js";
import type { ToolQuestion } from "./tool.js";

/** Limit of names that are looked up. */
const MOST_FOLLOWED = 100;

/**
 * Adds `gone` if other modules have the contents of some names.
 * @param names of arguments
 */
export async function listGone(
  { given, ask }: ToolQuestion,
  names: readonly string[],
): Promise<{ readonly gone?: readonly string[] }> {
  const asked = names.flatMap((name) => given[name]?.split(",") ?? []).slice(0, MOST_FOLLOWED);
  if (asked.length === 0) return {};
  const { platform_versions: versions } = (await ask("/v1", {})).body.snapshot;
  const { platform_version: at = versions.at(-1) } = given;
  const to = versions.find((one) => one === at || one === `${at}.0`);
  if (to === undefined) return {};
  const { body } = await ask("/v1/coverage", { names: asked.join(","), from: to, to });
  const gone = body.modules.flatMap(({ technical_name: name, successors }) =>
    successors.length === 0 ? [] : [`${name}: ${successors.map(describeSuccessor).join(", ")}`],
  );
  return gone.length === 0 ? {} : { gone };
}
