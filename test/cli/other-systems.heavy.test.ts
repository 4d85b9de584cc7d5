// A system without mmap, flock, a shell and links, such as Windows: the same snapshot and the same answers. koffi looks for
// the binary of the system that is named, and finds none.
import { readFileSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../support/program.js";
import { makeSmallSources } from "../support/small-sources.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const folder = makeTemporaryFolder();
const ELSEWHERE = {
  NODE_OPTIONS:
    "--import=data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})",
};

test("a build and its answers are the same without the C library", async () => {
  const sources = path.join(folder, "sources.json");
  const rows = Object.values(makeSmallSources(folder)).slice(0, 2);
  writeFileSync(
    sources,
    JSON.stringify({ sources: rows.map(({ cloneUrl: _cloneUrl, ...row }) => row) }),
  );
  const results = [];
  for (const [name, environment] of Object.entries({ here: {}, elsewhere: ELSEWHERE })) {
    const out = path.join(folder, name);
    const cache = path.join(folder, `cache-${name}`);
    const run = (...words: readonly string[]) => runProgram(words, environment);
    const build = await run("build", "--sources", sources, "--out", out, "--cache", cache);
    expect(build, build.stderr).toMatchObject({ code: 0 });
    // The second build replaces what the first made.
    const again = await run(
      "build",
      "--sources",
      sources,
      "--out",
      out,
      "--cache",
      cache,
      "--force",
    );
    expect(again, again.stderr).toMatchObject({ code: 0 });
    const asked = ["--snapshot", out];
    results.push({
      id: readCurrent(path.join(out, "current"), name),
      verified: await run("verify", ...asked),
      module: await run("query", "module", "sale_a", ...asked),
      // Read here, though it is written there.
      moduleHere: await runProgram(["query", "module", "sale_a", ...asked]),
    });
  }
  const [here, elsewhere] = results;
  expect(here?.module).toMatchObject({ code: 0, stdout: expect.stringContaining("sale_a") });
  expect(elsewhere).toEqual(here);
});

function readCurrent(file: string, system: string): string {
  return system === "here" ? readlinkSync(file) : readFileSync(file, "utf8");
}
