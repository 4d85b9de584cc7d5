// The whole answer to how a list of modules gets from one platform version to another.
import { listPortRequests } from "../../lookup/module/port-requests.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { comparePlatformVersions, compareText } from "../../../data/platform/platform-version.js";

import type {
  CarryOver,
  MigrationModule,
  MigrationReport,
  ReadRepository,
} from "../../contract/shape/migration/report.js";
import { MOST_NEAR } from "../../contract/shape/system/plan.js";
import { MOST_IN_ROWS, type Completeness } from "../../contract/shape/completeness.js";
import { leaveExplained, toRules } from "../../lookup/dependency/not-indexed.js";
import { listNearNames } from "../../lookup/search/near-names.js";
import { takeLongSteps, yieldLong } from "../../lookup/limits.js";
import { listPatchUses } from "../api/script-changes.js";
import { listOutdatedSyntax } from "../api/outdated-syntax.js";
import { listTemplateUses } from "../api/template-uses.js";
import { listApiUses } from "../api/uses.js";
import type { ApiStep } from "../../registry/api/api-step.js";
import { getDoubts } from "../api/doubts.js";
import { getApiStep } from "../../registry/api/open-api-step.js";
import { findOpenWork } from "../../lookup/forge.js";
import {
  findEntriesByName,
  getPlatformVersion,
  getRepository,
  getRepositoryByNumber,
  getTechnicalName,
  sortDistinct,
} from "../../lookup/entries.js";
import type { BranchTip } from "../../contract/shape/unported.js";
import { openHistory, prepareHistory, toBranchTip } from "../unported/branch-index.js";
import { carryOver } from "./carry-over.js";
import { closeMigration, type Closure } from "./closure.js";
import { createPeopleFinder } from "./people.js";
import type { MigrationStatus, MigrationQuestion } from "./status.js";
import { diffEntries, toEntryLocation, toLocation, toStep } from "./locations.js";
import { measureEntry, sumWork, toEffort } from "./sizes.js";
import {
  MIGRATION_STATES,
  STATES,
  type MigrationState,
} from "../../contract/shape/migration/states.js";

/**
 * Report of a migration; equal for equal questions, in any order of names.
 * @param asked its versions are those of the snapshot; the snapshot must stay open until it is done
 */
export async function reportMigration(
  snapshot: Snapshot,
  asked: MigrationQuestion,
): Promise<MigrationReport> {
  const question = { ...asked, modules: sortDistinct(asked.modules) };
  const closure = await takeLongSteps(closeMigration(snapshot, question));
  const histories = await readHistories(snapshot, closure, question);
  const requested = new Set(question.modules);
  const findPeople = createPeopleFinder(snapshot, question.to);
  const modules: MigrationModule[] = [];
  const shown: MigrationStatus[] = [];
  const ported: string[] = [];
  let unknown = 0;
  for (const status of sortStatuses(closure, requested)) {
    const { name, source, targets, steps, start } = status;
    const carried = histories.carried.get(name) ?? null;
    const state = toState(status, carried, closure);
    const isRequested = requested.has(name);
    if (!isRequested && state === "ported") ported.push(name);
    const isOfName = targets.every((target) => target.name === name);
    if (!isRequested && (state === "ported" || (state === "in_core" && isOfName))) continue;
    shown.push(status);
    modules.push({
      technical_name: name,
      origin: isRequested ? "requested" : "dependency",
      required_by: closure.requiredBy.get(name) ?? [],
      state,
      ...(state === "unknown"
        ? describeUnknown(snapshot, status, unknown++)
        : { unknown_because: null, near: [], versions: [] }),
      from: source === undefined ? null : toLocation(snapshot, source, question.from),
      targets: targets.map((target) => toLocation(snapshot, target, question.to)),
      steps: steps.map(toStep),
      start: start === undefined ? null : toEntryLocation(snapshot, start),
      replaced_by: status.replacedBy,
      port_requests: listPortRequests(snapshot, name, question.to),
      blocked_by: [...(closure.blockedBy.get(name) ?? [])].toSorted(compareText),
      needs_enterprise: [...(closure.enterprise.get(name) ?? [])].toSorted(compareText),
      ...describeCompleteness(snapshot, status, closure, question),
      blocks: closure.blocks.get(name) ?? 0,
      people: findPeople(start),
      forge:
        start === undefined
          ? null
          : findOpenWork(getRepository(snapshot, start).git, [name, question.to]),
      carry_over: carried,
      ...describeEntries(snapshot, status),
      ...(await listUses(snapshot, status, question)),
    });
    await yieldLong();
  }
  const counts = countModules(modules);
  const read = new Set(shown.flatMap((status) => listRepositories(snapshot, status)));
  return {
    from: question.from,
    to: question.to,
    ...toRules(question.to),
    verdict: toVerdict(counts),
    counts,
    modules,
    ported_dependencies: ported,
    waves: closure.waves,
    wave_sums: sumWaves(closure.waves, modules),
    cycles: closure.cycles,
    repositories: [...read]
      .toSorted((left, right) => left - right)
      .flatMap((number) => histories.repositories.get(number) ?? []),
  };
}

