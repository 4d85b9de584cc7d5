// Migration scripts that run when a system becomes another one: those of modules that are installed before, whose version
// lies between (`MigrationManager.migrate_module` of odoo/modules/migration.py); and the losses and failures that they
// cover. A step covers a change that it names; its correctness is unknown, so each is shown with its location. Code that
// uses the ORM covers the fields that it writes.
import { addToGroup } from "../../../data/grouped.js";
import type { MigrationScriptRecord } from "../../../data/module/module-parts.js";
import {
  compareNumberLists,
  comparePlatformVersions,
} from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Steps } from "../../../data/yield.js";
import type { UpgradeCode } from "../../contract/shape/migration/upgrade-codes.js";
import type { UpgradeCover } from "../../contract/shape/migration/upgrade.js";
import {
  findEntriesByName,
  getInstalledVersion,
  getPlatformVersion,
  listVersions,
} from "../../lookup/entries.js";
import type { VersionPair } from "../../registry/api/names.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";

export interface RunScript extends MigrationScriptRecord {
  readonly module: string;
  /** Source repository of its file. */
  readonly source: string;
}

/** OpenUpgrade's module, whose scripts belong to other modules, each in the folder of one. */
const OPENUPGRADE = "openupgrade_scripts";

/** In load order, then those that OpenUpgrade has for the versions on the way; one module a step. */
export function* listRunScripts(
  from: Registry,
  to: Registry,
  toModule: (module: string) => string,
): Steps<readonly RunScript[]> {
  const before = new Map(
    from.system.modules.map(({ name, entry }) => [
      toModule(name),
      getInstalledVersion(from.system.snapshot, entry),
    ]),
  );
  const { snapshot } = to.system;
  const run: RunScript[] = [];
  const add = (script: MigrationScriptRecord, module: string, source: string): void => {
    const [installed, later] = [before.get(module), to.system.find(module)];
    if (installed === undefined || later === undefined) return;
    const runs = runsBetween(script.version, installed, getInstalledVersion(snapshot, later.entry));
    if (runs) run.push({ ...script, module, source });
  };
  for (const { name, entry } of to.system.modules) {
    if (name === OPENUPGRADE || !before.has(name)) continue;
    for (const script of snapshot.readParts(entry).migrations) add(script, name, name);
    yield;
  }
  const versions = { from: from.system.platformVersion, to: to.system.platformVersion };
  for (const entry of listOpenUpgrade(snapshot, versions)) {
    for (const script of snapshot.readParts(entry).migrations) {
      add(script, script.file.split("/")[1] ?? "", OPENUPGRADE);
    }
    yield;
  }
  return run;
}

/** OpenUpgrade's entries for the versions on the way: after the former, up to the new one. */
function listOpenUpgrade(snapshot: Snapshot, pair: VersionPair): readonly number[] {
  return (findEntriesByName(snapshot, OPENUPGRADE) ?? []).filter((entry) =>
    isOnTheWay(getPlatformVersion(snapshot, entry), pair),
  );
}

/** Does the index have OpenUpgrade for each of its versions on the way? */
export function hasOpenUpgrade(snapshot: Snapshot, pair: VersionPair): boolean {
  const found = listVersions(snapshot, listOpenUpgrade(snapshot, pair));
  return (
    found.length > 0 &&
    found.length === snapshot.versions.filter((one) => isOnTheWay(one, pair)).length
  );
}

const isOnTheWay = (version: string, { from, to }: VersionPair): boolean =>
  comparePlatformVersions(version, from) > 0 && comparePlatformVersions(version, to) <= 0;

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

function toNumber(part: string): number {
  return Number(/^\d{1,9}/.exec(part)?.[0] ?? 0);
}

/** Names of a change's subject that a script would use. */
export interface CoverSubject {
  readonly model?: string | undefined;
  /** The table of its model. */
  readonly table?: string | undefined;
  readonly field?: string;
  /** Former table of a many2many. */
  readonly relation?: string | undefined;
  readonly xmlId?: string;
  readonly module?: string;
}

/** Steps by what they name. */
export interface Cover {
  /** In the order in which they run; none for a change that asks for nothing. */
  find(code: UpgradeCode, subject: CoverSubject): readonly UpgradeCover[];
}

