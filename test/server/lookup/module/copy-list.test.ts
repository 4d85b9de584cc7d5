// Copies between repositories, out of real ones: equal, older, changed, and another module of the
// same name.
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import { layCopies, describeCopy } from "../../../../server/contract/shape/copies.js";
import { renderTerminal } from "../../../../server/faces/terminal.js";
import { getDefaultChoice } from "../../../../server/lookup/dependency/choose-provider.js";
import { getRepository } from "../../../../server/lookup/entries.js";
import { type Lookup, openLookup } from "../../../../server/lookup/lookup.js";
import { findAll } from "../../../../server/lookup/find/find.js";
import { searchSemantic } from "../../../../server/lookup/meaning/semantic-search.js";
import { searchNames } from "../../../../server/lookup/search/name-search.js";
import { findCopies } from "../../../../server/lookup/module/copy-list.js";
import {
  findModuleDetails,
  findModuleEntries,
  findModuleSummary,
} from "../../../../server/lookup/module/modules.js";
import { takeSteps } from "../../../../data/yield.js";
import { findModel } from "../../../../server/lookup/definition/where-model.js";
import { listProviders } from "../../../../server/lookup/dependency/trusted-order.js";
import { findLineage } from "../../../../server/lookup/lineage/lineage.js";
import { searchFiltered, SORT_ORDERS } from "../../../../server/lookup/search/filtered-search.js";
import { build } from "../../../support/builds.js";
import type { CommitPlan } from "../../../support/git-repository.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { makeSources } from "../../../support/world.js";

const NAMES = ["equal", "older", "changed", "rewritten", "other"];

/** A commit that writes these files of modules. */
const commit = (seconds: number, files: Readonly<Record<string, string>>): CommitPlan => ({
  seconds: 1_600_000_000 + seconds,
  files,
});
const toManifests = (author: string, version: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    NAMES.map((name) => [
      `${name}/__manifest__.py`,
      `{"name": "${name}", "author": "${author}", "version": "17.0.1.${version}.0"}`,
    ]),
  );

const ORIGINAL = [1, 2, 3].map((version) => commit(version, toManifests("Ann", version)));

const COPY = [
  commit(100, {
    ...toManifests("Ann", 3),
    "older/__manifest__.py": toManifests("Ann", 1)["older/__manifest__.py"] ?? "",
    "changed/__manifest__.py": toManifests("Ann", 2)["changed/__manifest__.py"] ?? "",
    "rewritten/own.py": "own = 1",
    "other/__manifest__.py": '{"name": "Something else", "author": "Bob"}',
  }),
  commit(200, { "changed/own.py": "own = 1" }),
  commit(300, { "changed/own.py": "own = 2" }),
];

let snapshot: Snapshot;

beforeAll(async () => {
  const folder = makeTemporaryFolder();
  const world = makeSources(folder, {
    original: { "17.0": ORIGINAL },
    collection: { "17.0": COPY },
  });
  const built = await build(Object.values(world), { out: path.join(folder, "out") });
  snapshot = openSnapshot(built.folder);
});

afterAll(() => snapshot.close());

const ask = (changes: object = {}) =>
  findCopies(snapshot, {
    platform_version: "17.0",
    org: undefined,
    repo: undefined,
    offset: 0,
    limit: 100,
    ...changes,
  });

const readCopies = (name: string) => {
  const outcome = findModuleDetails(snapshot, name, {
    platform_version: "17.0",
    org: undefined,
    repo: undefined,
  });
  return outcome.found
    ? outcome.value.map(({ repository, copy_of: copy = null }) =>
        copy === null ? repository : `${repository}: ${copy.repository}${describeCopy(copy)}`,
      )
    : expect.unreachable();
};

