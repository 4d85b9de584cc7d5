// Dependencies of a module at a platform version: all of them with depths, their load order, the
// repositories to clone, and missing names.
import { toRenamed } from "../../contract/shape/former-names.js";
import { addToGroup } from "../../../data/grouped.js";
import type {
  Dependencies,
  NeededModule,
  NeededRepository,
  TreeRow,
} from "../../contract/shape/dependencies.js";
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { RepositoryRow } from "../../../data/snapshot/contents.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ListColumns } from "../../../data/snapshot/table/columns.js";
import { reach } from "../../../data/walk-graph.js";
import { createPlanSteps, requireFewModules, spendSteps, STEPS_PER_DEPENDENCY } from "../limits.js";
import { createProviderChoice } from "./choose-provider.js";
import { listDepends, listOrderingDepends } from "./dependency-graph.js";
import { listProviders } from "./trusted-order.js";
import { orderSystem } from "./load-order.js";
import { getBranch, getRepository, isInstallable } from "../entries.js";
import { findModuleEntries, type DetailFilter } from "../module/modules.js";
import type { Outcome } from "../../contract/outcome.js";

/**
 * The module with all it needs, each from the repository that a plan of it takes it from. Where an organization or a
 * repository is asked for the module is of it, and what it needs is rather taken from there than from elsewhere.
 * @throws TooComplex
 */
export function findDependencies(
  snapshot: Snapshot,
  technicalName: string,
  filter: DetailFilter,
): Outcome<Dependencies> {
  const outcome = findModuleEntries(snapshot, technicalName, filter);
  if (!outcome.found) return outcome;
  const { platform_version, org, repo } = filter;
  const providers = createProviderChoice(snapshot, {
    platformVersion: platform_version,
    modules: [technicalName],
  });
  const root = providers.chooseFrom(outcome.value);
  if (root === undefined) throw new Error("an outcome that is found holds an entry");
  const near = org === undefined && repo === undefined ? undefined : root;
  const choose = (name: string): number | undefined =>
    name === technicalName ? root : providers.choose(name, near);
  const { needed, unresolved } = collectNeeded(snapshot, technicalName, choose);
  const declared = Array.from(
    needed,
    ([name, { entry }]) => [name, listOrderingDepends(snapshot, entry)] as const,
  );
  const { order, cycles } = orderSystem(new Map(declared), platform_version);
  const { organization, repository } = getRepository(snapshot, root);
  const value: Dependencies = {
    technical_name: technicalName,
    platform_version,
    organization,
    repository,
    modules: order.flatMap((name) => toNeededModule(snapshot, needed.get(name), platform_version)),
    tree: drawTree(technicalName, needed),
    repositories: listRepositories(snapshot, needed),
    unresolved: listRequired(unresolved).map((row) => ({
      ...row,
      kind: findUnresolvedKind(row.technical_name, platform_version),
    })),
    not_installable: listNotInstallable(technicalName, needed),
    cycles,
    pip: listPackages(snapshot, snapshot.pip, needed),
    bin: listPackages(snapshot, snapshot.bin, needed),
  };
  return { found: true, value };
}

/**
 * External packages of all modules, sorted; read from columns, since a record takes a hundred times
 * as long.
 */
function listPackages(
  { packages }: Snapshot,
  lists: ListColumns,
  needed: AllNeeded,
): readonly string[] {
  const numbers = new Set<number>();
  for (const { entry } of needed.values()) for (const one of lists.view(entry)) numbers.add(one);
  return [...numbers].toSorted((left, right) => left - right).map((one) => packages.get(one));
}

interface Needed {
  readonly name: string;
  readonly entry: number;
  readonly installable: boolean;
  readonly depth: number;
  readonly depends: readonly string[];
}

type AllNeeded = ReadonlyMap<string, Needed>;

function collectNeeded(
  snapshot: Snapshot,
  root: string,
  choose: (name: string) => number | undefined,
) {
  const found = new Map<string, Omit<Needed, "depth">>();
  const steps = createPlanSteps();
  const depths = reach([root], (name) => {
    const entry = choose(name);
    if (entry === undefined) return [];
    const depends = listDepends(snapshot, entry).toSorted(compareText);
    requireFewModules(found.size + 1);
    spendSteps(steps, STEPS_PER_DEPENDENCY * depends.length);
    found.set(name, { name, entry, installable: isInstallable(snapshot, entry), depends });
    return depends;
  });
  const needed = new Map<string, Needed>();
  const unresolved = new Map<string, string[]>();
  for (const [name, module] of found) {
    needed.set(name, { ...module, depth: depths.get(name) ?? 0 });
    for (const dependency of module.depends) {
      if (!found.has(dependency)) addToGroup(unresolved, dependency, name);
    }
  }
  return { needed, unresolved };
}

function toNeededModule(
  snapshot: Snapshot,
  found: Needed | undefined,
  platformVersion: string,
): readonly NeededModule[] {
  if (found === undefined) return [];
  const { name, entry, depth, installable, depends } = found;
  const { organization, repository } = getRepository(snapshot, entry);
  return [
    {
      technical_name: name,
      depth,
      organization,
      repository,
      installable,
      depends,
      ...toRenamed("providers", listProviders(snapshot, name, platformVersion)),
    },
  ];
}

/** The module itself is no blocker of itself: its own manifest says what it is. */
function listNotInstallable(root: string, needed: AllNeeded): Dependencies["not_installable"] {
  const requiring = new Map<string, string[]>();
  for (const [name, { depends }] of needed) {
    for (const dependency of depends) {
      const isBlocker = dependency !== root && needed.get(dependency)?.installable === false;
      if (isBlocker) addToGroup(requiring, dependency, name);
    }
  }
  return listRequired(requiring);
}

function listRequired(
  requiring: ReadonlyMap<string, readonly string[]>,
): Dependencies["not_installable"] {
  return [...requiring]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([technical_name, required_by]) => ({ technical_name, required_by }));
}

/** In the order in which a tree is written down the page. */
function drawTree(root: string, needed: AllNeeded): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const told = new Set<string>();
  const waiting = [{ technical_name: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { technical_name, depth } = next;
    const found = needed.get(technical_name);
    const repeated = told.has(technical_name);
    const installable = found?.installable === true;
    rows.push({ technical_name, depth, found: found !== undefined, installable, repeated });
    told.add(technical_name);
    if (found === undefined || repeated) continue;
    const below = found.depends.map((name) => ({ technical_name: name, depth: depth + 1 }));
    for (const one of below.toReversed()) waiting.push(one);
  }
  return rows;
}

function listRepositories(snapshot: Snapshot, needed: AllNeeded): readonly NeededRepository[] {
  const found = new Map<RepositoryRow, { readonly entry: number; readonly modules: string[] }>();
  for (const [name, { entry }] of needed) {
    const row = getRepository(snapshot, entry);
    const known = found.get(row) ?? { entry, modules: [] };
    known.modules.push(name);
    found.set(row, known);
  }
  return snapshot.repositories.flatMap((row) => {
    const of = found.get(row);
    if (of === undefined) return [];
    const { organization, repository, git } = row;
    // All are at one platform version, and so on one branch of the repository.
    const branch = getBranch(snapshot, of.entry);
    return [{ organization, repository, git, branch, modules: of.modules.toSorted(compareText) }];
  });
}
