// Replacements of modules as one section: a short list for each. Every value is checked, since
// anyone can make a file.
import type { FoundReplacement } from "../../module/replacement.js";
import { decodeSection } from "../decode-section.js";
import { damagedSection } from "../errors.js";
import { readValuesOf } from "../packed-values.js";
import { packValue } from "../record/packing.js";
import type { Section, SectionReader } from "../sections.js";

const SECTION = "replacements";

/** Digits kept of a commit id, as elsewhere. */
const ID_DIGITS = 12;
const { readText, readNumber, readList } = readValuesOf(SECTION);

export function encodeReplacements(rows: readonly FoundReplacement[]): Section {
  return [
    SECTION,
    packValue(
      rows.map((row) => [
        row.from,
        row.to,
        row.sentence,
        ...("entry" in row
          ? [row.entry, row.file, row.line]
          : [
              row.organization,
              row.repository,
              row.platformVersion,
              row.commit.slice(0, ID_DIGITS),
            ]),
      ]),
    ),
  ];
}

/** Replacements as written, for so many entries. */
export function readReplacements(
  sections: SectionReader,
  entries: number,
): readonly FoundReplacement[] {
  return decodeSection(sections, SECTION, (of) => of.readList).map((row) => {
    const [from, to, sentence, ...where] = readList(row);
    const told = { from: readText(from), to: readText(to), sentence: readText(sentence) };
    if (typeof where[0] === "string") {
      const [organization = "", repository = "", platformVersion = "", commit = ""] =
        where.map(readText);
      return { ...told, organization, repository, platformVersion, commit };
    }
    const [number, file, line] = where;
    const entry = readNumber(number);
    if (entry < 0 || entry >= entries) throw damagedSection(SECTION, "an entry", `${entry}`);
    return { ...told, entry, file: readText(file), line: readNumber(line) };
  });
}
