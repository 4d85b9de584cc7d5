// Whole organizations by the real program: asked of a host, cloned with git, reported, refused.
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CodeHost, startCodeHost } from "./source/host/code-host.js";
import { makeGitRepository } from "../support/git-repository.js";
import { type ProgramResult, runProgram } from "../support/program.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const TOKEN = "token-0123456789-secret";

const folder = makeTemporaryFolder();
let host: CodeHost;

beforeAll(async () => {
  const rows = [{ path: "sales" }, { path: "docs" }, { path: "old", archived: true }];
  host = await startCodeHost({ kind: "gitea", organizations: { acme: rows }, pageSize: 2 });
  const manifest = '{"name": "Sale", "depends": []}';
  const tree = [{ files: { "sale/__manifest__.py": manifest } }];
  makeGitRepository(path.join(folder, "acme", "sales.git"), { "17.0": tree });
  makeGitRepository(path.join(folder, "acme", "docs.git"), { main: tree });
});

afterAll(() => host.stop());

function build(
  out: string,
  organization: string,
  ...options: readonly string[]
): Promise<ProgramResult> {
  const sources = path.join(folder, `${out}.json`);
  const element = { organization, host: host.address, kind: "gitea" };
  writeFileSync(sources, JSON.stringify({ sources: [element] }));
  const cache = path.join(folder, "cache");
  const words = ["--sources", sources, "--out", path.join(folder, out), "--cache", cache];
  return runProgram(["build", ...words, "--embedder", "none", ...options], {
    GITEA_TOKEN: TOKEN,
    // The host lists and git clones, here from a folder in place of the host.
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `url.${pathToFileURL(folder).href}/.insteadOf`,
    GIT_CONFIG_VALUE_0: `${host.address}/`,
  });
}

describe("module-lookup build", () => {
  test("reads the repositories that a host lists", async () => {
    const { code, stdout, stderr } = await build("out", "acme", "--json");
    expect({ code, stderr: stderr.includes(TOKEN) }).toEqual({ code: 0, stderr: false });
    const events = stderr.trim().split("\n");
    expect(events.map((line) => JSON.parse(line) as unknown)).toContainEqual({
      event: "notice",
      message: `${new URL(host.address).host}/acme: 2 of 3 repositories, 1 left out (archived)`,
    });
    const report = JSON.parse(stdout) as { entry: { sources: readonly object[] } };
    expect(report.entry.sources).toMatchObject([
      { organization: "acme", repository: "docs", branches: [] },
      {
        organization: "acme",
        repository: "sales",
        git: `${host.address}/acme/sales.git`,
        branches: [{ branch: "17.0", modules: 1 }],
        faults: [],
      },
    ]);
    expect(host.seen.map(({ headers }) => headers.authorization)).toEqual(
      host.seen.map(() => `Bearer ${TOKEN}`),
    );
  });

  test("begins nothing when an organization is unknown", async () => {
    const { code, stderr } = await build("none", "acne", "--quiet");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^module-lookup: 127\.0\.0\.1:\d+ knows no organization or user "acne"/);
    expect(stderr.trim().split("\n").length).toBe(1);
    expect(existsSync(path.join(folder, "none"))).toBe(false);
  });
});