describe("a copy", () => {
  test("is told by the trees that both had", async () => {
    const { modules } = await ask();
    expect(
      modules.map(({ technical_name: name, state, commits_behind: behind, commits_ahead: ahead }) =>
        [name, state, behind, ahead].join(" "),
      ),
    ).toEqual([
      "changed changed 1 2",
      "equal equal 0 0",
      "older older 2 0",
      "other other  ",
      "rewritten changed  ",
    ]);
    expect(new Set(modules.map(({ repository, of }) => `${repository} < ${of}`))).toEqual(
      new Set(["acme/collection < acme/original"]),
    );
  });

  test("is counted by pairs of repositories, and asked for by who has it", async () => {
    const counts = { modules: 5, equal: 1, older: 1, changed: 2, other: 1, unknown: 0 };
    const all = await ask();
    expect(all.counts).toEqual({ pairs: 1, ...counts });
    expect(all.repositories).toEqual([
      { repository: "acme/collection", of: "acme/original", ...counts, commits_behind: 2 },
    ]);
    expect((await ask({ repo: "original" })).total).toBe(0);
    const { modules } = await ask({ limit: 2, offset: 4 });
    expect(modules.map((row) => row.technical_name)).toEqual(["rewritten"]);
    expect((await ask({ platform_version: "16.0" })).counts.modules).toBe(0);
  });

  test("stands behind the original, and says what it is of it", () => {
    expect(readCopies("equal")).toEqual(["original", "collection: original, equal"]);
    expect(readCopies("older")).toEqual(["original", "collection: original, 2 commits behind"]);
    expect(readCopies("changed")).toEqual([
      "original",
      "collection: original, changed, 1 commit behind, 2 commits of its own",
    ]);
    expect(readCopies("other")).toEqual(["original", "collection: original, another module"]);
  });

  test("is read as a table", async () => {
    const { total, ...body } = await ask();
    const text = renderTerminal(layCopies(body, { total }));
    expect(text).toMatch(/acme\/collection +acme\/original +5 +1 +1 +2 +1 +2/);
    expect(text).toMatch(/older +acme\/collection +acme\/original +Older +2 +0/);
  });
});

const toModules = (version: number, name: string): Readonly<Record<string, string>> => {
  const more = `"version": "${version}", "development_status": "${version > 1 ? "Mature" : "Beta"}"`;
  return {
    "named/__manifest__.py": `{"name": "${name} cars", ${more}, "website": "https://github.com/zeta/tools"}`,
    "unnamed/__manifest__.py": `{"name": "${name} bicycles", ${more}}`,
    ...Object.fromEntries(
      ["named", "unnamed"].map((folder) => [
        `${folder}/models.py`,
        "from odoo import models\n\nclass Rent(models.Model):\n    _name = 'rent'\n",
      ]),
    ),
  };
};

