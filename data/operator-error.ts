// Errors that the person who runs the program can fix. Thrown deep, caught only by the mains.

/** Data of an error: `message` is one sentence that ends with the remedy. */
export interface OperatorFault {
  /** Stable, lower-case, with underscores. */
  readonly code: string;
  readonly message: string;
  /** The expected value, in words. */
  readonly expected?: string | undefined;
  /** The actual value. */
  readonly got?: string | undefined;
}

export class OperatorError extends Error {
  readonly code: string;
  readonly expected: string | undefined;
  readonly got: string | undefined;

  constructor(fault: OperatorFault, options?: ErrorOptions) {
    super(fault.message, options);
    this.name = new.target.name;
    this.code = fault.code;
    this.expected = fault.expected;
    this.got = fault.got;
  }
}

/** A setting, an option or a sources file is wrong. Exit code 2. */
export class ConfigError extends OperatorError {}
