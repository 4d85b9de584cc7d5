// Platform versions of branches whose names do not tell: real repositories, built.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findToldVersion } from "../../../data/platform/platform-version.js";
import { MANIFEST, type BranchRule } from "../../../builder/source/branch-rule.js";
import type { Source } from "../../../builder/source/source.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { makeGitRepository } from "../../support/git-repository.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { build } from "../../support/builds.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();
let made = 0;

/** Branch → technical name → version of its manifest, or its whole manifest. */
type Plan = Readonly<Record<string, Readonly<Record<string, string>>>>;

function toFile([name, said]: readonly [string, string]): readonly [string, string] {
  const manifest = `{"name": "${name}", "version": "${said}", "depends": []}`;
  return [`${name}/__manifest__.py`, said.startsWith("{") ? said : manifest];
}

function makeSource(plan: Plan, branches: readonly BranchRule[] | undefined): Source {
  made += 1;
  const mirror = path.join(folder, `shop-${made}.git`);
  makeGitRepository(
    mirror,
    Object.fromEntries(
      Object.entries(plan).map(([branch, modules]) => [
        branch,
        [{ files: Object.fromEntries(Object.entries(modules).map(toFile)) }],
      ]),
    ),
  );
  const url = "https://git.example.org/acme/shop.git";
  const names = { organization: "acme", repository: "shop" };
  return { ...names, url, cloneUrl: url, mirror, branches, addons: ["."] };
}

/** Something that can be read, so that a build of a source that cannot is one. */
const GOOD: Source = {
  ...makeSource({ "9.0": { fine: "9.0.1.0.0" } }, undefined),
  repository: "good",
};

interface Found {
  /** `name version branch platform_version` */
  readonly modules: readonly string[];
  readonly branches: readonly string[];
  readonly faults: readonly string[];
  readonly differing: readonly string[];
}

async function read(source: Source, cache = `cache-${made}`): Promise<Found> {
  const cacheDirectory = path.join(folder, cache);
  const out = path.join(folder, "out");
  const report = await build([source, GOOD], { out, cacheDirectory, allowLoss: true });
  const snapshot = openSnapshot(report.folder);
  try {
    const own = snapshot.entry.sources.find(({ repository }) => repository === "shop");
    return {
      modules: listRecords(snapshot)
        .filter(({ repository }) => repository === "shop")
        .map((one) => `${one.technical_name} ${one.version} ${one.branch} ${one.platform_version}`),
      branches: own?.branches.map((row) => `${row.branch} ${row.platform_version}`) ?? [],
      faults: own?.faults ?? [],
      differing: snapshot
        .readDiagnostics()
        .filter(({ code }) => code === "platform_version_differs")
        .map((row) => `${row.branch} ${row.platform_version} ${row.path} ${row.detail}`),
    };
  } finally {
    snapshot.close();
  }
}

describe("a branch that the sources file has a version for", () => {
  test("is that version, and keeps its name", async () => {
    const rules = [
      { branch: "main", platformVersion: "17.0" },
      { branch: "*-prod", platformVersion: "*" },
    ];
    const plan = {
      main: { a: "17.0.1.2.3", b: "1.0" },
      "16.0-prod": { a: "16.0.1.1.0", c: "15.0.1.0.0" },
      docs: { d: "17.0.1.0.0" },
    };
    expect(await read(makeSource(plan, rules))).toEqual({
      modules: [
        "a 1.1.0 16.0-prod 16.0",
        "a 1.2.3 main 17.0",
        "b 1.0 main 17.0",
        "c 15.0.1.0.0 16.0-prod 16.0",
      ],
      branches: ["16.0-prod 16.0", "main 17.0"],
      faults: [],
      differing: ["16.0-prod 16.0 c/__manifest__.py 15.0.1.0.0"],
    });
  });

  test("may have another one at the next build, whatever is cached", async () => {
    const source = makeSource({ main: { a: "17.0.1.0.0" } }, [
      { branch: "main", platformVersion: "17.0" },
    ]);
    expect((await read(source, "remapped")).modules).toEqual(["a 1.0.0 main 17.0"]);
    const other = { ...source, branches: [{ branch: "main", platformVersion: "18.0" }] };
    expect(await read(other, "remapped")).toEqual({
      modules: ["a 17.0.1.0.0 main 18.0"],
      branches: ["main 18.0"],
      faults: [],
      differing: ["main 18.0 a/__manifest__.py 17.0.1.0.0"],
    });
  });

  test("costs a sentence where that is no version, and the others are read", async () => {
    const plan = { "old-prod": { a: "1.0" }, "16.0-prod": { a: "1.0" } };
    const found = await read(makeSource(plan, [{ branch: "*-prod", platformVersion: "*" }]));
    expect(found.branches).toEqual(["16.0-prod 16.0"]);
    expect(found.faults).toEqual([
      'acme/shop has the branch "old-prod", for which "platform_version" gives "old", which is no platform version (17.0); say which with { "branch", "platform_version" } in the sources file.',
    ]);
  });

  test("is asked for by its name where that is no version", async () => {
    const found = await read(makeSource({ "16.0-prod": { a: "1.0" } }, ["16.0-prod"]));
    expect(found.branches).toEqual([]);
    expect(found.faults).toEqual([
      'acme/shop has the branch "16.0-prod", whose name is no platform version (17.0); say which with { "branch", "platform_version" } in the sources file.',
    ]);
  });

  test("is not indexed where another branch has the same", async () => {
    const plan = { main: { a: "1.0" }, "17.0": { a: "1.1" }, "16.0": { a: "1.0" } };
    const rules = ["*.0", { branch: "main", platformVersion: "17.0" }];
    const found = await read(makeSource(plan, rules));
    expect(found.branches).toEqual(["16.0 16.0"]);
    expect(found.faults).toEqual([
      'acme/shop has several branches for 17.0 ("17.0", "main"), and none of them is indexed; leave all but one out of "branches" in the sources file.',
    ]);
  });
});

