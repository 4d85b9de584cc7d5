// Faults of writing to a folder, as errors that the operator can fix.
import { ConfigError, OperatorError, type OperatorFault } from "../operator-error.js";

const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Purpose of a folder, content to be written, and the setting that chooses another folder. */
interface FolderUse {
  readonly title: string;
  readonly content: string;
  readonly setting: string;
}

const SNAPSHOT = "the snapshot";
const OUTPUT: FolderUse = { title: "output", content: SNAPSHOT, setting: "--out" };
/** Folder of an archive while it is published. */
export const TEMPORARY: FolderUse = { title: "temporary", content: SNAPSHOT, setting: "TMPDIR" };
export const PUBLISHED: FolderUse = { title: "published", content: SNAPSHOT, setting: "--to" };
/** The content stays: it is moved into place once it is whole. */
export const CACHE: FolderUse = { title: "cache", content: "what was read", setting: "--cache" };

/**
 * An error met while writing: `out_full` (no space, quota, limit on the size of files) or
 * `out_unwritable`. What is no error of the file system stays as it is.
 */
export function toOutError(folder: string, error: unknown, use = OUTPUT): unknown {
  const code = findSystemCode(error);
  return code === undefined
    ? error
    : new OperatorError({ ...toFault(folder, code, use), cause: error });
}

/** The fault found before any work was done: the setting is wrong. */
export function toOutConfigError(folder: string, error: unknown, use = OUTPUT): unknown {
  const code = findSystemCode(error);
  return code === undefined
    ? error
    : new ConfigError({ ...toFault(folder, code, use), cause: error });
}

function findSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : code;
}

function toFault(
  folder: string,
  code: string,
  { title, content, setting }: FolderUse,
): OperatorFault {
  if (FULL.has(code)) {
    return {
      code: "out_full",
      message: `The ${title} folder ${folder} has no room for ${content} (${code}) and is as it was; free space, raise the limit or choose another with ${setting}.`,
    };
  }
  return {
    code: "out_unwritable",
    message: `The ${title} folder ${folder} cannot be written (${code}); choose another with ${setting}.`,
  };
}
