// Lines of reStructuredText: how deep they stand, and which belong together.

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** Number of blanks before the text. */
export function getIndent(line: string): number {
  return line.length - line.trimStart().length;
}

/** One sign several times, as under titles. */
export function isAdornment(line: string): boolean {
  return /^([!-/:-@[-`{-~])\1{2,}\s*$/.test(line);
}

/**
 * Manifests indent their texts: the depth that all lines have in common goes. The first line begins
 * where the string does and says nothing, unless what is below it is its own.
 */
export function dedent(lines: readonly string[]): readonly string[] {
  const [first = "", ...rest] = lines;
  if (/^(?:\.\. |[-*+] |\d+\. )/.test(first)) return lines;
  const common = findDepth(rest);
  return [first.trimStart(), ...rest.map((line) => line.slice(common))];
}

/** The depth that lines have in common, blank ones aside. */
function findDepth(lines: readonly string[]): number {
  const depths = lines.filter((line) => !isBlank(line)).map(getIndent);
  const least = depths.reduce((one, other) => Math.min(one, other), Infinity);
  return Number.isFinite(least) ? least : 0;
}

/** The lines from `start` on that are indented or blank, without the depth they have in common. */
export function takeIndented(
  lines: readonly string[],
  start: number,
): { readonly body: readonly string[]; readonly next: number } {
  let next = start;
  let end = start;
  for (; next < lines.length; next++) {
    if (isBlank(lines[next])) continue;
    if (getIndent(lines[next] ?? "") === 0) break;
    end = next + 1;
  }
  const body = lines.slice(start, end);
  const common = findDepth(body);
  return { body: body.map((line) => line.slice(common)), next: end };
}
