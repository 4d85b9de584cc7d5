// `make check`: prints the test files nearest to what was changed since the last commit, as vitest takes them. What
// starts the program as a process of its own is not seen: `make test` runs it.
import { execFileSync } from "node:child_process";
import { readSources, type SourceText } from "./source-tree.js";
import { ROOT } from "../../docs/tools/project-root.js";

/** More than these take longer than somebody waits for an answer. */
const MOST_FILES = 12;

/** The rules of the house hold for every file. */
const OF_EVERY_FILE = ["test/house/files.test.ts", "test/house/imports.test.ts"];
const OF_DOCUMENTS = ["test/house/links.test.ts"];

const changed = listChanged();
if (changed.length === 0) {
  console.error("Nothing is changed since the last commit; name a file of tests: make check T=…");
  process.exit(1);
}
const related = findRelated(changed);
const nearest = related.slice(0, MOST_FILES);
if (related.length > nearest.length) {
  console.error(
    `${related.length} files of tests load what was changed; these are the nearest ${nearest.length}. "make test" runs all.`,
  );
}
const isCode = changed.some((file) => file.endsWith(".ts"));
const isText = changed.some((file) => file.endsWith(".md"));
const always = [...(isCode ? OF_EVERY_FILE : []), ...(isText ? OF_DOCUMENTS : [])];
for (const file of new Set([...nearest, ...always])) {
  console.log(`dist/${file.replace(/\.ts$/, ".js")}`);
}

/** Files that differ from the last commit, new ones included, relative to the root. */
function listChanged(): readonly string[] {
  return [
    ...listLines("diff", "--name-only", "--diff-filter=d", "HEAD"),
    ...listLines("ls-files", "--others", "--exclude-standard"),
  ];
}

function listLines(...words: readonly string[]): readonly string[] {
  return execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).split("\n").filter(Boolean);
}

/** Test files that load one of the files when they run, those first that reach one in the fewest steps. */
function findRelated(files: readonly string[]): readonly string[] {
  const importers = toImporters(readSources());
  const found = new Set(files);
  // A set that grows while it is walked through is walked to its new end: nearest first.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found].filter((file) => /^test\/(?!browser\/).*(?<!\.heavy)\.test\.ts$/.test(file));
}

/** File → those that load it. */
function toImporters(sources: readonly SourceText[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    for (const { target } of imports.filter(({ isOfTypes }) => !isOfTypes)) {
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
}
