// Reasons for a missing module, and places that have it.
import { compareText } from "../../data/platform/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { toRenamed } from "../contract/shape/former-names.js";
import {
  MOST_NEAR,
  type MissingKind,
  type MissingModule,
  type MissingReason,
} from "../contract/shape/system/plan.js";
import { listProviders } from "../lookup/dependency/trusted-order.js";
import {
  findEntriesByName,
  getPlatformVersion,
  isInstallable,
  listDistinct,
} from "../lookup/entries.js";
import { findSuccessors } from "../lookup/lineage/successors.js";
import { listNearNames } from "../lookup/search/near-names.js";
import type { System } from "./resolve.js";

/** Reasons without a known owner. A copy that cannot be installed may keep an abandoned name. */
const MAY_GO_ON: ReadonlySet<MissingKind> = new Set([
  "other_version",
  "unknown",
  "not_installable",
]);

const REASONS: Readonly<Record<MissingKind, MissingReason>> = {
  core: "not_indexed",
  enterprise: "not_indexed",
  not_installable: "not_installable",
  other_version: "not_at_version",
  excluded: "excluded",
  unknown: "unknown_name",
};

/** By name, without those that the table of the platform's manifests stands in for. */
export function listMissing(
  snapshot: Snapshot,
  { question, missing, standIns }: System,
  findDependents: (name: string) => readonly string[],
): readonly MissingModule[] {
  const requested = new Set(question.modules);
  const findReason = (entries: readonly number[]): string | null => {
    const here = entries.filter(
      (entry) => getPlatformVersion(snapshot, entry) === question.platformVersion,
    );
    return here.map((entry) => snapshot.readHead(entry).refused).find(Boolean) ?? null;
  };
  let asked = 0;
  const listNear = (name: string): readonly string[] =>
    asked++ < MOST_NEAR ? listNearNames(snapshot, name) : [];
  return [...missing]
    .filter(([name]) => !standIns.has(name))
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([name, kind]) => {
      const entries = findEntriesByName(snapshot, name) ?? [];
      const installable = entries.filter((entry) => isInstallable(snapshot, entry));
      const successors = MAY_GO_ON.has(kind)
        ? findSuccessors(snapshot, name, question.platformVersion)
        : [];
      return {
        technical_name: name,
        reason: REASONS[kind],
        kind,
        requested: requested.has(name),
        required_by: findDependents(name),
        versions: listDistinct(installable.map((entry) => getPlatformVersion(snapshot, entry))),
        ...toRenamed("providers", listProviders(snapshot, name, question.platformVersion)),
        refused: kind === "not_installable" ? findReason(entries) : null,
        successors,
        near: kind === "unknown" && successors.length === 0 ? listNear(name) : [],
      };
    });
}
