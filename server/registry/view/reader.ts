// Input of a system's combined views: the operations of its modules' data files.
import type { ArchNode, LoadedView } from "../../../data/module/loaded-module.js";

/** One operation of a data file of the system on a view. */
export interface ViewOperation {
  readonly module: string;
  /** Its order in the system: the module in load order, then the operation inside it. */
  readonly rank: readonly [module: number, position: number];
  /** View without its `arch`. */
  readonly view: LoadedView;
  /** `undefined` where it gives none, or one that cannot be read. */
  readArch(): ArchNode | undefined;
}

export interface ViewReader {
  /** All operations on the view with this full id (`module.name`), in load order. */
  listOperations(xmlId: string): readonly ViewOperation[];
  /** Full ids of the views of which some operation gives this one as `inherit_id`. */
  listInheriting(xmlId: string): readonly string[];
}