/** Each history is opened once: together they may be more than is kept in memory. */
async function readHistories(
  snapshot: Snapshot,
  { statuses }: Closure,
  question: MigrationQuestion,
) {
  const carried = new Map<string, CarryOver | null>();
  const repositories = new Map<number, ReadRepository>();
  const sorted = [...statuses.values()]
    .filter(({ state }) => state !== "in_core")
    .map((status) => ({ status, numbers: listRepositories(snapshot, status) }))
    .toSorted((left, right) => (left.numbers[0] ?? 0) - (right.numbers[0] ?? 0));
  for (const { status, numbers } of sorted) {
    const unread = numbers.filter((number) => !repositories.has(number));
    for (const number of unread) await takeLongSteps(prepareHistory(snapshot, number));
    carried.set(status.name, carryOver(snapshot, status, question));
    for (const number of unread) {
      repositories.set(number, readRepository(snapshot, number, question));
    }
    await yieldLong();
  }
  return { carried, repositories };
}

/** The one that has it at the version to leave first. */
function listRepositories(
  { entries }: Snapshot,
  { source, targets, start }: MigrationStatus,
): readonly number[] {
  const found = [source?.entry, start, ...targets.map(({ entry }) => entry)];
  return found.flatMap((entry) => (entry === undefined ? [] : [entries.repository.get(entry)]));
}

function readRepository(
  snapshot: Snapshot,
  number: number,
  { from, to }: MigrationQuestion,
): ReadRepository {
  const { organization, repository } = getRepositoryByNumber(snapshot, number);
  const { findBranch } = openHistory(snapshot, number);
  const toBranch = (version: string): BranchTip | null => {
    const read = findBranch(version)?.branch;
    return read === undefined ? null : toBranchTip(read);
  };
  return { organization, repository, from: toBranch(from), to: toBranch(to) };
}

/** By name, the requested ones first. */
function sortStatuses(
  { statuses }: Closure,
  requested: ReadonlySet<string>,
): readonly MigrationStatus[] {
  const rank = ({ name }: MigrationStatus): number => (requested.has(name) ? 0 : 1);
  return [...statuses.values()].toSorted(
    (left, right) => rank(left) - rank(right) || compareText(left.name, right.name),
  );
}

function toState(
  { name, state, targets }: MigrationStatus,
  carried: CarryOver | null,
  { blockedBy }: Closure,
): MigrationState {
  if ((blockedBy.get(name)?.size ?? 0) === 0) {
    const isLacking = state === "ported" && carried !== null && carried.missing > 0;
    return isLacking ? "ported_with_commits_missing" : state;
  }
  if (state === "to_port") return "blocked";
  return targets.length > 0 && state !== "not_installable" && state !== "in_core"
    ? "waiting"
    : state;
}

/** Modules of Odoo itself are left out: nobody ports them. */
function describeEntries(
  snapshot: Snapshot,
  { source, targets, start }: MigrationStatus,
): Pick<MigrationModule, "changes" | "size" | "effort"> {
  const before = source?.edition === undefined ? source?.entry : undefined;
  const [target] = targets;
  const after = target?.edition === undefined ? target?.entry : undefined;
  const size = start === undefined ? null : measureEntry(snapshot, start);
  return {
    changes:
      before === undefined || after === undefined ? null : diffEntries(snapshot, before, after),
    size,
    effort: size === null ? null : toEffort(size),
  };
}

/** @param before number of unknown names before it: near ones are looked for one by one */
function describeUnknown(
  snapshot: Snapshot,
  { name, source }: MigrationStatus,
  before: number,
): Pick<MigrationModule, "unknown_because" | "near" | "versions"> {
  const versions = sortDistinct(
    (findEntriesByName(snapshot, name) ?? []).map((entry) => getPlatformVersion(snapshot, entry)),
  ).toSorted(comparePlatformVersions);
  if (source?.edition !== undefined) {
    return { unknown_because: "no_successor", near: [], versions };
  }
  if (versions.length > 0) return { unknown_because: "not_at_version", near: [], versions };
  const near = before < MOST_NEAR ? listNearNames(snapshot, name) : [];
  return { unknown_because: "unknown_name", near, versions };
}

