// Limits of reading a repository, and their error. Repositories are foreign: a small one may expand
// without end.
import { SourceError } from "./source-error.js";

/** Limits of a repository. Each is a setting of a build (builder/config.ts). */
export interface RepositoryLimits {
  /** Files and folders of all branches that are read; a path counts once more for each 256 bytes. */
  readonly maxPaths: number;
  /** MiB of distinct contents that are read of it in one build. */
  readonly maxReadMib: number;
  /**
   * MiB of findings, as cached; one module may have a sixteenth of it; names of branches, of parsed
   * files, and of people an eighth.
   */
  readonly maxResultMib: number;
  /** MiB of memory that a process which reads it may take, together with git. */
  readonly memoryMib: number;
  /** Seconds of processor time, of all processes that read it. */
  readonly cpuS: number;
  /** Seconds in which it must be brought from its server, waits included. */
  readonly networkS: number;
}

/**
 * Several times what the largest repositories of the field need: odoo/odoo has 45,000 files on a
 * branch and about twenty branches.
 */
export const DEFAULT_LIMITS: RepositoryLimits = {
  maxPaths: 3_000_000,
  maxReadMib: 16_384,
  maxResultMib: 2_048,
  memoryMib: 2_048,
  cpuS: 3_600,
  networkS: 7_200,
};

export interface PathLimits {
  readonly maxPaths: number;
  readonly maxPathChars: number;
  /** Folders inside each other. */
  readonly maxDepth: number;
}

/** Longer paths cannot be checked out, deeper ones nobody writes by hand. */
const MAX_PATH_CHARS = 4_096;
const MAX_DEPTH = 256;

export const UNLIMITED_PATHS: PathLimits = {
  maxPaths: Number.POSITIVE_INFINITY,
  maxPathChars: MAX_PATH_CHARS,
  maxDepth: MAX_DEPTH,
};

export function toPathLimits({ maxPaths }: Pick<RepositoryLimits, "maxPaths">): PathLimits {
  return { ...UNLIMITED_PATHS, maxPaths };
}

const MIB = 1024 * 1024;

export function toBytes(mib: number): number {
  return mib * MIB;
}

/** Shares of what is found in a repository: of one module, and of all names. */
export const MODULE_SHARE = 16;
export const NAMES_SHARE = 8;

const EXCESSES = {
  paths: ["more than {} files and folders", "--repository-max-paths"],
  parsed: ["more than {} files and folders where modules are searched", undefined],
  path: ["a path of more than {} characters", undefined],
  depth: ["more than {} folders inside each other", undefined],
  read: ["more than {} MiB of files to read", "--repository-max-read-mib"],
  result: ["more than {} MiB of models, views and other finds", "--repository-max-result-mib"],
  names: ["names of files, branches and people of more than {} MiB", "--repository-max-result-mib"],
  module: ["a module of more than {} MiB of finds", "--repository-max-result-mib"],
  memory: ["a need of more than {} MiB of memory", "--repository-memory-mib"],
  cpu: ["a need of more than {} s of processor time", "--repository-cpu-s"],
  network: ["a server that takes more than {} s", "--repository-network-s"],
} as const satisfies Readonly<Record<string, readonly [said: string, setting: string | undefined]>>;

/** The error of a repository that has more than is read: code `repository_over_limit`. */
export function overLimit(
  label: string,
  excess: keyof typeof EXCESSES,
  limit: number,
): SourceError {
  const [said, setting] = EXCESSES[excess];
  const found = said.replace("{}", limit.toLocaleString("en-US"));
  const remedy =
    setting === undefined
      ? "leave it out of the sources file"
      : `raise ${setting} or leave it out of the sources file`;
  return new SourceError({
    code: "repository_over_limit",
    message: `${label} is not read, it has ${found}; ${remedy}.`,
  });
}

/** True if the repository itself was refused, so that a retry is useless. */
export function isRefused(error: unknown): boolean {
  return (
    error instanceof SourceError &&
    (error.code === "repository_over_limit" || error.code === "repository_refused")
  );
}
