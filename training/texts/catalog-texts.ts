// The translations in a repository's catalogs, whatever their format, counted and without markup.
import { isPlainFile } from "../../builder/source/addons.js";
import type { Repository } from "../../builder/source/git/git.js";
import type { TreeRow } from "../../builder/source/git/trees.js";
import { visitTexts } from "../../builder/source/git/visit-blobs.js";
import { findCatalog, type CatalogFile } from "../catalogs/catalog-file.js";
import { cleanText, isTranslated } from "../catalogs/clean.js";
import { parseCsvCatalog } from "../catalogs/csv.js";
import { joinLang, parseLang } from "../catalogs/lang.js";
import { parsePo, type Translation } from "../catalogs/po.js";

/** A text in another language, and in how many catalogs it stands so. */
export type CountedText = readonly [language: number, text: string, count: number];

export interface CatalogTexts {
  /** Catalogs read, each content once. */
  readonly catalogs: number;
  /** English text → what it is called elsewhere. */
  readonly translations: ReadonlyMap<string, ReadonlyMap<string, CountedText>>;
  /** English text → the modules whose catalogs have it. */
  readonly users: ReadonlyMap<string, readonly string[]>;
}

/**
 * The translations in the catalogs among these files.
 * @throws SourceError when git cannot read the repository
 */
export async function readCatalogs(
  repository: Repository,
  rows: readonly TreeRow[],
): Promise<CatalogTexts> {
  const found = new Map<string, { readonly file: CatalogFile; readonly module: string }>();
  const wanted: TreeRow[] = [];
  for (const row of rows) {
    if (found.has(row.objectId) || !isPlainFile(row)) continue;
    const file = findCatalog(row.path);
    if (file === undefined) continue;
    found.set(row.objectId, { file, module: findModuleName(row.path) });
    wanted.push(row);
  }
  const collector = createCollector();
  const subjects = new Map<string, Map<number, ReadonlyMap<string, string>>>();
  await visitTexts(repository, wanted, (objectId, text) => {
    const catalog = found.get(objectId);
    if (catalog === undefined) return;
    const { format, language, subject } = catalog.file;
    if (format === "lang") {
      const languages = subjects.get(subject) ?? new Map<number, ReadonlyMap<string, string>>();
      subjects.set(subject, languages.set(language, parseLang(text)));
      return;
    }
    const translations = format === "po" ? parsePo(text) : parseCsvCatalog(text);
    collector.add(translations, language, catalog.module);
  });
  for (const languages of subjects.values()) {
    const english = languages.get(0) ?? new Map<string, string>();
    for (const [language, texts] of languages) {
      if (language !== 0) collector.add(joinLang(english, texts), language, "");
    }
  }
  return { catalogs: wanted.length, ...collector.read() };
}

/** The module that a catalog belongs to: the folder above `i18n`. */
function findModuleName(path: string): string {
  return /([^/]+)\/i18n(?:_extra)?\/[^/]+$/.exec(path)?.[1] ?? "";
}

interface Collector {
  add(translations: readonly Translation[], language: number, module: string): void;
  read(): Omit<CatalogTexts, "catalogs">;
}

function createCollector(): Collector {
  const translations = new Map<string, Map<string, [number, string, number]>>();
  const users = new Map<string, Set<string>>();
  const cleaned = new Map<string, string>();
  const clean = (text: string): string => {
    const known = cleaned.get(text);
    if (known !== undefined) return known;
    const result = cleanText(text);
    cleaned.set(text, result);
    return result;
  };
  return {
    add(rows, language, module) {
      for (const row of rows) {
        const source = clean(row.source);
        const target = clean(row.target);
        if (!isTranslated(source, target)) continue;
        const texts = translations.get(source) ?? new Map<string, [number, string, number]>();
        translations.set(source, texts);
        const key = `${language} ${target}`;
        const counted = texts.get(key);
        if (counted === undefined) texts.set(key, [language, target, 1]);
        else counted[2] += 1;
        if (module === "") continue;
        const modules = users.get(source) ?? new Set<string>();
        users.set(source, modules.add(module));
      }
    },
    read: () => ({
      translations,
      users: new Map([...users].map(([source, modules]) => [source, [...modules]])),
    }),
  };
}
