// `module-lookup evaluate`: how well a snapshot answers a file of questions.
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings } from "../../data/settings/settings.js";
import { formatTable } from "../../data/settings/text-table.js";
import { ConfigError } from "../../data/operator-error.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { EVALUATE_SETTINGS } from "../config.js";
import { evaluateLookup, type Evaluation } from "../evaluation/evaluate.js";
import type { Estimate } from "../../data/evaluation/estimate.js";
import { isHalf } from "../../data/evaluation/halves.js";
import { readQuestions } from "../../data/evaluation/questions.js";
import { openLookup, type Lookup } from "../lookup/lookup.js";

/**
 * Prints measures by half, kind and language with their intervals, those of a search by words beside them.
 * @throws SnapshotError; ConfigError for questions that cannot be read or that nothing answers
 */
export async function runEvaluate(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const settings = readSettings("evaluate", EVALUATE_SETTINGS, words, context.environment);
  const questions = readQuestions(settings.queries);
  const lookups: Lookup[] = [];
  const open = async (folder: string, weights: string | undefined): Promise<Lookup> => {
    const lookup = await openLookup(locateSnapshot(folder), {
      embedder: weights === undefined ? {} : { model: weights },
    });
    lookups.push(lookup);
    return lookup;
  };
  try {
    const { half, against } = settings;
    const evaluation = await evaluateLookup(await open(settings.snapshot, settings.weights), {
      questions,
      platformVersion: settings["platform-version"],
      withRewordings: settings.also,
      ...(isHalf(half) && { half }),
      ...(against !== undefined && { against: await open(against, settings["against-weights"]) }),
    });
    if (evaluation.questions === 0) throw unanswerable(settings.queries, evaluation);
    context.print(
      settings.json ? JSON.stringify(evaluation, null, 2) : formatEvaluation(evaluation),
    );
    return 0;
  } finally {
    for (const lookup of lookups) lookup.close();
  }
}

function unanswerable(file: string, { modules }: Evaluation): ConfigError {
  return new ConfigError({
    code: "questions_unanswerable",
    message: `The questions in ${file} name none of the ${modules} modules; use questions for this snapshot and platform version.`,
    expected: "a question whose `relevant` names a module",
    got: `${modules} modules that none names`,
  });
}

function formatEvaluation({ modules, questions, unanswerable: none, groups }: Evaluation): string {
  const rows = groups.map(
    ({ half, by, name, questions: count, semantic, words, against, gain }) => [
      half,
      by === "all" ? "all" : `${by} ${name}`,
      String(count),
      ...[semantic.ndcg_at_10, semantic.recall_at_1, semantic.recall_at_10].map(toCell),
      ...[semantic.found_at_10, semantic.mrr_at_10, words.ndcg_at_10, words.found_at_10].map(
        toCell,
      ),
      ...(against === null ? [] : [toCell(against.ndcg_at_10)]),
      toCell(gain),
    ],
  );
  const isCompared = groups.some(({ against }) => against !== null);
  const header = [
    "half",
    "questions by",
    "",
    "nDCG@10",
    "recall@1",
    "recall@10",
    "found@10",
    "MRR@10",
    "words nDCG@10",
    "words found@10",
    ...(isCompared ? ["compared nDCG@10", "gain"] : ["gain over words"]),
  ];
  const columns = header.map((_, at) => ({ align: at < 2 ? "left" : "right" }) as const);
  return [
    `${questions} questions, ${modules} modules; ${none} questions that no module answers left out. In brackets: 95 %.`,
    ...formatTable([header, ...rows], { columns }),
  ].join("\n");
}

function toCell({ mean, low, high }: Estimate): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)} … ${high.toFixed(3)})`;
}
