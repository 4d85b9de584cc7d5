// Lines of needs in a file that people edit: what is there stays as it is, what is new comes in its place in the
// order of technical names. Pure.
import { compareText } from "../../data/platform/platform-version.js";

/** Needs of one module in one language. */
export interface WrittenNeeds {
  readonly language: string;
  readonly texts: readonly string[];
}

const HEAD = `# What modules are needed for: a technical name, a language and a need, with tabs between.
# A language model wrote these lines: read and correct them before a build takes them.
`;

/** @param text of the file, empty where there is none */
export function addHead(text: string): string {
  return text === "" ? HEAD : text;
}

/** After the lines of earlier names, below the head where there are none. */
export function insertNeeds(
  text: string,
  technicalName: string,
  needs: readonly WrittenNeeds[],
): string {
  const rows = text.replace(/\n$/, "").split("\n");
  const before = rows.findLastIndex(
    (row) =>
      !isPassedOver(row) && compareText(row.split("\t")[0]?.trim() ?? "", technicalName) <= 0,
  );
  const first = rows.findIndex((row) => !isPassedOver(row));
  const below = first === -1 ? rows.length : first;
  const at = before === -1 ? below : before + 1;
  // Equal words in two languages are one need.
  const seen = new Set<string>();
  const added = needs.flatMap(({ language, texts }) =>
    texts
      .filter((need) => seen.size < seen.add(need).size)
      .map((need) => [technicalName, language, need].join("\t")),
  );
  return `${[...rows.slice(0, at), ...added, ...rows.slice(at)].join("\n")}\n`;
}

function isPassedOver(row: string): boolean {
  return /^\s*(?:#|$)/.test(row);
}
