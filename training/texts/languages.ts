// The languages that are learned, and how much of the vocabulary each may take.

/** ISO 639-1 code → its share of the vocabulary. English is first: it is what texts are joined by. */
const SHARES = {
  en: 16,
  es: 12,
  fr: 10,
  de: 12,
  it: 10,
  pt: 10,
  nl: 8,
  ca: 5,
  gl: 1,
  eu: 0.5,
  zh: 6,
  ja: 4,
  ko: 3,
  ru: 6,
  uk: 4,
  bg: 1,
  pl: 5,
  cs: 3,
  sk: 1,
  sl: 3,
  hr: 3,
  sr: 1,
  ro: 3,
  hu: 3,
  el: 2,
  tr: 4,
  ar: 4,
  fa: 1,
  he: 1,
  sv: 4,
  da: 2,
  nb: 2,
  fi: 3,
  et: 1,
  lv: 1,
  lt: 1,
  vi: 1,
  id: 2,
  th: 2,
  hi: 1,
} as const;

export const LANGUAGES: readonly string[] = Object.keys(SHARES);
export const LANGUAGE_SHARES: readonly number[] = Object.values(SHARES);
export const ENGLISH = 0;

/** Codes of catalogs for what ISO 639-1 calls otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = { cn: "zh", no: "nb", cz: "cs" };

/**
 * The number of the language that a catalog's name stands for; a country or script is left out:
 * `pt_BR` → `pt`, `sr@latin` → `sr`. `undefined` for one that is not learned.
 */
export function findLanguage(code: string): number | undefined {
  const [name = ""] = code.toLowerCase().split(/[-_@]/);
  const position = LANGUAGES.indexOf(OTHER_NAMES[name] ?? name);
  return position < 0 ? undefined : position;
}
