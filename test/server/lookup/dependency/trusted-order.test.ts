// Lists, `copy_of` and `copies` have one original; what can be installed and what is damaged changes none of them.
import { afterEach, expect, test } from "vitest";
import type { ModuleRecord } from "../../../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import { damagedSection } from "../../../../data/snapshot/errors.js";
import { orderEntries } from "../../../../server/lookup/definition/load-positions.js";
import { getDefaultChoice } from "../../../../server/lookup/dependency/choose-provider.js";
import { findDependents } from "../../../../server/lookup/dependency/dependents.js";
import { findEntriesByName, getProvider } from "../../../../server/lookup/entries.js";
import { findModuleDetails, findModuleSummary } from "../../../../server/lookup/module/modules.js";
import { searchNames } from "../../../../server/lookup/search/name-search.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";

const declare = (depends: readonly string[]): Partial<ModuleRecord> => ({
  technical_name: "notify",
  declared_dependencies: { platform: depends, pip: [], bin: [] },
});
const ORIGINAL = {
  ...declare(["mail"]),
  organization: "zeta",
  repository: "web",
  git: "https://github.com/zeta/web.git",
  first_commit_date: "2015-05-01 10:00:00",
};
const COPY = {
  ...ORIGINAL,
  organization: "acme",
  repository: "all",
  git: "https://github.com/acme/all.git",
  first_commit_date: "2023-05-01 10:00:00",
};

const ANYWHERE = { platform_version: "17.0", org: undefined, repo: undefined };
const PAGE = { offset: 0, limit: 20 };

let opened: Snapshot | undefined;

afterEach(() => opened?.close());

async function open(rows: readonly Partial<ModuleRecord>[]): Promise<Snapshot> {
  return (opened = openSnapshot(await writeRecords(rows.map(createRecord))));
}

test("an original that cannot be installed stands first, and a plan takes the copy", async () => {
  const snapshot = await open([COPY, { ...ORIGINAL, installable: false }]);
  expect(findModuleDetails(snapshot, "notify", ANYWHERE)).toMatchObject({
    value: [
      { organization: "zeta", copy_of: null },
      { organization: "acme", copy_of: { organization: "zeta" } },
    ],
  });
  expect(findModuleSummary(snapshot, "notify")).toMatchObject({
    value: {
      repos: [ORIGINAL.git, COPY.git],
      copies: [{ repository: "acme/all", of: "zeta/web" }],
    },
  });
  const taken = getDefaultChoice(snapshot, "17.0").choose("notify") ?? -1;
  expect(getProvider(snapshot, taken)).toBe("acme/all");
});

test("the newest version that several have decides who stands first, and not one that a copy alone has", async () => {
  const older = { platform_version: "16.0" };
  const snapshot = await open([COPY, { ...COPY, ...older }, { ...ORIGINAL, ...older }]);
  expect(findModuleSummary(snapshot, "notify")).toMatchObject({
    value: { repos: [ORIGINAL.git, COPY.git], installable: { repos: [ORIGINAL.git, COPY.git] } },
  });
  const query = { text: "notify", platform_version: undefined, installable: undefined };
  const { rows } = searchNames({ snapshot }, { ...query, ...PAGE, explain: undefined });
  expect(rows.map(({ versions }) => Object.entries(versions))).toEqual([
    [
      ["zeta/web", ["16.0"]],
      ["acme/all", ["16.0", "17.0"]],
    ],
  ]);
});

const listDependents = (snapshot: Snapshot) =>
  findDependents(snapshot, "mail", { platform_version: "17.0", direct: undefined, ...PAGE });

const toDependents = (providers: readonly string[]) => ({
  value: { dependents: { modules: [{ technical_name: "notify", providers }] } },
});

test("a damaged module is listed in answers about others, by repository", async () => {
  const whole = await open([COPY, ORIGINAL]);
  expect(listDependents(whole)).toMatchObject(toDependents(["zeta/web", "acme/all"]));
  const damaged: Snapshot = {
    ...whole,
    readOwnHead() {
      throw damagedSection("records", "a head", "none");
    },
  };
  expect(listDependents(damaged)).toMatchObject(toDependents(["acme/all", "zeta/web"]));
});

test("an original of unknown load position stands before a copy that needs less", async () => {
  const snapshot = await open([
    { ...COPY, ...declare(["unknown"]) },
    { ...ORIGINAL, ...declare(["unknown", "deep"]) },
    { ...ORIGINAL, ...declare(["deeper"]), technical_name: "deep" },
    { ...ORIGINAL, ...declare([]), technical_name: "deeper" },
  ]);
  const entries = findEntriesByName(snapshot, "notify") ?? [];
  const depths = entries.map((entry) => snapshot.entries.depth.get(entry));
  expect(depths[0]).toBeLessThan(depths[1] ?? 0);
  const { entries: ordered } = orderEntries(snapshot, entries, "17.0");
  expect(ordered.map((entry) => getProvider(snapshot, entry))).toEqual(["zeta/web", "acme/all"]);
});
