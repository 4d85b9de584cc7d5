// Modules of a system: requested ones, their dependencies, and modules that install themselves, as
// the platform installs a list of modules into a new database (17.0: button_install in
// odoo/addons/base/models/ir_module.py, initialize in odoo/modules/db.py).
import { addToGroup } from "../../data/grouped.js";
import { getRules } from "../../data/platform/rules.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { FLAGS } from "../../data/snapshot/format.js";
import { reach } from "../../data/walk-graph.js";
import type { AutoInstallCandidate, MissingKind, Origin } from "../contract/shape/system/plan.js";
import { toRenamed } from "../contract/shape/former-names.js";
import {
  listDepends,
  listTriggers,
  BASE,
  getStandIns,
  PLATFORM,
  type StandIns,
} from "../lookup/dependency/dependency-graph.js";
import {
  createPlanSteps,
  MOST_PLANNED,
  requireFewModules,
  spendSteps,
  STEPS_PER_DEPENDENCY,
  type StepBudget,
} from "../lookup/limits.js";
import { deriveAtVersion, deriveOnce, listEntriesAtVersion } from "../lookup/memo.js";
import { getRepository, getTechnicalName } from "../lookup/entries.js";
import { createAddonsPath, type AddonsPath, findMissingKind } from "./addons-path.js";
import type { PlanQuestion } from "../contract/browser/plan-question.js";

/** A module of a system. */
export interface Member {
  readonly name: string;
  readonly origin: Origin;
  /** Dependencies in its manifest. */
  readonly depends: readonly string[];
  /** The modules at which it installed itself; none where it came otherwise. */
  readonly triggers: readonly string[];
}

/** One that is indexed. */
export interface Installed extends Member {
  readonly entry: number;
}

export interface System {
  readonly question: PlanQuestion;
  readonly path: AddonsPath;
  /** By name, in the order in which they were found. */
  readonly installed: ReadonlyMap<string, Installed>;
  /** Odoo's own modules outside the index, from the table of their manifests. */
  readonly standIns: ReadonlyMap<string, Member>;
  /** Names that are asked for or needed and are not indexed, those of `standIns` among them. */
  readonly missing: ReadonlyMap<string, MissingKind>;
  readonly couldAutoInstall: readonly AutoInstallCandidate[];
}

/** A system that is still growing. */
interface Growing extends System {
  readonly snapshot: Snapshot;
  readonly steps: StepBudget;
  readonly requested: ReadonlySet<string>;
  readonly table: StandIns;
  readonly installed: Map<string, Installed>;
  readonly standIns: Map<string, Member>;
  readonly missing: Map<string, MissingKind>;
}

/** @throws TooComplex */
export function resolveSystem(snapshot: Snapshot, question: PlanQuestion): System {
  const path = createAddonsPath(snapshot, question);
  const system: Growing = {
    snapshot,
    steps: createPlanSteps(),
    question,
    requested: new Set(question.modules),
    path,
    table: getStandIns(snapshot, question.platformVersion),
    installed: new Map(),
    standIns: new Map(),
    missing: new Map(),
    couldAutoInstall: [],
  };
  addNeeded(system, question.modules, "dependency");
  if (path.find(BASE) !== undefined || system.table.has(BASE)) {
    addNeeded(system, [BASE], "dependency");
  }
  if (question.auto_install === false) return system;
  return { ...system, couldAutoInstall: installThemselves(system) };
}

/**
 * Adds modules and all that they need. @param origin of those that were not asked for
 * @returns the names that were met for the first time
 * @throws TooComplex
 */
function addNeeded(
  system: Growing,
  start: readonly string[],
  origin: Origin,
  triggers: readonly string[] = [],
): readonly string[] {
  const { steps, requested, path, installed, standIns, missing } = system;
  const met: string[] = [];
  reach(start, (name) => {
    if (installed.has(name) || missing.has(name)) return [];
    met.push(name);
    requireFewModules(installed.size + missing.size + 1, MOST_PLANNED);
    const entry = path.find(name);
    const depends = listNeeds(system, name);
    if (entry === undefined) missing.set(name, findKind(system, name));
    if (depends === undefined) return [];
    spendSteps(steps, STEPS_PER_DEPENDENCY * depends.length);
    const member = {
      name,
      origin: requested.has(name) ? ("requested" as const) : origin,
      depends,
      triggers: start.includes(name) ? triggers : [],
    };
    if (entry === undefined) standIns.set(name, member);
    else installed.set(name, { ...member, entry });
    return depends;
  });
  return met;
}

