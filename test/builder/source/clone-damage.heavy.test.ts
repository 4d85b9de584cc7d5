// A clone in the cache that turns out to be damaged: found out, made again, reported.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readWithRepair } from "../../../builder/source/git/repository.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { COMMITS, openCloneStage, SEVENTEEN } from "./clone-stage.js";
import { importBranches, readGitText, runGit } from "../../support/git-repository.js";

const stage = openCloneStage();
const { open, cloned, outline } = stage;

function listPacks(): readonly string[] {
  const folder = path.join(cloned(), "objects", "pack");
  return readdirSync(folder).map((name) => path.join(folder, name));
}

describe("a damaged clone", () => {
  test.each([
    ["without HEAD", (): void => rmSync(path.join(cloned(), "HEAD"))],
    ["without objects", (): void => rmSync(path.join(cloned(), "objects"), { recursive: true })],
    [
      "with a lock that a killed git left",
      (): void => writeFileSync(path.join(cloned(), "packed-refs.lock"), ""),
    ],
    ["with a broken config", (): void => writeFileSync(path.join(cloned(), "config"), "[")],
  ])("%s is made again, which is reported", async (_, damage) => {
    await open();
    damage();
    // Every kind of damage shows only after a change here.
    importBranches(stage.origin, { "17.0": [...COMMITS, { files: { "a/x.py": "new" } }] });
    readGitText(stage.origin, "update-ref", "-d", "refs/heads/other");
    const notes: string[] = [];
    const repository = await open(undefined, { onNote: (note) => notes.push(note) });
    expect(await outline("17.0", repository)).toEqual(["a/new.py 5 other", "a/x.py 3 new"]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(
      /^The damaged clone of acme\/sales in the cache \(.* was cloned again\.$/,
    );
  });

  test("without packs is whole again after it was brought up to date and read", async () => {
    await open();
    for (const file of listPacks()) rmSync(file);
    const repository = await open();
    for (const branch of ["17.0", "16.0"]) {
      const rows = await readWithRepair(repository, () => outline(branch, repository));
      expect(rows).toHaveLength(2);
      expect(rows.join()).not.toContain("absent");
    }
  });

  test("is made again when reading finds out, once for all who read", async () => {
    await open();
    for (const file of listPacks().filter((name) => name.endsWith(".pack"))) {
      rmSync(file);
      writeFileSync(file, Buffer.alloc(64));
    }
    const notes: string[] = [];
    const repository = await open(undefined, { onNote: (note) => notes.push(note) });
    const read = () => readWithRepair(repository, () => outline("17.0", repository));
    expect(await Promise.all([read(), read(), read()])).toEqual([SEVENTEEN, SEVENTEEN, SEVENTEEN]);
    expect(notes).toHaveLength(1);
  });

  test("is found out by a single absent blob", async () => {
    const notes: string[] = [];
    const repository = await open(undefined, { onNote: (note) => notes.push(note) });
    // All objects, one by one, without the one.
    const gone = readGitText(stage.origin, "rev-parse", "17.0:a/x.py");
    readGitText(cloned(), "config", "remote.origin.url", path.join(stage.root, "nowhere"));
    unpack(cloned(), gone);
    expect((await awaitOperatorError(outline("17.0", repository))).message).toContain(gone);
    expect(await readWithRepair(repository, () => outline("17.0", repository))).toEqual(SEVENTEEN);
    expect(notes).toHaveLength(1);
  });

  test("that cannot be made again is an error, and nothing is tried a third time", async () => {
    const repository = await open();
    rmSync(path.join(cloned(), "HEAD"));
    rmSync(stage.origin, { recursive: true });
    let reads = 0;
    const read = (): Promise<readonly string[]> => {
      reads += 1;
      return outline("17.0", repository);
    };
    const error = await awaitOperatorError(readWithRepair(repository, read));
    expect(error.code).toBe("repository_unreadable");
    expect(reads).toBe(1);
  });
});

/** Takes one object out of a repository. */
function unpack(gitFolder: string, without: string): void {
  const packs = path.join(gitFolder, "objects", "pack");
  const list = readGitText(gitFolder, "cat-file", "--batch-all-objects", "--batch-check");
  const others = list
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "")
    .filter((id) => id !== without);
  const base = path.join(stage.root, "packed");
  const ids = Buffer.from(`${others.join("\n")}\n`);
  const old = readdirSync(packs).map((name) => path.join(packs, name));
  const hash = runGit(["--git-dir", gitFolder, "pack-objects", "--quiet", base], ids)
    .toString()
    .trim();
  for (const file of old) rmSync(file);
  for (const extension of ["pack", "idx"]) {
    const file = `${base}-${hash}.${extension}`;
    writeFileSync(
      path.join(packs, path.basename(file).replace("packed", "pack")),
      readFileSync(file),
    );
  }
  writeFileSync(path.join(packs, `pack-${hash}.promisor`), "");
}
