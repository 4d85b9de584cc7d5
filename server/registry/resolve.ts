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
  readonly requested: ReadonlySet<string>;
  readonly installed: Map<string, Installed>;
  readonly missing: Map<string, MissingKind>;
}

/** In every database, whatever is installed. */
export const BASE = "base";

export function resolveSystem(snapshot: Snapshot, question: PlanQuestion): System {
  const path = createAddonsPath(snapshot, question);
  const system: Growing = {
    snapshot,
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

/** Adds modules and all that they need. @param origin of those that were not asked for */
function addNeeded(
  { snapshot, question, requested, path, installed, missing }: Growing,
  start: readonly string[],
  origin: Origin,
  triggers: readonly string[] = [],
): void {
  reach(start, (name) => {
    if (installed.has(name)) return [];
    const entry = path.find(name);
    if (entry === undefined) {
      missing.set(name, findMissingKind(snapshot, path, name, question.platformVersion));
      return [];
    }
    const depends = listDepends(snapshot, entry);
    installed.set(name, {
      name,
      entry,
      origin: requested.has(name) ? "requested" : origin,
      depends,
      triggers: start.includes(name) ? triggers : [],
    });
    return depends;
  });
}

interface AutoInstalling {
  readonly name: string;
  readonly entry: number;
  /** What must be there; none for what is always installed. */
  readonly triggers: readonly string[];
}

/** Entries of a platform version that may install themselves, by name. */
export const listAutoInstalling = deriveAtVersion((snapshot, version): readonly AutoInstalling[] =>
  listEntriesAtVersion(snapshot, version)
    .filter((entry) => (snapshot.entries.flags.get(entry) & FLAG_AUTO_INSTALL) !== 0)
    .map((entry) => ({
      name: getTechnicalName(snapshot, entry),
      entry,
      triggers: listTriggers(snapshot, entry),
    })),
);

/**
 * Adds what installs itself, until nothing more does.
 * @returns what would, were it not for what the answer says of each
 */
function installThemselves(system: Growing): readonly AutoInstallCandidate[] {
  const { snapshot, question, path, installed } = system;
  const waiting = listAutoInstalling(snapshot, question.platformVersion).filter(
    ({ name, entry }) => path.find(name) === entry && path.has(entry),
  );
  for (;;) {
    const ready = waiting.filter(
      ({ name, triggers }) =>
        !installed.has(name) && triggers.every((trigger) => isThere(system, trigger)),
    );
    const isNeeded = createNeededRepositories(system);
    const rows = ready.map((one) => ({ one, candidate: toCandidate(system, one) }));
    const coming = rows.filter(
      ({ one: { entry }, candidate: { blocked_by, countries } }) =>
        isNeeded(entry) && blocked_by.length === 0 && countries.length === 0,
    );
    if (coming.length === 0) return rows.map(({ candidate }) => candidate);
    for (const { one } of coming) addNeeded(system, [one.name], "auto_install", one.triggers);
  }
}

/** What is needed of the platform and not in the index is there in every real installation. */
function isThere({ installed, missing }: Growing, name: string): boolean {
  if (installed.has(name)) return true;
  const kind = missing.get(name);
  return kind === "core" || kind === "enterprise";
}

/** Where the addons path is not told, it is made of the repositories of which something is needed. */
function createNeededRepositories({
  snapshot,
  question,
  installed,
}: Growing): (entry: number) => boolean {
  if (question.repositories !== undefined) return () => true;
  const { repository } = snapshot.entries;
  const needed = new Set(Array.from(installed.values(), ({ entry }) => repository.get(entry)));
  return (entry) => needed.has(repository.get(entry));
}

function toCandidate(system: Growing, { name, entry, triggers }: AutoInstalling) {
  const { snapshot, question } = system;
  const { organization, repository } = getRepository(snapshot, entry);
  const isByCountry = comparePlatformVersions(question.platformVersion, COUNTRIES_SINCE) >= 0;
  return {
    technical_name: name,
    organization,
    repository,
    because: triggers,
    blocked_by: listBlocking(system, name),
    countries: isByCountry ? (getCountries(snapshot).get(entry) ?? []) : [],
  };
}

/** What a module needs, directly or not, that cannot be had; modules of the platform can. */
function listBlocking(system: Growing, start: string): readonly string[] {
  const { snapshot, question, path } = system;
  const blocking: string[] = [];
  reach([start], (name) => {
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
