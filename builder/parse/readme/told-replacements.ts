// Replacements that the files of a module mention, its own among them. Pure.
import type { MigrationStepRecord } from "../../../data/module/module-parts.js";
import type { ToldReplacement } from "../../../data/module/replacement.js";
import type { ReplacementSentence } from "./replacements.js";

interface ReadFile {
  readonly path: string;
  readonly replacements: readonly ReplacementSentence[];
}

/** @param files in path order; of one pair the first that says it counts: a README is made of what lies in `readme/` */
export function listReplacements(
  files: readonly ReadFile[],
  technicalName: string,
): readonly ToldReplacement[] {
  const found = new Map<string, ToldReplacement>();
  for (const { path: file, replacements } of files) {
    for (const { line, sentence, kind, subjects, names } of replacements) {
      const spoken = subjects.length > 0 ? subjects : [technicalName];
      // The replacing module's word counts less than the replaced one's.
      if (kind === "of" && !spoken.includes(technicalName)) continue;
      const [olds, news] = kind === "by" ? [spoken, names] : [names, [technicalName]];
      for (const from of olds) {
        for (const to of news) put(found, { from, to, file, line, sentence });
      }
    }
  }
  return [...found.values()];
}

/** Names of modules that a migration script gives to others. */
export function listRenamedModules(
  file: string,
  steps: readonly MigrationStepRecord[],
): readonly ToldReplacement[] {
  return steps.flatMap(({ thing, call, names: [from, to], line }) =>
    thing !== "module" || from === undefined || to === undefined
      ? []
      : [{ from, to, file, line, sentence: `${call}: ${from} → ${to}` }],
  );
}

function put(found: Map<string, ToldReplacement>, one: ToldReplacement): void {
  const key = `${one.from} ${one.to}`;
  if (one.from !== one.to && !found.has(key)) found.set(key, one);
}