/** @param name one that is not indexed, or missing */
function findKind({ snapshot, question, path, table }: Growing, name: string): MissingKind {
  if (table.has(name) && !path.isExcluded(name)) return "core";
  return findMissingKind(snapshot, path, name, question.platformVersion);
}

/**
 * Dependencies of a module; `undefined` for a missing one. Without any it needs `base`, as all do.
 */
function listNeeds(
  { snapshot, path, table }: Growing,
  name: string,
): readonly string[] | undefined {
  const entry = path.find(name);
  if (entry !== undefined) return listDepends(snapshot, entry);
  const depends = path.isExcluded(name) ? undefined : table.get(name)?.depends;
  return depends?.length === 0 && name !== BASE ? [BASE] : depends;
}

interface AutoInstalling {
  readonly name: string;
  /** `undefined` of what is not indexed. */
  readonly entry: number | undefined;
  /** Modules whose presence installs it; empty for one that is always installed. */
  readonly triggers: readonly string[];
  /** Countries of companies that it is for; empty means all. */
  readonly countries: readonly string[];
}

/** Entries of a platform version that may install themselves, by name. */
export const listAutoInstalling = deriveAtVersion((snapshot, version): readonly AutoInstalling[] =>
  listEntriesAtVersion(snapshot, version)
    .filter((entry) => (snapshot.entries.flags.get(entry) & FLAGS.auto_install) !== 0)
    .map((entry) => ({
      name: getTechnicalName(snapshot, entry),
      entry,
      triggers: listTriggers(snapshot, entry),
      countries: getCountries(snapshot).get(entry) ?? [],
    })),
);

/** Self-installing modules of the table. */
function listStandingIn({ table, path }: Growing): readonly AutoInstalling[] {
  return Array.from(table.values()).flatMap(({ name, triggers, countries }) =>
    triggers === undefined || path.find(name) !== undefined || path.isExcluded(name)
      ? []
      : [{ name, entry: undefined, triggers, countries }],
  );
}

/**
 * Adds what installs itself, until nothing more does: in rounds, each of what is ready when it begins.
 * @returns what would, were it not for what the answer says of each
 * @throws TooComplex
 */
function installThemselves(system: Growing): readonly AutoInstallCandidate[] {
  const { snapshot, question, path, installed, missing } = system;
  const indexed = listAutoInstalling(snapshot, question.platformVersion).filter(
    ({ name, entry }) => entry !== undefined && path.find(name) === entry && path.has(entry),
  );
  const waiting = [...indexed, ...listStandingIn(system)];
  const takeReady = createReadiness(waiting);
  const needed = createNeededRepositories(system);
  /** Modules that were ready and held back, by their index. */
  let held: readonly number[] = [];
  let met: readonly string[] = [...new Set([...installed.keys(), ...missing.keys()])];
  for (;;) {
    const there = met.filter((name) => isThere(system, name));
    const ready = takeReady(there);
    // A held-back module comes once its repository is needed, or a missing name counts as present.
    const isFreed = needed.add(there) || there.some((name) => missing.has(name));
    const asked = isFreed ? mergeIndexes(held, ready) : ready;
    const coming = new Set(
      asked.filter((index) => {
        const one = waiting[index];
        return one !== undefined && !isMember(system, one.name) && canCome(system, one, needed);
      }),
    );
    held = mergeIndexes(isFreed ? [] : held, asked).filter((index) => !coming.has(index));
    if (coming.size === 0) break;
    met = [...coming].flatMap((index) => {
      const { name, triggers } = waiting[index] as AutoInstalling;
      return addNeeded(system, [name], "auto_install", triggers);
    });
  }
  return held
    .flatMap((index) => waiting[index] ?? [])
    .filter(({ name }) => !isMember(system, name))
    .map((one) => toCandidate(system, one));
}

