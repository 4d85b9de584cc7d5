// Splits a record: facts in columns and tables, and the rest, which is packed. Nothing is kept
// twice.
import {
  FACT_NAMES,
  FACTS,
  PACKED_FACTS,
  type ColumnFact,
  type EntryHead,
  type Fact,
  type LinkedFact,
  type PackedFact,
  type RecordHead,
} from "../../module/facts.js";
import { damagedSection } from "../errors.js";

/** Facts that are read from columns, for searches too. */
export type RecordDetails = Pick<RecordHead, ColumnFact>;

/** Facts that are packed first. */
export type PackedHead = Omit<Pick<RecordHead, PackedFact>, "branch" | "last_code_change"> & {
  /** `null` where it is named like its platform version. */
  readonly branch: string | null;
  /** Seconds since 1970. */
  readonly last_code_change: number | null;
};

/** The part of a record's head that is in no column. */
export function toPackedHead(record: EntryHead): PackedHead {
  const packed = Object.fromEntries(PACKED_FACTS.map((name) => [name, record[name]]));
  return {
    ...(packed as Pick<RecordHead, PackedFact>),
    last_code_change:
      record.last_code_change === null ? null : parseTimestamp(record.last_code_change),
    branch: record.branch === record.platform_version ? null : record.branch,
  };
}

const ALL_FACTS = FACT_NAMES.map((name) => [name, FACTS[name].stored] as const);
/** The facts that an entry has alone. */
const OWN_FACTS = ALL_FACTS.filter(([, store]) => store !== "linked");

/**
 * The whole head, its keys in the order of FACTS, which is that of the interface.
 * @throws SnapshotError where a fact is missing: the key lists are of the file too
 */
export function joinHead(
  column: RecordDetails,
  packed: PackedHead,
  linked: Pick<RecordHead, LinkedFact>,
): RecordHead {
  return pickFacts(ALL_FACTS, { column, packed: unpackHead(column, packed), linked }) as RecordHead;
}

/** The head without what follows from other modules, which takes a walk through them to find. */
export function joinOwnHead(column: RecordDetails, packed: PackedHead): EntryHead {
  const own = { column, packed: unpackHead(column, packed), linked: {} };
  return pickFacts(OWN_FACTS, own) as EntryHead;
}

function unpackHead({ platform_version }: RecordDetails, packed: PackedHead): object {
  const { branch, last_code_change: seconds } = packed;
  return {
    ...packed,
    branch: branch ?? platform_version,
    last_code_change: seconds === null ? null : toTimestamp(seconds),
  };
}

function pickFacts(
  facts: typeof ALL_FACTS,
  stores: Readonly<Record<Fact["stored"], object>>,
): object {
  const picked: Record<string, unknown> = {};
  for (const [name, store] of facts) {
    const value = (stores[store] as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) throw damagedSection("records.bytes", "the facts of a module", name);
    picked[name] = value;
  }
  return picked;
}

/** UTC, `YYYY-MM-DD HH:MM:SS`, of seconds since 1970. */
export function toTimestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** Seconds since 1970 of what `toTimestamp` gave. */
export function parseTimestamp(timestamp: string): number {
  return Date.parse(`${timestamp.replace(" ", "T")}Z`) / 1000;
}
