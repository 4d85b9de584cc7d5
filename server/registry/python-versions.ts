// Versions of Python packages (PEP 440) and requirements (PEP 508): the only file that knows the library.
import { explain, filter, validRange } from "@renovatebot/pep440";
import { spendSteps, type StepBudget } from "../lookup/limits.js";

export interface PythonRequirement {
  /** Normalised as PEP 503 does. */
  readonly name: string;
  /** Version clauses without blanks; empty for any. */
  readonly specifier: string;
  /** When it holds, as it is written; empty for always. */
  readonly marker: string;
}

/** Longer ones say nothing that anybody could follow. */
const MOST_SPECIFIER_CHARS = 200;

/** An invalid requirement counts as a name, since people write names of Python modules there. */
export function parseRequirement(text: string): PythonRequirement {
  const [written, marker] = splitAt(text, ";");
  const [plain] = splitAt(written, "@");
  const name = /^[a-z\d._-]*/i.exec(plain)?.[0] ?? "";
  const rest = plain.slice(name.length).trim();
  const constraint = (rest.startsWith("[") ? splitAt(rest, "]")[1] : rest).replaceAll(
    /[\s()]/g,
    "",
  );
  const isRequirement = constraint === "" || /^[~=!<>]/.test(constraint);
  const isRange = constraint.length <= MOST_SPECIFIER_CHARS && validRange(constraint);
  return {
    name: (isRequirement ? name : text.trim()).toLowerCase().replaceAll(/[-_.]+/g, "-"),
    specifier: isRequirement && isRange ? constraint : "",
    marker,
  };
}

/** Splits at the first of these signs and trims both parts. */
function splitAt(text: string, sign: string): readonly [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/**
 * True if a version satisfies all specifiers. The answer changes only at versions that they name:
 * these are tried, and one right above and right below each.
 * @param steps budget for comparing one version with one clause
 */
export function areSatisfiable(specifiers: readonly string[], steps: StepBudget): boolean {
  const clauses = new Set(specifiers.flatMap((specifier) => specifier.split(",")).filter(Boolean));
  let left = [...new Set([...clauses].flatMap(listCandidates))];
  for (const clause of clauses) {
    spendSteps(steps, left.length);
    left = filter(left, clause, { prereleases: true });
  }
  return clauses.size === 0 || left.length > 0;
}

/** More than any release has in one place. */
const LARGE = 999_999;

function listCandidates(clause: string): readonly string[] {
  const named = clause.replace(/^[~=!<>]+/, "").replace(/\.\*$/, "");
  const version = explain(named);
  if (version === null) return [named];
  const { epoch, release } = version;
  const write = (numbers: readonly number[]): string =>
    `${epoch === 0 ? "" : `${epoch}!`}${numbers.join(".")}`;
  const last = release.findLastIndex((number) => number > 0);
  const below = release.slice(0, last + 1).with(last, (release[last] ?? 1) - 1);
  const next = [...release.slice(0, -1), (release.at(-1) ?? 0) + 1];
  return [
    named,
    write([...release, 0, 1]),
    write(next),
    ...(last < 0 ? [] : [write([...below, LARGE, LARGE])]),
  ];
}
