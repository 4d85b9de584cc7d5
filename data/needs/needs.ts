// Needs: what people search a module for, in their own words, one a line. Total.

/** Needs of one module, in words that the module itself does not use. */
interface ModuleNeeds {
  readonly technicalName: string;
  readonly needs: readonly Need[];
}

export interface Need {
  /** Language, such as `en` or `pt_BR`. */
  readonly language: string;
  readonly text: string;
}

/** A line that is no module with a need of it; it is passed over. */
interface NeedsDiagnostic {
  readonly code: "name_invalid" | "language_invalid" | "need_missing" | "need_repeated";
  /** From 1. */
  readonly line: number;
}

export interface ParsedNeeds {
  /** In order of their first lines. */
  readonly value: readonly ModuleNeeds[];
  readonly diagnostics: readonly NeedsDiagnostic[];
}

/** Some folders of modules have a hyphen in their names, or a point. */
const TECHNICAL_NAME = /^\S+$/;
export const LANGUAGE = /^[a-z]{2,3}(?:[_-][A-Za-z]{2,4})?$/;

/**
 * Lines of a technical name, a language and a need, with tabs between them. Empty lines and those that begin with #
 * are passed over.
 */
export function parseNeeds(text: string): ParsedNeeds {
  const needsByName = new Map<string, Map<string, Need>>();
  const diagnostics: NeedsDiagnostic[] = [];
  text.split(/\r?\n/).forEach((row, at) => {
    if (/^\s*(?:#|$)/.test(row)) return;
    const [technicalName = "", language = "", need = ""] = row.split("\t").map(trim);
    const known = needsByName.get(technicalName) ?? new Map<string, Need>();
    const code = findFault(technicalName, language, need, known);
    if (code === undefined) {
      needsByName.set(technicalName, known.set(need, { language, text: need }));
    } else diagnostics.push({ code, line: at + 1 });
  });
  const value = Array.from(needsByName, ([technicalName, needs]) => ({
    technicalName,
    needs: [...needs.values()],
  }));
  return { value, diagnostics };
}

/** A need as one text, in which it is kept. */
export function formatNeed({ language, text }: Need): string {
  return `${language}\t${text}`;
}

export function parseNeed(row: string): Need {
  const [language = "", text = ""] = row.split("\t", 2);
  return { language, text };
}

function trim(cell: string): string {
  return cell.trim();
}

function findFault(
  technicalName: string,
  language: string,
  need: string,
  known: ReadonlyMap<string, unknown>,
): NeedsDiagnostic["code"] | undefined {
  if (!TECHNICAL_NAME.test(technicalName)) return "name_invalid";
  if (!LANGUAGE.test(language)) return "language_invalid";
  if (need === "") return "need_missing";
  return known.has(need) ? "need_repeated" : undefined;
}
