// A build that is stopped while it waits for a server, and a watch: it ends at once, with the code of the signal,
// and leaves nothing behind.
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeGitRepository } from "../support/git-repository.js";
import { runProgram, startProgram } from "../support/program.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
/** Takes connections and never says a word. */
const silent = createServer();

beforeAll(async () => {
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
});
afterAll(() => {
  silent.close();
});

test.each([
  ["SIGINT", 130, "a build", []],
  ["SIGTERM", 143, "a build", []],
  ["SIGINT", 130, "a watch", ["--watch"]],
] as const)("%s ends with %d %s", async (signal, code, _, more) => {
  const folder = nextFolder();
  const { port } = silent.address() as AddressInfo;
  const url = `git://127.0.0.1:${port}/acme/sales.git`;
  writeFileSync(
    `${folder}.json`,
    JSON.stringify({ sources: [{ organization: "acme", repository: "sales", url }] }),
  );
  const out = path.join(folder, "out");
  const cache = path.join(folder, "cache");
  const words = ["build", "--sources", `${folder}.json`, "--out", out, "--cache", cache];
  const program = startProgram([...words, ...more, "--quiet"]);
  // Git asks the server: the build is under way.
  const [connection] = (await once(silent, "connection")) as [Socket];
  program.process.kill(signal);
  const [ended] = await program.ended;
  expect(ended).toBe(code);
  expect(program.output.stderr).toBe("Stopped; the last snapshot is unchanged.\n");
  expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  connection.destroy();
});

test("SIGINT ends a watch that waits, which has said what it built", async () => {
  const folder = nextFolder();
  makeGitRepository(path.join(folder, "sales.git"), {
    "17.0": [{ files: { "sale_a/__manifest__.py": '{"name": "A"}' } }],
  });
  const url = "https://git.example.org/acme/sales.git";
  const source = { organization: "acme", repository: "sales", url, mirror: "sales.git" };
  const sources = path.join(folder, "sources.json");
  writeFileSync(sources, JSON.stringify({ sources: [source] }));
  const places = ["--out", path.join(folder, "out"), "--cache", path.join(folder, "cache")];
  const words = ["build", "--watch", "--sources", sources, ...places, "--embedder", "none"];
  const program = startProgram(words);
  await program.waitForOutput(
    /^Built snapshot [0-9a-f]{32} in [\d.]+ s, 1 entries; changed: acme\/sales$/m,
  );
  program.process.kill("SIGINT");
  expect(await program.ended).toEqual([130, null]);
  expect(program.output.stderr).toBe("Stopped; the last snapshot is unchanged.\n");
});

test.each([
  [["--watch", "--shard", "1/2"], "--shard and --watch cannot be combined"],
  [["--watch", "--force"], "--force and --watch cannot be combined"],
  [["--interval-s", "1"], "--interval-s needs --watch"],
])("what cannot be watched is refused: %j", async (words, said) => {
  const folder = nextFolder();
  const file = `${folder}.json`;
  writeFileSync(file, JSON.stringify({ sources: [] }));
  const sources = ["--sources", file, "--out", folder];
  const { code, stdout, stderr } = await runProgram(["build", ...words, ...sources]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(said);
});