async function listUses(
  snapshot: Snapshot,
  { start }: MigrationStatus,
  { to, withApi = false }: MigrationQuestion,
): Promise<Pick<MigrationModule, "api" | "patches" | "templates" | "outdated">> {
  const step = withApi ? findStep(snapshot, start, to) : undefined;
  if (step === undefined || start === undefined) {
    return { api: null, patches: null, templates: null, outdated: null };
  }
  return {
    api: await listApiUses(step, getTechnicalName(snapshot, start)),
    patches: listPatchUses(step, start),
    templates: listTemplateUses(step, start),
    outdated: listOutdatedSyntax(snapshot, start, to),
  };
}

/** From where a port starts; none where that is no earlier version. */
function findStep(snapshot: Snapshot, start: number | undefined, to: string): ApiStep | undefined {
  const from = start === undefined ? to : getPlatformVersion(snapshot, start);
  return comparePlatformVersions(from, to) < 0 ? getApiStep(snapshot, { from, to }) : undefined;
}

/**
 * Missing modules among it and its dependencies; with `api` also those left out of the comparison. An unknown name has its reason, and
 * so have dependencies that the index has where a port starts: none is at `to`, and the module waits for those to port.
 */
function describeCompleteness(
  snapshot: Snapshot,
  { name, state, start }: MigrationStatus,
  { statuses, blockedBy }: Closure,
  { to, withApi = false }: MigrationQuestion,
): Completeness {
  const waitsFor = blockedBy.get(name);
  const unknown = [name, ...(waitsFor ?? [])].filter(
    (one) => statuses.get(one)?.state === "unknown",
  );
  const step = withApi ? findStep(snapshot, start, to) : undefined;
  const doubts =
    step === undefined || start === undefined
      ? []
      : getDoubts(step)
          .listOfUses(getTechnicalName(snapshot, start))
          .filter((one) => waitsFor?.has(one) !== true);
  const indexed = doubts.filter((one) => step?.from.findEntry(one) !== undefined);
  const explained = state === "unknown" ? [name, ...indexed] : indexed;
  const rows = explained.map((one) => ({ technical_name: one, reason: "" }));
  return leaveExplained([...unknown, ...doubts], rows, MOST_IN_ROWS);
}

function sumWaves(
  waves: MigrationReport["waves"],
  modules: readonly MigrationModule[],
): MigrationReport["wave_sums"] {
  const rows = new Map(modules.map((row) => [row.technical_name, row]));
  return waves.map((wave) => sumWork(wave.flatMap((name) => rows.get(name) ?? [])));
}

function countModules(modules: readonly MigrationModule[]): MigrationReport["counts"] {
  const count = (isCounted: (row: MigrationModule) => boolean): number =>
    modules.filter(isCounted).length;
  const states = MIGRATION_STATES.map((state) => [state, count((row) => row.state === state)]);
  const carried = modules.flatMap(({ carry_over: one }) =>
    one?.process === "port_commits" ? [one] : [],
  );
  return {
    modules: modules.length,
    requested: count(({ origin }) => origin === "requested"),
    dependency: count(({ origin }) => origin === "dependency"),
    ...(Object.fromEntries(states) as Readonly<Record<MigrationState, number>>),
    unknown_names: count(({ origin, state }) => origin === "requested" && state === "unknown"),
    modules_to_port: count(({ state }) => STATES[state].isWork),
    being_ported: count(({ port_requests: requests }) =>
      requests.some(({ mergeable }) => mergeable !== false),
    ),
    // Commits without one do not count.
    pull_requests: carried.flatMap((one) =>
      one.pull_requests.filter(({ number }) => number !== null),
    ).length,
    commits: carried.reduce((total, one) => total + one.to_port, 0),
    work: sumWork(modules),
  };
}

function toVerdict(counts: MigrationReport["counts"]): MigrationReport["verdict"] {
  if (counts.modules_to_port > 0) return "to_port";
  if (counts.commits > 0) return "commits_to_port";
  if (counts.unknown_names > 0) return "unknown_names";
  if (counts.unknown > 0) return "unknown";
  return counts.being_ported > 0 ? "being_ported" : "nothing_to_port";
}
