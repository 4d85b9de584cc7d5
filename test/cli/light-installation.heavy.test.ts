// Without the optional packages the program builds, serves and answers with the learned words, and says
// what is missing where the neural embedder is asked for.
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../docs/tools/project-root.js";
import { makeLightInstallation } from "./light-installation.js";
import { makeSmallSources } from "../support/small-sources.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const folder = makeTemporaryFolder();
const installation = path.join(folder, "installation");
const sources = path.join(folder, "sources.json");
const out = path.join(folder, "out");
const cache = path.join(folder, "cache");
let program = "";

beforeAll(() => {
  program = makeLightInstallation(installation);
  const rows = Object.values(makeSmallSources(folder)).slice(0, 2);
  const written = rows.map(({ cloneUrl: _cloneUrl, ...source }) => source);
  writeFileSync(sources, JSON.stringify({ sources: written }));
});

async function run(...words: readonly string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...words], (_, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout + stderr }),
    );
  });
}

describe("an installation without optional packages", () => {
  test("has no neural embedder", () => {
    expect(existsSync(path.join(installation, "node_modules", "h3"))).toBe(true);
    expect(existsSync(path.join(installation, "node_modules", "@xenova"))).toBe(false);
  });

  test("has what runs and nothing else", () => {
    const names = readdirSync(installation, { recursive: true, encoding: "utf8" });
    const own = names.filter((name) => !name.startsWith("node_modules"));
    expect(own).toEqual(
      expect.arrayContaining(["CHANGELOG.md", "README.md", "LICENSE", "examples/oca.json"]),
    );
    expect(own.filter((name) => /\.(?:ts|map)$|\.test\.|^(?:test|fixtures)/.test(name))).toEqual(
      [],
    );
  });

  test("builds with the learned words, and answers", async () => {
    const words = ["build", "--sources", sources, "--out", out, "--cache", cache, "--quiet"];
    expect(await run(...words)).toEqual({ code: 0, text: "" });
    const answer = await run("query", "--snapshot", out, "semantic", "sale");
    expect(answer.code).toBe(0);
    expect(answer.text).toContain("sale_a");
    expect(await run("verify", "--snapshot", out)).toMatchObject({ code: 0 });
  });

  test("says in a sentence that the neural embedder is missing, before it reads anything", async () => {
    const words = ["build", "--sources", sources, "--out", `${out}-2`, "--cache", `${cache}-2`];
    const { code, text } = await run(...words, "--embedder", "transformers");
    expect(code).toBe(1);
    expect(text.trim().split("\n")).toHaveLength(1);
    expect(text).toContain("npm ci --include=optional");
    expect(text).toContain("--embedder static");
    expect(existsSync(`${cache}-2`)).toBe(false);
  });
});

test("nothing that is compiled needs the types of the neural embedder", () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, "package.json"), "utf8"),
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  expect(Object.keys(optionalDependencies ?? {})).toEqual(["@xenova/transformers"]);
  expect(dependencies).not.toHaveProperty("@xenova/transformers");
});
