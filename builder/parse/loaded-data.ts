// Records that the platform loads from a module's data files, in load order: the manifest names the
// files.
import type { LoadedDataFile, LoadedRecord } from "../../data/module/loaded-module.js";

/** Records of one module; the largest of public modules has a tenth of it. */
export const RECORDS_LIMIT = 500_000;

/**
 * Each file that the manifest names in `data`, where it is named first.
 * @param found path of a file → what it holds
 */
export function listLoadedData(
  found: ReadonlyMap<string, readonly LoadedRecord[]>,
  data: readonly string[],
): readonly LoadedDataFile[] {
  let left = RECORDS_LIMIT;
  return Array.from(new Set(data.map(toPlainPath)), (file): LoadedDataFile => {
    const records = found.get(file) ?? [];
    const taken = records.length <= left ? records : records.slice(0, left);
    left -= taken.length;
    return { file, records: taken };
  });
}

/** Without what leads nowhere: `./views//a.xml` is `views/a.xml`. */
export function toPlainPath(path: string): string {
  const parts = path.trim().split("/");
  return parts.filter((part) => part !== "" && part !== ".").join("/");
}
