// What reading a branch gave, kept for the next build. Which parts of it still hold is decided by
// who reads (builder/reading/read-modules.ts); here they are only kept.
import path from "node:path";
import type { ModuleContent, ReadModule } from "../catalog/read-module.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import type { ParsedModule } from "../parse/module.js";
import type { FolderHistory } from "../source/git/history.js";
import type { ListedModule } from "../source/list-modules.js";
import {
  packValue,
  readCacheBytes,
  readCachePart,
  unpackValue,
  writeCacheBytes,
} from "./cache-file.js";
import { digestContent, unpackContent } from "./packed-content.js";

/** Where a branch is. */
export interface BranchKey {
  readonly organization: string;
  readonly repository: string;
  readonly branch: string;
}

export interface CachedBranch {
  readonly commit: string;
  /** Folders that were searched for modules. */
  readonly addons: readonly string[];
  /** Files and folders of the branch, as limits count them. */
  readonly pathCount: number;
  readonly modules: readonly CachedModule[];
  /** What `BranchCommits` was serialised to: who does not need it does not unpack it. */
  readonly commits: Uint8Array;
  /** Of what was passed over; paths are relative to the repository root. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A branch without the contents of its modules, but with how long each is. */
interface BranchIndex extends Omit<CachedBranch, "modules"> {
  readonly modules: readonly IndexedModule[];
}

interface IndexedModule extends Omit<CachedModule, "content"> {
  readonly contentBytes: number;
}

/** A file is the contents of modules in their order, the packed index, and the length of that in 4 bytes. */
const LENGTH_BYTES = 4;

/** Where the content of a module is. */
export interface ContentPlace {
  /** From the first content of its branch, in bytes. */
  readonly start: number;
  readonly bytes: number;
}

/** Whose content is asked for. */
export type ContentKey = BranchKey & Pick<CachedModule, "contentDigest">;

/** A content is not what was kept: its branch has to be read again. */
export class DamagedContent extends Error {
  constructor(file: string) {
    super(`a content in ${file} is damaged or gone`);
    this.name = "DamagedContent";
  }
}

/** All modules of a branch, each with where its content is in the file of the branch. */
export function placeContents(
  modules: readonly CachedModule[],
): readonly (readonly [CachedModule, ContentPlace])[] {
  let start = 0;
  return modules.map((module) => {
    const place = { start, bytes: module.content.length };
    start += place.bytes;
    return [module, place];
  });
}

/** A module with everything that was found out about it before it is linked to others. */
export interface CachedModule extends Omit<ListedModule, "files">, FolderHistory {
  readonly parsed: ParsedFacts;
  /** What `ModuleContent` was packed to: few builds need it, and as objects all modules would take several times the room. */
  readonly content: Uint8Array;
  /** SHA-256 of it, hexadecimal. */
  readonly contentDigest: string;
  /** Bytes of what was found in its files, each counted as often as it is there. */
  readonly resultBytes: number;
  /** Paths are relative to the module folder. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What of parsed modules is wanted of all at once. */
export type ParsedFacts = Pick<ParsedModule, "manifest" | "description"> &
  Pick<ReadModule, "viewLinks">;

export interface BranchCache {
  /** What was kept for a branch; `undefined` when there is nothing or it cannot be used. */
  read(key: BranchKey): Promise<CachedBranch | undefined>;
  write(key: BranchKey, branch: CachedBranch): Promise<void>;
  /** One content of a branch, of which nothing else is read. @throws DamagedContent */
  readContent(key: ContentKey, place: ContentPlace): ModuleContent;
}

export interface BranchCacheOptions {
  readonly directory: string;
  /** 32 bytes that stand for the code that reads and parses. */
  readonly fingerprint: Uint8Array;
  /** Called for an entry that was damaged; it will be rebuilt. */
  onDamaged(file: string): void;
}

export function openBranchCache({ directory, ...options }: BranchCacheOptions): BranchCache {
  const toFile = ({ organization, repository, branch }: BranchKey): string =>
    path.join(
      directory,
      "branches",
      organization,
      repository,
      // A branch name may hold slashes.
      `${encodeURIComponent(branch)}.bin`,
    );
  return {
    async read(key) {
      const file = toFile(key);
      const reading = await readCacheBytes(file, options.fingerprint);
      if (reading.state === "damaged") options.onDamaged(file);
      return reading.state === "read" ? decodeBranch(reading.bytes) : undefined;
    },
    async write(key, branch) {
      await writeCacheBytes(toFile(key), options.fingerprint, await encodeBranch(branch));
    },
    readContent: (key, place) => readPlaced(toFile(key), place, key.contentDigest),
  };
}

async function encodeBranch(branch: CachedBranch): Promise<readonly Uint8Array[]> {
  const index = await packValue({
    ...branch,
    modules: branch.modules.map(({ content, ...module }) => ({
      ...module,
      contentBytes: content.length,
    })),
  } satisfies BranchIndex);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(index.length);
  return [...branch.modules.map(({ content }) => content), index, length];
}

/** The checksum held: it is what was encoded, by this very code. */
async function decodeBranch(bytes: Buffer): Promise<CachedBranch> {
  const end = bytes.length - LENGTH_BYTES;
  const packed = bytes.subarray(end - bytes.readUInt32LE(end), end);
  const index = (await unpackValue(packed)) as BranchIndex;
  let at = 0;
  const modules = index.modules.map(({ contentBytes, ...module }): CachedModule => {
    const content = bytes.subarray(at, at + contentBytes);
    at += contentBytes;
    return { ...module, content };
  });
  return { ...index, modules };
}

function readPlaced(file: string, { start, bytes }: ContentPlace, digest: string): ModuleContent {
  let content: Uint8Array;
  try {
    content = readCachePart(file, start, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new DamagedContent(file);
  }
  if (digestContent(content) !== digest) throw new DamagedContent(file);
  return unpackContent(content);
}
