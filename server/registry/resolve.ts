// Which modules a system has: what was asked for, what that needs, and what installs itself, as the
// platform does it when it installs a list of modules into a new database (17.0: button_install in
// odoo/addons/base/models/ir_module.py, initialize in odoo/modules/db.py).
import { addToGroup } from "../../data/grouped.js";
import { comparePlatformVersions } from "../../data/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { FLAG_AUTO_INSTALL } from "../../data/snapshot/format.js";
import { reach } from "../../data/walk-graph.js";
import type { AutoInstallCandidate, MissingKind, Origin } from "../contract/shape/system/plan.js";
import { listDepends, listTriggers } from "../lookup/dependency/dependency-graph.js";
import { deriveAtVersion, deriveOnce, listEntriesAtVersion } from "../lookup/derived.js";
import { getRepository, getTechnicalName } from "../lookup/entries.js";
import { createAddonsPath, type AddonsPath } from "./addons-path.js";
import type { PlanQuestion } from "../contract/browser/plan-question.js";
import {
  createPlanSteps,
  requireFewModules,
  spendSteps,
  STEPS_PER_DEPENDENCY,
  type StepBudget,
} from "../lookup/limits.js";
import { findMissingKind } from "./missing-kind.js";

/** A module of a system. */
export interface Installed {
  readonly name: string;
  readonly entry: number;
  readonly origin: Origin;
  /** What its manifest declares. */
  readonly depends: readonly string[];
  /** The modules at which it installed itself; none where it came otherwise. */
  readonly triggers: readonly string[];
}

export interface System {
  readonly question: PlanQuestion;
  readonly path: AddonsPath;
  /** By name, in the order in which they were found. */
  readonly installed: ReadonlyMap<string, Installed>;
  /** Names that are asked for or needed and cannot be had. */
  readonly missing: ReadonlyMap<string, MissingKind>;
  readonly couldAutoInstall: readonly AutoInstallCandidate[];
}

/** A system that is still growing. */
interface Growing extends System {
  readonly snapshot: Snapshot;
  readonly steps: StepBudget;
  readonly requested: ReadonlySet<string>;
  readonly installed: Map<string, Installed>;
  readonly missing: Map<string, MissingKind>;
}

/** In every database, whatever is installed. */
const BASE = "base";

/** @throws TooComplex */
export function resolveSystem(snapshot: Snapshot, question: PlanQuestion): System {
  const path = createAddonsPath(snapshot, question);
  const system: Growing = {
    snapshot,
    steps: createPlanSteps(),
    question,
    requested: new Set(question.modules),
    path,
    installed: new Map(),
    missing: new Map(),
    couldAutoInstall: [],
  };
  addNeeded(system, question.modules, "dependency");
  if (path.find(BASE) !== undefined) addNeeded(system, [BASE], "dependency");
  if (question.auto_install === false) return system;
  return { ...system, couldAutoInstall: installThemselves(system) };
}

/**
 * Adds modules and all that they need. @param origin of those that were not asked for
 * @returns the names that were met for the first time
 * @throws TooComplex
 */
function addNeeded(
  { snapshot, steps, question, requested, path, installed, missing }: Growing,
  start: readonly string[],
  origin: Origin,
  triggers: readonly string[] = [],
): readonly string[] {
  const met: string[] = [];
  reach(start, (name) => {
    if (installed.has(name) || missing.has(name)) return [];
    met.push(name);
    requireFewModules(installed.size + missing.size + 1);
    const entry = path.find(name);
    if (entry === undefined) {
      missing.set(name, findMissingKind(snapshot, path, name, question.platformVersion));
      return [];
    }
    const depends = listDepends(snapshot, entry);
    spendSteps(steps, STEPS_PER_DEPENDENCY * depends.length);
    installed.set(name, {
      name,
      entry,
      origin: requested.has(name) ? "requested" : origin,
      depends,
      triggers: start.includes(name) ? triggers : [],
    });
    return depends;
  });
  return met;
}

interface AutoInstalling {
  readonly name: string;
  readonly entry: number;
  /** What must be there; none for what is always installed. */
  readonly triggers: readonly string[];
}

/** Entries of a platform version that may install themselves, by name. */
const listAutoInstalling = deriveAtVersion((snapshot, version): readonly AutoInstalling[] =>
  listEntriesAtVersion(snapshot, version)
    .filter((entry) => (snapshot.entries.flags.get(entry) & FLAG_AUTO_INSTALL) !== 0)
    .map((entry) => ({
      name: getTechnicalName(snapshot, entry),
      entry,
      triggers: listTriggers(snapshot, entry),
    })),
);

/**
 * Adds what installs itself, until nothing more does: in rounds, each of what is ready when it begins.
 * @returns what would, were it not for what the answer says of each
 * @throws TooComplex
 */
