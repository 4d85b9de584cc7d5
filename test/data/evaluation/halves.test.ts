// The halves of a set of questions, and the set that the search by meaning is measured with.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isUnlearned, splitInHalves } from "../../../data/evaluation/halves.js";
import { readQuestions } from "../../../data/evaluation/questions.js";
import { ROOT } from "../../../docs/tools/project-root.js";

const QUESTIONS = readQuestions(join(ROOT, "bench", "semantic-questions.jsonl"));

function count(kind: string): number {
  return QUESTIONS.filter((one) => one.kind === kind).length;
}

describe("splitInHalves", () => {
  test("gives each question one half, whatever their order", () => {
    const { open, locked } = splitInHalves(QUESTIONS);
    expect(open.length - locked.length).toBeLessThanOrEqual(1);
    expect(new Set([...open, ...locked])).toEqual(new Set(QUESTIONS));
    expect(splitInHalves(QUESTIONS.toReversed())).toEqual({ open, locked });
  });

  test("goes by the SHA-256 of the text", () => {
    // Their digests begin with ca, 3e and 2e.
    const { open, locked } = splitInHalves(["a", "b", "c"].map((text) => ({ text })));
    expect(open.map(({ text }) => text)).toEqual(["c", "b"]);
    expect(locked.map(({ text }) => text)).toEqual(["a"]);
  });

  test("leaves a question alone open", () => {
    expect(splitInHalves([{ text: "a" }])).toEqual({ open: [{ text: "a" }], locked: [] });
  });
});

describe("bench/semantic-questions.jsonl", () => {
  test("has enough of each kind to tell", () => {
    expect(count("paraphrase")).toBeGreaterThanOrEqual(120);
    expect(count("language")).toBeGreaterThanOrEqual(160);
    expect(count("keyword")).toBeGreaterThanOrEqual(80);
    expect(count("verbose")).toBeGreaterThanOrEqual(40);
    expect(new Set(QUESTIONS.map(({ text }) => text)).size).toBe(QUESTIONS.length);
  });

  test("has rewordings of open paraphrases alone", () => {
    const { open, locked } = splitInHalves(QUESTIONS);
    const reworded = open.filter(({ rewordings }) => rewordings.length > 0);
    expect(reworded).toEqual(open.filter(({ kind }) => kind === "paraphrase"));
    expect(reworded.every(({ rewordings }) => rewordings.length === 3)).toBe(true);
    expect(locked.every(({ rewordings }) => rewordings.length === 0)).toBe(true);
  });
});

describe("bench/judged/asked.jsonl", () => {
  const FILE = join(ROOT, "bench", "judged", "asked.jsonl");

  test("tells where each need was told, and has none of the other set", () => {
    const asked = readQuestions(FILE);
    const rows = readFileSync(FILE, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line): unknown => JSON.parse(line));
    expect(rows.length).toBe(asked.length);
    for (const row of rows) expect(row).toMatchObject({ source: expect.stringMatching(/\S/) });
    const texts = new Set([...QUESTIONS, ...asked].map(({ text }) => text));
    expect(texts.size).toBe(QUESTIONS.length + asked.length);
  });
});

test("the needs of a tenth of the modules are never learned, the same ones everywhere", () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `module_${at}`);
  const share = names.filter(isUnlearned).length / names.length;
  expect(share).toBeGreaterThan(0.08);
  expect(share).toBeLessThan(0.12);
  // Their digests begin with numbers that end in 4 and 0.
  expect(["sale", "account_asset_transfer"].map(isUnlearned)).toEqual([false, true]);
});
