// OdooBench on the fixtures: the runner that `make bench-agents` starts, with questions that were drawn from the same
// repositories (bench/agents/fixtures.jsonl), so that neither Python nor other repositories are needed.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFixtureSnapshot, type FixtureSnapshot } from "../support/fixture-snapshot.js";

const ROOT = path.join(import.meta.dirname, "..", "..", "..");
const RUNNER = path.join(ROOT, "dist", "bench", "agents", "run.js");
const QUESTIONS = path.join(ROOT, "bench", "agents", "fixtures.jsonl");

interface Trial {
  readonly question: { readonly kind: string };
  readonly right: boolean;
  readonly calls: number;
  readonly tokens: number;
}

let fixtures: FixtureSnapshot;

beforeAll(async () => {
  fixtures = await createFixtureSnapshot();
});

afterAll(() => fixtures.cleanup());

test("every question is answered rightly by tools, in few calls, and most by git alone", async () => {
  const results = path.join(fixtures.folder, "results.json");
  const { stdout } = await promisify(execFile)(process.execPath, [
    RUNNER,
    `--questions=${QUESTIONS}`,
    `--snapshot=${fixtures.out}`,
    `--sources=${fixtures.sourcesFile}`,
    `--json=${results}`,
    "--wrong",
  ]);
  expect(stdout).toMatch(/^31 questions, seeds 1, 2, 0;[^]*\ntools [^]*\ngit grep /);
  const ways = JSON.parse(readFileSync(results, "utf8")) as Readonly<Record<string, Trial[]>>;
  const { tools = [], "git grep": grep = [] } = ways;
  expect(tools.filter(({ right }) => !right)).toEqual([]);
  expect(new Set(tools.map(({ question }) => question.kind)).size).toBe(9);
  for (const { calls, tokens } of tools) {
    expect(calls).toBeLessThanOrEqual(3);
    expect(tokens).toBeLessThan(1_500);
  }
  expect(grep.filter(({ right }) => right).length).toBeGreaterThan(25);
});

test("wrong usage is said", async () => {
  const failure = promisify(execFile)(process.execPath, [RUNNER]);
  await expect(failure).rejects.toMatchObject({ code: 2, stderr: "--questions FILE is needed.\n" });
});
