// Lists of people and companies that are written as one text.

/** Legal forms of companies, which are written behind a comma too: `Acme, Inc.`. */
const COMPANY_SUFFIX = new RegExp(
  `^(?:${[
    "inc",
    "incorporated",
    "ltd",
    "limited",
    "llc",
    "l\\.l\\.c",
    "llp",
    "plc",
    "corp",
    "co",
    "co\\.? ?,? ?ltd",
    "company",
    "pty",
    "pty\\.? ltd",
    "pvt",
    "pvt\\.? ltd",
    "pte",
    "pte\\.? ltd",
    "gmbh",
    "gmbh & co\\.? kg",
    "ag",
    "kg",
    "ohg",
    "ug",
    "e\\.? ?v",
    "e\\.? ?k",
    "s\\.?a",
    "s\\.?a\\.?s",
    "s\\.?a\\.?r\\.?l",
    "s\\.?l",
    "s\\.?l\\.?u",
    "s\\.?l\\.?p",
    "s\\.?l\\.?l",
    "s\\.?p\\.?a",
    "s\\.?r\\.?l",
    "s\\.?r\\.?o",
    "s\\.?c",
    "s\\.?coop",
    "s\\. ?de r\\.?l\\.? de c\\.?v",
    "s\\.?a\\.? de c\\.?v",
    "c\\.?a",
    "b\\.?v",
    "b\\.?v\\.?b\\.?a",
    "n\\.?v",
    "sa/nv",
    "oy",
    "ab",
    "as",
    "a/s",
    "aps",
    "d\\.?o\\.?o",
    "sp\\. ?z ?o\\. ?o",
    "kft",
    "lda",
    "ltda",
    "eirl",
    "e\\.?i\\.?r\\.?l",
    "scrl",
    "scrlfs",
    "asbl",
    "vzw",
    "k\\.?k",
    "sdn\\.? bhd",
    "ooo",
  ].join("|")})\\.?$`,
  "i",
);

/** Parts between commas outside brackets; a legal form stays with the name before it. */
export function splitNames(text: string): readonly string[] {
  const names: string[] = [];
  for (const part of splitAtCommas(text)) {
    const name = collapseSpace(part);
    if (name === "") continue;
    const before = names.at(-1);
    if (before !== undefined && COMPANY_SUFFIX.test(name)) {
      names[names.length - 1] = `${before}, ${name}`;
    } else names.push(name);
  }
  return names;
}

/** Runs of white space as one space, none at the ends. */
export function collapseSpace(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth = Math.max(0, depth - 1);
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
