// Imports between rooms: the rules of ARCHITECTURE.md. A rule for a missing room or target fails,
// so that moves leave none behind.
import { describe, expect, test } from "vitest";
import { readSources, type Import, type SourceText } from "./source-tree.js";

/** The rooms of the house: each stands on those that it names, and imports from no other, types included. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  data: [],
  builder: ["data"],
  server: ["data"],
  cli: ["builder", "data", "server"],
  fixtures: ["data"],
  docs: ["builder", "data", "server"],
  deploy: ["docs"],
};

/** The floors of the server, the ground first: a room imports from those before it. */
const SERVER_FLOORS = [
  "contract",
  "lookup",
  "registry",
  "compare",
  "observe",
  "dataset",
  "live",
  "faces",
  "routes",
  "config.ts",
  "explorer",
  "http",
  "mcp",
  "service",
  "commands",
];

const FILES_AND_PROCESSES = ["node:fs", "node:fs/promises", "node:child_process", "node:process"];

interface Rule {
  /** Ends in `/`. */
  readonly room: string;
  /**
   * Targets that no file of the room may import: a room, which ends in `/`, a file or a package.
   */
  readonly never: readonly string[];
  /** Allows imports of types nevertheless: they are gone at run time. */
  readonly exceptTypes?: true;
}

/** Rules beyond the order of rooms: packages, and forbidden lower rooms. */
const RULES: readonly Rule[] = [
  {
    room: "server/",
    never: ["simple-git", "tree-sitter", "meriyah", "fast-xml-parser"],
  },
  { room: "data/", never: ["h3", "simple-git", "tree-sitter", "fast-xml-parser"] },
  { room: "builder/", never: ["h3"] },
  { room: "data/ship/", never: ["simple-git"] },
  { room: "server/", never: ["data/ship/", "data/network/"] },
  { room: "data/snapshot/", never: ["data/ship/", "data/network/", "data/settings/"] },
  ...["contract", "lookup", "registry", "compare", "routes"].map((room) => ({
    room: `server/${room}/`,
    never: ["h3", "node:http"],
  })),
  { room: "server/contract/", never: ["data/snapshot/"] },
  {
    room: "server/faces/",
    never: ["data/", "server/lookup/", "server/registry/", "server/compare/", "server/live/"],
  },
  { room: "server/routes/", never: ["data/snapshot/"] },
  { room: "server/mcp/", never: ["data/snapshot/", "h3"] },
  {
    room: "server/explorer/",
    never: ["data/snapshot/", "server/lookup/", "server/live/", "h3", "node:http"],
  },
  { room: "server/explorer/", never: ["data/", "server/routes/"], exceptTypes: true },
  ...["builder/parse/", "builder/catalog/", "builder/port/"].map((room) => ({
    room,
    never: [...FILES_AND_PROCESSES, "simple-git"],
  })),
];

const sources = readSources(Object.keys(ROOMS));

/** The files of data/files/ are ground of their own: one locks folders as another maps files, with the same package. */
const toSide = (path: string): string => /^data\/files\/|^[^/]+\//.exec(path)?.[0] ?? "";

