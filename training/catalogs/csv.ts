// Catalogs as comma-separated rows, as ERPNext keeps them: `source,translation[,context]`, or in
// older files `DocType: name,source,translation`. Total.
import { splitCsv } from "../../builder/parse/csv.js";
import type { Translation } from "./po.js";

/** Rows of an older file open with where the text is from. */
const ORIGIN = /^(?:DocType|apps\/)/;

/** The rows of a catalog that have both texts, in its order. */
export function parseCsvCatalog(text: string): readonly Translation[] {
  return splitCsv(text).flatMap(({ cells }) => {
    const [first = "", second = "", third = ""] = cells;
    const hasOrigin = cells.length >= 3 && ORIGIN.test(first);
    const [source, target] = hasOrigin ? [second, third] : [first, second];
    return source === "" || target === "" ? [] : [{ source, target }];
  });
}
