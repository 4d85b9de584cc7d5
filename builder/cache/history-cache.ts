// What the commits of a repository come to, kept for the next build: where no branch moved it is the same.
import { createHash } from "node:crypto";
import path from "node:path";
import type { JoinedCommits } from "../lineage/facts.js";
import type { SerialisedBranch } from "../source/commits/join-branches.js";
import { readCacheFile, writeCacheFile } from "./cache-file.js";

export interface HistoryKey {
  readonly organization: string;
  readonly repository: string;
  readonly branches: readonly SerialisedBranch[];
}

export interface HistoryCache {
  /** What was kept for these very branches, or what `join` gives, which is kept. @throws what `join` does */
  get(key: HistoryKey, join: () => Promise<JoinedCommits>): Promise<JoinedCommits>;
}

export interface HistoryCacheOptions {
  readonly directory: string;
  /** 32 bytes that stand for the code that joins. */
  readonly fingerprint: Uint8Array;
  /** Called for an entry that was damaged; it is made again. */
  onDamaged(file: string): void;
}

interface KeptHistory {
  /** SHA-256 of all that it depends on, hexadecimal. */
  readonly input: string;
  readonly joined: JoinedCommits;
}

export function openHistoryCache(options: HistoryCacheOptions): HistoryCache {
  const { directory, fingerprint, onDamaged } = options;
  return {
    async get({ organization, repository, branches }, join) {
      const file = path.join(directory, "histories", organization, `${repository}.bin`);
      const input = hashInput(branches);
      const reading = await readCacheFile(file, fingerprint);
      if (reading.state === "damaged") onDamaged(file);
      // The checksum held: it is what was written, by this very code.
      const kept = reading.state === "read" ? (reading.value as KeptHistory) : undefined;
      if (kept?.input === input) return kept.joined;
      const joined = await join();
      await writeCacheFile(file, fingerprint, { input, joined } satisfies KeptHistory);
      return joined;
    },
  };
}

function hashInput(branches: readonly SerialisedBranch[]): string {
  const hash = createHash("sha256");
  for (const { branch, platformVersion, commit, commits } of branches) {
    hash.update(JSON.stringify([branch, platformVersion, commit, commits.length]));
    hash.update(commits);
  }
  return hash.digest("hex");
}
