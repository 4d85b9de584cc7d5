// Nothing is exported that no other file imports, and nothing is defined for tests alone.
import { expect, test } from "vitest";
import { readSources, toSourcePath, type SourceText } from "./source-tree.js";

const ROOMS = ["builder", "cli", "data", "server"];
const sources = readSources(ROOMS);
const others = readSources(["bench", "deploy", "docs", "fixtures"]);
const tests = readSources(["test"]);

/** Exports for comparing documents, or for measuring. */
const FOR_TESTS = new Set(["FILTER_WORDS", "countHeldBytes"]);

/** `file name` of all that some file imports. */
function listImported(files: readonly SourceText[]): ReadonlySet<string> {
  const used = files.flatMap(({ path, text }) => {
    const words = text.match(/\w+/g) ?? [];
    const named = [...text.matchAll(/^(?:import|export)\s([^;"]*?)\sfrom\s+"(\.[^"]+)"/gm)].map(
      ([, names = "", target = ""]) =>
        ({ target, names: names.includes("*") ? words : (names.match(/\w+/g) ?? []) }) as const,
    );
    // Lazily loaded exports are named elsewhere.
    const lazy = [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(
      ([, target = ""]) => ({ target, names: words }) as const,
    );
    return [...named, ...lazy].flatMap(({ target, names }) =>
      [...new Set(names)].map((name) => `${toSourcePath(path, target)} ${name}`),
    );
  });
  return new Set(used);
}

const EXPORT = /^export (?:async |abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm;

const exported = sources.flatMap(({ path, text }) =>
  [...text.matchAll(EXPORT)].map(([, name = ""]) => ({ path, text, name, key: `${path} ${name}` })),
);
const byTests = listImported(tests);
const byOthers = listImported([...sources, ...others]);

test("what is exported is imported by another file", () => {
  expect(exported.length).toBeGreaterThan(1000);
  const unused = exported.filter(({ key }) => !byOthers.has(key) && !byTests.has(key));
  expect(unused.map(({ key }) => key)).toEqual([]);
});

test("what only tests import is used where it stands", () => {
  const forTests = exported
    .filter(({ key, name }) => !byOthers.has(key) && !FOR_TESTS.has(name))
    .filter(({ text, name }) => text.split(new RegExp(`\\b${name}\\b`)).length === 2);
  expect(forTests.map(({ key }) => key)).toEqual([]);
});
