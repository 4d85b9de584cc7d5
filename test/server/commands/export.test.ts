// `module-lookup export`: a whole file or the one that was there before.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import type { CommandContext } from "../../../data/settings/command.js";
import { runExport } from "../../../server/commands/export.js";
import { writeSmallSnapshot } from "../../support/small-snapshot.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
let snapshot: string;

beforeAll(async () => {
  snapshot = await writeSmallSnapshot(nextFolder());
});

async function runWith(signal: AbortSignal, ...words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const context: CommandContext = {
    environment: { MODULE_LOOKUP_SNAPSHOT: snapshot },
    version: "0.0.0-test",
    signal,
    print: (line) => void printed.push(line),
    printError: () => expect.unreachable(),
  };
  expect(await runExport(words, context)).toBe(0);
  return printed.join("\n");
}

const run = (...words: readonly string[]) => runWith(new AbortController().signal, ...words);

describe("module-lookup export", () => {
  test("writes a line for each entry, and replaces what was there", async () => {
    const file = join(makeTemporaryFolder(), "modules.ndjson");
    writeFileSync(file, "old");
    expect(await run("--out", file)).toMatch(/^Wrote 5 entries of snapshot [0-9a-f]{32} to \//);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toContain("Übersicht");
    expect(lines).toHaveLength(5);
    expect(readdirSync(join(file, ".."))).toEqual(["modules.ndjson"]);
  });

  test("writes a table of one platform version", async () => {
    const file = join(makeTemporaryFolder(), "modules.csv");
    await run("--out", file, "--format", "csv", "--platform-version", "8");
    const lines = readFileSync(file, "utf8").trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^sale_extra,8\.0,acme,sales,/);
  });

  test("leaves the old file and nothing else when it is stopped", async () => {
    const file = join(makeTemporaryFolder(), "modules.ndjson");
    writeFileSync(file, "old");
    await expect(runWith(AbortSignal.abort(), "--out", file)).rejects.toThrow();
    expect(readFileSync(file, "utf8")).toBe("old");
    expect(readdirSync(join(file, ".."))).toEqual(["modules.ndjson"]);
  });

  test("writes the dataset under the id of its snapshot, and replaces what it wrote", async () => {
    const folder = makeTemporaryFolder();
    const id = basename(snapshot);
    const words = ["--format", "sqlite", "--out", join(folder, "{snapshot}.sqlite")];
    expect(await run(...words)).toContain(`Wrote 5 entries of snapshot ${id} to ${folder}`);
    await run(...words);
    expect(readdirSync(folder)).toEqual([`${id}.sqlite`]);
    expect(readFileSync(join(folder, `${id}.sqlite`), "latin1")).toMatch(/^SQLite format 3/);
    expect(statSync(join(folder, `${id}.sqlite`)).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test("leaves nothing of a dataset that is stopped", async () => {
    const folder = makeTemporaryFolder();
    const words = ["--format", "sqlite", "--out", join(folder, "dataset")];
    await expect(runWith(AbortSignal.abort(), ...words)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["setting_missing", []],
    ["setting_invalid", ["--out", "x", "--format", "xml"]],
    ["version_unknown", ["--out", "x", "--platform-version", "9.0"]],
    ["version_unknown", ["--out", "x", "--platform-version", "newest"]],
    ["export_unwritable", ["--out", join(root, "no", "such", "folder", "file")]],
    ["export_unwritable", ["--out", root]],
    ["export_unwritable", ["--out", join(root, "no", "x"), "--format", "sqlite"]],
    ["setting_conflict", ["--out", "x", "--format", "sqlite", "--platform-version", "8.0"]],
  ])("%s for %j", async (code, words) => {
    await expect(run(...words)).rejects.toMatchObject({ code });
  });

  test.each(["ndjson", "csv", "sqlite"])("says that a folder is no file: %s", async (format) => {
    const message = `${root} is a folder and is as it was; name a file in it with --out.`;
    const words = ["--format", format, "--out", root];
    await expect(run(...words)).rejects.toMatchObject({ code: "export_unwritable", message });
  });

  test.each(["ndjson", "sqlite"])("says that a folder is missing: %s", async (format) => {
    const folder = join(root, "no");
    const message = `There is no folder ${folder}; create it, or choose another with --out.`;
    const words = ["--format", format, "--out", join(folder, "x")];
    await expect(run(...words)).rejects.toMatchObject({ code: "export_unwritable", message });
  });
});
