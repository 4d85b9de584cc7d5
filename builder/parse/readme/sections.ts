// The texts of a module's `readme/` folder beside its description: how it is used, configured and
// installed, what is known to be missing, what changed. Their names are those of the generator of READMEs
// of the Odoo Community Association; markup is kept as its author wrote it.
import type { ReadmeSectionRecord } from "../../../data/module/module-parts.js";
import { README_SECTIONS, type ReadmeSectionName } from "../../../data/module/module-parts.js";
import type { FileDiagnostic, Parsed } from "../diagnostics.js";
import { decodeStrictly } from "../source-file.js";
import { toPlainText } from "./readme.js";

/** Headings that the generator does not know. */
const OTHER_NAMES = [
  ["configuration", "configure"],
  ["installation", "install"],
] as const;

const SECTIONS_BY_NAME: ReadonlyMap<string, ReadmeSectionName> = new Map([
  ...README_SECTIONS.map((name) => [name, name] as const),
  ...OTHER_NAMES,
]);

const FRAGMENT = /^readme\/([a-z]+)\.(md|rst)$/i;

/** Whether a file, by its path relative to the module folder, is one of these texts. */
export function isSectionFile(path: string): boolean {
  return findSection(path) !== undefined;
}

/** The text of a file as descriptions are read. */
export function parseSection(bytes: Uint8Array): Parsed<string> {
  const diagnostics: FileDiagnostic[] = [];
  const { text, fault } = decodeStrictly(bytes, "utf-8");
  if (fault !== null) diagnostics.push({ code: "text_undecodable", line: 1, detail: fault });
  return { value: toPlainText(text), diagnostics };
}

/**
 * One text for each section that some file has, in the order of sections. Of several files the first
 * that is not empty counts: those with the section's own name, then Markdown, as of descriptions.
 * @param files for which `isSectionFile` holds, in path order
 */
export function chooseSections(
  files: readonly { readonly path: string; readonly text: string }[],
): readonly ReadmeSectionRecord[] {
  const found = files.flatMap(({ path, text }) => {
    const section = findSection(path);
    return section === undefined || text === "" ? [] : [{ ...section, text, file: path }];
  });
  return README_SECTIONS.flatMap((name) => {
    const [first] = found
      .filter(({ section }) => section === name)
      .toSorted((left, right) => left.rank - right.rank);
    if (first === undefined) return [];
    const { section, format, text, file } = first;
    return [{ section, format, text, file }];
  });
}

interface FoundSection extends Pick<ReadmeSectionRecord, "section" | "format"> {
  /** The least of several counts. */
  readonly rank: number;
}

function findSection(path: string): FoundSection | undefined {
  const [, name = "", suffix = ""] = FRAGMENT.exec(path.toLowerCase()) ?? [];
  const section = SECTIONS_BY_NAME.get(name);
  if (section === undefined) return undefined;
  const format = suffix === "md" ? "md" : "rst";
  return { section, format, rank: (section === name ? 0 : 2) + (format === "md" ? 0 : 1) };
}
