// Why a module cannot be had, and where it could be.
import { compareText } from "../../data/platform/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { MissingKind, MissingModule } from "../contract/shape/system/plan.js";
import { listProviders } from "../lookup/dependency/dependency-graph.js";
import {
  findEntriesByName,
  getPlatformVersion,
  isInstallable,
  listDistinct,
} from "../lookup/entries.js";
import { findSuccessors } from "../lookup/lineage/successors.js";
import type { System } from "./resolve.js";

/** Whose it is, is known of the others. A copy that cannot be installed may wait under a name that was given up. */
const MAY_GO_ON: ReadonlySet<MissingKind> = new Set([
  "other_version",
  "unknown",
  "not_installable",
]);

/** By name. */
export function listMissing(
  snapshot: Snapshot,
  { question, missing }: System,
  findDependents: (name: string) => readonly string[],
): readonly MissingModule[] {
  const requested = new Set(question.modules);
  return [...missing]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([name, kind]) => {
      const entries = findEntriesByName(snapshot, name) ?? [];
      const installable = entries.filter((entry) => isInstallable(snapshot, entry));
      return {
        technical_name: name,
        kind,
        requested: requested.has(name),
        required_by: findDependents(name),
        versions: listDistinct(installable.map((entry) => getPlatformVersion(snapshot, entry))),
        carriers: listProviders(snapshot, name, question.platformVersion),
        successors: MAY_GO_ON.has(kind)
          ? findSuccessors(snapshot, name, question.platformVersion)
          : [],
      };
    });
}
