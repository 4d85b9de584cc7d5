// Texts of data/platform/ that say at which platform versions something holds: comments, a line with the versions of
// the table, then a line for a name and a run of versions, whose end is left open where the newest one has it too:
// `16.0`, `14.0-16.0`, `17.0-`.
import { addToGroup } from "../grouped.js";
import { comparePlatformVersions, compareText } from "./platform-version.js";

/** Positions of versions: the first of a run and its last. */
type Span = readonly [first: number, last: number];

/** Runs of positions that follow each other; ascending, as they are given. */
export function listSpans(positions: readonly number[]): readonly Span[] {
  return positions.flatMap((first, at) => {
    if (positions[at - 1] === first - 1) return [];
    let end = at;
    while (positions[end + 1] === (positions[end] ?? 0) + 1) end += 1;
    return [[first, positions[end] ?? first] as const];
  });
}

export function formatSpan(versions: readonly string[], [first, last]: Span): string {
  if (last === versions.length - 1) return `${versions[first]}-`;
  return first === last ? `${versions[first]}` : `${versions[first]}-${versions[last]}`;
}

/** `undefined` for what `formatSpan` does not write. */
export function parseSpan(versions: readonly string[], text: string): Span | undefined {
  const [from = "", to = from] = text.split("-");
  const first = versions.indexOf(from);
  const last = to === "" ? versions.length - 1 : versions.indexOf(to);
  return first < 0 || last < first ? undefined : [first, last];
}

/** The comment that stands before a text. */
export function formatHead(head: readonly string[]): readonly string[] {
  return head.map((line) => `# ${line}`.trimEnd());
}

/** Lines by name; those of one name stay in their order. @param head a comment that stands before it */
export function formatTable(
  versions: readonly string[],
  lines: readonly { readonly name: string; readonly text: string }[],
  head: readonly string[],
): string {
  const sorted = lines.toSorted((left, right) => compareText(left.name, right.name));
  const rows = sorted.map(({ text }) => text);
  return [...formatHead(head), versions.join(" "), ...rows, ""].join("\n");
}

/** Lines, comments left out. */
export function readRows(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** The versions of a table and its lines, comments left out. */
export function readTable(text: string): {
  readonly versions: readonly string[];
  readonly rows: readonly string[];
} {
  const [head = "", ...rows] = readRows(text);
  return { versions: head.split(" "), rows };
}

/** Words by version: a line for all words of the same versions, `16.0 17.0: name_get unlink`. @param head a comment before it */
export function formatWords(
  words: ReadonlyMap<string, ReadonlySet<string>>,
  head: readonly string[],
): string {
  const versions = [...words.keys()].toSorted(comparePlatformVersions);
  const lines = new Map<string, string[]>();
  for (const word of new Set(Array.from(words.values(), (own) => [...own]).flat())) {
    const having = versions.filter((version) => words.get(version)?.has(word));
    addToGroup(lines, having.join(" "), word);
  }
  const rows = [...lines]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([having, own]) => `${having}: ${own.toSorted(compareText).join(" ")}`);
  return [...formatHead(head), ...rows, ""].join("\n");
}

/** The lines of a text of words. @throws RangeError for what `formatWords` does not write */
export function readWords(
  text: string,
): readonly { readonly versions: readonly string[]; readonly words: readonly string[] }[] {
  return readRows(text).map((row) => {
    const [versions, words, ...rest] = row.split(": ");
    if (versions === undefined || words === undefined || rest.length > 0) {
      throw new RangeError(`a line "${row}"`);
    }
    return { versions: versions.split(" "), words: words.split(" ") };
  });
}
