// Input that every command gets from the program.

export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Version of this program. */
  readonly version: string;
  /** Aborted when the user stops the program. */
  readonly signal: AbortSignal;
  /** One line to standard output. */
  print(line: string): void;
  /** One line to standard error. */
  printError(line: string): void;
}
