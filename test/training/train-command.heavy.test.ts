// The command that learns weights, as people start it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { decodeStaticWeights } from "../data/embedding/decoded-weights.js";
import { runProgram, type ProgramResult } from "../support/program.js";
import { makeSmallLessons } from "./small-lessons.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const root = makeTemporaryFolder();
const sourcesFile = path.join(root, "sources.json");
const { addons, catalogs } = makeSmallLessons(root);
writeFileSync(sourcesFile, JSON.stringify({ sources: [addons, catalogs].map(toElement) }));

function toElement(source: typeof addons): unknown {
  const { organization, repository, url, mirror, branches } = source;
  return { organization, repository, url, mirror, ...(branches === undefined ? {} : { branches }) };
}

function train(words: readonly string[]): Promise<ProgramResult> {
  const cache = path.join(root, "cache");
  return runProgram(["train", "--cache", cache, "--sources", sourcesFile, ...words]);
}

describe("train", () => {
  test("writes weights and their card, and says where", async () => {
    const out = path.join(root, "weights");
    const result = await train(["--out", out, "--steps", "3"]);
    expect(result.stderr).toContain("learn: 3 of 3 steps");
    expect(result.code).toBe(0);
    const file = path.join(out, "static-weights.bin");
    const { words, dimensions } = decodeStaticWeights(readFileSync(file));
    expect(words).toContain("invoice");
    expect(dimensions).toBe(128);
    expect(result.stdout).toContain(`Wrote ${file}: ${words.length} words`);
    const card = readFileSync(path.join(out, "static-weights.md"), "utf8");
    expect(card).toContain(`| bytes | ${readFileSync(file).length.toLocaleString("en-US")} |`);
  });

  test.each([
    ["needs that are not there", ["--needs", "/nowhere"], "The needs in /nowhere"],
    ["a seed that is no number", ["--seed", "x"], "--seed must be"],
    [
      "no place to write to",
      ["--out", path.join(sourcesFile, "x")],
      "x cannot be written (ENOTDIR)",
    ],
  ])("refuses %s before anything is read", async (_, words, message) => {
    const out = path.join(root, "refused");
    const result = await train(["--out", out, ...words]);
    expect(result.stderr).toContain(message);
    expect(result.stderr).toMatch(/^module-lookup: [^\n]*\.\n$/);
    expect(result.code).toBe(2);
    expect(existsSync(path.join(out, "static-weights.bin"))).toBe(false);
  });

  test("names a repository that cannot be read, and learns nothing", async () => {
    const broken = path.join(root, "broken.json");
    const gone = { ...catalogs, repository: "gone", mirror: path.join(root, "gone.git") };
    mkdirSync(path.join(root, "gone.git"));
    writeFileSync(broken, JSON.stringify({ sources: [toElement(addons), toElement(gone)] }));
    const out = path.join(root, "broken");
    const result = await train(["--out", out, "--sources", broken]);
    expect(result.stderr).toContain("acme/gone has no git repository at its mirror");
    expect(result.code).toBe(1);
  });
});
