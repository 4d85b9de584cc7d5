// `ir.model.access.csv`: one access right a row. The platform takes the model of a CSV file from its
// name up to a `-`, and the fields from its first row (`convert_csv_import` of its `tools/convert.py`).
import type { AccessRecord } from "../../data/module-parts.js";
import type { Diagnostic, Parsed } from "./diagnostics.js";
import { splitCsv } from "./csv.js";
import type { InFile, SourceFile } from "./source-file.js";
import { toFlag } from "./xml/record-fields.js";

/** Largest file that is read; the largest in public repositories has 50 kB. */
export const ACCESS_LIMIT_BYTES = 2_000_000;

/** The rows with an id, in order. A column that is missing is `null` in each. */
export function parseAccessFile({
  path,
  bytes,
}: SourceFile): Parsed<readonly InFile<AccessRecord>[]> {
  const diagnostics: Diagnostic[] = [];
  if (bytes.length > ACCESS_LIMIT_BYTES) {
    const detail = `${bytes.length} bytes`;
    return { value: [], diagnostics: [{ code: "file_too_large", path, line: 1, detail }] };
  }
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\uFFFD")) {
    diagnostics.push({ code: "text_undecodable", path, line: 1, detail: "not utf-8" });
  }
  const [head, ...rows] = splitCsv(text);
  const columns = new Map((head?.cells ?? []).map((name, column) => [toField(name), column]));
  const value = rows.flatMap(({ cells, line }): readonly InFile<AccessRecord>[] => {
    const read = (field: string): string | null => {
      const column = columns.get(field);
      return column === undefined ? null : (cells[column]?.trim() ?? "");
    };
    const xmlId = read("id");
    if (xmlId === null || xmlId === "") return [];
    return [
      {
        xml_id: xmlId,
        name: read("name") || null,
        model: read("model_id") || null,
        group: read("group_id") || null,
        perm_read: toPermission(read("perm_read")),
        perm_write: toPermission(read("perm_write")),
        perm_create: toPermission(read("perm_create")),
        perm_unlink: toPermission(read("perm_unlink")),
        line,
      },
    ];
  });
  return { value, diagnostics };
}

/** `model_id:id` and `model_id/id` name the field `model_id`, by the ids of its records. */
function toField(column: string): string {
  return column.trim().split(/[:/]/, 1)[0] ?? "";
}

/** An empty cell is false, and so is no other (`_str_to_boolean` of `ir.fields.converter`). */
function toPermission(cell: string | null): boolean | null {
  return cell === null ? null : cell !== "" && toFlag(cell) !== false;
}
