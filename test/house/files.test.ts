// How files look: names, sizes, what they open with, and what must never be left in them.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSources, ROOT } from "../../tools/source-tree.js";

const ROOMS = [
  "builder",
  "cli",
  "data",
  "files",
  "fixtures",
  "network",
  "server",
  "settings",
  "ship",
  "test",
  "tools",
  "training",
];

const sources = readSources(ROOMS);

const LINE_LIMIT = 400;
const ARCHITECTURE_LINE_LIMIT = 200;

describe("files", () => {
  test("have kebab-case names that say what is in them", () => {
    const wrong = sources
      .map((source) => source.path)
      .filter(
        (file) =>
          !/^[a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.test)?\.ts$/.test(file) ||
          /(?:^|[/-])(?:utils?|helpers?|common|misc)\.ts$|(?:^|\/)index\.ts$/.test(file),
      );
    expect(wrong).toEqual([]);
  });

  test(`have at most ${LINE_LIMIT} lines`, () => {
    const long = sources
      .filter((source) => source.text.split("\n").length > LINE_LIMIT)
      .map((source) => source.path);
    expect(long).toEqual([]);
  });

  test("open with a comment that says what they are", () => {
    const silent = sources
      .filter((source) => !/^(?:#!.*\n)?(?:\/\/ \S|\/\*\*)/.test(source.text))
      .map((source) => source.path);
    expect(silent).toEqual([]);
  });

  test("hold no unfinished work", () => {
    expect(listFilesWith(/\b(?:TODO|FIXME|XXX)\b/)).toEqual([]);
  });

  test("skip and single out no test", () => {
    expect(listFilesWith(/\b(?:test|describe|it)\.(?:skip|only|todo)\b/)).toEqual([]);
  });
});

/** Paths of the files that hold a pattern; this very file names what is looked for. */
function listFilesWith(pattern: RegExp): readonly string[] {
  return sources
    .filter((source) => pattern.test(source.text))
    .map((source) => source.path)
    .filter((file) => file !== "test/house/files.test.ts");
}

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(path.join(ROOT, "ARCHITECTURE.md"), "utf8");

  test(`has at most ${ARCHITECTURE_LINE_LIMIT} lines`, () => {
    expect(text.split("\n").length).toBeLessThanOrEqual(ARCHITECTURE_LINE_LIMIT);
  });
});
