// Dependencies of a list of modules at the target version, the part still to be ported, and its
// order.
import { addToGroup, toGroups } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { orderByNeeds } from "../../../data/walk-graph.js";
import type { Steps } from "../../../data/yield.js";
import { createPlanSteps, requireFewModules, spendSteps } from "../../lookup/limits.js";
import { listDepends } from "../../lookup/dependency/dependency-graph.js";
import { sortDistinct } from "../../lookup/entries.js";
import { createStatuses, type MigrationStatus, type MigrationQuestion } from "./status.js";

export interface Closure {
  /** Status of the requested names and of all their dependencies. */
  readonly statuses: ReadonlyMap<string, MigrationStatus>;
  /** For each name those that declare it. */
  readonly requiredBy: ReadonlyMap<string, readonly string[]>;
  /** For each name what it needs, directly or not, that is to be ported or not known. */
  readonly blockedBy: ReadonlyMap<string, ReadonlySet<string>>;
  /** For each name the modules of Odoo Enterprise that it needs, directly or not. */
  readonly enterprise: ReadonlyMap<string, ReadonlySet<string>>;
  /** Number of names that each of these blocks. */
  readonly blocks: ReadonlyMap<string, number>;
  readonly waves: readonly (readonly string[])[];
  readonly cycles: readonly (readonly string[])[];
}

/** One module a step. @throws TooComplex */
export function* closeMigration(snapshot: Snapshot, question: MigrationQuestion): Steps<Closure> {
  const decide = createStatuses(snapshot, question);
  const statuses = new Map<string, MigrationStatus>();
  const needs = new Map<string, readonly string[]>();
  const requiredBy = new Map<string, string[]>();
  const names = new Set(question.modules);
  // A set that grows while it is walked through is walked to its new end.
  for (const name of names) {
    requireFewModules(statuses.size);
    const status = decide(name);
    statuses.set(name, status);
    const depends = listNeeds(snapshot, status);
    needs.set(name, depends);
    for (const need of depends) {
      addToGroup(requiredBy, need, name);
      names.add(need);
    }
    yield;
  }
  return { statuses, requiredBy, ...orderWork(statuses, needs) };
}

/** Dependencies in its manifest at the target version, or else at the start of a port. */
function listNeeds(
  snapshot: Snapshot,
  { state, targets, start }: MigrationStatus,
): readonly string[] {
  if (state === "unknown") return [];
  if (start !== undefined) return listDepends(snapshot, start);
  const depends = targets.flatMap(({ entry, edition }) =>
    entry === undefined || edition !== undefined ? [] : listDepends(snapshot, entry),
  );
  return sortDistinct(depends);
}

/** True if it waits for a port, or for an explanation. */
function isWaiting({ state }: MigrationStatus): boolean {
  return state === "to_port" || state === "not_installable" || state === "unknown";
}

function orderWork(
  statuses: ReadonlyMap<string, MigrationStatus>,
  needs: ReadonlyMap<string, readonly string[]>,
): Pick<Closure, "blockedBy" | "enterprise" | "blocks" | "waves" | "cycles"> {
  const isOpen = (name: string): boolean => {
    const status = statuses.get(name);
    return status !== undefined && isWaiting(status);
  };
  const listNeedsOf = (name: string): readonly string[] => needs.get(name) ?? [];
  const { order, cycles } = orderByNeeds(statuses.keys(), listNeedsOf);
  const components = groupComponents(order, cycles);
  const isEnterprise = (name: string): boolean =>
    statuses.get(name)?.targets.some(({ edition }) => edition === "enterprise") === true;
  const steps = createPlanSteps();
  const blockedBy = new Map<string, ReadonlySet<string>>();
  const enterprise = new Map<string, ReadonlySet<string>>();
  const levels = new Map<string, number>();
  const gather = (
    members: readonly string[],
    isWanted: (name: string) => boolean,
    gathered: Map<string, ReadonlySet<string>>,
  ): void => {
    const below = new Set<string>(members.filter(isWanted));
    for (const need of members.flatMap(listNeedsOf)) {
      if (isWanted(need)) below.add(need);
      const further = gathered.get(need);
      spendSteps(steps, 1 + (further?.size ?? 0));
      for (const one of further ?? []) below.add(one);
    }
    for (const name of members) {
      spendSteps(steps, below.size);
      gathered.set(name, new Set([...below].filter((one) => one !== name)));
    }
  };
  for (const members of components) {
    gather(members, isOpen, blockedBy);
    gather(members, isEnterprise, enterprise);
    const own = members.some(isOpen) ? 1 : 0;
    const below = members.flatMap(listNeedsOf).map((need) => levels.get(need) ?? 0);
    const level = own + below.reduce((most, one) => Math.max(most, one), 0);
    for (const name of members) levels.set(name, level);
  }
  const isNeeded = new Set([...needs.values()].flat());
  const work = order.filter(
    (name) => isOpen(name) && (statuses.get(name)?.state !== "unknown" || isNeeded.has(name)),
  );
  const blocks = countBlocked(blockedBy);
  const waves = toWaves(work, levels, blocks);
  const open = cycles
    .map((cycle) => cycle.filter(isOpen).toSorted(compareText))
    .filter((cycle) => cycle.length > 0);
  return { blockedBy, enterprise, blocks, waves, cycles: open };
}

/** Each name once, those that need each other together. */
function groupComponents(
  order: readonly string[],
  cycles: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const cycleOf = new Map(cycles.flatMap((cycle) => cycle.map((name) => [name, cycle] as const)));
  return [...new Set(order.map((name) => cycleOf.get(name) ?? name))].map((one) =>
    typeof one === "string" ? [one] : one,
  );
}

/** In a wave what blocks most comes first, then by name. */
function toWaves(
  names: readonly string[],
  levels: ReadonlyMap<string, number>,
  blocks: ReadonlyMap<string, number>,
): readonly (readonly string[])[] {
  const waves = toGroups(names, (name) => levels.get(name) ?? 0);
  const count = (name: string): number => blocks.get(name) ?? 0;
  return [...waves]
    .toSorted(([left], [right]) => left - right)
    .map(([, wave]) =>
      wave.toSorted((left, right) => count(right) - count(left) || compareText(left, right)),
    );
}

function countBlocked(blockedBy: Closure["blockedBy"]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const blocking of blockedBy.values()) {
    for (const one of blocking) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return counts;
}
