// A problem as people and agents read it outside of HTTP: what is wrong, and what there is instead.
import type { ProblemExtension } from "./problem.js";

export function describeProblem(problem: ProblemExtension & { readonly detail: string }): string {
  const hints = [
    ["Not indexed", problem.not_indexed],
    ["It has dependents at", problem.required_at_versions],
    ["Near", problem.suggestions],
    ["It exists at", problem.available_versions],
    ["It is in", problem.available_repositories],
  ] as const;
  const sentences = hints
    .filter(([, names]) => names !== undefined && names.length > 0)
    .map(([intro, names = []]) => ` ${intro}: ${listSome(names)}.`);
  return problem.detail + sentences.join("");
}

/** The first of them, with the number of the others. */
export function listSome(names: readonly string[], most = 20): string {
  const left = names.length - most;
  return left > 0 ? `${names.slice(0, most).join(", ")} and ${left} more` : names.join(", ");
}
