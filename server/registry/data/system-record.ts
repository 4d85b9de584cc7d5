// A record of a system with what is known of its values.
import type { RecordValue } from "./field-value.js";
import type { WrittenRecord } from "./record-writes.js";

export interface SystemRecord extends WrittenRecord {
  /** As the record of its id has it: of who writes it first. */
  readonly noupdate: boolean;
  /** Of the fields that a data file gives. */
  readonly values: ReadonlyMap<string, RecordValue>;
  /** Names of fields whose value only running code knows, sorted. */
  readonly unknown: readonly string[];
}
