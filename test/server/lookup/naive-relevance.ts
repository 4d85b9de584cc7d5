// The rules of the order by relevance, read aloud over texts: what searches are compared with.
import type { ModuleRecord } from "../../../data/module/records.js";
import { TERM_FIELDS, type TermField } from "../../../data/text/term-fields.js";
import { listAskedWords, listSearchableWords, listWords } from "../../../data/text/tokens.js";
import type { Explanation, Ranking } from "../../../server/contract/shape/search.js";

const STATUSES = ["Mature", "Production/Stable", "Beta", "Alpha"];

/** Explanation of a module by `explain=1`; `undefined` without the words of the term. */
export function explainNaively(
  record: ModuleRecord,
  term: string | undefined,
  dependents: number,
): (Explanation & Ranking) | undefined {
  const standing = { dependents, development_status: record.development_status };
  if (term === undefined) {
    return { match: null, fields: [], extra_words: null, adjacent: null, field: null, ...standing };
  }
  const asked = listAskedWords(term);
  const found = asked.map((word) => findBest(record, word));
  const worst = Math.max(...found.map(({ field }) => field));
  if (asked.length === 0 || worst === Infinity) return undefined;
  const names = [record.technical_name, record.name].flatMap((name) => [
    [...new Set(listWords(name))],
    listAskedWords(name),
  ]);
  // Facts of the best name by the first, then the second.
  const [best] = names
    .map((name) => ({
      extra: asked.every((word) => name.includes(word)) ? name.length - asked.length : Infinity,
      adjacent: asked.length === 1 || name.some((_, at) => standsAt(name.slice(at), asked)),
    }))
    .toSorted((a, b) => compare(a.extra, b.extra) || Number(b.adjacent) - Number(a.adjacent));
  const isExact = names.some((name) => name.join(" ") === asked.join(" "));
  const isWhole = found.every((one) => one.isWhole);
  const match = isWhole ? "word" : "prefix";
  return {
    match: isExact ? "exact" : match,
    fields: TERM_FIELDS.filter((field) =>
      asked.some((word) => listBegun(record[field], word).length > 0),
    ),
    extra_words: best === undefined || best.extra === Infinity ? null : best.extra,
    adjacent: best?.adjacent ?? false,
    field: TERM_FIELDS[worst] ?? null,
    ...standing,
  };
}

/** Below 0 where the first comes before the second by what is explained of both. */
export function compareRelevance(
  left: Explanation & Ranking & Pick<ModuleRecord, "installable">,
  right: Explanation & Ranking & Pick<ModuleRecord, "installable">,
): number {
  const listRules = (one: typeof left): readonly number[] => [
    one.match === "exact" ? 0 : 1,
    one.extra_words ?? Infinity,
    one.adjacent === true ? 0 : 1,
    one.match === "prefix" ? 1 : 0,
    TERM_FIELDS.indexOf((one.field ?? "technical_name") as TermField),
    -one.dependents,
    STATUSES.indexOf(one.development_status ?? "Beta"),
    one.installable ? 0 : 1,
  ];
  const others = listRules(right);
  return listRules(left).reduce((sum, value, rule) => sum || compare(value, others[rule] ?? 0), 0);
}

function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

/** The best field of a word, where it is whole if it is so anywhere. */
function findBest(
  record: ModuleRecord,
  word: string,
): { readonly field: number; readonly isWhole: boolean } {
  const texts = TERM_FIELDS.map((field) => listBegun(record[field], word));
  const whole = texts.findIndex((words) => words.includes(word));
  if (whole >= 0) return { field: whole, isWhole: true };
  const begun = texts.findIndex((words) => words.length > 0);
  return { field: begun < 0 ? Infinity : begun, isWhole: false };
}

function listBegun(text: string, word: string): readonly string[] {
  return listSearchableWords(text).filter((other) => other.startsWith(word));
}

function standsAt(name: readonly string[], asked: readonly string[]): boolean {
  return asked.every((word, at) => name[at]?.startsWith(word) === true);
}