describe("rooms", () => {
  test.each(Object.entries(ROOMS))("%s imports from %s alone", (room, ground) => {
    const own = sources.filter(({ path }) => path.startsWith(`${room}/`));
    expect(own).not.toEqual([]);
    const found = listEdges(own).filter(
      ({ to }) => ![room, ...ground].some((one) => to.startsWith(`${one}/`)),
    );
    expect(found).toEqual([]);
  });

  test.each(Object.entries(ROOMS))("%s needs each of %s", (room, ground) => {
    const edges = listEdges(sources.filter(({ path }) => path.startsWith(`${room}/`)));
    const idle = ground.filter((one) => !edges.some(({ to }) => to.startsWith(`${one}/`)));
    expect(idle).toEqual([]);
  });

  test("on the server no floor imports from one above it", () => {
    const toFloor = (path: string): number =>
      SERVER_FLOORS.findIndex((floor) =>
        isIn(path, `server/${floor}${/\./.test(floor) ? "" : "/"}`),
      );
    const inServer = sources.filter(({ path }) => path.startsWith("server/"));
    expect(inServer.filter(({ path }) => toFloor(path) < 0).map(toPath)).toEqual([]);
    const climbing = listEdges(inServer).filter(
      ({ from, to }) => to.startsWith("server/") && toFloor(to) > toFloor(from),
    );
    expect(climbing).toEqual([]);
    const floors = new Set(inServer.map(({ path }) => toFloor(path)));
    expect(SERVER_FLOORS.filter((_, floor) => !floors.has(floor))).toEqual([]);
  });

  test.each(RULES)("$room imports nothing of $never", ({ room, never, exceptTypes }) => {
    const inRoom = sources.filter(({ path }) => path.startsWith(room));
    expect(inRoom).not.toEqual([]);
    const found = inRoom.flatMap(({ path, imports }) =>
      imports
        .filter(({ isOfTypes }) => exceptTypes !== true || !isOfTypes)
        .filter(({ target }) => never.some((name) => isIn(target, name)))
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(found).toEqual([]);
  });

  test("every room, file and package that a rule names is there", () => {
    const targets = [...new Set(RULES.flatMap(({ never }) => never))];
    const known = sources.map(toPath);
    const imported = sources.flatMap(({ imports }) => imports.map(({ target }) => target));
    const named = targets.filter((name) => !name.startsWith("node:"));
    const gone = named.filter((name) => ![...known, ...imported].some((one) => isIn(one, name)));
    expect(gone).toEqual([]);
  });

  test("parsers and the catalog know no clock, no chance and no process", () => {
    const pure = sources.filter(({ path }) =>
      /^(?:builder\/(?:parse|catalog|port)|training\/catalogs)\//.test(path),
    );
    expect(pure).not.toEqual([]);
    const found = pure
      .filter(({ text }) =>
        /\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bhrtime\b|[tT]imeout|\bMath\.random\b|\bprocess\./.test(
          text,
        ),
      )
      .map(toPath);
    expect(found).toEqual([]);
  });

  test.each([
    ["the protocol of agents", "server/mcp/sdk.ts"],
    ["the shapes of answers", "server/contract/shape/module.ts"],
    ["the document of the interface", "server/routes/document.ts"],
    ["the YAML library", "server/routes/text/plan/checkouts.ts"],
    ["the library of SQLite", "server/dataset/sqlite.ts"],
  ])("%s is loaded when somebody asks for it", (_, file) => {
    expect(sources.map(toPath)).toContain(file);
    expect(listLoaded("cli/main.ts")).not.toContain(file);
    expect(listLoaded("server/commands/serve.ts")).not.toContain(file);
  });

  test.each(["python", "javascript", "xml"])(
    "what puts modules together and lays them out loads no parser of %s",
    (language) => {
      const adapter = `builder/parse/${language}/tree.ts`;
      expect(sources.map(toPath)).toContain(adapter);
      expect(listLoaded("builder/build.ts")).not.toContain(adapter);
    },
  );

  test("what shows pages is loaded when one is asked for", () => {
    const loaded = listLoaded("server/commands/serve.ts");
    expect(loaded.filter((path) => path.startsWith("server/explorer/")).toSorted()).toEqual([
      "server/explorer/pages.ts",
    ]);
  });

  test("what browsers run imports nothing but that, and types", () => {
    const scripts = sources.filter(({ path }) => isForBrowsers(path));
    expect(scripts).not.toEqual([]);
    const found = scripts.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isOfTypes }) => !isOfTypes && !isForBrowsers(target))
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(found).toEqual([]);
  });

  test("a package is imported in one file of a side", () => {
    const sides = [...new Set(sources.map(({ path }) => toSide(path)))];
    const several = sides.flatMap((side) => {
      const users = new Map<string, string[]>();
      for (const { path, imports } of sources.filter((one) => toSide(one.path) === side)) {
        for (const name of new Set(imports.map(({ target }) => target).filter(isPackage))) {
          users.set(name, [...(users.get(name) ?? []), path]);
        }
      }
      return [...users].filter(([, files]) => files.length > 1);
    });
    expect(several).toEqual([]);
  });

  test("what has the private key loads no parser, no package, no snapshot and no network", () => {
    const reached = listLoaded("data/ship/release/sign-command.ts");
    expect(reached.length).toBeGreaterThan(10);
    const found = reached.filter(
      (name) =>
        !/^data\/(?:ship|ship\/(?:release|archive)|files|settings)\/[a-z-]+\.ts$|^data\/(?:network\/clock|operator-error|sha256|text\/edit-distance)\.ts$|^data\/snapshot\/(?:entry-file|format|errors)\.ts$/.test(
          name,
        ),
    );
    expect(found).toEqual([]);
    const packages = sources
      .filter(({ path }) => reached.includes(path))
      .flatMap(({ imports }) => imports.filter(isEager).map(({ target }) => target))
      .filter((target) => isPackage(target) || target === "node:http");
    expect(packages).toEqual([]);
  });

  test("every import of a file leads to one, in no circle", () => {
    const paths = new Set(sources.map(toPath));
    const lost = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.endsWith(".ts") && !paths.has(target))
        .map(({ target }) => `${path} → ${target}`),
    );
    expect(lost).toEqual([]);
    expect(findCircle(sources)).toBeUndefined();
  });
});

function toPath({ path }: SourceText): string {
  return path;
}

/** Imports of files of the project. */
function listEdges(
  from: readonly SourceText[],
): readonly { readonly from: string; readonly to: string }[] {
  return from.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target.endsWith(".ts"))
      .map(({ target }) => ({ from: path, to: target })),
  );
}

function isForBrowsers(path: string): boolean {
  return /^server\/(?:contract\/browser|explorer\/(?:client|shared))\//.test(path);
}

function isIn(target: string, name: string): boolean {
  return name.endsWith("/") ? target.startsWith(name) : target === name;
}

function isPackage(target: string): boolean {
  return !target.endsWith(".ts") && !target.startsWith("node:") && !target.startsWith("#");
}

/** Files loaded with a file before it runs. */
function listLoaded(start: string): readonly string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const loaded = new Set<string>();
  const visit = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { target } of byPath.get(path)?.imports.filter(isEager) ?? []) {
      if (byPath.has(target)) visit(target);
    }
  };
  expect([...byPath.keys()]).toContain(start);
  visit(start);
  return [...loaded];
}

function isEager({ isOfTypes, isLazy }: Import): boolean {
  return !isOfTypes && !isLazy;
}

/** One circle of files that import each other, for their types alone too, if there is any. */
function findCircle(all: readonly SourceText[]): readonly string[] | undefined {
  const byPath = new Map(all.map((source) => [source.path, source]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const { target } of byPath.get(path)?.imports ?? []) {
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