describe("a fork of everything, with all commits, newer and more mature files, of an organization that comes first in the alphabet", () => {
  const commits = [commit(1, toModules(1, "Rent"))];
  let lookup: Lookup;

  beforeAll(async () => {
    const folder = makeTemporaryFolder();
    const host = "https://github.com";
    const make = (organization: string, plan: readonly CommitPlan[]) =>
      makeSources(
        path.join(folder, organization),
        { tools: { "17.0": plan } },
        { organization, host },
      );
    const sources = [
      make("zeta", commits).tools,
      make("alpha", [...commits, commit(2, toModules(2, "Lease"))]).tools,
    ];
    const built = await build(sources, {
      out: path.join(folder, "out"),
      embedder: { kind: "static" },
    });
    lookup = await openLookup(built.folder, { embedder: {} });
  });

  afterAll(() => lookup.close());

  test.each(["named", "unnamed"])(
    "stands behind the original in every answer: %s",
    async (name) => {
      const { snapshot: forked } = lookup;
      const platform_version = "17.0";
      const plan = getDefaultChoice(forked, platform_version).choose(name) ?? -1;
      expect(getRepository(forked, plan).organization).toBe("zeta");
      const module = findModuleEntries(forked, name, {
        platform_version,
        org: undefined,
        repo: undefined,
      });
      expect(module).toMatchObject({ found: true, value: [plan, expect.any(Number)] });
      const summary = findModuleSummary(forked, name);
      expect(summary).toMatchObject({
        found: true,
        value: {
          name: expect.stringMatching(/^Rent/),
          repos: ["https://github.com/zeta/tools.git", "https://github.com/alpha/tools.git"],
          copies: [{ repository: "alpha/tools", of: "zeta/tools", state: "changed" }],
        },
      });
      expect(findLineage(forked, name)).toMatchObject({
        value: { places: [{ organization: "zeta" }, { organization: "alpha" }] },
      });
      const both = ["zeta/tools", "alpha/tools"];
      expect(listProviders(forked, name, platform_version)).toEqual(both);
      const query = { platform_version, offset: 0, limit: 20 };
      const model = await takeSteps(
        findModel(forked, "rent", { ...query, org: undefined, repo: undefined }),
      );
      expect(model).toMatchObject({
        value: {
          body: {
            modules: ["named", "unnamed"].flatMap((technical_name) =>
              both.map((one) => ({ technical_name, organization: one.split("/")[0] })),
            ),
          },
        },
      });
      const elsewhere = { ...query, org: "nobody", repo: undefined };
      expect(await takeSteps(findModel(forked, "rent", elsewhere))).toMatchObject({
        reason: "not_in_repository",
        availableRepositories: both,
      });
      for (const sort of SORT_ORDERS.filter((order) => order !== "updated")) {
        for (const [offset, limit] of [
          [0, 20],
          [0, 1],
        ] as const) {
          const filtered = searchFiltered(lookup, {
            ...query,
            term: name,
            sort,
            explain: true,
            offset,
            limit,
          });
          const original = { technical_name: name, organization: "zeta", copy_of: null };
          const copy = { ...original, organization: "alpha", copy_of: "zeta/tools" };
          expect(filtered.rows.slice(0, 2)).toMatchObject([original, copy].slice(0, limit));
        }
      }
      const named = searchNames(lookup, {
        ...query,
        text: name,
        installable: undefined,
        explain: false,
      });
      expect(Object.keys(named.rows[0]?.versions ?? {})).toEqual(["zeta/tools", "alpha/tools"]);
      const copy_of = { "alpha/tools": "zeta/tools" };
      expect(named.rows[0]).toMatchObject({ copy_of });
      const box = await findAll(lookup, { q: name, platform_version, limit: 1 });
      expect(box.hits).toMatchObject([{ name, copy_of }]);
      const meant = await searchSemantic(lookup, { ...query, text: name });
      expect(meant.rows.filter((row) => row.technical_name === name)).toMatchObject([
        { org_name: "zeta", platform_version },
      ]);
    },
  );
});

const toRent = (installable: string) => ({
  "rent/__manifest__.py": `{"name": "Rent", "installable": ${installable}}`,
});

test("a copy that can be installed is found before an original that cannot", async () => {
  const folder = makeTemporaryFolder();
  const world = makeSources(folder, {
    first: { "17.0": [commit(1, toRent("False"))] },
    later: { "17.0": [commit(1, toRent("False")), commit(2, toRent("True"))] },
  });
  const built = await build(
    [world["later"], world["first"]].flatMap((one) => one ?? []),
    {
      out: path.join(folder, "out"),
    },
  );
  const lookup = await openLookup(built.folder, { embedder: {} });
  const page = { platform_version: "17.0", offset: 0, limit: 9, explain: false };
  const { rows } = searchFiltered(lookup, { ...page, term: "rent", sort: "relevance" });
  expect(rows.map(({ repository }) => repository)).toEqual(["later", "first"]);
  const query = { ...page, platform_version: undefined, text: "rent", installable: true };
  // The original is left out by the filter, and a copy is told as one all the same.
  expect(searchNames(lookup, query).rows.map(({ copy_of }) => Object.keys(copy_of))).toEqual([
    [expect.stringMatching(/\/later$/)],
  ]);
  lookup.close();
});
