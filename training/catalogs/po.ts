// Gettext catalogs: the text of a `.po` file → its translations. Total: of a damaged file it gives
// what can be read.

/** A text and what it is called in another language, markup and all. */
export interface Translation {
  readonly source: string;
  readonly target: string;
}

/** What a quoted line belongs to; `other`: a plural form or a context, which nobody asks for. */
type Part = "source" | "target" | "other";

interface Entry {
  source: string;
  target: string;
  part: Part;
  isFuzzy: boolean;
}

/** The first word of a line, and the quoted text after it. */
const KEYWORD = /^(msgid|msgstr|msgstr\[0\]|msgid_plural|msgctxt|msgstr\[\d+\])\s*(?=")/;

/**
 * The entries of a catalog that have both texts, in its order. Left out are those that a person
 * has yet to look at (`fuzzy`), obsolete ones (`#~`), plural forms but the first, and the header.
 */
export function parsePo(text: string): readonly Translation[] {
  const translations: Translation[] = [];
  let entry: Entry = openEntry();
  const close = (): void => {
    const { source, target, isFuzzy } = entry;
    if (source !== "" && target !== "" && !isFuzzy) {
      translations.push({ source: unescape(source), target: unescape(target) });
    }
    entry = openEntry();
  };
  for (const rawLine of text.split("\n")) {
    const line = rawLine.trim();
    if (line.startsWith("#")) {
      // A comment begins the next entry, also where no blank line ends the one before.
      if (isBegun(entry)) close();
      if (line.startsWith("#,") && line.includes("fuzzy")) entry.isFuzzy = true;
      continue;
    }
    const keyword = KEYWORD.exec(line);
    if (line === "" || (keyword?.[1] === "msgid" && isBegun(entry))) close();
    if (keyword !== null) entry.part = toPart(keyword[1] ?? "");
    const quoted = keyword === null ? line : line.slice(keyword[0].length);
    if (entry.part === "other" || !isQuoted(quoted)) continue;
    entry[entry.part] += quoted.slice(1, -1);
  }
  close();
  return translations;
}

function openEntry(): Entry {
  return { source: "", target: "", part: "other", isFuzzy: false };
}

function isBegun(entry: Entry): boolean {
  return entry.part !== "other" || entry.source !== "" || entry.target !== "";
}

function toPart(keyword: string): Part {
  if (keyword === "msgid") return "source";
  return keyword === "msgstr" || keyword === "msgstr[0]" ? "target" : "other";
}

function isQuoted(text: string): boolean {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"');
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPED[letter] ?? letter);
}
