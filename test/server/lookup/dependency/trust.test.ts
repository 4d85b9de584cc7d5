// Original of a module that several repositories have: rule by rule, each against all later ones.
import { describe, expect, test } from "vitest";
import { MOST_TREES } from "../../../../data/module/facts.js";
import type { ModuleRecord } from "../../../../data/module/records.js";
import type { SourceRow } from "../../../../data/snapshot/contents.js";
import { openSnapshot } from "../../../../data/snapshot/decode.js";
import { createProviderChoice } from "../../../../server/lookup/dependency/choose-provider.js";
import { createContents, createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";

type Row = Partial<ModuleRecord> & { readonly in: string };

/** A module of a repository at GitHub. */
function toRecord({ in: provider, ...changes }: Row): ModuleRecord {
  const [organization = "", repository = ""] = provider.split("/");
  const place = { organization, repository, git: `https://github.com/${provider}.git` };
  return createRecord({ technical_name: "notify", ...place, ...changes });
}

const YOUNG = { first_commit_date: "2023-05-01 10:00:00" };
const OLD = { first_commit_date: "2015-05-01 10:00:00" };
const OF_OCA = { website: "https://github.com/OCA/web/tree/17.0/notify" };

async function choose(
  rows: readonly Row[],
  priorities: Readonly<Record<string, number>> = {},
  technicalName = "notify",
  modules: readonly string[] = [technicalName],
) {
  const records = rows.map(toRecord);
  const sources = createContents(records).sources.map((source): SourceRow => {
    const priority = priorities[`${source.organization}/${source.repository}`];
    return priority === undefined ? source : { ...source, priority };
  });
  const snapshot = openSnapshot(await writeRecords(records, { sources }));
  const question = { platformVersion: "17.0", modules };
  const found = createProviderChoice(snapshot, question).explain(technicalName);
  snapshot.close();
  return found && `${found.taken} ${found.folder}: ${found.rule}`;
}

describe("of two modules of one name the one is taken", () => {
  test.each<[string, readonly Row[], string]>([
    [
      "that can be installed",
      [{ in: "OCA/web", ...OLD, installable: false }, { in: "acme/all" }],
      "acme/all sale_extra: installable",
    ],
    [
      "whose folder was committed first",
      [
        { in: "acme/all", ...YOUNG },
        { in: "OCA/web", ...OLD },
      ],
      "OCA/web sale_extra: born",
    ],
    [
      "whose history is known",
      [{ in: "acme/all", first_commit_date: null }, { in: "OCA/web" }],
      "OCA/web sale_extra: born",
    ],
    [
      "whose other version was committed first",
      [
        { in: "acme/all", ...YOUNG },
        { in: "OCA/web", first_commit_date: "2024-01-01 00:00:00" },
        { in: "OCA/web", ...OLD, platform_version: "16.0" },
      ],
      "OCA/web sale_extra: born",
    ],
    [
      "whose manifest names its repository, of a fork and what it was forked from",
      [{ in: "acme/web" }, { in: "OCA/web", ...OF_OCA }],
      "OCA/web sale_extra: named",
    ],
    [
      "whose manifest does not name the other, in a collection of everything with dates of commits that were made up",
      [
        { in: "acme/all", ...OLD, ...OF_OCA, version: "9.0" },
        { in: "OCA/web", ...YOUNG, ...OF_OCA },
      ],
      "OCA/web sale_extra: names_no_other",
    ],
    [
      "that was first, where the repository that the manifest names has only another version",
      [
        { in: "acme/all", ...YOUNG },
        { in: "OCA/server", ...OLD, ...OF_OCA },
        { in: "OCA/web", ...OLD, ...OF_OCA, platform_version: "16.0" },
      ],
      "OCA/server sale_extra: born",
    ],
    [
      "that was first, where its organization is written in another case there",
      [
        { in: "acme/all", ...YOUNG },
        { in: "OCA/server", ...OLD, ...OF_OCA },
        { in: "oca/web", ...OLD, ...OF_OCA, platform_version: "16.0" },
      ],
      "OCA/server sale_extra: born",
    ],
    [
      "whose manifest does not name another organization's, where the module moved and somebody else had it there before",
      [
        { in: "acme/all", first_commit_date: "2022-01-01 00:00:00", ...OF_OCA },
        { in: "OCA/server", ...YOUNG, website: "https://github.com/OCA/server" },
        { in: "OCA/web", ...OLD, ...OF_OCA, platform_version: "16.0" },
      ],
      "OCA/server sale_extra: names_no_other",
    ],
    [
      "that began first by its trees, whatever dates a copy has that is changed since",
      [
        { in: "acme/all", ...OLD, version: "9.0", trees: ["c", "2"] },
        { in: "OCA/web", ...YOUNG, trees: ["3", "2", "1"] },
      ],
      "OCA/web sale_extra: began_first",
    ],
    [
      "whose folder was committed first, where the only tree is known without a history",
      [
        { in: "acme/all", ...YOUNG, trees: ["3", "2", "1"] },
        { in: "OCA/web", first_commit_date: null, trees: ["2"] },
        { in: "OCA/web", ...OLD, platform_version: "16.0" },
      ],
      "OCA/web sale_extra: born",
    ],
    [
      "whose folder was committed first, where there were more states than are known",
      [
        {
          in: "acme/all",
          ...YOUNG,
          trees: ["c", ...Array.from({ length: MOST_TREES }, (_, at) => `${at}`)],
        },
        {
          in: "OCA/web",
          ...OLD,
          trees: Array.from({ length: MOST_TREES }, (_, at) => `${at - 1}`),
        },
      ],
      "OCA/web sale_extra: born",
    ],
    [
      "whose folder was committed first, of two copies that are both newer",
      [
        { in: "acme/all", ...YOUNG, version: "3.0" },
        { in: "beta/all", ...YOUNG, version: "2.0" },
        { in: "OCA/web", ...OLD },
      ],
      "OCA/web sale_extra: born",
    ],
    [
      "that is newer",
      [
        { in: "acme/web", version: "1.9.2" },
        { in: "OCA/web", version: "1.10.0" },
      ],
      "OCA/web sale_extra: newer",
    ],
    [
      "of the repository with fewer modules of others",
      [
        { in: "acme/all" },
        { in: "OCA/web" },
        { in: "acme/all", technical_name: "other" },
        { in: "zeta/web", technical_name: "other" },
      ],
      "OCA/web sale_extra: less_shared",
    ],
    [
      "that is first by name, where nothing tells",
      [{ in: "acme/web" }, { in: "zeta/web" }],
      "acme/web sale_extra: first",
    ],
    [
      "of the newer folder, of one repository",
      [
        { in: "acme/web", source_path: "a/notify" },
        { in: "acme/web", source_path: "b/notify", version: "2.0" },
      ],
      "acme/web b/notify: newer",
    ],
  ])("%s", async (_what, rows, expected) => {
    expect(await choose(rows)).toBe(expected);
  });

  test("of the repository with the higher priority, whoever was first", async () => {
    const rows = [
      { in: "OCA/web", ...OLD },
      { in: "zeta/patched", ...YOUNG },
    ];
    expect(await choose(rows, { "zeta/patched": 1 })).toBe("zeta/patched sale_extra: priority");
    expect(await choose(rows, { "OCA/web": -1 })).toBe("zeta/patched sale_extra: priority");
  });
});

const fork = (name: string, changes: Partial<ModuleRecord> = {}): Row => ({
  in: "acme/odoo",
  technical_name: name,
  ...changes,
});

/** A module of a repository that depends on others. */
const needing = (provider: string, name: string, ...platform: readonly string[]): Row => ({
  in: provider,
  technical_name: name,
  declared_dependencies: { platform, pip: [], bin: [] },
});

describe("of unrelated modules of one name", () => {
  const OWN = { authors: ["Bob"], trees: ["b"] };
  const WORKS: readonly Row[] = [
    { in: "OCA/web", ...OLD, trees: ["a"] },
    { in: "acme/all", ...YOUNG, ...OWN },
    needing("acme/all", "notify_sale", "notify"),
    needing("acme/others", "notify_far", "notify"),
    needing("acme/all", "deep", "notify_sale"),
    needing("OCA/web", "notify_web", "notify"),
    needing("zeta/web", "notify_zeta", "notify"),
  ];

  test.each([
    [["notify"], "OCA/web sale_extra: born"],
    [["notify_sale"], "acme/all sale_extra: needed_here"],
    [["notify", "deep"], "acme/all sale_extra: needed_here"],
    [["notify_far"], "acme/all sale_extra: needed_here"],
    [["notify_web"], "OCA/web sale_extra: needed_here"],
    [["deep", "notify_far", "notify_web"], "acme/all sale_extra: needed_here"],
    [["notify_web", "notify_sale"], "OCA/web sale_extra: born"],
    [["notify_zeta"], "OCA/web sale_extra: born"],
  ])("the one is taken that is near those that need it: %j", async (modules, expected) => {
    expect(await choose(WORKS, {}, "notify", modules)).toBe(expected);
  });

  test("the needs of a copy count for its original", async () => {
    const rows = [
      ...WORKS,
      { in: "zeta/web", ...YOUNG, ...OWN, first_commit_date: "2024-05-01 10:00:00" },
    ];
    const taken = await choose(rows, {}, "notify", ["notify_zeta"]);
    expect(taken).toBe("acme/all sale_extra: born");
  });

  test("priority comes before, and copies of one work are taken as ever", async () => {
    const preferred = await choose(WORKS, { "OCA/web": 1 }, "notify", ["notify_sale"]);
    expect(preferred).toBe("OCA/web sale_extra: priority");
    const copies = WORKS.map((row) => ({ ...row, authors: ["Ann"] }));
    expect(await choose(copies, {}, "notify", ["notify_sale"])).toBe("OCA/web sale_extra: born");
  });

  test("what is needed through another such name follows from what is taken for that one", async () => {
    const rows = [
      ...WORKS,
      { in: "OCA/web", technical_name: "alert", ...OLD, trees: ["c"] },
      { ...needing("acme/all", "alert", "notify"), ...YOUNG, authors: ["Bob"], trees: ["d"] },
      needing("acme/all", "alert_sale", "alert"),
    ];
    const taken = await choose(rows, {}, "notify", ["alert_sale"]);
    expect(taken).toBe("acme/all sale_extra: needed_here");
  });
});

describe("Odoo's own modules are of Odoo", () => {
  test("and not of a fork that comes first by name, or whose commits are older", async () => {
    const rows = [
      fork("base"),
      fork("sale", OLD),
      { in: "odoo/odoo", technical_name: "base", first_commit_date: null },
      { in: "odoo/odoo", technical_name: "sale", first_commit_date: null },
    ];
    expect(await choose(rows, { "acme/odoo": 5 }, "sale")).toBe("odoo/odoo sale_extra: platform");
  });

  test("of a fork where that is all there is", async () => {
    const rows = [fork("base"), fork("sale"), { in: "aaa/all", technical_name: "sale", ...OLD }];
    expect(await choose(rows, {}, "sale")).toBe("acme/odoo sale_extra: platform");
  });

  test("but a fork has no word in modules of others", async () => {
    const rows = [fork("base"), fork("notify", YOUNG), { in: "OCA/web", ...OLD }];
    expect(await choose(rows)).toBe("OCA/web sale_extra: born");
  });
});
