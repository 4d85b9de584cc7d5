// Scheduled work: `ir.cron` records. Up to 10.0 they name a model and a method; since 11.0 they are
// server actions, with a reference to the model and code.
import type { CronRecord } from "../../../data/module-parts.js";
import type { Unplaced } from "../source-file.js";
import { cleanDocstring } from "../python/docstring.js";
import {
  findFieldValue,
  findFlag,
  findInteger,
  findReference,
  type RecordFields,
} from "./record-fields.js";
import { toText, type XmlElement } from "./tree.js";

export function toCronRecord(fields: RecordFields, xmlId: string): Unplaced<CronRecord> {
  return {
    xml_id: xmlId,
    name: findFieldValue(fields.get("name")),
    model: findReference(fields.get("model_id")) ?? findFieldValue(fields.get("model")),
    interval_number: findInteger(fields.get("interval_number")),
    interval_type: findFieldValue(fields.get("interval_type")),
    code: findCode(fields.get("code")),
    function: findFieldValue(fields.get("function")),
    active: findFlag(fields.get("active")),
  };
}

/** Without the indentation that the file gives to all of its lines. */
function findCode(field: XmlElement | undefined): string | null {
  const text = field === undefined ? "" : toText(field).trimEnd();
  return text === "" ? findFieldValue(field) : cleanDocstring(text);
}