describe("a branch whose manifests tell its version", () => {
  const rules = [{ branch: "main", platformVersion: MANIFEST }];

  test("is what most installable modules say, and one that says otherwise is a diagnostic", async () => {
    const off = '{"name": "off", "version": "16.0.1.0.0", "installable": False}';
    const main = { a: "17.0.1.0.0", b: "17.0.0.1", c: "14.0.1.0.0", d: "1.0", e: "17.0.2.3.1" };
    const plan = { main: { ...main, off_1: off, off_2: off, off_3: off } };
    const found = await read(makeSource(plan, rules));
    expect(found.branches).toEqual(["main 17.0"]);
    expect(found.modules).toContain("c 14.0.1.0.0 main 17.0");
    expect(found.modules).toContain("d 1.0 main 17.0");
    expect(found.faults).toEqual([]);
    expect(found.differing).toEqual([
      "main 17.0 c/__manifest__.py 14.0.1.0.0",
      "main 17.0 off_1/__manifest__.py 16.0.1.0.0",
      "main 17.0 off_2/__manifest__.py 16.0.1.0.0",
      "main 17.0 off_3/__manifest__.py 16.0.1.0.0",
    ]);
  });

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ["none of them tells one", { a: "1.0", b: "2.1.0" }],
    [
      "all but one of many tell none",
      {
        a: "13.0.1.0.0",
        ...Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`m${at}`, "1.0"])),
      },
    ],
    ["as many say one as another", { a: "17.0.1.0.0", b: "16.0.1.0.0" }],
    ["there is no module", {}],
  ])("is a fault where %s", async (_, modules) => {
    // Four folders deep is none.
    const main = Object.keys(modules).length === 0 ? { "x/y/z/deep": "17.0.1.0.0" } : modules;
    const plan = { main };
    const found = await read(makeSource(plan, rules));
    expect(found.branches).toEqual([]);
    expect(found.faults).toEqual([
      expect.stringMatching(/^acme\/shop has the branch "main", whose version is unclear/),
    ]);
  });

  test("is read no further than its manifests where they tell none", async () => {
    const source = makeSource({ main: { a: "1.0", b: "2.1.0" } }, rules);
    const out = path.join(folder, "unread");
    const { parsed } = await build([source, GOOD], { out, allowLoss: true });
    expect(parsed).toBe(1);
  });

  test("is no fault in a repository of an organization that has no modules", async () => {
    const source = makeSource({ main: { "a/b/c/d": "1.0" } }, rules);
    const found = await read({ ...source, viaOrganization: true });
    expect([found.branches, found.faults]).toEqual([[], []]);
  });
});

test.each([
  ["17.0.1.2.3", "17.0"],
  ["8.0.1", "8.0"],
  ["6.1.1.0", "6.1"],
  ["1.0", undefined],
  ["1.0.2", undefined],
  ["17.0", undefined],
  ["2.1.0", undefined],
  ["17.4.1.0.0", undefined],
  ["", undefined],
  [null, undefined],
])("the manifest version %j tells %j", (written, told) => {
  expect(findToldVersion(written)).toBe(told);
});
