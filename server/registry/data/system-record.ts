// A record of a system with what is known of its values.
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import type { RecordValue } from "./field-value.js";
import type { WrittenRecord } from "./record-writes.js";

/** Prefix of records of models, which are named by their models. */
const OF_MODEL = "ir.model:";

export interface SystemRecord extends WrittenRecord {
  /** Flag of the record's id: that of its first writer. */
  readonly noupdate: boolean;
  /** Values of fields in data files. */
  readonly values: ReadonlyMap<string, RecordValue>;
  /** Names of fields whose value only running code knows, sorted. */
  readonly unknown: readonly string[];
}

export function toTextValue(value: RecordValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

export function toTextValues(value: RecordValue | undefined): readonly string[] {
  return typeof value === "object" && value !== null ? value : [];
}

export function nameModelRecord(model: string): string {
  return OF_MODEL + model;
}

/** The model whose record a value is; a value that is the name of a model is as it is. */
export function toModelName(value: RecordValue | undefined): string | null {
  const text = toTextValue(value);
  return text?.startsWith(OF_MODEL) === true ? text.slice(OF_MODEL.length) : text;
}

/** @param initial what the model has where a record says nothing */
export function getSequence({ values }: SystemRecord, initial: number): number {
  const sequence = values.get("sequence");
  return typeof sequence === "number" ? sequence : initial;
}

export const toId = ({ xmlId }: WrittenRecord) => ({
  xml_id: xmlId,
  module: getModuleOfXmlId(xmlId),
});

export const toWriters = ({ writes }: WrittenRecord) =>
  writes.map(({ module, file, line, tag, noupdate }) => ({ module, file, line, tag, noupdate }));
