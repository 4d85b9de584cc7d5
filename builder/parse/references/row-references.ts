// CSV files of a module: the ids of their rows, and what the access rights among them refer to.
import type { WrittenReference } from "../../../data/module-under-development.js";
import { toFullXmlId } from "../../../data/xml-id.js";
import { toAccessRight } from "../access-file.js";
import { isAccessFile } from "../file-kind.js";
import type { SourceFile } from "../source-file.js";
import { parseTableFile, toTableModel, type TableRow } from "../table-file.js";
import type { DataReferences } from "./data-references.js";

/** @param technicalName of the module */
export function readRowReferences(file: SourceFile, technicalName: string): DataReferences {
  const { value: rows } = parseTableFile(file);
  const model = toTableModel(file.path);
  const records = new Map(rows.map(({ xml_id: id }) => [toFullXmlId(technicalName, id), model]));
  return { records, references: listRights(file, rows, technicalName), unread: [] };
}

function listRights(
  file: SourceFile,
  rows: readonly TableRow[],
  technicalName: string,
): readonly WrittenReference[] {
  if (!isAccessFile(file.path)) return [];
  return rows.map(toAccessRight).flatMap(({ model, group, line }) =>
    [model, group]
      .filter((id) => id !== null && /^[\w.-]+$/.test(id))
      .map((id) => ({
        kind: "record",
        xmlId: toFullXmlId(technicalName, id ?? ""),
        isView: false,
        from: "data",
        file: file.path,
        line,
      })),
  );
}
