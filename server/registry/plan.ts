// The whole answer to what a list of modules comes to: a resolved system in its load order, with all that
// has to be had for it and all that stands in its way.
import { createPlanSteps, spendSteps } from "../lookup/limits.js";
import { addToGroup } from "../../data/grouped.js";
import { compareText } from "../../data/platform/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { Steps } from "../../data/yield.js";
import { toRenamed } from "../contract/shape/former-names.js";
import type { PlanQuestion } from "../contract/browser/plan-question.js";
import type { Conflict, Plan, PlanModule, PlanRepository } from "../contract/shape/system/plan.js";
import { type IndexedModule, isIndexed } from "../contract/browser/plan-members.js";
import {
  listOrderingDepends,
  getStandIns,
  PLATFORM,
} from "../lookup/dependency/dependency-graph.js";
import {
  getDevelopmentStatus,
  getInstalledVersion,
  getProvider,
  getPlatformVersion,
  getRepository,
  isApplication,
  isInstallable,
  getBranch,
  getCommit,
  getFolder,
  type Status,
} from "../lookup/entries.js";
import { leaveExplained, toSystemHead } from "../lookup/dependency/not-indexed.js";
import { identifyModule } from "../lookup/module/purl.js";
import { listAddonsPath, nameCheckouts, listExternal } from "./external.js";
import { createSystemKnowledge } from "./known/system-knowledge.js";
import { listMissing } from "./missing.js";
import { judgeSystem, judgeInstallable } from "./verdict.js";
import type { Installed, Member, System } from "./resolve.js";
import { orderSystem, type SystemOrder } from "../lookup/dependency/load-order.js";

/** All installed modules, those of the platform's table included. */
export function orderMembers(snapshot: Snapshot, system: System): SystemOrder {
  const { question, installed, standIns } = system;
  const table = getStandIns(snapshot, question.platformVersion);
  const depends = [
    ...Array.from(
      installed.values(),
      ({ name, entry }) => [name, listOrderingDepends(snapshot, entry)] as const,
    ),
    ...Array.from(standIns.keys(), (name) => [name, table.get(name)?.depends ?? []] as const),
  ];
  return orderSystem(new Map(depends), question.platformVersion);
}

/** One module a step. @param minStatus modules that are less mature are found by the policy @throws TooComplex */
export function* toPlan(
  snapshot: Snapshot,
  system: System,
  minStatus: Status | undefined,
  { order, cycles } = orderMembers(snapshot, system),
): Steps<Plan> {
  const { question, path, installed, standIns } = system;
  const ordered = order.flatMap((name) => installed.get(name) ?? []);
  const members = order.flatMap((name) => installed.get(name) ?? standIns.get(name) ?? []);
  const dependents = collectDependents(members);
  const platform = installed.get("base");
  const provider = platform && getProvider(snapshot, platform.entry);
  const modules: PlanModule[] = [];
  for (const member of members) {
    const why = dependents.get(member.name) ?? [];
    const indexed = installed.get(member.name);
    modules.push(
      indexed === undefined
        ? toStandIn(member, why, question.platformVersion)
        : toPlanModule(snapshot, indexed, { why, provider }),
    );
    yield;
  }
  const missing = listMissing(snapshot, system, (name) => dependents.get(name) ?? []);
  yield;
  const { python, binaries, conflicts: ofPackages } = listExternal(snapshot, ordered);
  yield;
  const conflicts = [...ofPackages, ...listExclusions(snapshot, system)];
  const repositories = listRepositories(snapshot, system, ordered);
  const known = createSystemKnowledge(snapshot, system);
  return {
    ...toSystemHead(question.platformVersion, known.names),
    ...leaveExplained(known.names, missing),
    load_order: {
      known: known.listLeavingOrderOpen(order).length === 0,
      unplaced: order.filter((name) => !known.isOrdered(name)),
    },
    platform_indexed: platform !== undefined,
    ...judgeInstallable({
      asked: question.modules,
      modules,
      missing,
      conflicts,
      cycles,
      dependents,
    }),
    modules,
    missing,
    choices: order.flatMap((name) => path.findChoice(name) ?? []),
    could_auto_install: system.couldAutoInstall,
    unknown_repositories: listUnknownRepositories(snapshot, question),
    cycles,
    repositories,
    addons_path: listAddonsPath(repositories),
    python,
    binaries,
    conflicts,
    policy: judgeSystem(modules.filter(isIndexed), system.missing, minStatus),
  };
}

