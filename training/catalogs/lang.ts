// Catalogs as `key=text` lines, as Dolibarr keeps them: one file for each language and subject, the
// English one among them. Two files of one subject are joined by their keys. Total.
import type { Translation } from "./po.js";

/** Key → text, in the file's order; the last one of a key wins. */
export function parseLang(text: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const line of text.split("\n")) {
    const sign = line.indexOf("=");
    if (sign <= 0 || line.startsWith("#")) continue;
    const value = line.slice(sign + 1).trim();
    if (value !== "") texts.set(line.slice(0, sign).trim(), value);
  }
  return texts;
}

/** What two files of one subject say under the same keys. */
export function joinLang(
  english: ReadonlyMap<string, string>,
  translated: ReadonlyMap<string, string>,
): readonly Translation[] {
  return [...translated].flatMap(([key, target]) => {
    const source = english.get(key);
    return source === undefined ? [] : [{ source, target }];
  });
}
