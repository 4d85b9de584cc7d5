// Why nothing can be written to the output folder, as errors that the operator can mend.
import { ConfigError, OperatorError, type OperatorFault } from "../../data/operator-error.js";

const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/**
 * An error met while writing: `out_full` (no space, quota, limit on the size of files) or
 * `out_unwritable`. What is no error of the file system stays as it is.
 */
export function toOutError(out: string, error: unknown): unknown {
  const code = findSystemCode(error);
  return code === undefined ? error : new OperatorError(toFault(out, code), { cause: error });
}

/** The same, met before any work was done: the setting is wrong. */
export function toOutConfigError(out: string, error: unknown): unknown {
  const code = findSystemCode(error);
  return code === undefined ? error : new ConfigError(toFault(out, code), { cause: error });
}

function findSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : code;
}

function toFault(out: string, code: string): OperatorFault {
  if (FULL.has(code)) {
    return {
      code: "out_full",
      message: `The output folder ${out} has no room for the snapshot (${code}) and is as it was; free space, raise the limit or choose another with --out.`,
      expected: "room for another snapshot beside those that are kept",
      got: code,
    };
  }
  return {
    code: "out_unwritable",
    message: `The output folder ${out} cannot be written (${code}); choose another with --out.`,
    expected: "a folder that can be written",
    got: code,
  };
}
