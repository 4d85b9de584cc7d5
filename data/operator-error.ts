// Errors that the person who runs the program can fix. Thrown deep, caught only by the mains.

/** Data of an error: `message` is one sentence that says what was found and ends with the remedy. */
export interface OperatorFault {
  /** Stable, lower-case, with underscores. */
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

export class OperatorError extends Error {
  readonly code: string;

  constructor({ code, message, cause }: OperatorFault) {
    super(message, cause === undefined ? {} : { cause });
    this.name = new.target.name;
    this.code = code;
  }
}

/** A setting, an option or a sources file is wrong. Exit code 2. */
export class ConfigError extends OperatorError {}
