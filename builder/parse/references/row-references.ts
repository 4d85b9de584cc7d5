// CSV files of a module: the ids of their rows, and what the access rights among them refer to.
import type { WrittenReference } from "../../../data/module-under-development.js";
import { toFullXmlId } from "../../../data/xml-id.js";
import { ACCESS_LIMIT_BYTES, parseAccessFile } from "../access-file.js";
import { isAccessFile } from "../file-kind.js";
import { splitCsv } from "../csv.js";
import type { SourceFile } from "../source-file.js";
import type { DataReferences } from "./data-references.js";

/** @param technicalName of the module */
export function readRowReferences(file: SourceFile, technicalName: string): DataReferences {
  if (file.bytes.length > ACCESS_LIMIT_BYTES) {
    return { records: new Map(), references: [], unread: [] };
  }
  const name = file.path.split("/").at(-1) ?? "";
  const model = name.replace(/(?:-.*)?\.csv$/i, "");
  const [head, ...rows] = splitCsv(new TextDecoder().decode(file.bytes));
  const column = head?.cells.findIndex((cell) => cell.trim() === "id") ?? -1;
  const ids = rows.flatMap(({ cells }) => cells[column]?.trim() || []);
  const records = new Map(ids.map((id) => [toFullXmlId(technicalName, id), model]));
  return { records, references: listRights(file, technicalName), unread: [] };
}

function listRights(file: SourceFile, technicalName: string): readonly WrittenReference[] {
  if (!isAccessFile(file.path)) return [];
  return parseAccessFile(file).value.flatMap(({ model, group, line }) =>
    [model, group]
      .filter((id) => id !== null && /^[\w.-]+$/.test(id))
      .map((id) => ({
        kind: "record",
        xmlId: toFullXmlId(technicalName, id ?? ""),
        isView: false,
        mayBeDemo: false,
        file: file.path,
        line,
      })),
  );
}
