// `module-lookup evaluate` over the demo, with questions in several languages.
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CommandContext } from "../../../settings/command.js";
import { ConfigError } from "../../../data/operator-error.js";
import type { Evaluation } from "../../../server/evaluation/evaluate.js";
import { runEvaluate } from "../../../server/commands/evaluate.js";
import { ROOT } from "../../house/source-tree.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { getSharedSnapshots } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const QUESTIONS = join(ROOT, "fixtures", "questions.jsonl");
const folder = makeTemporaryFolder();

async function evaluate(queries: string, ...words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const context: CommandContext = {
    environment: { MODULE_LOOKUP_SNAPSHOT: getSharedSnapshots() },
    version: "0.0.0-test",
    signal: new AbortController().signal,
    print: (line) => void printed.push(line),
    printError: (line) => expect.fail(line),
  };
  expect(await runEvaluate(["--queries", queries, ...words], context)).toBe(0);
  return printed.join("\n");
}

async function evaluateJson(...words: readonly string[]): Promise<Evaluation> {
  return JSON.parse(await evaluate(QUESTIONS, "--json", ...words)) as Evaluation;
}

describe("the semantic search of the demo", () => {
  test("answers far more than words do, in other languages above all", async () => {
    const { groups, questions, unanswerable } = await evaluateJson();
    expect([questions, unanswerable]).toEqual([19, 0]);
    const find = (name: string): Evaluation["groups"][number] | undefined =>
      groups.find((group) => group.name === name);
    for (const name of ["all", "crosslingual", "paraphrase", "keyword"]) {
      expect(find(name)?.semantic.found_at_10).toBe(1);
      expect(find(name)?.semantic.ndcg_at_10).toBeGreaterThanOrEqual(0.8);
    }
    expect(find("crosslingual")?.words.ndcg_at_10).toBeLessThan(0.3);
    expect(groups.map(({ by, name }) => `${by} ${name}`)).toEqual([
      ...["crosslingual", "keyword", "paraphrase"].map((name) => `kind ${name}`),
      ...["de", "en", "es", "fr", "it", "nl", "pl", "pt", "ru", "zh"].map(
        (name) => `language ${name}`,
      ),
      "all all",
    ]);
  });

  test("is asked at one platform version, where some questions have no answer", async () => {
    const whole = await evaluateJson();
    const { modules, unanswerable, answers } = await evaluateJson("--platform-version", "17.0");
    expect(modules).toBeLessThan(whole.modules);
    expect(unanswerable).toBeGreaterThan(0);
    expect(answers.length + unanswerable).toBe(whole.questions);
    expect(answers.flatMap(({ semantic }) => semantic)).not.toContain("gift_card");
  });

  test("is printed as a table", async () => {
    const [first, header, ...rows] = (await evaluate(QUESTIONS)).split("\n");
    expect(first).toMatch(/^19 questions, \d+ modules; 0 questions/u);
    expect(header).toMatch(/nDCG@10 .* BM25 nDCG@10/u);
    expect(rows.at(-1)).toMatch(/^all +19 +[01]\.\d{3} /u);
  });
});

test("questions that no module answers are wrong usage", async () => {
  const file = join(folder, "foreign.jsonl");
  writeFileSync(file, '{ "q": "x", "lang": "en", "kind": "keyword", "relevant": ["none"] }\n');
  const error = await awaitOperatorError(evaluate(file));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.code).toBe("questions_unanswerable");
});
