// How well the semantic search of a snapshot answers questions, beside a search by words and, if wanted, beside
// another snapshot or its own answers to the questions alone.
import type { Lookup } from "../lookup/lookup.js";
import { getTechnicalName } from "../lookup/entries.js";
import { selectModules, type ModuleSelection } from "../lookup/meaning/module-groups.js";
import { rankModules, scoreModules } from "../lookup/meaning/semantic-search.js";
import { splitInHalves, HALVES, type Half } from "../../data/evaluation/halves.js";
import type { Question } from "../../data/evaluation/questions.js";
import { listGroups, type EvaluationAnswer, type EvaluationGroup } from "./groups.js";
import { createWordRanking } from "./word-ranking.js";

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
  const rankByWords = createRankingByWords(lookup, search);
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
  readonly selection: ModuleSelection;
  /** The technical names of the modules that have entries in the selection. */
  readonly names: ReadonlyMap<number, string>;
  toNames(scores: Float64Array): readonly string[];
  rank(question: string, rewordings: readonly string[]): Promise<readonly string[]>;
}

function createSearch(lookup: Lookup, platformVersion: string | undefined): Search {
  const selection = selectModules(lookup.snapshot, platformVersion);
  const names = listModuleNames(lookup, selection);
  const toNames = (scores: Float64Array): readonly string[] =>
    // An organization more may carry the same name.
    [...new Set(rankModules(scores, 2 * PLACES).map((module) => names.get(module) ?? ""))].slice(
      0,
      PLACES,
    );
  return {
    selection,
    names,
    toNames,
    rank: async (question, rewordings) =>
      toNames(await scoreModules(lookup, selection, question, rewordings)),
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

/** The best score of each module's texts, over the very texts that the semantic search knows. */
function createRankingByWords(
  { snapshot }: Lookup,
  { selection, toNames }: Search,
): (question: string) => readonly string[] {
  const documents = [...selection.documents.list];
  const ranking = createWordRanking(
    documents.map((document) => snapshot.readRecord(snapshot.documentLists.get(document)[0] ?? 0)),
  );
  return (question) => {
    const scores = new Float64Array(selection.moduleCount);
    ranking.score(question).forEach((score, at) => {
      const document = documents[at] ?? 0;
      const { firstModule, modules } = selection;
      for (const module of modules.subarray(firstModule[document], firstModule[document + 1])) {
        scores[module] = Math.max(scores[module] ?? 0, score);
      }
    });
    return toNames(scores);
  };
}
