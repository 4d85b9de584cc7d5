// Every table of the dataset, those first that others refer to, and their rows: a snapshot is read once, entry by entry. At most
// one entry and one history are in memory.
import type { Table, EntrySource, RepositorySource, Row, SnapshotSource } from "./table.js";
import { CODE_TABLES } from "./tables/code-tables.js";
import { HISTORY_TABLES } from "./tables/history-tables.js";
import { diagnosticTable, MODULE_TABLES, NEED_TABLES } from "./tables/module-tables.js";
import { PART_TABLES } from "./tables/part-tables.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { finishSteps } from "../../data/yield.js";
import { getPlatformVersion, getTechnicalName } from "../lookup/entries.js";

export const TABLES: readonly Table[] = [
  ...MODULE_TABLES,
  ...NEED_TABLES,
  ...CODE_TABLES,
  ...PART_TABLES,
  ...HISTORY_TABLES,
  diagnosticTable,
];

/** The texts in which words are looked for: `entry_texts MATCH 'stock move'`. */
export const FULL_TEXT = {
  name: "entry_texts",
  table: "entries",
  rowid: "id",
  columns: ["technical_name", "name", "summary", "description"],
} as const;

/** Raised when a table or a column is removed or means something else; new ones do not count. */
export const DATASET_VERSION = 1;

interface TableRows {
  readonly table: Table;
  readonly rows: Iterable<Row>;
}

/** Ids count from 1, as people expect of a table. */
const toId = (number: number): number => number + 1;

/**
 * The rows of all tables, of one source after another: what is given must be read before the next is taken, and
 * while the snapshot is open.
 */
export function* listTableRows(snapshot: Snapshot): Generator<readonly TableRows[]> {
  const openTables = (from: Table["from"]) => {
    const own = TABLES.filter((table) => table.from === from);
    return (source: SnapshotSource | RepositorySource | EntrySource): readonly TableRows[] =>
      own.map((table) => ({ table, rows: table.listRows(source as never) }));
  };
  yield openTables("snapshot")(createSnapshotSource(snapshot));
  const ofRepository = openTables("repository");
  let firstCommitId = 1;
  for (const [number, repository] of snapshot.repositories.entries()) {
    const history = finishSteps(snapshot.histories.readHistory(number));
    const repository_id = toId(number);
    yield ofRepository({ snapshot, number, repository, history, repository_id, firstCommitId });
    firstCommitId += history.commits.length;
  }
  const ofEntry = openTables("entry");
  const keys = listEntryKeys(snapshot);
  let firstModelId = 1;
  for (let entry = 0; entry < snapshot.entries.length; entry++) {
    const record = snapshot.readRecord(entry);
    const { platform_version } = record;
    yield ofEntry({
      record,
      parts: snapshot.readParts(entry),
      entry_id: toId(entry),
      repository_id: toId(snapshot.entries.repository.get(entry)),
      firstModelId,
      findLoaded: createClassFinder(snapshot, entry),
      isCarried: (name) => keys.has(`${name} ${platform_version}`),
    });
    firstModelId += record.models.length;
  }
}

function createSnapshotSource(snapshot: Snapshot): SnapshotSource {
  const repositories = new Map(snapshot.providers.map((name, number) => [name, toId(number)]));
  const getRepositoryId = (provider: string): number => {
    const id = repositories.get(provider);
    if (id === undefined) throw new Error(`the snapshot has no repository ${provider}`);
    return id;
  };
  const entries = new Map<string, number>();
  for (let entry = 0; entry < snapshot.entries.length; entry++) {
    const repository = snapshot.entries.repository.get(entry);
    entries.set(`${toEntryKey(snapshot, entry)} ${toId(repository)}`, toId(entry));
  }
  return {
    snapshot,
    getRepositoryId,
    findEntryId: (name, version, provider) =>
      entries.get(`${name} ${version} ${repositories.get(provider)}`) ?? null,
  };
}

/** Neither has a blank in it. */
function toEntryKey(snapshot: Snapshot, entry: number): string {
  return `${getTechnicalName(snapshot, entry)} ${getPlatformVersion(snapshot, entry)}`;
}

function listEntryKeys(snapshot: Snapshot): ReadonlySet<string> {
  const keys = new Set<string>();
  for (let entry = 0; entry < snapshot.entries.length; entry++) {
    keys.add(toEntryKey(snapshot, entry));
  }
  return keys;
}

function createClassFinder(snapshot: Snapshot, entry: number): EntrySource["findLoaded"] {
  const { classes } = snapshot.loaded;
  const found = classes.list(entry).map(({ number }) => classes.read(number));
  const byLocation = new Map(found.map((one) => [`${one.line} ${one.file}`, one]));
  return ({ file, line }) => byLocation.get(`${line} ${file}`);
}
