// Which files of a repository are translation catalogs: by path alone. Catalogs may lie anywhere.
import { ENGLISH, findLanguage } from "../texts/languages.js";

export interface CatalogFile {
  readonly format: "po" | "csv" | "lang";
  /** Position in `LANGUAGES`. */
  readonly language: number;
  /** What files of several languages have in common where they are joined by keys. */
  readonly subject: string;
}

const CODE = "([a-z]{2,3}(?:[-_@][A-Za-z0-9@]+)?)";

/** Odoo, gettext's own layout, LedgerSMB and Frappe; ERPNext; Dolibarr. */
const PATTERNS = [
  ["po", new RegExp(`(?:^|/)(?:i18n|i18n_extra|locale|locale/po)/${CODE}\\.po$`)],
  ["po", new RegExp(`(?:^|/)locale/${CODE}/LC_MESSAGES/[^/]+\\.po$`)],
  ["csv", new RegExp(`(?:^|/)translations/${CODE}\\.csv$`)],
  ["lang", new RegExp(`(?:^|/)langs/${CODE}/[^/]+\\.lang$`)],
] as const;

/** Charts of accounts in their country's language have no English and would drown the rest. */
const COUNTRY_ADDON = /(?:^|\/)addons\/l10n_[^/]+\//;

/** What a path says of a catalog; `undefined` for other files and other languages. */
export function findCatalog(path: string): CatalogFile | undefined {
  if (COUNTRY_ADDON.test(path)) return undefined;
  for (const [format, pattern] of PATTERNS) {
    const code = pattern.exec(path)?.[1];
    if (code === undefined) continue;
    const language = findLanguage(code);
    if (language === undefined || (language === ENGLISH && format !== "lang")) return undefined;
    // Of the variants of English only one has the texts that the others are translated from.
    if (language === ENGLISH && code !== "en_US") return undefined;
    return { format, language, subject: path.slice(path.lastIndexOf("/") + 1).toLowerCase() };
  }
  return undefined;
}
