// Catalogs as comma-separated rows, as ERPNext keeps them: `source,translation[,context]`, or in
// older files `DocType: name,source,translation`. Total.
import type { Translation } from "./po.js";

/** Rows of an older file open with where the text is from. */
const PLACE = /^(?:DocType|apps\/)/;

/** The rows of a catalog that have both texts, in its order. */
export function parseCsvCatalog(text: string): readonly Translation[] {
  return listRows(text).flatMap((row) => {
    const [first = "", second = "", third = ""] = row;
    const hasPlace = row.length >= 3 && PLACE.test(first);
    const [source, target] = hasPlace ? [second, third] : [first, second];
    return source === "" || target === "" ? [] : [{ source, target }];
  });
}

/** A quoted field, in which a doubled quote is one, or a plain one; then what ends it. */
const FIELD = /(?:"((?:[^"]|"")*)"([^,\r\n]*)|([^,\r\n]*))(,|\r?\n|\r|$)/gy;

/** The fields of each row (RFC 4180). */
function listRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [whole, quoted, rest = "", plain = "", end] of text.matchAll(FIELD)) {
    if (whole === "" && row.length === 0) break;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest);
    if (end === ",") continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}
