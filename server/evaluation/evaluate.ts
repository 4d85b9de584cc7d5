// How well the semantic search of a snapshot answers questions, beside a search by words.
import type { Lookup } from "../lookup/lookup.js";
import { getTechnicalName } from "../lookup/entries.js";
import type { ModuleSelection } from "../lookup/meaning/module-groups.js";
import { rankModules, scoreModules } from "../lookup/meaning/semantic-search.js";
import { averageMeasures, measureRanking, type Measures } from "../../data/evaluation/measures.js";
import type { Question } from "../../data/evaluation/questions.js";
import { openWordRanking } from "./word-ranking.js";

export interface Evaluation {
  /** Modules that were ranked. */
  readonly modules: number;
  /** Questions that were asked: those with a module that answers them. */
  readonly questions: number;
  /** Questions that none of these modules answers. */
  readonly unanswerable: number;
  /** By kind, then by language, then all; each in order of name. */
  readonly groups: readonly EvaluationGroup[];
  readonly answers: readonly EvaluationAnswer[];
}

export interface EvaluationGroup {
  readonly by: "kind" | "language" | "all";
  readonly name: string;
  readonly questions: number;
  readonly semantic: Measures;
  readonly words: Measures;
}

/** One question with the first ten technical names of each ranking. */
export interface EvaluationAnswer {
  readonly question: Question;
  readonly semantic: readonly string[];
  readonly words: readonly string[];
}

const PLACES = 10;

/**
 * Asks every question of the modules at one platform version, or at all.
 * @throws OperatorError `embedder_absent` when the snapshot was built without an embedder
 */
export async function evaluateLookup(
  lookup: Lookup,
  questions: readonly Question[],
  platformVersion: string | undefined,
): Promise<Evaluation> {
  const selection = lookup.getModuleGroups().select(platformVersion);
  const names = listModuleNames(lookup, selection);
  const carried = new Set(names.values());
  const asked = questions
    .map((question) => ({
      ...question,
      relevant: question.relevant.filter((name) => carried.has(name)),
    }))
    .filter(({ relevant }) => relevant.length > 0);
  const rankByWords = openRankingByWords(lookup, selection);
  const toNames = (scores: Float64Array): readonly string[] =>
    // An organization more may carry the same name.
    [...new Set(rankModules(scores, 2 * PLACES).map((module) => names.get(module) ?? ""))].slice(
      0,
      PLACES,
    );
  const answers: EvaluationAnswer[] = [];
  for (const question of asked) {
    const semantic = toNames(await scoreModules(lookup, selection, question.text));
    answers.push({ question, semantic, words: toNames(rankByWords(question.text)) });
  }
  return {
    modules: names.size,
    questions: asked.length,
    unanswerable: questions.length - asked.length,
    groups: listGroups(answers),
    answers,
  };
}

/** The technical names of the modules that have entries in the selection. */
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
function openRankingByWords(
  { snapshot }: Lookup,
  selection: ModuleSelection,
): (question: string) => Float64Array {
  const documents = [...selection.documents.list];
  const ranking = openWordRanking(
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
    return scores;
  };
}

function listGroups(answers: readonly EvaluationAnswer[]): readonly EvaluationGroup[] {
  if (answers.length === 0) return [];
  const group = (
    by: EvaluationGroup["by"],
    nameOf: (question: Question) => string,
  ): readonly EvaluationGroup[] =>
    [...new Set(answers.map(({ question }) => nameOf(question)))].toSorted().map((name) => {
      const some = answers.filter(({ question }) => nameOf(question) === name);
      const measure = (key: "semantic" | "words"): Measures =>
        averageMeasures(
          some.map(({ question, [key]: ranking }) =>
            measureRanking(ranking, new Set(question.relevant), question.grades),
          ),
        );
      return {
        by,
        name,
        questions: some.length,
        semantic: measure("semantic"),
        words: measure("words"),
      };
    });
  return [
    ...group("kind", ({ kind }) => kind),
    ...group("language", ({ language }) => language),
    ...group("all", () => "all"),
  ];
}