/** For each name the modules that declare it, in their order. */
function collectDependents(modules: readonly Member[]): ReadonlyMap<string, readonly string[]> {
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
  { entry, ...member }: Installed,
  { why, provider }: { readonly why: readonly string[]; readonly provider: string | undefined },
): IndexedModule {
  const { entries, texts } = snapshot;
  const { organization, repository, git } = getRepository(snapshot, entry);
  const platform_version = getPlatformVersion(snapshot, entry);
  const role = toRole(member, why);
  const read = {
    commit: getCommit(snapshot, entry),
    source_path: getFolder(snapshot, entry),
    version: snapshot.releases.get(entries.release.get(entry)),
    installed_version: getInstalledVersion(snapshot, entry),
    license: texts.get(entries.license.get(entry)),
  };
  return {
    ...role,
    organization,
    repository,
    branch: getBranch(snapshot, entry),
    depends: member.depends,
    from_platform_table: false,
    of_platform: `${organization}/${repository}` === provider,
    ...read,
    ...identifyModule({ ...role, ...read, organization, repository, platform_version, git }),
    development_status: getDevelopmentStatus(snapshot, entry),
    installable: isInstallable(snapshot, entry),
    application: isApplication(snapshot, entry),
  };
}

/** A module of the platform that is not indexed: what the table knows of it, and where it is known to be. */
function toStandIn(member: Member, dependents: readonly string[], branch: string): PlanModule {
  return {
    ...toRole(member, dependents),
    ...PLATFORM,
    branch,
    depends: member.depends,
    from_platform_table: true,
    of_platform: true,
    commit: null,
    source_path: null,
    version: null,
    installed_version: null,
    license: null,
    license_spdx: null,
    purl: null,
    distribution_purl: null,
    development_status: null,
    installable: true,
    application: null,
  };
}

function toRole(
  { name, origin, triggers }: Member,
  dependents: readonly string[],
): Pick<PlanModule, "technical_name" | "origin" | "required_by" | "because"> {
  const reasons = triggers.length > 0 ? triggers : dependents;
  const required_by = origin === "requested" ? [] : reasons;
  return { technical_name: name, origin, ...toRenamed("required_by", required_by) };
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
    row.folders.push(getFolder(snapshot, entry));
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
      commit: getCommit(snapshot, entry),
      checkout: checkouts[at] ?? repository,
      on_addons_path: path.has(entry),
      folders: folders.toSorted(compareText),
    };
  });
}

/** Organizations may be preferred as well. */
function listUnknownRepositories(
  snapshot: Snapshot,
  { repositories = [], prefer = [] }: PlanQuestion,
): readonly string[] {
  const providers = snapshot.providers.map((provider) => provider.toLowerCase());
  const known = new Set([...providers, ...providers.map((one) => one.split("/")[0])]);
  return [...new Set([...repositories, ...prefer])].filter(
    (name) => !known.has(name.toLowerCase()),
  );
}

/** Each is a row with a sentence, and kept with its plan: thousands are a megabyte. */
const STEPS_PER_CONFLICT = 128;

/** Modules of a system that the platform refuses to install beside others of it. @throws TooComplex */
function listExclusions(
  snapshot: Snapshot,
  { question, installed, standIns }: System,
): readonly Conflict[] {
  const { excludes } = snapshot;
  const names = new Map(Array.from(installed.values(), ({ entry, name }) => [entry, name]));
  const isThere = (name: string): boolean => installed.has(name) || standIns.has(name);
  const steps = createPlanSteps();
  const conflicts: Conflict[] = [];
  const add = (other: string, name: string): void => {
    spendSteps(steps, STEPS_PER_CONFLICT);
    conflicts.push(toExclusion(other, name));
  };
  for (let number = 0; number < excludes.keys.length; number++) {
    const name = excludes.keys.get(number);
    if (!isThere(name)) continue;
    for (const other of excludes.lists.get(number).flatMap((entry) => names.get(entry) ?? [])) {
      add(other, name);
    }
  }
  const table = getStandIns(snapshot, question.platformVersion);
  for (const other of standIns.keys()) {
    for (const name of table.get(other)?.excludes ?? []) if (isThere(name)) add(other, name);
  }
  return conflicts;
}

function toExclusion(other: string, name: string): Conflict {
  return {
    kind: "excludes",
    name,
    detail: `${other} excludes ${name}: the platform installs only one of them.`,
    modules: [other, name],
    requirements: [],
  };
}
