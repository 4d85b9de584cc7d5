// The whole answer to what a list of modules comes to: a resolved system in its load order, with all that
// has to be had for it and all that stands in its way.
import { addToGroup } from "../../data/grouped.js";
import { compareText } from "../../data/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { Conflict, Plan, PlanModule, PlanRepository } from "../contract/shape/system/plan.js";
import { listOrderingDepends } from "../lookup/dependency/dependency-graph.js";
import {
  getDevelopmentStatus,
  getProvider,
  getPlatformVersion,
  getRepository,
  isApplication,
  isInstallable,
} from "../lookup/entries.js";
import type { Status } from "../lookup/maturity.js";
import { toCompleteness } from "../lookup/dependency/not-indexed.js";
import { identifyModule } from "../lookup/module/identity.js";
import { getBranch } from "./addons-path.js";
import { listAddonsPath, nameCheckouts } from "./checkouts.js";
import { listBinaries, listPython } from "./external.js";
import { createSystemKnowledge } from "./known/system-knowledge.js";
import { listMissing } from "./missing.js";
import { judgeSystem } from "./policy.js";
import type { Installed, System } from "./resolve.js";
import { orderSystem } from "./system-order.js";

/** @param minStatus modules that are less mature are found by the policy */
export function toPlan(snapshot: Snapshot, system: System, minStatus: Status | undefined): Plan {
  const { question, path, installed } = system;
  const depends = Array.from(
    installed.values(),
    ({ name, entry }) => [name, listOrderingDepends(snapshot, entry)] as const,
  );
  const { order, cycles } = orderSystem(new Map(depends), question.platformVersion);
  const ordered = order.flatMap((name) => installed.get(name) ?? []);
  const dependents = collectDependents(ordered);
  const modules = ordered.map((module) =>
    toPlanModule(snapshot, module, dependents.get(module.name) ?? []),
  );
  const missing = listMissing(snapshot, system, (name) => dependents.get(name) ?? []);
  const python = listPython(snapshot, ordered);
  const conflicts = [...python.conflicts, ...listExclusions(snapshot, installed)];
  const platform = installed.get("base");
  const provider = platform && getProvider(snapshot, platform.entry);
  const repositories = listRepositories(snapshot, system, ordered);
  const known = createSystemKnowledge(snapshot, system);
  return {
    platform_version: question.platformVersion,
    ...toCompleteness(known.names),
    load_order: {
      known: known.listLeavingOrderOpen(order).length === 0,
      unplaced: order.filter((name) => !known.hasPlace(name)),
    },
    platform_indexed: platform !== undefined,
    counts: {
      modules: modules.length,
      requested: countOrigin(modules, "requested"),
      dependency: countOrigin(modules, "dependency"),
      auto_install: countOrigin(modules, "auto_install"),
      missing: missing.length,
      conflicts: conflicts.length,
    },
    modules,
    missing,
    choices: order.flatMap((name) => path.findChoice(name) ?? []),
    could_auto_install: system.couldAutoInstall,
    unknown_repositories: listUnknownRepositories(snapshot, question.repositories ?? []),
    cycles,
    repositories,
    addons_path: listAddonsPath(repositories),
    python: python.packages,
    binaries: listBinaries(snapshot, ordered),
    conflicts,
    policy: judgeSystem(modules, missing, {
      minStatus,
      isOfPlatform: ({ organization, repository }) => `${organization}/${repository}` === provider,
    }),
  };
}

function countOrigin(modules: readonly PlanModule[], origin: PlanModule["origin"]): number {
  return modules.filter((module) => module.origin === origin).length;
}

/** For each name the modules that declare it, in their order. */
function collectDependents(modules: readonly Installed[]): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  for (const { name, depends } of modules) {
    for (const dependency of depends) {
      addToGroup(dependents, dependency, name);
    }
  }
  return dependents;
}

function toPlanModule(
  snapshot: Snapshot,
  { name, entry, origin, depends, triggers }: Installed,
  dependents: readonly string[],
): PlanModule {
  const { entries, texts } = snapshot;
  const { organization, repository, git } = getRepository(snapshot, entry);
  const reasons = triggers.length > 0 ? triggers : dependents;
  const module = {
    technical_name: name,
    organization,
    repository,
    commit: snapshot.commits.get(entries.commit.get(entry)),
    source_path: snapshot.folders.get(entries.folder.get(entry)),
    version: snapshot.releases.get(entries.release.get(entry)),
    license: texts.get(entries.license.get(entry)),
  };
  const platform_version = getPlatformVersion(snapshot, entry);
  return {
    technical_name: name,
    origin,
    because: origin === "requested" ? [] : reasons,
    organization,
    repository,
    branch: getBranch(snapshot, entry),
    commit: module.commit,
    source_path: module.source_path,
    version: module.version,
    depends,
    license: module.license,
    ...identifyModule({ ...module, platform_version, git }),
    development_status: getDevelopmentStatus(snapshot, entry),
    installable: isInstallable(snapshot, entry),
    application: isApplication(snapshot, entry),
  };
}

/** By organization, then repository. */
function listRepositories(
  snapshot: Snapshot,
  { path, installed }: System,
  modules: readonly Installed[],
): readonly PlanRepository[] {
  const rows = new Map<number, { readonly entry: number; readonly folders: string[] }>();
  for (const { entry } of modules) {
    const number = snapshot.entries.repository.get(entry);
    const row = rows.get(number) ?? { entry, folders: [] };
    row.folders.push(snapshot.folders.get(snapshot.entries.folder.get(entry)));
    rows.set(number, row);
  }
  const sorted = [...rows].toSorted(([left], [right]) => left - right).map(([, row]) => row);
  const names = sorted.map(({ entry }) => getRepository(snapshot, entry));
  const platform = installed.get("base");
  const checkouts = nameCheckouts(names, platform && getRepository(snapshot, platform.entry));
  return sorted.map(({ entry, folders }, at) => {
    const { organization, repository, git } = getRepository(snapshot, entry);
    return {
      organization,
      repository,
      git,
      branch: getBranch(snapshot, entry),
      commit: snapshot.commits.get(snapshot.entries.commit.get(entry)),
      checkout: checkouts[at] ?? repository,
      on_addons_path: path.has(entry),
      folders: folders.toSorted(compareText),
    };
  });
}

function listUnknownRepositories(
  { providers }: Snapshot,
  repositories: readonly string[],
): readonly string[] {
  const known = new Set(providers.map((provider) => provider.toLowerCase()));
  return repositories.filter((provider) => !known.has(provider.toLowerCase()));
}

/** Modules of a system that the platform refuses to install beside others of it. */
function listExclusions(
  { excludes }: Snapshot,
  installed: ReadonlyMap<string, Installed>,
): readonly Conflict[] {
  const names = new Map(Array.from(installed.values(), ({ entry, name }) => [entry, name]));
  const conflicts: Conflict[] = [];
  for (let number = 0; number < excludes.keys.length; number++) {
    const name = excludes.keys.get(number);
    if (!installed.has(name)) continue;
    for (const other of excludes.lists.get(number).flatMap((entry) => names.get(entry) ?? [])) {
      conflicts.push({
        kind: "excludes",
        name,
        detail: `${other} excludes ${name}: the platform installs only one of them.`,
        modules: [other, name],
        requirements: [],
      });
    }
  }
  return conflicts;
}
