// Publish targets of all kinds: this folder has one file for each.
import type { FileRow } from "../../snapshot/entry-file.js";
import type { CheckedRelease, Release } from "../release/release.js";

export interface PublishTarget {
  /** Name in messages: no credentials, no query. */
  readonly label: string;
  /**
   * The current release, or that of a snapshot; `"unchanged"` when its tag is still the known one.
   * @throws ShipError
   */
  readRelease(choice: ReleaseChoice): Promise<ReleaseReading | "unchanged">;
  /** The archive from a byte on, or from its beginning where the target cannot do that. */
  openArchive(archive: FileRow, from: number): Promise<ArchiveReading>;
  /** Stores the archive first and names it in a release last, so that a reader finds both. */
  publish(release: CheckedRelease, archiveFile: string): Promise<void>;
}

interface ReleaseChoice {
  /** Id of the snapshot; default: the current one. */
  readonly id?: string | undefined;
  /** Tag of an earlier reading. */
  readonly knownTag?: string | undefined;
  /** An archive that nobody signed is not even looked at. */
  readonly needsSignature?: boolean;
}

interface ReleaseReading {
  readonly release: Release;
  /** Changes with the release; `undefined` if unknown. */
  readonly tag: string | undefined;
}

export interface ArchiveReading {
  /** The byte that comes first. */
  readonly from: number;
  readonly body: AsyncIterable<Uint8Array>;
}
