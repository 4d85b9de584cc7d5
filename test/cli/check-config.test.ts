// Settings of a command.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runHere } from "../support/program.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const root = makeTemporaryFolder();
const sources = path.join(root, "sources.json");
const url = "https://git.example.org/acme/sales.git";
const sale = { organization: "acme", repository: "sales", url };
writeFileSync(sources, JSON.stringify({ sources: [sale] }));

describe("check-config", () => {
  test("shows each value and from where it is", async () => {
    const words = ["check-config", "build", "--sources", sources, "--out", "x"];
    const environment = { MODULE_LOOKUP_JOBS: "3", MODULE_LOOKUP_PLACE_USER: "robot" };
    const { code, stdout, stderr } = await runHere(words, environment);
    expect([code, stderr]).toEqual([0, ""]);
    const rows = stdout.split("\n").map((line) => line.trim().split(/ {2,}/));
    expect(rows).toContainEqual(["sources", sources, "option"]);
    expect(rows).toContainEqual(["jobs", "3", "MODULE_LOOKUP_JOBS"]);
    expect(rows).toContainEqual(["embedder", "static", "default"]);
    expect(stdout).toContain(`In ${sources}: repositories 1, organizations 0.`);
    expect(stdout).not.toContain("robot");
  });

  test.each([
    [["build", "--sources", sources], "--out DIR is missing"],
    [["build", "--sources", sources, "--out", "x", "--jobs", "0"], "--jobs must be"],
    [["build", "--sources", path.join(root, "none.json"), "--out", "x"], "cannot be read"],
    [["biuld"], 'Unknown command "biuld"'],
    [[], '"check-config" needs the name of a command'],
    [["--sources", sources], '"check-config" needs the name of a command'],
  ])("%j is refused as the command would refuse it", async (words, message) => {
    const { code, stdout, stderr } = await runHere(["check-config", ...words]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  test("a folder without a snapshot is said", async () => {
    const words = ["check-config", "serve", "--snapshot", root];
    const { code, stderr } = await runHere(words);
    expect(code).toBe(1);
    expect(stderr).toContain(`There is no snapshot in ${root}`);
  });
});
