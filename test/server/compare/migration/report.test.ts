// Migration of a list of modules to another version: real repositories, built and asked.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import type {
  MigrationModule,
  MigrationReport,
} from "../../../../server/contract/shape/migration/report.js";
import { findUnported } from "../../../../server/compare/unported/unported.js";
import { reportMigration } from "../../../../server/compare/migration/report.js";
import { buildMigration, OLD_MODULES } from "./migration-sources.js";

const QUESTION = { from: "15.0", to: "17.0", modules: OLD_MODULES };

let snapshot: Snapshot;
let report: MigrationReport;

beforeAll(async () => {
  snapshot = openSnapshot(await buildMigration());
  report = await reportMigration(snapshot, QUESTION);
});

afterAll(() => snapshot.close());

function get(name: string): MigrationModule {
  const row = report.modules.find(({ technical_name }) => technical_name === name);
  if (row === undefined) throw new Error(`there is no row of ${name}`);
  return row;
}

describe("states", () => {
  test("say what became of each, with where it is", () => {
    const rows = report.modules.map(({ technical_name, origin, state, targets }) => {
      const where = targets.map((one) => `${one.technical_name} ${one.repository ?? one.edition}`);
      return [technical_name, origin[0], state, ...where].join(" ");
    });
    expect(rows).toEqual([
      "base_maintenance_config r in_core maintenance core",
      "circle_a r blocked",
      "goes r moved goes elsewhere",
      "hr_livechat r in_core hr_livechat core",
      "lacking r ported_with_commits_missing lacking tools",
      "nobody r unknown",
      "off r not_installable off tools",
      "old_name r renamed new_name tools",
      "sale r in_core sale core",
      "stays r ported stays tools",
      "told_otherwise r ported told_otherwise tools",
      "waits r blocked",
      "circle_b d blocked",
      "needs_first d blocked",
      "no_such_module d unknown",
    ]);
  });

  test("are counted", () => {
    expect(report.counts).toEqual({
      modules: 15,
      modules_to_port: 5,
      requested: 12,
      dependency: 3,
      ported: 2,
      ported_with_commits_missing: 1,
      not_installable: 1,
      renamed: 1,
      moved: 1,
      merged: 0,
      in_core: 3,
      new: 0,
      waiting: 0,
      to_port: 0,
      blocked: 4,
      unknown: 2,
      unknown_names: 1,
      being_ported: 0,
      pull_requests: 1,
      commits: 3,
      work: {
        modules: 5,
        effort: { S: 5, M: 0, L: 0, XL: 0 },
        models: 2,
        fields: 2,
        methods: 1,
        views: 0,
        code: { python: 413, javascript: 0, xml: 0, tests: 0, migrations: 0 },
      },
    });
  });

  test("of a name that is new on the way, or only at the end", async () => {
    const other = await reportMigration(snapshot, {
      from: "15.0",
      to: "17.0",
      modules: ["new_name"],
    });
    expect(other.modules).toMatchObject([{ state: "new", from: null, carry_over: null }]);
  });

  test("say why a name is unknown, and what is near it", async () => {
    const { verdict, modules } = await reportMigration(snapshot, {
      from: "16.0",
      to: "17.0",
      modules: ["stais", "stays"],
    });
    expect(verdict).toBe("unknown_names");
    expect(modules).toMatchObject([
      { technical_name: "stais", unknown_because: "unknown_name", near: ["stays"], versions: [] },
      { technical_name: "stays", unknown_because: null, near: [], versions: [] },
    ]);
    expect(modules[0]).toMatchObject({ complete: false, not_indexed: [] });
  });

  test("follow the steps on the way", () => {
    expect(get("old_name").steps).toEqual([
      {
        kind: "renamed",
        from: "old_name",
        to: "new_name",
        platform_version: "16.0",
        organization: "acme",
        repository: "tools",
      },
    ]);
    expect(get("goes").steps).toMatchObject([{ kind: "moved", repository: "elsewhere" }]);
    expect(get("stays").steps).toEqual([]);
  });

  test("backwards are those of names alone", async () => {
    const back = await reportMigration(snapshot, {
      from: "17.0",
      to: "15.0",
      modules: ["stays", "new_name"],
    });
    expect(back.modules.map(({ state }) => state)).toEqual([
      "to_port",
      "ported_with_commits_missing",
    ]);
  });
});

