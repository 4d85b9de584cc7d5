// Status of one name between platform versions: its location, its new name, or the start of a port.
// Missing commits and obstacles are found elsewhere.
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LineageStep, Successor } from "../../contract/shape/lineage.js";
import { createProviderChoice } from "../../lookup/dependency/choose-provider.js";
import { findEntriesByName, getPlatformVersion, isInstallable } from "../../lookup/entries.js";
import { followName, type FollowedName } from "../../lookup/lineage/successors.js";
import { checkPlanSections } from "../../registry/addons-path.js";
import type { ReplacedBy } from "../../contract/shape/migration/report.js";
import type { MigrationState } from "../../contract/shape/migration/states.js";
import type { Target } from "./locations.js";
import { listReplacements } from "./replaced-by.js";

export interface MigrationQuestion {
  readonly from: string;
  readonly to: string;
  readonly modules: readonly string[];
  /** Adds changes of used interfaces. */
  readonly withApi?: boolean;
}

export interface MigrationStatus {
  readonly name: string;
  readonly state: Exclude<MigrationState, "ported_with_commits_missing" | "blocked">;
  readonly source: Target | undefined;
  readonly steps: readonly LineageStep[];
  /** Target of the name at the target version. */
  readonly targets: readonly Target[];
  /** The entry from which a port starts. */
  readonly start: number | undefined;
  /** Possible replacements of a module to port. */
  readonly replacedBy: readonly ReplacedBy[];
}

const NOWHERE = { steps: [], targets: [], start: undefined, replacedBy: [] } as const;

/** Names of its successors: Odoo may have another module of the old name. */
function listOtherNames(name: string, successors: readonly Successor[]): readonly Successor[] {
  return successors.filter(({ kind, technical_name: next }) => kind !== "in_core" && next !== name);
}

export function isSameRepository(
  { entries }: Snapshot,
  entry: number | undefined,
  other: number | undefined,
): boolean {
  if (entry === undefined || other === undefined) return false;
  return entries.repository.get(entry) === entries.repository.get(other);
}

/** A function from names to what becomes of them. */
export function createStatuses(
  snapshot: Snapshot,
  { from, to, modules }: MigrationQuestion,
): (name: string) => MigrationStatus {
  checkPlanSections(snapshot);
  const before = createProviderChoice(snapshot, { platformVersion: from, modules });
  const after = createProviderChoice(snapshot, { platformVersion: to, modules });
  const listEntries = (name: string, isWanted: (version: string) => boolean): readonly number[] =>
    (findEntriesByName(snapshot, name) ?? []).filter((entry) =>
      isWanted(getPlatformVersion(snapshot, entry)),
    );
  const isOnTheWay = (version: string): boolean =>
    version === from ||
    (comparePlatformVersions(version, from) > 0 && comparePlatformVersions(version, to) < 0);

  const findSource = (name: string): Target | undefined => {
    const entry = before.choose(name);
    const edition = findPlatformEdition(name, from);
    if (entry === undefined && edition === undefined) return undefined;
    // Others may have a name of Enterprise too; of Community nobody can.
    const isOwn = entry === undefined || edition === "core";
    return { name, entry, edition: isOwn ? edition : undefined };
  };

  /** Target of a name; `undefined` if it is missing, or not installable. */
  const findTarget = (name: string, near: number | undefined): Target | undefined => {
    const edition = findPlatformEdition(name, to);
    const found = after.choose(name, edition === "core" ? undefined : near);
    const entry = found !== undefined && isInstallable(snapshot, found) ? found : undefined;
    if (entry === undefined && edition === undefined) return undefined;
    return {
      name,
      entry,
      edition: entry === undefined || edition === "core" ? edition : undefined,
    };
  };

  const findStart = (name: string, { successors }: FollowedName): number | undefined => {
    for (const one of [...successors.map((row) => row.technical_name), name]) {
      const entries = listEntries(one, isOnTheWay);
      const usable = entries.filter((entry) => isInstallable(snapshot, entry));
      const newest = (usable.length > 0 ? usable : entries).at(-1);
      if (newest === undefined) continue;
      const version = getPlatformVersion(snapshot, newest);
      const there = entries.filter((entry) => getPlatformVersion(snapshot, entry) === version);
      return before.chooseFrom(there, before.choose(name));
    }
    return undefined;
  };

  /** Status of a name that leaves its repository. */
  const followSource = (name: string, source: Target | undefined): MigrationStatus => {
    // A name that is in use at `from` means no module that ended before.
    const followed = followName(snapshot, name, { from, to });
    const { steps } = followed;
    const elsewhere = listOtherNames(name, followed.successors);
    const successors = elsewhere.length > 0 ? elsewhere : followed.successors;
    const common = { name, source, steps };
    const near = source?.entry;
    const there = successors.flatMap((successor) => {
      const target = findTarget(successor.technical_name, near);
      return target === undefined ? [] : [{ kind: successor.kind, target }];
    });
    const [first] = there;
    if (first !== undefined) {
      const isOdoosNow = source?.edition === undefined && first.target.edition === "core";
      const kind = isOdoosNow ? "in_core" : first.kind;
      const state = kind === "split" ? "renamed" : kind;
      return { ...NOWHERE, ...common, state, targets: there.map(({ target }) => target) };
    }
    if (source?.edition !== undefined) return { ...NOWHERE, ...common, state: "unknown" };
    const start = findStart(name, followed);
    const replacedBy = listReplacements(snapshot, {
      name,
      start,
      to,
      findTarget: (one) => findTarget(one, near),
    });
    const off = [...successors.map((row) => row.technical_name), name].flatMap((one) => {
      const entry = after.choose(one, near);
      return entry === undefined || isInstallable(snapshot, entry)
        ? []
        : [{ name: one, entry, edition: undefined }];
    });
    if (off.length > 0) {
      return { ...common, state: "not_installable", targets: off, start, replacedBy };
    }
    const state = start === undefined ? "unknown" : "to_port";
    return { ...common, state, targets: [], start, replacedBy };
  };

  return (name) => {
    const source = findSource(name);
    const target = findTarget(name, source?.entry);
    const common = { ...NOWHERE, name, source };
    if (target === undefined) return followSource(name, source);
    if (target.edition !== undefined) {
      if (source?.edition !== undefined) {
        return { ...common, state: "in_core", targets: [target] };
      }
      // A module of Odoo with this name is the same one only if the contents stayed.
      const { steps, successors } = followName(snapshot, name, { from, to });
      const isSame = source === undefined || target.edition === "core";
      if (!isSame || listOtherNames(name, successors).length > 0) return followSource(name, source);
      return { ...common, state: "in_core", steps, targets: [target] };
    }
    if (source === undefined) return { ...common, state: "new", targets: [target] };
    if (isSameRepository(snapshot, source.entry, target.entry)) {
      return { ...common, state: "ported", targets: [target] };
    }
    const { steps } = followName(snapshot, name, { from, to });
    return { ...common, state: "moved", steps, targets: [target] };
  };
}