interface Named {
  readonly thing: RunScript["steps"][number]["thing"];
  readonly table: string;
  readonly names: readonly string[];
  /** Whether a value is given to each of the names, and not to the last one from the others. */
  readonly givesEach: boolean;
  readonly cover: UpgradeCover;
}

const toTable = (name: string): string => name.replaceAll(".", "_");

export function createCover(scripts: readonly RunScript[]): Cover {
  const byName = new Map<string, Named[]>();
  for (const { source: module, file, phase, steps } of scripts) {
    for (const { thing, on, names, line, call } of steps) {
      const table = toTable(on ?? "");
      const cover = { module, file, line, phase, call };
      const named = { thing, table, names, givesEach: GIVING.has(call), cover };
      for (const name of new Set([table, ...names])) addToGroup(byName, name, named);
    }
  }
  const find = (name: string, covers: (step: Named) => boolean): readonly UpgradeCover[] =>
    (byName.get(name) ?? []).filter(covers).map(({ cover }) => cover);
  const findTable = (name: string): readonly UpgradeCover[] =>
    find(name, ({ thing }) => thing === "table" || thing === "statement");
  return {
    find: (
      code,
      { model = "", table = toTable(model), field = "", relation, xmlId = "", module = "" },
    ) => {
      const way = WAYS.get(code);
      if (way === undefined) return [];
      if (way === "record") {
        return [...find(xmlId, isRecord), ...find(toConstraint(xmlId), isOfTable)];
      }
      if (way === "module") return find(module, ({ thing }) => thing === "module");
      if (way === "model") {
        return [...find(model, ({ thing }) => thing === "model"), ...findTable(table)];
      }
      const isWritten = way === "written";
      const column = find(
        field,
        (step) => namesColumn(step, table, isWritten) && (!isWritten || endsAt(step, field)),
      );
      return way === "relation" && relation !== undefined
        ? [...column, ...findTable(relation)]
        : column;
    },
  };
}

/** Calls that give a value to each field, or column, that they name. */
const GIVING = new Set(["write", "create", "update", "=", "create_column", "convert_column"]);

/** Steps that give no value. */
const READING = new Set(["SELECT", "mapped"]);

const isRecord = ({ thing }: Named): boolean => thing === "record";

/** Constraints stand in scripts by the name that they have in the database, with their table. */
const isOfTable = ({ thing, table }: Named): boolean => table !== "" && thing !== "column";

/** `sale.constraint_sale_order_name_uniq` is the constraint `sale_order_name_uniq`. */
function toConstraint(xmlId: string): string {
  return /^\w+\.constraint_(\w+)$/.exec(xmlId)?.[1] ?? "";
}

/** Names by which a script covers a change; `written` needs a value, so reading is not enough. */
const WAYS: ReadonlyMap<
  UpgradeCode,
  "module" | "model" | "column" | "written" | "relation" | "record"
> = new Map([
  ["module_merged", "module"],
  ["module_renamed", "module"],
  ["model_removed", "model"],
  ["model_renamed", "model"],
  ["column_removed", "column"],
  ["no_longer_stored", "relation"],
  ["type_changed", "column"],
  ["selection_narrowed", "column"],
  ["required_without_default", "written"],
  ["now_required", "written"],
  ["comodel_changed", "written"],
  ["relation_removed", "relation"],
  ["relation_table_changed", "relation"],
  ["record_kept", "record"],
  ["record_renamed", "record"],
  ["noupdate_switched", "record"],
  ["constraint_added", "record"],
  ["constraint_changed", "record"],
] as const);

/** SQL names tables and columns alike: what it reads may be of any table that stands in the statement. */
function namesColumn(
  { thing, table: on, names, cover }: Named,
  table: string,
  isWritten: boolean,
): boolean {
  if (isWritten && READING.has(cover.call)) return false;
  if (thing === "column") return on === table;
  if (thing !== "statement") return false;
  return on === table || (!isWritten && names.includes(table));
}

/** A step that renames or copies gives a value to the last name; the ones before it are where that is from. */
function endsAt({ thing, names, givesEach }: Named, field: string): boolean {
  return thing !== "column" || givesEach || names.at(-1) === field;
}
