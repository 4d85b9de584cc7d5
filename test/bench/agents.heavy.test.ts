// OdooBench on the fixtures: the runner that `make bench-agents` starts, with questions that were drawn from the same
// repositories (bench/agents/fixtures.jsonl), so that neither Python nor other repositories are needed.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const ROOT = path.join(import.meta.dirname, "..", "..", "..");
const RUNNER = path.join(ROOT, "dist", "bench", "agents", "run.js");
const QUESTIONS = path.join(ROOT, "bench", "agents", "fixtures.jsonl");

interface Trial {
  readonly question: { readonly kind: string };
  readonly right: boolean;
  readonly calls: number;
  readonly tokens: number;
}

test("every question is answered rightly by tools, in few calls", async () => {
  const { out } = inject("fixtures");
  const results = path.join(makeTemporaryFolder(), "results.json");
  const { stdout } = await promisify(execFile)(process.execPath, [
    RUNNER,
    `--questions=${QUESTIONS}`,
    `--snapshot=${out}`,
    `--json=${results}`,
    "--wrong",
  ]);
  expect(stdout).toMatch(/^31 questions, seeds 1, 2, 0;[^]*\nkind /);
  const tools = JSON.parse(readFileSync(results, "utf8")) as readonly Trial[];
  expect(tools.filter(({ right }) => !right)).toEqual([]);
  expect(new Set(tools.map(({ question }) => question.kind)).size).toBe(9);
  for (const { calls, tokens } of tools) {
    expect(calls).toBeLessThanOrEqual(3);
    expect(tokens).toBeLessThan(1_500);
  }
});

test("wrong usage is said", async () => {
  const failure = promisify(execFile)(process.execPath, [RUNNER]);
  await expect(failure).rejects.toMatchObject({
    code: 2,
    stderr: "--questions FILE and --snapshot DIR are needed.\n",
  });
});
