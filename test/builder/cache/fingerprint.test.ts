// The fingerprint of the code that decides what is cached: all of it, wherever it lies.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { describe, expect, test } from "vitest";

import { computeFingerprint, readImported } from "../../../builder/cache/fingerprint.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

/** A file that imports one beside it, which imports one in another folder, which is loaded lazily. */
function writeCode(): { readonly entry: URL; readonly files: readonly string[] } {
  const folder = nextFolder();
  const files = ["parse.js", "near.js", "../data/far.js"].map((file) => path.join(folder, file));
  const [parse = "", near = "", far = ""] = files;
  mkdirSync(folder, { recursive: true });
  mkdirSync(path.dirname(far), { recursive: true });
  writeFileSync(parse, 'import { near } from "./near.js";\nimport "some-package";\n');
  writeFileSync(near, 'export const near = () => import("../data/far.js");\n');
  writeFileSync(far, "export const far = 1;\n");
  return { entry: pathToFileURL(parse), files };
}

describe("computeFingerprint", () => {
  test("is another when any file that is imported is another", () => {
    const { entry, files } = writeCode();
    const before = computeFingerprint([entry]);
    expect(computeFingerprint([entry])).toEqual(before);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      writeFileSync(file, `${text}// changed\n`);
      expect(computeFingerprint([entry])).not.toEqual(before);
      writeFileSync(file, text);
    }
    expect(computeFingerprint([entry])).toEqual(before);
  });

  test("covers what reading and parsing call outside of their rooms", () => {
    const root = fileURLToPath(new URL("../../../", import.meta.url));
    const reader = path.join(root, "builder/reading/process/reader.js");
    const files = Array.from(readImported([reader]).keys(), (file) => path.relative(root, file));
    expect(files).toContain("builder/parse/python/tree.js");
    expect(files).toContain("builder/parse/xml/tree.js");
    expect(files).toContain("builder/parse/nearest-key.js");
    expect(files).toContain("builder/source/git/trees.js");
    const compose = path.join(root, "builder/reading/read-modules.js");
    const composing = Array.from(readImported([compose]).keys(), (file) =>
      path.relative(root, file),
    );
    expect(composing).toContain("data/platform/platform-version.js");
  });
});
