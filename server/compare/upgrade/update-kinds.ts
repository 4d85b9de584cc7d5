// Modules of two snapshots at one platform version: those that need an update, and those for which
// a restart is enough. The platform writes manifests, records of data files, views and models with
// the texts of their fields when it loads a module with `-u`. It leaves existing records under
// `noupdate` alone.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { toGivenRows, toModelKey } from "../../../data/snapshot/loaded/packed-data.js";
import type { Steps } from "../../../data/yield.js";
import type { Upgrade } from "../../contract/shape/migration/upgrade.js";
import { createProviderChoice } from "../../lookup/dependency/choose-provider.js";

type UpdateKinds = Pick<NonNullable<Upgrade["updates"]>, "update" | "restart">;

interface Side {
  readonly snapshot: Snapshot;
  readonly platformVersion: string;
  /** Names of the modules that are installed. */
  readonly names: readonly string[];
}

/** Kinds for modules with other files on both sides. A step compares one. */
export function* listUpdateKinds(before: Side, after: Side): Steps<UpdateKinds> {
  const update: string[] = [];
  const restart: string[] = [];
  if (before.snapshot === after.snapshot) return { update, restart };
  const installed = new Set(before.names);
  const [findOld, findNow] = [createFinder(before), createFinder(after)];
  for (const name of after.names) {
    if (!installed.has(name)) continue;
    const [old, now] = [findOld(name), findNow(name)];
    if (old === undefined || now === undefined || haveSameFiles(old, now)) continue;
    yield;
    (describe(old) === describe(now, old) ? restart : update).push(name);
  }
  return { update, restart };
}

interface Entry {
  readonly snapshot: Snapshot;
  readonly entry: number;
}

function createFinder({ snapshot, platformVersion, names }: Side) {
  const { choose } = createProviderChoice(snapshot, { platformVersion, modules: names });
  return (name: string): Entry | undefined => {
    const entry = choose(name);
    return entry === undefined ? undefined : { snapshot, entry };
  };
}

/** Entries by an earlier program lack trees, and may have other files. */
function haveSameFiles(left: Entry, right: Entry): boolean {
  const [one, other] = [left, right].map(({ snapshot, entry }) => snapshot.readOwnHead(entry));
  return one?.trees[0] !== undefined && one.trees[0] === other?.trees[0];
}

const MANIFEST = [
  "name",
  "version",
  "summary",
  "category",
  "license",
  "application",
  "website",
  "authors",
] as const;

/**
 * Everything that an update writes, as a text.
 * @param former the module's former entry; its records under `noupdate` stay unchanged
 */
function describe({ snapshot, entry }: Entry, former?: Entry): string {
  const record = snapshot.readOwnRecord(entry);
  const { readHead, readArch } = snapshot.loaded;
  const views = readHead(entry).views.map(({ archRow, ...view }) => [
    view,
    archRow === undefined ? null : readArch(archRow),
  ]);
  const models = record.models.map(({ model_name, inherit_from, attrs, fields }) => ({
    model_name,
    inherit_from,
    attrs,
    fields,
  }));
  const facts = MANIFEST.map((name) => record[name]);
  const { declared_dependencies: depends, auto_install } = record;
  const kept = new Set(listRecords(former ?? { snapshot, entry }).map(({ id }) => id));
  const records = listRecords({ snapshot, entry }).flatMap(({ id, isKept, values }) =>
    isKept && kept.has(id) ? [] : [[id, values]],
  );
  const { classes } = snapshot.loaded;
  const constraints = classes
    .list(entry)
    .map(({ model, number }) => (model === null ? [] : classes.read(number).table_objects));
  return toPlaceless(
    [facts, depends, auto_install, models, constraints, views, records],
    "class_name",
  );
}

/** A text that is equal for what differs only in where it stands, which reaches no database. @param besides what is left out too */
export function toPlaceless(value: unknown, besides?: string): string {
  return JSON.stringify(value, (key, one: unknown) => {
    if (key === "line" || key === "file" || key === besides) return undefined;
    return one instanceof Map ? [...(one as ReadonlyMap<unknown, unknown>)] : one;
  });
}

interface WrittenRecord {
  readonly id: string;
  readonly isKept: boolean;
  readonly values: unknown;
}

function listRecords({ snapshot: { loaded }, entry }: Entry): readonly WrittenRecord[] {
  const { models, rows, readRecords } = loaded.readData(entry);
  return models.flatMap((model) => {
    const row = rows.get(toModelKey(model));
    const given = row === undefined ? [] : toGivenRows(loaded.readRow(row));
    const { ids, noupdate } = readRecords(model);
    return ids.map((id, at) => ({
      id: `${model} ${id}`,
      isKept: noupdate[at] ?? false,
      values: given[at] ?? null,
    }));
  });
}
