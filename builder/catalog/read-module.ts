// The input of the catalog: where and when a module was found, and what its files say.
import type { Manifest } from "../parse/manifest.js";
import type { ParsedModule } from "../parse/module.js";
import type { FolderHistory } from "../source/git/history.js";
import type { ViewLink } from "./view-types.js";

/** What is known of a module while all are linked. Most of what it holds is not: it is read when needed. */
export interface ReadModule extends FolderHistory {
  readonly organization: string;
  readonly repository: string;
  /** Public clone address. */
  readonly git: string;
  readonly branch: string;
  /** What the branch is for. */
  readonly platformVersion: string;
  /** Commit id of the branch tip. */
  readonly commit: string;
  readonly technicalName: string;
  readonly sourcePath: string;
  readonly folderSizeBytes: number;
  readonly hasTests: boolean;
  /** Its assets are among the parts, its description may be that of the module. */
  readonly manifest: Omit<Manifest, "assets" | "data" | "description">;
  readonly description: string;
  readonly viewLinks: readonly ViewLink[];
  /** Modules of one digest have the same content. */
  readonly contentDigest: string;
  /** Stands for all of the above but the commit: a branch moves, most of its modules stay as they are. */
  readonly digest: string;
  /**
   * What most of a module consists of, the same each time.
   * @throws DamagedContent, or OperatorError of a shard, when it stands in a file that is damaged or gone
   */
  readContent(): ModuleContent;
}

export type ModuleFacts = Omit<ReadModule, "readContent">;

export type ModuleContent = Pick<ParsedModule, "models" | "views" | "parts" | "loaded">;
