// Cache of branches that were read. builder/reading/read-modules.ts decides which parts still hold;
// here they are only stored.
import path from "node:path";
import { toSha256 } from "../../data/sha256.js";
import type { ToldReplacement } from "../../data/module/replacement.js";
import type { AccessFacts } from "../parse/access-facts.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import type { DeclaredFacts } from "../parse/manifest.js";
import type { FolderHistory } from "../source/git/history.js";
import type { ListedModule } from "../source/list-modules.js";
import {
  packValue,
  readCacheBytes,
  readCachePart,
  unpackValue,
  writeCacheBytes,
  type CacheOptions,
} from "./cache-file.js";
import type { ContentLocation, FoundEntry, ViewLink } from "./found-entry.js";
import type { PackedContent } from "./packed-content.js";

export interface BranchKey {
  readonly organization: string;
  readonly repository: string;
  readonly branch: string;
}

export interface CachedBranch {
  readonly commit: string;
  /** Folders that were searched for modules. */
  readonly addons: readonly string[];
  readonly hasHistory: boolean;
  /** The version of the platform of which the branch is a copy. */
  readonly release: string | undefined;
  /** Files and folders of the branch, as limits count them. */
  readonly pathCount: number;
  readonly modules: readonly CachedModule[];
  /** Serialised `BranchCommits`: unpacked on demand. */
  readonly commits: Uint8Array;
  /** Diagnostics of skipped files; paths are relative to the repository root. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A branch without the contents of its modules, but with how long each is. */
interface BranchIndex extends Omit<CachedBranch, "modules"> {
  readonly modules: readonly (Omit<CachedModule, "content"> & { readonly contentBytes: number })[];
}

/** A file is the contents of modules in their order, the packed index, and the length of that in 4 bytes. */
const LENGTH_BYTES = 4;

/** A content is not what was kept: its branch has to be read again. */
export class DamagedContent extends Error {
  constructor(file: string) {
    super(`a content in ${file} is damaged or gone`);
    this.name = "DamagedContent";
  }
}

/** A module with everything that was found out about it before it is linked to others. */
export interface CachedModule extends Omit<ListedModule, "files">, FolderHistory, PackedContent {
  readonly found: FoundInFiles;
}

/** Findings in the files of a module beside its content. */
interface FoundInFiles {
  readonly facts: DeclaredFacts;
  readonly description: string;
  readonly viewLinks: readonly ViewLink[];
  readonly replacements: readonly ToldReplacement[];
  readonly access: AccessFacts;
  /** Bytes of what was found in its files, each counted as often as it is there. */
  readonly resultBytes: number;
  /** Paths are relative to the module folder. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface BranchCache {
  /** Cached branch; `undefined` if there is none or it is unusable. */
  read(key: BranchKey): Promise<CachedBranch | undefined>;
  write(key: BranchKey, branch: CachedBranch): Promise<void>;
  /** The content of a module, of whose branch nothing else is read. @throws DamagedContent */
  readContent(module: FoundEntry): Uint8Array;
}

export function openBranchCache({ directory, ...options }: CacheOptions): BranchCache {
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
      const bytes = await readCacheBytes(toFile(key), options);
      return bytes && decodeBranch(bytes);
    },
    async write(key, branch) {
      await writeCacheBytes(toFile(key), options.fingerprint, await encodeBranch(branch));
    },
    readContent: ({ head, content, contentDigest }) =>
      readPlaced(toFile(head), content, contentDigest),
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

function readPlaced(file: string, { start, bytes }: ContentLocation, digest: string): Uint8Array {
  let content: Uint8Array;
  try {
    content = readCachePart(file, start, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new DamagedContent(file);
  }
  if (toSha256(content) !== digest) throw new DamagedContent(file);
  return content;
}
