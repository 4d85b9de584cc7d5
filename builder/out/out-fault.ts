// Why nothing can be written to a folder, as errors that the operator can fix.
import { ConfigError, OperatorError, type OperatorFault } from "../../data/operator-error.js";

const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** What a folder is for, and which setting chooses another. */
export interface FolderUse {
  readonly title: string;
  readonly setting: string;
}

const OUTPUT: FolderUse = { title: "output", setting: "--out" };
/** Where an archive lies while it is published. */
export const TEMPORARY: FolderUse = { title: "temporary", setting: "TMPDIR" };
export const PUBLISHED: FolderUse = { title: "published", setting: "--to" };

/**
 * An error met while writing: `out_full` (no space, quota, limit on the size of files) or
 * `out_unwritable`. What is no error of the file system stays as it is.
 */
export function toOutError(folder: string, error: unknown, use = OUTPUT): unknown {
  const code = findSystemCode(error);
  return code === undefined
    ? error
    : new OperatorError(toFault(folder, code, use), { cause: error });
}

/** The same, met before any work was done: the setting is wrong. */
export function toOutConfigError(folder: string, error: unknown, use = OUTPUT): unknown {
  const code = findSystemCode(error);
  return code === undefined ? error : new ConfigError(toFault(folder, code, use), { cause: error });
}

function findSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : code;
}

function toFault(folder: string, code: string, { title, setting }: FolderUse): OperatorFault {
  if (FULL.has(code)) {
    return {
      code: "out_full",
      message: `The ${title} folder ${folder} has no room for the snapshot (${code}) and is as it was; free space, raise the limit or choose another with ${setting}.`,
      expected: "room for another snapshot beside those that are kept",
      got: code,
    };
  }
  return {
    code: "out_unwritable",
    message: `The ${title} folder ${folder} cannot be written (${code}); choose another with ${setting}.`,
    expected: "a folder that can be written",
    got: code,
  };
}
