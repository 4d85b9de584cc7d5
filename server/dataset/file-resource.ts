// A file that is answered, from where the operator keeps such files.
import type { ServedFile } from "./served-files.js";
import type { ResourceDetails } from "../contract/resource.js";

/** A file that lies on disk; no route of the interface answers with one. */
export interface FileResource extends ResourceDetails {
  readonly file: ServedFile;
  readonly contentType: string;
  /** Name for saving it. */
  readonly fileName: string;
}
