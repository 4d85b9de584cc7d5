// A module as found at a platform version, before it is linked in the catalog. Most of its content
// stays in a file until it is needed.
import type { ViewRecord } from "../../data/module/records.js";
import type { EntryHead } from "../../data/module/facts.js";
import type { ToldReplacement } from "../../data/module/replacement.js";
import type { AccessFacts } from "../parse/access-facts.js";

/** Facts on which the type of a view may depend. */
export type ViewLink = Pick<ViewRecord, "xml_id" | "inherit_xml_id" | "view_type">;

export interface FoundEntry {
  readonly head: EntryHead;
  readonly viewLinks: readonly ViewLink[];
  readonly replacements: readonly ToldReplacement[];
  readonly access: AccessFacts;
  /** Modules of one digest have the same content. */
  readonly contentDigest: string;
  /** Stands for all of the above but the commit: a branch moves, most of its modules stay as they are. */
  readonly digest: string;
  /** Location of its content in the file of its branch, or of its shard. */
  readonly content: ContentLocation;
}

export interface ContentLocation {
  /** From the first content of its branch, or of its reading in a shard, in bytes. */
  readonly start: number;
  readonly bytes: number;
}

/** Entries with their contents. */
export interface FoundEntries {
  readonly modules: readonly FoundEntry[];
  /**
   * Output of `packContent`, the same each time. @throws DamagedContent, or OperatorError of a
   * shard, for a damaged or missing file
   * @throws DamagedContent, or OperatorError of a shard, when it stands in a file that is damaged or gone
   */
  readContent(module: FoundEntry): Uint8Array;
}
