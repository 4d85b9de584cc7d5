// The migration scripts that run when a system becomes another one: those of modules that are installed before, whose
// version lies between (`MigrationManager.migrate_module` of odoo/modules/migration.py).
import type { MigrationScriptRecord } from "../../../../data/module/module-parts.js";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import {
  compareNumberLists,
  comparePlatformVersions,
} from "../../../../data/platform/platform-version.js";
import type { Steps } from "../../../../data/yield.js";
import { findEntriesByName, getPlatformVersion } from "../../../lookup/entries.js";
import type { Registry } from "../../../registry/loaded/registry-cache.js";

export interface RunScript extends MigrationScriptRecord {
  readonly module: string;
  /** Source repository of its file. */
  readonly source: string;
}

/** OpenUpgrade's module, whose scripts belong to other modules, each in the folder of one. */
const OPENUPGRADE = "openupgrade_scripts";

/** Version as Odoo stores it: behind the platform's version. */
export function toInstalledVersion(
  { entries, releases }: Snapshot,
  platformVersion: string,
  entry: number,
): string {
  return `${platformVersion}.${releases.get(entries.release.get(entry))}`;
}

export function toVersion({ system }: Registry, entry: number): string {
  return toInstalledVersion(system.snapshot, system.platformVersion, entry);
}

/** In load order, then those that OpenUpgrade has for the versions on the way; one module a step. */
export function* listRunScripts(
  from: Registry,
  to: Registry,
  toModule: (module: string) => string,
): Steps<readonly RunScript[]> {
  const before = new Map(
    from.system.modules.map(({ name, entry }) => [toModule(name), toVersion(from, entry)]),
  );
  const { snapshot } = to.system;
  const run: RunScript[] = [];
  const add = (script: MigrationScriptRecord, module: string, source: string): void => {
    const [installed, later] = [before.get(module), to.system.find(module)];
    if (installed === undefined || later === undefined) return;
    const runs = runsBetween(script.version, installed, toVersion(to, later.entry));
    if (runs) run.push({ ...script, module, source });
  };
  for (const { name, entry } of to.system.modules) {
    if (name === OPENUPGRADE || !before.has(name)) continue;
    for (const script of snapshot.readParts(entry).migrations) add(script, name, name);
    yield;
  }
  for (const entry of findEntriesByName(snapshot, OPENUPGRADE) ?? []) {
    const version = getPlatformVersion(snapshot, entry);
    if (comparePlatformVersions(version, from.system.platformVersion) <= 0) continue;
    if (comparePlatformVersions(version, to.system.platformVersion) > 0) continue;
    for (const script of snapshot.readParts(entry).migrations) {
      add(script, script.file.split("/")[1] ?? "", OPENUPGRADE);
    }
    yield;
  }
  return run;
}

/** @param folder the version that a script's folder is named after */
export function runsBetween(folder: string, installed: string, version: string): boolean {
  if (folder === "0.0.0") return compareVersions(installed, version) < 0;
  const isWhole = folder.split(".").length > 3;
  // One without the platform's version is not run again on another platform.
  const [script, old, now] = isWhole
    ? [folder, installed, version]
    : [folder, withoutPlatform(installed), withoutPlatform(version)];
  return compareVersions(old, script) < 0 && compareVersions(script, now) <= 0;
}

function withoutPlatform(version: string): string {
  return version.split(".").slice(2).join(".");
}

/** By the numbers of their parts. */
function compareVersions(left: string, right: string): number {
  return compareNumberLists(left.split(".").map(toNumber), right.split(".").map(toNumber));
}

/** Leading number of a part. */
function toNumber(part: string): number {
  return Number(/^\d{1,9}/.exec(part)?.[0] ?? 0);
}
