// How well the semantic search of a snapshot answers questions, beside `/v1/search` and, if wanted, beside
// another snapshot or its own answers to the questions alone.
import type { Lookup } from "../lookup/lookup.js";
import { getTechnicalName } from "../lookup/entries.js";
import { selectModules, type ModuleSelection } from "../lookup/meaning/module-groups.js";
import { rankModules, scoreModules } from "../lookup/meaning/semantic-search.js";
import { searchTerm } from "../lookup/find/word-hits.js";
import { splitInHalves, HALVES, type Half } from "../../data/evaluation/halves.js";
import type { Question } from "../../data/evaluation/questions.js";
import { listGroups, type EvaluationAnswer, type EvaluationGroup } from "./groups.js";

interface EvaluationRequest {
  readonly questions: readonly Question[];
  /** The modules at this one, or at all. */
  readonly platformVersion: string | undefined;
  /** Only this half of the questions. */
  readonly half?: Half;
  /** Asks with the rewordings of each question, and compares with the question alone. */
  readonly withRewordings?: boolean;
  /** What is compared with instead. */
  readonly against?: Lookup;
}

export interface Evaluation {
  /** Modules that were ranked. */
  readonly modules: number;
  /** Questions that were asked: those with a module that answers them. */
  readonly questions: number;
  /** Questions that none of these modules answers. */
  readonly unanswerable: number;
  readonly groups: readonly EvaluationGroup[];
  readonly answers: readonly EvaluationAnswer[];
}

const PLACES = 10;

/** @throws OperatorError `embedder_absent` when a snapshot was built without an embedder */
export async function evaluateLookup(
  lookup: Lookup,
  { questions, platformVersion, half, withRewordings = false, against }: EvaluationRequest,
): Promise<Evaluation> {
  const halves = splitInHalves(questions);
  const wanted = HALVES.filter((name) => half === undefined || name === half);
  const search = createSearch(lookup, platformVersion);
  const other = against === undefined ? undefined : createSearch(against, platformVersion);
  const rankByWords = (words: string): readonly string[] =>
    searchTerm(lookup, { words, platform_version: platformVersion }, PLACES, {}).map(
      (found) => found.name,
    );
  const carried = new Set(search.names.values());
  const answers: EvaluationAnswer[] = [];
  let unanswerable = 0;
  for (const name of wanted) {
    for (const given of halves[name]) {
      const question = { ...given, relevant: given.relevant.filter((each) => carried.has(each)) };
      if (question.relevant.length === 0) {
        unanswerable += 1;
        continue;
      }
      const { text, rewordings } = question;
      answers.push({
        question,
        half: name,
        semantic: await search.rank(text, withRewordings ? rewordings : []),
        words: rankByWords(text),
        against: withRewordings
          ? await search.rank(text, [])
          : ((await other?.rank(text, [])) ?? null),
      });
    }
  }
  return {
    modules: search.names.size,
    questions: answers.length,
    unanswerable,
    groups: listGroups(answers, wanted),
    answers,
  };
}

interface Search {
  /** The technical names of the modules that have entries in the selection. */
  readonly names: ReadonlyMap<number, string>;
  rank(question: string, rewordings: readonly string[]): Promise<readonly string[]>;
}

function createSearch(lookup: Lookup, platformVersion: string | undefined): Search {
  const selection = selectModules(lookup.snapshot, platformVersion);
  const names = listModuleNames(lookup, selection);
  return {
    names,
    async rank(question, rewordings) {
      const scores = await scoreModules(lookup, selection, question, rewordings);
      // An organization more may carry the same name.
      const found = rankModules(scores, 2 * PLACES).map((module) => names.get(module) ?? "");
      return [...new Set(found)].slice(0, PLACES);
    },
  };
}

function listModuleNames(
  { snapshot }: Lookup,
  selection: ModuleSelection,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (let module = 0; module < selection.moduleCount; module++) {
    const [entry] = selection.listEntries(module);
    if (entry !== undefined) names.set(module, getTechnicalName(snapshot, entry));
  }
  return names;
}
