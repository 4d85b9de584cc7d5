// The documents say what the program does: the pages that follow from declarations are those that `make
// docs` writes, and every option, limit, problem, tool and so on stands in its own table.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { PAGES } from "../../server/explorer/pages.js";
import { FILTER_WORDS } from "../../server/lookup/find/typed-filters.js";
import { LOG_LEVELS } from "../../server/observe/log.js";
import { TOOLS } from "../../server/mcp/tools.js";
import { METRICS } from "../../server/observe/metrics.js";
import { writeReferencePages } from "../../docs/tools/reference-pages.js";
import { ROOT } from "../../docs/tools/project-root.js";

const generated = writeReferencePages();
describe("docs/", () => {
  test("has pages that are generated", () => {
    expect([...generated.keys()]).toEqual(["dataset.md", "check-kinds.md"]);
  });

  test.each([...generated])("%s is as the declarations are", (name, text) => {
    expect(readDocument(`docs/${name}`), "run make docs").toBe(text);
  });

  test.each([
    ["page", "docs/pages.md", "Pages for people", PAGES.map((page) => page.path)],
    ["filter", "docs/search.md", "Filters of the box", FILTER_WORDS.map((word) => `${word}:`)],
    ["level of the log", "docs/operate.md", "Log", [...LOG_LEVELS]],
    ["tool", "docs/agents.md", "For agents", TOOLS.map(({ name }) => name)],
  ])("has every %s in %s", (_, document, heading, names) => {
    expect(listCells(document, heading).toSorted()).toEqual(expectSome(names).toSorted());
  });

  test("names metrics that exist", () => {
    const named = readDocument("docs/operate.md").match(/\bmodule_lookup_\w*[a-z]\b/g) ?? [];
    const metrics = Object.keys(METRICS);
    expect(metrics).toEqual(expect.arrayContaining([...expectSome(named)]));
  });
});

function readDocument(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

/** A list that must have something in it, so that its test does not pass for want of a subject. */
function expectSome(names: readonly string[]): readonly string[] {
  expect(names).not.toEqual([]);
  return names;
}

/**
 * First code cells of the tables under a heading, up to the next heading; several for a cell with
 * more words.
 */
function listCells(file: string, heading: string): readonly string[] {
  const lines = readDocument(file).split("\n");
  const start = lines.findIndex(
    (line) => line.startsWith("#") && line.replace(/^#+ /, "") === heading,
  );
  expect(start, `${file} has a heading "${heading}"`).toBeGreaterThanOrEqual(0);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#+ /.test(line));
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .filter((line) => line.startsWith("| ") && line.includes("`"))
    .flatMap((line) => {
      const [first = ""] = line.slice(2).split(" | ");
      return [...first.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
    });
}