function installThemselves(system: Growing): readonly AutoInstallCandidate[] {
  const { snapshot, question, path, installed, missing } = system;
  const waiting = listAutoInstalling(snapshot, question.platformVersion).filter(
    ({ name, entry }) => path.find(name) === entry && path.has(entry),
  );
  const takeReady = createReadiness(waiting);
  const needed = createNeededRepositories(system);
  /** Those that were ready and did not come, by their place. */
  let held: readonly number[] = [];
  let met: readonly string[] = [...installed.keys(), ...missing.keys()];
  for (;;) {
    const there = met.filter((name) => isThere(system, name));
    const isMoreNeeded = needed.add(there);
    const ready = takeReady(there);
    // What was held back comes when its repository is needed, or a name is there that nobody can have.
    const isFreed = isMoreNeeded || there.some((name) => missing.has(name));
    const asked = isFreed ? [...held, ...ready].toSorted((a, b) => a - b) : ready;
    if (!isFreed) held = [...held, ...ready];
    else held = asked;
    const coming = asked.filter((place) => {
      const one = waiting[place];
      return one !== undefined && !installed.has(one.name) && canCome(system, one, needed);
    });
    if (coming.length === 0) break;
    met = coming.flatMap((place) => {
      const { name, triggers } = waiting[place] as AutoInstalling;
      return addNeeded(system, [name], "auto_install", triggers);
    });
  }
  return held
    .toSorted((a, b) => a - b)
    .flatMap((place) => waiting[place] ?? [])
    .filter(({ name }) => !installed.has(name))
    .map((one) => toCandidate(system, one));
}

/** A function from names that are there from now on to the places of those whose triggers are all there now. */
function createReadiness(
  waiting: readonly AutoInstalling[],
): (there: readonly string[]) => readonly number[] {
  const left = waiting.map(({ triggers }) => triggers.length);
  const byTrigger = new Map<string, number[]>();
  for (const [place, { triggers }] of waiting.entries()) {
    for (const trigger of triggers) addToGroup(byTrigger, trigger, place);
  }
  let ready = [...left.keys()].filter((place) => left[place] === 0);
  return (there) => {
    for (const name of there) {
      for (const place of byTrigger.get(name) ?? []) {
        left[place] = (left[place] ?? 0) - 1;
        if (left[place] === 0) ready.push(place);
      }
    }
    const taken = ready.toSorted((a, b) => a - b);
    ready = [];
    return taken;
  };
}

/** What is needed of the platform and not in the index is there in every real installation. */
function isThere({ installed, missing }: Growing, name: string): boolean {
  if (installed.has(name)) return true;
  const kind = missing.get(name);
  return kind === "core" || kind === "enterprise";
}

interface NeededRepositories {
  /** @returns whether a repository is needed that was not before */
  add(there: readonly string[]): boolean;
  has(entry: number): boolean;
}

/** Where the addons path is not told, it is made of the repositories of which something is needed. */
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
    has: (entry) => needed.has(repository.get(entry)),
  };
}

function canCome(
  system: Growing,
  { name, entry }: AutoInstalling,
  needed: NeededRepositories,
): boolean {
  spendSteps(system.steps, 1);
  return (
    needed.has(entry) &&
    listCountries(system, entry).length === 0 &&
    listBlocking(system, name).length === 0
  );
}

function toCandidate(system: Growing, { name, entry, triggers }: AutoInstalling) {
  const { organization, repository } = getRepository(system.snapshot, entry);
  return {
    technical_name: name,
    organization,
    repository,
    because: triggers,
    blocked_by: listBlocking(system, name),
    countries: listCountries(system, entry),
  };
}

function listCountries({ snapshot, question }: Growing, entry: number): readonly string[] {
  const isByCountry = comparePlatformVersions(question.platformVersion, COUNTRIES_SINCE) >= 0;
  return isByCountry ? (getCountries(snapshot).get(entry) ?? []) : [];
}

/** What a module needs, directly or not, that cannot be had; modules of the platform can. */
function listBlocking(system: Growing, start: string): readonly string[] {
  const { snapshot, steps, question, path } = system;
  const blocking: string[] = [];
  reach([start], (name) => {
    spendSteps(steps, 1);
    if (isThere(system, name)) return [];
    const entry = path.find(name);
    if (entry !== undefined) return listDepends(snapshot, entry);
    if (findMissingKind(snapshot, path, name, question.platformVersion) !== "core") {
      blocking.push(name);
    }
    return [];
  });
  return blocking;
}

/** Since this version a module with countries installs itself only where a company is in one of them. */
const COUNTRIES_SINCE = "18.0";

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
