// Score of a name of another kind than modules, so that it can stand among modules.
import type { FindKind, FindMatch } from "../../contract/shape/find.js";
import type { Hit } from "./candidate.js";

/**
 * Score of a name that is the text. Fields and methods are mostly meant if they are written as
 * such.
 */
const EXACT: Readonly<Record<FindKind, number>> = {
  module: 1,
  author: 0.95,
  model: 0.8,
  view: 0.9,
  menu: 0.75,
  report: 0.75,
  repository: 0.7,
  action: 0.7,
  mail_template: 0.7,
  scheduled_action: 0.7,
  group: 0.5,
  javascript: 0.75,
  template: 0.7,
  bundle: 0.7,
  category: 0.6,
  method: 0.4,
  field: 0.4,
};
/** Score of a text that is written as code. */
const EXACT_CODE = 0.95;

/** Scores of names that begin with the text, or contain it. */
const BEGUN: Partial<Record<FindMatch, number>> = { prefix: 0.3, word: 0.3 };

const BEGUN_CODE = 0.7;
/** Score for a text with a dot, which no module has in its name. */
const BEGUN_DOTTED = 0.94;

/** Kinds whose names are for people. */
const SPOKEN: ReadonlySet<FindKind> = new Set([
  "action",
  "author",
  "category",
  "group",
  "mail_template",
  "menu",
  "report",
  "scheduled_action",
]);

/** Share of a score that is left for the least used name. */
const LEAST_LEFT = 0.8;
/** Models or modules from which on more count no more. */
const MUCH_USED = 200;
/** A field or method of one model, beside itself of any. */
const OF_ONE_MODEL = 0.9;

/** 0 to 1: by kind for a name that is the text, 0.95 where it is typed as code, 0.3 for one that begins with it, 0.7 as code, 0.94 with a dot; up to a fifth less for what is little used. */
export function scoreName({ kind, model, match, counts }: Hit, text: string): number {
  const isCode = /[a-z][_./][a-z]/i.test(text) && !/\s/.test(text);
  const exact = isCode ? Math.max(EXACT_CODE, EXACT[kind]) : EXACT[kind];
  const begunCode = text.includes(".") ? BEGUN_DOTTED : BEGUN_CODE;
  // A label in which the words stand is no name that begins so.
  const isSpoken = SPOKEN.has(kind) || (match === "word" && text.includes("."));
  const begun = isCode && !isSpoken ? begunCode : (BEGUN[match] ?? 0);
  const fit = match === "exact" ? exact : begun;
  const used = Math.log1p(counts.models ?? counts.modules ?? 0) / Math.log1p(MUCH_USED);
  const left = LEAST_LEFT + (1 - LEAST_LEFT) * Math.min(1, used);
  return fit * left * (model === null ? 1 : OF_ONE_MODEL);
}
