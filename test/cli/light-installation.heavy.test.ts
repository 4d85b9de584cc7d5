// Without the optional packages the program builds, serves and answers with the learned words, and says
// what is missing where the neural embedder is asked for.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../docs/tools/project-root.js";
import { makeLightInstallation, PARSER } from "./light-installation.js";
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
    const own = names.filter((name) => !/^node_modules|\.tgz$/.test(name));
    expect(own).toEqual(
      expect.arrayContaining(["CHANGELOG.md", "README.md", "LICENSE", "examples/oca.json"]),
    );
    expect(own.filter((name) => /\.(?:ts|map)$|\.test\.|^(?:test|fixtures)/.test(name))).toEqual(
      [],
    );
    const parts = new Set(own.map((name) => /^dist\/[^/]+|^data\/[^/]+|^[^/]+/.exec(name)?.[0]));
    const folders = ["browser", "builder", "cli", "data", "server"].map((name) => `dist/${name}`);
    const data = ["embedding", "needs", "platform", "text"].map((name) => `data/${name}`);
    const files = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"];
    const others = ["data", "deploy", "dist", "docs", "examples"];
    expect([...parts].toSorted()).toEqual([...folders, ...data, ...files, ...others].toSorted());
    const bytes = own.map((name) => statSync(path.join(installation, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(18_000_000);
  });

  test("builds with the learned words, and answers", async () => {
    const built = await run("build", "--sources", sources, "--out", out, "--cache", cache);
    expect(built.code).toBe(0);
    expect(built.text).toContain("hnswlib-node is not installed");
    const answer = await run("query", "--snapshot", out, "semantic", "sale");
    expect(answer.code).toBe(0);
    expect(answer.text).toContain("sale_a");
    expect(await run("verify", "--snapshot", out)).toMatchObject({ code: 0 });
    const own = path.join(folder, "own");
    mkdirSync(own);
    writeFileSync(path.join(own, "__manifest__.py"), "{'name': 'Own', 'depends': ['nowhere']}");
    const found = await run("check", own, "--snapshot", out, "--platform-version", "17.0");
    expect(found.text).toContain("there is no module nowhere");
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

  test("answers without a parser, and says in a sentence that it cannot read modules", async () => {
    for (const name of PARSER) rmSync(path.join(installation, "node_modules", name));
    expect(await run("query", "--snapshot", out, "module", "sale_a")).toMatchObject({ code: 0 });
    const words = ["build", "--sources", sources, "--out", `${out}-3`, "--cache", `${cache}-3`];
    const { code, text } = await run(...words);
    expect(code).toBe(1);
    expect(text.trim().split("\n")).toHaveLength(1);
    expect(text).toContain("tree-sitter is not part of this installation");
  });

  test("serves without a parser, and says that it cannot check files", async () => {
    const service = spawn(process.execPath, [program, "serve", "--snapshot", out, "--port", "0"]);
    const [line] = (await once(createInterface(service.stdout), "line")) as [string];
    const address = /http:\S+/.exec(line)?.[0] ?? "";
    const written = [{ technical_name: "own", files: { "__manifest__.py": "{}", "own.py": "" } }];
    const body = JSON.stringify({ platform_version: "17.0", written });
    const answer = await fetch(`${address}/v1/check`, { method: "POST", body });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "parser_unavailable" });
    const ended = once(service, "exit");
    service.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});

test("what may be missing is optional", () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, "package.json"), "utf8"),
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  expect(Object.keys(optionalDependencies ?? {})).toEqual([
    "@xenova/transformers",
    "hnswlib-node",
    "tree-sitter",
    "tree-sitter-python",
  ]);
  for (const name of Object.keys(optionalDependencies ?? {}))
    expect(dependencies).not.toHaveProperty(name);
});