const isMember = ({ installed, standIns }: Growing, name: string): boolean =>
  installed.has(name) || standIns.has(name);

function mergeIndexes(some: readonly number[], others: readonly number[]): readonly number[] {
  if (some.length === 0) return others;
  return others.length === 0 ? some : [...some, ...others].toSorted((a, b) => a - b);
}

/** A function from names that are there from now on to the indexes of those whose triggers are all there now. */
export function createReadiness(
  waiting: readonly Pick<AutoInstalling, "triggers">[],
): (there: readonly string[]) => readonly number[] {
  const left = waiting.map(({ triggers }) => triggers.length);
  const byTrigger = new Map<string, number[]>();
  for (const [index, { triggers }] of waiting.entries()) {
    for (const trigger of triggers) addToGroup(byTrigger, trigger, index);
  }
  let ready = [...left.keys()].filter((index) => left[index] === 0);
  return (there) => {
    for (const name of there) {
      for (const index of byTrigger.get(name) ?? []) {
        left[index] = (left[index] ?? 0) - 1;
        if (left[index] === 0) ready.push(index);
      }
    }
    const taken = ready.toSorted((a, b) => a - b);
    ready = [];
    return taken;
  };
}

/** Needed modules of the platform are in every real installation, indexed or not. */
function isThere({ installed, missing, standIns }: Growing, name: string): boolean {
  if (installed.has(name) || standIns.has(name)) return true;
  const kind = missing.get(name);
  return kind === "core" || kind === "enterprise";
}

interface NeededRepositories {
  /** @returns whether a repository is needed that was not before */
  add(there: readonly string[]): boolean;
  has(entry: number | undefined): boolean;
}

/** The default addons path: repositories of which something is needed. */
function createNeededRepositories({ snapshot, question, installed }: Growing): NeededRepositories {
  if (question.repositories !== undefined) return { add: () => false, has: () => true };
  const { repository } = snapshot.entries;
  const needed = new Set<number>();
  return {
    add(there) {
      const { size } = needed;
      for (const name of there) {
        const one = installed.get(name);
        if (one !== undefined) needed.add(repository.get(one.entry));
      }
      return needed.size > size;
    },
    has: (entry) => entry === undefined || needed.has(repository.get(entry)),
  };
}

function canCome(system: Growing, one: AutoInstalling, needed: NeededRepositories): boolean {
  spendSteps(system.steps, 1);
  return (
    needed.has(one.entry) &&
    listCountries(system, one).length === 0 &&
    listBlocking(system, one.name).length === 0
  );
}

function toCandidate(system: Growing, one: AutoInstalling): AutoInstallCandidate {
  const { name, entry, triggers } = one;
  const { organization, repository } =
    entry === undefined ? PLATFORM : getRepository(system.snapshot, entry);
  return {
    technical_name: name,
    organization,
    repository,
    ...toRenamed("required_by", triggers),
    blocked_by: listBlocking(system, name),
    countries: listCountries(system, one),
  };
}

function listCountries({ question }: Growing, { countries }: AutoInstalling): readonly string[] {
  return getRules(question.platformVersion).autoInstallsByCountry ? countries : [];
}

/** Missing direct or indirect dependencies, except modules of the platform. */
function listBlocking(system: Growing, start: string): readonly string[] {
  const blocking: string[] = [];
  reach([start], (name) => {
    spendSteps(system.steps, 1);
    if (isThere(system, name)) return [];
    const depends = listNeeds(system, name);
    if (depends !== undefined) return depends;
    if (findKind(system, name) !== "core") blocking.push(name);
    return [];
  });
  return blocking;
}

const getCountries = deriveOnce((snapshot): ReadonlyMap<number, readonly string[]> => {
  const countries = new Map<number, string[]>();
  for (let country = 0; country < snapshot.countries.keys.length; country++) {
    const code = snapshot.countries.keys.get(country);
    for (const entry of snapshot.countries.lists.get(country)) {
      addToGroup(countries, entry, code);
    }
  }
  return countries;
});
