// CSV files of a module: the ids of their rows, and what the access rights among them refer to.
import type { AccessRecord } from "../../../data/module/module-parts.js";
import type { WrittenReference } from "../../../data/module/module-under-development.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import { listDataParts, toRowRecords } from "../data-parts.js";
import type { SourceFile } from "../source-file.js";
import { parseTableFile } from "../table-file.js";
import type { DataReferences } from "./data-references.js";

/** @param technicalName of the module */
export function readRowReferences(file: SourceFile, technicalName: string): DataReferences {
  const rows = toRowRecords(parseTableFile(file).value, file.path);
  const { access } = listDataParts([[file.path, rows]]);
  return {
    records: new Map(rows.map(({ xml_id: id, model }) => [toFullXmlId(technicalName, id), model])),
    references: access.flatMap((right) => listReferred(right, technicalName)),
    unread: [],
  };
}

function listReferred(
  { model, group, file, line }: AccessRecord,
  technicalName: string,
): readonly WrittenReference[] {
  return [model, group]
    .filter((id) => id !== null && /^[\w.-]+$/.test(id))
    .map((id) => ({
      kind: "record",
      xmlId: toFullXmlId(technicalName, id ?? ""),
      isView: false,
      from: "data",
      file,
      line,
    }));
}
