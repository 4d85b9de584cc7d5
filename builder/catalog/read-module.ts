// The input of the catalog: a parsed module with where and when it was found.
import type { ParsedModule } from "../parse/module.js";

export interface ReadModule {
  readonly organization: string;
  readonly repository: string;
  /** Public clone address. */
  readonly git: string;
  /** The branch, which is the platform version. */
  readonly platformVersion: string;
  /** Commit id of the branch tip. */
  readonly commit: string;
  readonly technicalName: string;
  readonly sourcePath: string;
  readonly folderSizeBytes: number;
  /** Seconds since 1970 UTC. */
  readonly updatedAtSeconds: number;
  readonly committers: readonly string[];
  readonly parsed: ParsedModule;
}
