// Cache of decoded modules, shared by the systems of one snapshot, up to so many bytes. A registry
// keeps its own needs for as long as it lives.
import type { LoadedClass } from "../../../data/module/loaded-module.js";
import type { LoadedHead } from "../../../data/snapshot/loaded/loaded-reader.js";
import type { DataHead } from "../../../data/snapshot/loaded/packed-writes.js";
import { createBoundedCache, getBudget } from "../../lookup/bounded-cache.js";
import { deriveOnce } from "../../lookup/derived.js";

/** Bytes of all module heads of a snapshot, and likewise of their writes and values. */
const MOST_HEAD_BYTES = 8 * 1024 * 1024;

/** Bytes of all classes of a snapshot. */
const MOST_CLASS_BYTES = 16 * 1024 * 1024;

/** Memory of heads, rows and classes for each byte in the snapshot; measured. */
const HEAD_BYTES_PER_PACKED = 4;
const ROW_BYTES_PER_PACKED = 3;
const DATA_BYTES_PER_PACKED = 2;
const CLASS_BYTES_PER_PACKED = 6;

export const getDecoded = deriveOnce((snapshot) => {
  const { loaded } = snapshot;
  const budget = getBudget(snapshot);
  const keep = <T>(
    mostBytes: number,
    bytesPerPacked: number,
    count: (number: number) => number,
  ) => {
    const cache = createBoundedCache<T, number>({ budget, mostBytes });
    return (number: number, read: (number: number) => T): T =>
      cache.get(number, () => ({ value: read(number), bytes: bytesPerPacked * count(number) }));
  };
  const { classes, countHeadBytes, countWriteBytes, countDataBytes } = loaded;
  const heads = keep<LoadedHead>(MOST_HEAD_BYTES, HEAD_BYTES_PER_PACKED, countHeadBytes);
  const data = keep<DataHead>(MOST_HEAD_BYTES, DATA_BYTES_PER_PACKED, countWriteBytes);
  const rows = keep<unknown>(MOST_HEAD_BYTES, ROW_BYTES_PER_PACKED, countDataBytes);
  const ofModels = keep<LoadedClass>(MOST_CLASS_BYTES, CLASS_BYTES_PER_PACKED, classes.countBytes);
  return {
    readHead: (entry: number) => heads(entry, loaded.readHead),
    readData: (entry: number) => data(entry, loaded.readData),
    /** @param decode what reads all rows of the key that the row has */
    readRow: (row: number, decode: (packed: unknown) => unknown) =>
      rows(row, () => decode(loaded.readRow(row))),
    /** The class with the number that the snapshot gives it. */
    readClass: (number: number) => ofModels(number, classes.read),
  };
});
