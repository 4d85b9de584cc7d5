// What measurements take on their command lines.

/**
 * Ends the program, with the code for wrong usage, where an option is not given.
 * @param option as its help has it: `--snapshot DIR`
 */
export function requireOption(option: string, value: string | undefined): string {
  if (value !== undefined) return value;
  process.stderr.write(`${option} is needed.\n`);
  process.exit(2);
}
