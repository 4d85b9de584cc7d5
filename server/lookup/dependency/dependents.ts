// Dependents of a module at a platform version: direct and indirect ones.
import { toRenamed } from "../../contract/shape/former-names.js";
import type { DependentModule, Dependents } from "../../contract/shape/dependencies.js";
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { reach } from "../../../data/walk-graph.js";
import { listProviderEntries, listDepends, listDeclaringEntries } from "./dependency-graph.js";
import { listProviders, listProvidersOf } from "./trusted-order.js";
import { getTechnicalName, isInstallable, listDistinct } from "../entries.js";
import { findModuleEntries } from "../module/modules.js";
import type { Outcome } from "../../contract/outcome.js";
import { cutSlice, type SliceRequest } from "../../contract/resource.js";

export interface DependentsQuery extends SliceRequest {
  readonly platform_version: string;
  /** Leave out those that need it through others. */
  readonly direct: boolean | undefined;
}

/** A module that no repository of the snapshot has may still be needed by many. */
export function findDependents(
  snapshot: Snapshot,
  technicalName: string,
  query: DependentsQuery,
): Outcome<{ readonly dependents: Dependents; readonly total: number }> {
  const { platform_version } = query;
  const found = collectDependents(snapshot, technicalName, platform_version);
  const filter = { platform_version, org: undefined, repo: undefined };
  const own = findModuleEntries(snapshot, technicalName, filter);
  if (found.size === 0 && !own.found) return own;
  const rows = [...found.values()].toSorted(
    (left, right) =>
      left.depth - right.depth || compareText(left.technical_name, right.technical_name),
  );
  const direct = rows.filter((row) => row.depth === 1);
  const page = cutSlice(query.direct ? direct : rows, query);
  const dependents: Dependents = {
    technical_name: technicalName,
    platform_version,
    ...toRenamed("providers", listProviders(snapshot, technicalName, platform_version)),
    kind: own.found ? null : findUnresolvedKind(technicalName, platform_version),
    counts: {
      direct: direct.length,
      indirect: rows.length - direct.length,
      all: rows.length,
      installable: rows.filter((row) => row.installable).length,
    },
    modules: page.rows.map((row) => toDependentModule(snapshot, row, found, technicalName)),
  };
  return { found: true, value: { dependents, total: page.total } };
}

interface Found {
  readonly technical_name: string;
  readonly depth: number;
  /** Entries of the repositories in which the name depends on the module. */
  readonly entries: readonly number[];
  readonly installable: boolean;
}

/** The module is never among its own dependents, even in a cycle. */
function collectDependents(
  snapshot: Snapshot,
  root: string,
  platformVersion: string,
): ReadonlyMap<string, Found> {
  const depths = reach([root], (name) =>
    listDeclaringEntries(snapshot, name, platformVersion).map((entry) =>
      getTechnicalName(snapshot, entry),
    ),
  );
  const rows = [...depths].slice(1).map(([technical_name, depth]): [string, Found] => {
    const entries = listProviderEntries(snapshot, technical_name, platformVersion).filter((entry) =>
      listDepends(snapshot, entry).some((name) => depths.has(name)),
    );
    const installable = entries.some((entry) => isInstallable(snapshot, entry));
    return [technical_name, { technical_name, depth, entries, installable }];
  });
  return new Map(rows);
}

function toDependentModule(
  snapshot: Snapshot,
  { technical_name, depth, entries, installable }: Found,
  found: ReadonlyMap<string, Found>,
  root: string,
): DependentModule {
  const listWays = (entry: number): readonly string[] =>
    listDepends(snapshot, entry).filter((name) => name === root || found.has(name));
  return {
    technical_name,
    depth,
    through: listDistinct(entries.flatMap(listWays)).toSorted(compareText),
    installable,
    ...toRenamed("providers", listProvidersOf(snapshot, entries)),
  };
}