describe("what is to be carried over", () => {
  test("is told by pull request", () => {
    expect(get("lacking").carry_over).toMatchObject({
      from: "15.0",
      to: "17.0",
      process: "port_commits",
      no_migration: null,
      commits: 2,
      missing: 2,
      pull_requests: [
        {
          number: 7,
          url: "https://github.com/acme/tools/pull/7",
          title: null,
          merged: "1970-01-01 00:50:00",
          commits: 2,
          same_content: 0,
          first_commits: [{ subject: "[FIX] lacking: one" }, { subject: "[FIX] lacking: two" }],
        },
      ],
      satellites: 0,
      blacklisted: 0,
    });
    expect(get("told_otherwise").carry_over).toMatchObject({ commits: 1, missing: 0 });
  });

  test("is looked for under the new name too", () => {
    expect(get("old_name").carry_over).toMatchObject({ process: null, commits: 0 });
  });

  test("leads to where a port starts, which takes the rest", () => {
    expect(get("needs_first")).toMatchObject({
      start: { platform_version: "16.0" },
      carry_over: { from: "15.0", to: "16.0", process: "port_commits", commits: 1 },
    });
    expect(get("goes").carry_over).toBeNull();
  });
});

describe("the order of the work", () => {
  test("has in each wave what needs only those before", () => {
    expect(report.waves).toEqual([
      ["no_such_module", "circle_a", "circle_b"],
      ["needs_first"],
      ["waits"],
      ["off"],
    ]);
    expect(report.cycles).toEqual([["circle_a", "circle_b"]]);
  });

  test("names what stands in the way, and how much waits", () => {
    expect(get("off").blocked_by).toEqual(["needs_first", "no_such_module", "waits"]);
    expect(get("waits").blocked_by).toEqual(["needs_first", "no_such_module"]);
    expect(get("lacking").blocked_by).toEqual([]);
    expect(get("no_such_module").blocks).toBe(3);
    expect(get("needs_first").required_by).toEqual(["waits"]);
  });
});

test("licences and Python packages that change are told, and how much there is to port", () => {
  expect(get("stays")).toMatchObject({
    changes: { license: true, python: { added: ["new"], removed: ["old"] } },
    from: { license: "AGPL-3" },
    targets: [{ license: "LGPL-3" }],
  });
  expect(get("waits").size).toEqual({
    models: 2,
    fields: 2,
    methods: 1,
    views: 0,
    bytes: expect.any(Number) as number,
    code: { python: 313, javascript: 0, xml: 0, tests: 0, migrations: 0 },
  });
  expect(get("stays").size).toBeNull();
});

test("what of the API that is used is another is told where it is asked for", async () => {
  const asked = await reportMigration(snapshot, { ...QUESTION, withApi: true });
  const uses = asked.modules.flatMap(({ technical_name, api }) =>
    (api ?? []).map(({ change, model, name, how }) => [
      technical_name,
      change,
      model,
      name,
      ...how,
    ]),
  );
  expect(uses).toEqual([["waits", "removed", "stays.thing", "dropped", "depends"]]);
  expect(asked.modules.find(({ state }) => state === "ported")?.api).toBeNull();
  expect(report.modules.every(({ api }) => api === null)).toBe(true);
});

test("a dependency that is to be ported itself is not said to be outside the index", async () => {
  const asked = await reportMigration(snapshot, { ...QUESTION, withApi: true });
  const rows = asked.modules.filter(({ technical_name: name }) => /^(?:off|circle_a)$/.test(name));
  expect(rows).toMatchObject([
    { blocked_by: ["circle_b"], not_indexed: ["base"] },
    {
      blocked_by: ["needs_first", "no_such_module", "waits"],
      complete: false,
      not_indexed: ["base", "no_such_module", "sale"],
    },
  ]);
});

test("it says of when each branch is", () => {
  expect(report.repositories).toMatchObject([
    { repository: "elsewhere", to: { branch: "17.0", committed: "1970-01-01 00:16:47" } },
    {
      repository: "tools",
      from: { branch: "15.0", committed: "1970-01-01 00:40:00" },
      to: { branch: "17.0", committed: "1970-01-01 00:36:40" },
    },
  ]);
});

test("the order of names means nothing", async () => {
  const modules = [...OLD_MODULES, ...OLD_MODULES].toReversed();
  expect(await reportMigration(snapshot, { ...QUESTION, modules })).toEqual(report);
});

test("a snapshot without the history of the branch to leave is answered; what is carried over is not known", async () => {
  const { histories } = snapshot;
  const made: Snapshot = {
    ...snapshot,
    histories: {
      ...histories,
      *readHistory(repository) {
        const history = yield* histories.readHistory(repository);
        const branches = history.branches.filter(({ platformVersion: one }) => one !== "15.0");
        return { ...history, branches };
      },
    },
  };
  const { modules } = await reportMigration(made, QUESTION);
  expect(modules.map((row) => row.technical_name)).toEqual(
    report.modules.map((row) => row.technical_name),
  );
  expect(report.modules.some((row) => row.carry_over !== null)).toBe(true);
  expect(modules.every((row) => row.carry_over === null)).toBe(true);
  const anywhere = { org: undefined, repo: undefined, all: true };
  expect(findUnported(made, "stays", { from: "15.0", to: "17.0", ...anywhere })).toMatchObject({
    found: false,
    reason: "unknown_version",
    version: "15.0",
  });
});
