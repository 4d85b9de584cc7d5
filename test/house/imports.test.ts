// Which room may import what: the rules of ARCHITECTURE.md.
import { describe, expect, test } from "vitest";
import { readSources, type SourceText } from "./source-tree.js";

const sources = readSources(["builder", "server", "data", "cli", "fixtures"]);

/** What no file under `room` may import: rooms end in `/`, the others are packages. */
const FORBIDDEN: readonly {
  readonly room: string;
  readonly imports: readonly string[];
  readonly except?: readonly string[];
}[] = [
  {
    room: "server/",
    imports: ["builder/", "simple-git", "tree-sitter", "tree-sitter-python", "fast-xml-parser"],
  },
  {
    room: "data/",
    imports: ["builder/", "server/", "cli/", "h3", "simple-git", "tree-sitter", "fast-xml-parser"],
  },
  { room: "builder/", imports: ["server/", "h3"] },
  {
    room: "builder/ship/",
    imports: [
      "builder/source/",
      "builder/parse/",
      "builder/catalog/",
      "builder/index/",
      "simple-git",
    ],
  },
  { room: "server/lookup/", imports: ["h3", "server/routes/", "server/app.ts", "node:http"] },
  { room: "server/mcp/", imports: ["data/snapshot/", "h3"] },
  { room: "server/routes/", imports: ["data/snapshot/", "h3"] },
  {
    room: "server/explorer/",
    imports: ["data/", "server/lookup/", "server/routes/", "server/problem.ts", "h3", "node:http"],
  },
  ...["builder/parse/", "builder/catalog/", "builder/train/catalogs/"].map((room) => ({
    room,
    imports: ["node:fs", "node:fs/promises", "node:child_process", "node:process", "simple-git"],
  })),
  ...["builder/", "server/", "data/", "cli/"].map((room) => ({
    room,
    imports: ["test/", "fixtures/"],
  })),
];

describe("rooms", () => {
  test.each(FORBIDDEN)("$room imports nothing of $imports", ({ room, imports }) => {
    const found = sources
      .filter((source) => source.path.startsWith(room))
      .flatMap((source) =>
        source.imports
          .filter((target) =>
            imports.some((name) =>
              name.endsWith("/") ? target.startsWith(name) : target === name,
            ),
          )
          .map((target) => `${source.path} → ${target}`),
      );
    expect(found).toEqual([]);
  });

  test("parsers and the catalog know no clock, no chance and no process", () => {
    const found = sources
      .filter(({ path }) => /^builder\/(parse|catalog|train\/catalogs)\//.test(path))
      .filter(({ text }) =>
        /\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bhrtime\b|[tT]imeout|\bMath\.random\b|\bprocess\./.test(
          text,
        ),
      )
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });

  test("what agents need is loaded when one asks", () => {
    const eager = sources.filter(({ text }) => /^import [^;]* from "[^"]*\/sdk\.js";$/m.test(text));
    expect(eager.map(({ path }) => path)).toEqual([]);
  });

  test("what shows pages is loaded when one is asked for", () => {
    const list = sources.find(({ path }) => path === "server/explorer/pages.ts");
    expect(listLoaded(list?.text ?? "")).toEqual([]);
    const eager = sources
      .filter(({ path }) => !path.startsWith("server/explorer/"))
      .flatMap(({ text }) => listLoaded(text).filter((name) => name.includes("/explorer/")));
    const cheap = new Set([
      "../explorer/pages.js",
      "./explorer/shared/ask.js",
      "./explorer/shared/html.js",
    ]);
    expect(eager.filter((name) => !cheap.has(name))).toEqual([]);
  });

  test("what browsers run imports nothing but that", () => {
    const found = sources
      .filter(({ path }) => /^server\/explorer\/(client|shared)\//.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => !/^server\/explorer\/(client|shared)\//.test(target))
          .map((target) => `${path} → ${target}`),
      );
    expect(found).toEqual([]);
  });

  test("a package is imported in one file of a side", () => {
    const sides = ["builder/", "server/", "data/", "cli/"];
    const several = sides.flatMap((side) => {
      const users = new Map<string, string[]>();
      for (const source of sources.filter(({ path }) => path.startsWith(side))) {
        for (const name of new Set(source.imports.filter(isPackage))) {
          users.set(name, [...(users.get(name) ?? []), source.path]);
        }
      }
      return [...users].filter(([, files]) => files.length > 1);
    });
    expect(several).toEqual([]);
  });

  test("imports run in no circle", () => {
    expect(findCircle(sources)).toBeUndefined();
  });
});

/** What the text imports more than types of, as it names it. */
function listLoaded(text: string): readonly string[] {
  const imports = text.matchAll(/^import (?!type )[^;]*? from "([^"]+)";$/gm);
  return [...imports].map(([, name = ""]) => name);
}

function isPackage(target: string): boolean {
  return !target.endsWith(".ts") && !target.startsWith("node:") && !target.startsWith("#");
}

/** One circle as a list of files, if there is any. */
function findCircle(all: readonly SourceText[]): readonly string[] | undefined {
  const byPath = new Map(all.map((source) => [source.path, source]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const target of byPath.get(path)?.imports ?? []) {
      const circle = visit(target, [...trail, path]);
      if (circle !== undefined) return circle;
    }
    done.add(path);
    return undefined;
  };
  for (const { path } of all) {
    const circle = visit(path, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
