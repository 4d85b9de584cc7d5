// What modules are needed for, in the words of those who need it: one module a line. Total.

/** Needs of one module, in English that the module itself does not use. */
export interface ModuleNeeds {
  readonly technicalName: string;
  readonly needs: readonly string[];
}

/** A line that is no module with its needs; it is passed over. */
interface NeedsDiagnostic {
  readonly code: "name_invalid" | "needs_missing" | "name_repeated";
  /** From 1. */
  readonly line: number;
}

export interface ParsedNeeds {
  readonly value: readonly ModuleNeeds[];
  readonly diagnostics: readonly NeedsDiagnostic[];
}

const TECHNICAL_NAME = /^\w+$/;

/**
 * Lines of a technical name and its needs, with tabs between them. Empty lines and those that begin with # are
 * passed over; of lines with one name the first counts.
 */
export function parseNeeds(text: string): ParsedNeeds {
  const needsByName = new Map<string, readonly string[]>();
  const diagnostics: NeedsDiagnostic[] = [];
  text.split(/\r?\n/).forEach((row, at) => {
    if (/^\s*(?:#|$)/.test(row)) return;
    const [technicalName = "", ...others] = row.split("\t").map((cell) => cell.trim());
    const needs = others.filter((need) => need !== "");
    const code = findFault(technicalName, needs, needsByName);
    if (code === undefined) needsByName.set(technicalName, needs);
    else diagnostics.push({ code, line: at + 1 });
  });
  const value = Array.from(needsByName, ([technicalName, needs]) => ({ technicalName, needs }));
  return { value, diagnostics };
}

function findFault(
  technicalName: string,
  needs: readonly string[],
  known: ReadonlyMap<string, unknown>,
): NeedsDiagnostic["code"] | undefined {
  if (!TECHNICAL_NAME.test(technicalName)) return "name_invalid";
  if (needs.length === 0) return "needs_missing";
  return known.has(technicalName) ? "name_repeated" : undefined;
}
