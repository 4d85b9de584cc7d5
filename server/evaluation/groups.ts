// Answers to questions, measured by half, kind and language, each figure with its interval. Pure.
import { estimateMean, type Estimate } from "../../data/evaluation/estimate.js";
import { HALVES, type Half } from "../../data/evaluation/halves.js";
import { mapMeasures, measureRanking, type Measures } from "../../data/evaluation/measures.js";
import type { Question } from "../../data/evaluation/questions.js";

/** One question with the first ten technical names of each ranking. */
export interface EvaluationAnswer {
  readonly question: Question;
  readonly half: Half;
  readonly semantic: readonly string[];
  readonly words: readonly string[];
  /** Of what is compared with; `null` where that is the ranking by words. */
  readonly against: readonly string[] | null;
}

type Estimates = Readonly<Record<keyof Measures, Estimate>>;

export interface EvaluationGroup {
  readonly half: Half | "both";
  readonly by: "kind" | "language" | "all";
  readonly name: string;
  readonly questions: number;
  readonly semantic: Estimates;
  readonly words: Estimates;
  readonly against: Estimates | null;
  /** Of nDCG@10 over what is compared with, question by question. */
  readonly gain: Estimate;
}

/**
 * For each half that was asked, and for both: by kind, then all. By language for all that was asked: there are
 * few questions of each. In order of name.
 */
export function listGroups(
  answers: readonly EvaluationAnswer[],
  asked: readonly Half[],
): readonly EvaluationGroup[] {
  const measured = answers.map(measure);
  const parts = asked.length === HALVES.length ? [...asked, "both" as const] : asked;
  return parts.flatMap((half) => {
    const some = measured.filter(({ answer }) => half === "both" || answer.half === half);
    if (some.length === 0) return [];
    const group = (
      by: EvaluationGroup["by"],
      nameOf: (question: Question) => string,
    ): readonly EvaluationGroup[] =>
      [...new Set(some.map(({ answer }) => nameOf(answer.question)))].toSorted().map((name) => ({
        half,
        by,
        name,
        ...summarize(some.filter(({ answer }) => nameOf(answer.question) === name)),
      }));
    return [
      ...group("kind", ({ kind }) => kind),
      ...(half === parts.at(-1) ? group("language", ({ language }) => language) : []),
      ...group("all", () => "all"),
    ];
  });
}

interface MeasuredAnswer {
  readonly answer: EvaluationAnswer;
  /** Questions with the same answers are of one need. */
  readonly need: string;
  readonly semantic: Measures;
  readonly words: Measures;
  readonly against: Measures | null;
}

function measure(answer: EvaluationAnswer): MeasuredAnswer {
  const { question, semantic, words, against } = answer;
  const relevant = new Set(question.relevant);
  const toMeasures = (ranking: readonly string[]): Measures =>
    measureRanking(ranking, relevant, question.grades);
  return {
    answer,
    need: question.relevant.toSorted().join(" "),
    semantic: toMeasures(semantic),
    words: toMeasures(words),
    against: against === null ? null : toMeasures(against),
  };
}

function summarize(some: readonly MeasuredAnswer[]): Omit<EvaluationGroup, "half" | "by" | "name"> {
  const estimate = (valueOf: (answer: MeasuredAnswer) => number): Estimate =>
    estimateMean(some.map((answer) => ({ need: answer.need, value: valueOf(answer) })));
  const estimateAll = (measuresOf: (answer: MeasuredAnswer) => Measures): Estimates =>
    mapMeasures((key) => estimate((answer) => measuresOf(answer)[key]));
  const isCompared = some.every(({ against }) => against !== null);
  return {
    questions: some.length,
    semantic: estimateAll(({ semantic }) => semantic),
    words: estimateAll(({ words }) => words),
    against: isCompared ? estimateAll(({ against, words }) => against ?? words) : null,
    gain: estimate(
      ({ semantic, against, words }) => semantic.ndcg_at_10 - (against ?? words).ndcg_at_10,
    ),
  };
}
