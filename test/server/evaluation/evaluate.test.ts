// `module-lookup evaluate` over the demo, with questions in several languages.
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CommandContext } from "../../../data/settings/command.js";
import { ConfigError } from "../../../data/operator-error.js";
import type { Evaluation } from "../../../server/evaluation/evaluate.js";
import { runEvaluate } from "../../../server/commands/evaluate.js";
import { ROOT } from "../../../docs/tools/project-root.js";
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
      groups.find((group) => group.half === "both" && group.name === name);
    const least = { all: 0.9, crosslingual: 0.95, paraphrase: 0.75, keyword: 1 };
    for (const [name, gain] of Object.entries(least)) {
      expect(find(name)?.semantic.found_at_10.mean).toBe(1);
      expect(find(name)?.semantic.ndcg_at_10.mean).toBeGreaterThanOrEqual(gain);
    }
    expect(find("crosslingual")?.words.ndcg_at_10.mean).toBeLessThan(0.3);
    expect(find("crosslingual")?.gain.low).toBeGreaterThan(0);
    const kinds = ["kind crosslingual", "kind keyword", "kind paraphrase"];
    const list = (half: string): readonly string[] =>
      groups.filter((group) => group.half === half).map(({ by, name }) => `${by} ${name}`);
    expect(list("open")).toEqual([...kinds, "all all"]);
    expect(list("locked")).toEqual(["kind crosslingual", "kind paraphrase", "all all"]);
    expect(list("both")).toEqual([
      ...kinds,
      ...["de", "en", "es", "fr", "it", "nl", "pl", "pt", "ru", "zh"].map(
        (name) => `language ${name}`,
      ),
      "all all",
    ]);
  });

  test("is measured in halves, of which one alone can be asked", async () => {
    const { answers } = await evaluateJson();
    const open = await evaluateJson("--half", "open");
    const locked = await evaluateJson("--half", "locked");
    expect([...open.answers, ...locked.answers]).toEqual(answers);
    expect([open.questions, locked.questions]).toEqual([10, 9]);
    expect(new Set(open.groups.map(({ half }) => half))).toEqual(new Set(["open"]));
    expect(open.groups.some(({ by }) => by === "language")).toBe(true);
  });

  test("is compared with another snapshot, question by question", async () => {
    const { groups } = await evaluateJson("--against", getSharedSnapshots());
    for (const { semantic, against, gain } of groups) {
      expect(against).toEqual(semantic);
      expect(gain).toEqual({ mean: 0, low: 0, high: 0 });
    }
    expect(await evaluate(QUESTIONS, "--against", getSharedSnapshots())).toMatch(
      /compared nDCG@10 .* gain$/mu,
    );
  });

  test("is asked with rewordings, and compared with the question alone", async () => {
    const file = join(folder, "reworded.jsonl");
    const question = { q: "zqxv", lang: "en", kind: "paraphrase", relevant: ["invoice_reminder"] };
    writeFileSync(file, JSON.stringify({ ...question, also: ["invoice reminder"] }));
    const { groups } = JSON.parse(await evaluate(file, "--also", "--json")) as Evaluation;
    expect(groups.at(-1)).toMatchObject({
      semantic: { ndcg_at_10: { mean: 1 } },
      against: { ndcg_at_10: { mean: 0 } },
      gain: { mean: 1 },
    });
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
    expect(header).toMatch(/nDCG@10 .* words nDCG@10/u);
    expect(rows.at(-1)).toMatch(/^both +all +19 +[01]\.\d{3} \([01]\.\d{3} … [01]\.\d{3}\) /u);
  });
});

test("questions that no module answers are wrong usage", async () => {
  const file = join(folder, "foreign.jsonl");
  writeFileSync(file, '{ "q": "x", "lang": "en", "kind": "keyword", "relevant": ["none"] }\n');
  const error = await awaitOperatorError(evaluate(file));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.code).toBe("questions_unanswerable");
});
