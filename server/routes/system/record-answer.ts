// Records in answers: by whom they are written, and where.
import { text } from "../../contract/parameter.js";
import type { WrittenRecord } from "../../registry/data/record-writes.js";

/** Description shared by all answers about records. */
export const RECORDS =
  "The installation (system) is that of /v1/plan for the same parameters, newly installed without demo data: all data files are loaded in load order, and the last one that gives a field wins. No code is run: what functions, hooks and settings change is not known.";

export const MODULE = text("Only what a data file of this module writes.", { example: "sale" });

export const isWrittenBy =
  (module: string | undefined) =>
  ({ record }: { readonly record: WrittenRecord }): boolean =>
    module === undefined || record.writes.some((write) => write.module === module);
