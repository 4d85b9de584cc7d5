// Cache of a repository's reading: if none of its branches moved, nothing else of it is opened.
// Contents of modules stay in the files of branches (branch-cache.ts) until they are needed.
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { DiagnosticRow, SourceRow } from "../../data/snapshot/contents.js";
import type { JoinedCommits } from "../lineage/facts.js";
import { readCacheBytes, writeCacheBytes, type CacheOptions } from "./cache-file.js";
import type { FoundEntry } from "./found-entry.js";

interface RepositoryKey {
  readonly organization: string;
  readonly repository: string;
}

/** A repository, and what stands for all that reading it depends on. */
export interface ReadingKey extends RepositoryKey {
  readonly digest: string;
}

export interface CachedReading extends JoinedCommits {
  readonly row: SourceRow;
  readonly modules: readonly FoundEntry[];
  readonly diagnostics: readonly DiagnosticRow[];
  /** Ids of blobs that were wanted and that the repository does not hold. */
  readonly absent: readonly string[];
}

export interface ReadingCache {
  /**
   * Reading cached for this key, or without a digest the latest one; `undefined` if there is none
   * or it is unusable.
   */
  find(key: RepositoryKey & Partial<ReadingKey>): Promise<CachedReading | undefined>;
  write(key: ReadingKey, reading: CachedReading): Promise<void>;
}

/** A file is this, serialised and not compressed: every build reads it, and inflating takes longer than reading. */
interface ReadingFile {
  readonly digest: string;
  readonly reading: CachedReading;
}

export function openReadingCache({ directory, ...options }: CacheOptions): ReadingCache {
  const toFile = ({ organization, repository }: RepositoryKey): string =>
    path.join(directory, "readings", organization, `${repository}.bin`);
  return {
    async find(key) {
      const bytes = await readCacheBytes(toFile(key), options);
      if (bytes === undefined) return undefined;
      // The checksum held: it is what was written, by this very code.
      const { digest, reading } = deserialize(bytes) as ReadingFile;
      return key.digest === undefined || digest === key.digest ? reading : undefined;
    },
    async write(key, reading) {
      const bytes = serialize({ digest: key.digest, reading } satisfies ReadingFile);
      await writeCacheBytes(toFile(key), options.fingerprint, [bytes]);
    },
  };
}
