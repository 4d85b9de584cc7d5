// Files: names, opening comments, and forbidden contents; and every room has an introduction.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listProjectFiles, readSources } from "./source-tree.js";
import { ROOT } from "../../docs/tools/project-root.js";

const ROOMS = ["builder", "cli", "data", "deploy", "docs", "fixtures", "server", "test"];

const sources = readSources(ROOMS);

describe("files", () => {
  test("have kebab-case names that say what is in them", () => {
    const wrong = sources
      .map((source) => source.path)
      .filter(
        (file) =>
          !/^[a-z0-9-]+(?:\/[a-z0-9-]+)*(?:\.heavy)?(?:\.test)?\.ts$/.test(file) ||
          /(?:^|[/-])(?:utils?|helpers?|common|misc)\.ts$|(?:^|\/)index\.ts$/.test(file),
      );
    expect(wrong).toEqual([]);
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

test("ARCHITECTURE.md names every room of the top level", () => {
  const text = readFileSync(path.join(ROOT, "ARCHITECTURE.md"), "utf8");
  const rooms = new Set(
    listProjectFiles()
      .filter((file) => /^[a-z]/.test(file) && file.includes("/"))
      .map((file) => `${file.split("/")[0]}/`),
  );
  expect([...rooms].filter((room) => !text.includes(`\`${room}\``))).toEqual([]);
});
