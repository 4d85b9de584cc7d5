// Dependencies and dependents, compared with the builder's closure.

import { describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../../data/snapshot/decode.js";
import type { Dependencies } from "../../../server/contract/shape/dependencies.js";
import { findDependencies } from "../../../server/lookup/dependency/dependency-tree.js";
import {
  findDependents,
  type DependentsQuery,
} from "../../../server/lookup/dependency/dependents.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { createRecord } from "../../support/module-records.js";
import { writeRecords } from "../../support/written-snapshot.js";
import { openSharedSnapshot } from "../../support/shared-snapshot.js";
import { testLong } from "../../support/properties.js";

const snapshot = openSharedSnapshot();
const records = listRecords(snapshot);

function find(
  name: string,
  platform_version: string,
  from: Snapshot = snapshot,
  choice: { org?: string } = {},
): Dependencies {
  const outcome = findDependencies(from, name, {
    platform_version,
    org: choice.org,
    repo: undefined,
  });
  if (!outcome.found) return expect.unreachable(outcome.reason);
  return outcome.value;
}

function findDependentsOf(name: string, platform_version: string, from = snapshot) {
  const query: DependentsQuery = { platform_version, offset: 0, limit: 500, direct: false };
  const outcome = findDependents(from, name, query);
  if (!outcome.found) return expect.unreachable(outcome.reason);
  return outcome.value.dependents;
}

async function openRecords(all: readonly ModuleRecord[]): Promise<Snapshot> {
  return openSnapshot(await writeRecords(all));
}

const declare = (...platform: readonly string[]) => ({ platform, pip: [], bin: [] });

describe("findDependencies", () => {
  test("reaches what the builder's closure holds, each after what it needs", () => {
    for (const record of records) {
      const { technical_name, platform_version, organization } = record;
      const tree = find(technical_name, platform_version, snapshot, { org: organization });
      const names = tree.modules.map((module) => module.technical_name);
      const closure = new Set(Object.values(record.dependencies.platform).flat());
      // The closure follows every provider of a name, the tree the nearest one.
      if (tree.modules.every((module) => module.carriers.length === 1)) {
        expect(new Set(names)).toEqual(closure.add(technical_name));
        expect(tree.unresolved.map((row) => row.technical_name)).toEqual(
          record.unresolved_dependencies,
        );
        expect([tree.pip, tree.bin]).toEqual([record.dependencies.pip, record.dependencies.bin]);
      }
      const inCircle = new Set(tree.cycles.flat());
      for (const { technical_name: name, depends } of tree.modules) {
        if (inCircle.has(name)) continue;
        for (const need of depends.filter((one) => names.includes(one))) {
          expect(names.indexOf(need)).toBeLessThan(names.indexOf(name));
        }
      }
    }
  });

  test("says where each lies, what to clone and how far away it is", () => {
    const tree = find("rental_fleet", "17.0");
    expect(tree.modules.map(({ technical_name, depth }) => [technical_name, depth])).toEqual([
      ["base", 3],
      ["web", 3],
      ["mail", 2],
      ["fleet_logbook", 1],
      ["rental_core", 2],
      ["rental_deposit", 1],
      ["rental_fleet", 0],
    ]);
    expect(tree.repositories.map(({ repository, modules }) => [repository, modules])).toEqual([
      ["retail", ["rental_core", "rental_deposit", "rental_fleet"]],
      ["people", ["fleet_logbook"]],
      ["platform-core", ["base", "mail", "web"]],
    ]);
    expect(tree.tree.map((row) => "  ".repeat(row.depth) + row.technical_name)).toEqual([
      "rental_fleet",
      "  fleet_logbook",
      "    mail",
      "      base",
      "      web",
      "        base",
      "  rental_deposit",
      "    rental_core",
      "      mail",
    ]);
  });

  test("says which branch to clone, whatever it is called", () => {
    const { repositories } = find("tool_sharpening", "17.0");
    expect(repositories.map(({ repository, branch }) => `${repository} ${branch}`)).toEqual([
      "platform-core 17.0",
      "workshop main",
    ]);
  });

  test("reports circles and names that nobody carries", () => {
    expect(find("leave_calendar", "16.0").cycles).toEqual([["leave_calendar", "leave_handover"]]);
    expect(find("subscription_usage", "17.0").cycles).toHaveLength(1);
    expect(find("approval_purchase", "16.0").unresolved).toEqual([
      { technical_name: "purchase", kind: "core", required_by: ["approval_purchase"] },
    ]);
  });

  test("takes of several providers the one that is asked for, else what a plan takes", async () => {
    const other = await openRecords([
      createRecord({ technical_name: "top", declared_dependencies: declare("tool", "top") }),
      createRecord({ technical_name: "tool", organization: "aaa", repository: "tools" }),
      createRecord({ technical_name: "tool", repository: "tools" }),
      createRecord({
        technical_name: "top",
        organization: "zzz",
        declared_dependencies: declare("tool"),
      }),
    ]);
    const plain = find("top", "17.0", other);
    expect(plain.organization).toBe("acme");
    expect(plain.modules[0]).toMatchObject({
      organization: "aaa",
      carriers: ["aaa/tools", "acme/tools"],
    });
    expect(plain.cycles).toEqual([["top"]]);
    const own = find("top", "17.0", other, { org: "acme" });
    expect(own.modules[0]?.organization).toBe("acme");
    const foreign = find("top", "17.0", other, { org: "ZZZ" });
    expect(foreign.organization).toBe("zzz");
    expect(foreign.modules[0]?.organization).toBe("aaa");
    expect(foreign.cycles).toEqual([]);
    other.close();
  });

  testLong("a chain as long as somebody likes is no matter", async () => {
    const chain = Array.from({ length: 3_000 }, (_, at) =>
      createRecord({
        technical_name: `m${at}`,
        declared_dependencies: declare(`m${at + 1}`, "base"),
      }),
    );
    const other = await openRecords(chain);
    const { modules, tree, unresolved } = find("m0", "17.0", other);
    expect(modules).toHaveLength(3_000);
    expect(tree.findLast((row) => row.found)?.depth).toBe(2_999);
    expect(unresolved.find((row) => row.technical_name === "base")?.required_by).toHaveLength(
      3_000,
    );
    expect(findDependentsOf("m2999", "17.0", other).counts.all).toBe(2_999);
    other.close();
  });

  test.each([
    ["nothing", "17.0", "unknown_module"],
    ["gift_card", "17.0", "module_not_at_version"],
  ])("%s at %s is %s", (name, platform_version, reason) => {
    const filter = { platform_version, org: undefined, repo: undefined };
    expect(findDependencies(snapshot, name, filter)).toMatchObject({ found: false, reason });
  });
});

describe("findDependents", () => {
  test("are those whose closure holds the module", () => {
    const names = new Set(records.map((record) => record.technical_name));
    for (const platform_version of ["8.0", "16.0", "17.0"]) {
      for (const name of names) {
        const needing = records.filter(
          (record) =>
            record.platform_version === platform_version &&
            record.technical_name !== name &&
            Object.values(record.dependencies.platform).flat().includes(name),
        );
        if (needing.length === 0) continue;
        const { counts, modules } = findDependentsOf(name, platform_version);
        const expected = new Set(needing.map((record) => record.technical_name));
        expect(new Set(modules.map((row) => row.technical_name))).toEqual(expected);
        expect(counts.all).toBe(expected.size);
        expect(counts.direct).toBe(modules.filter((row) => row.depth === 1).length);
      }
    }
  });

  test("say through what, in parts, and directly only", () => {
    const query = { platform_version: "17.0", offset: 1, limit: 1, direct: false };
    expect(findDependents(snapshot, "rental_core", query)).toMatchObject({
      value: {
        total: 2,
        dependents: {
          counts: { direct: 1, indirect: 1, all: 2 },
          modules: [{ technical_name: "rental_fleet", depth: 2, through: ["rental_deposit"] }],
        },
      },
    });
    const direct = { ...query, offset: 0, limit: 9, direct: true };
    expect(findDependents(snapshot, "rental_core", direct)).toMatchObject({
      value: { total: 1, dependents: { modules: [{ technical_name: "rental_deposit" }] } },
    });
  });

  test("exist of a name that nobody carries, and a circle does not make a module its own", () => {
    expect(findDependentsOf("purchase", "16.0")).toMatchObject({
      carriers: [],
      counts: { all: 1 },
    });
    const { modules } = findDependentsOf("leave_calendar", "16.0");
    expect(modules.map((row) => row.technical_name)).toEqual(["leave_handover"]);
  });

  test("are installable where a repository that leads to the module has them so", async () => {
    const other = await openRecords([
      createRecord({ technical_name: "tool" }),
      createRecord({
        technical_name: "top",
        installable: false,
        declared_dependencies: declare("tool"),
      }),
      createRecord({ technical_name: "top", organization: "zzz" }),
    ]);
    expect(findDependentsOf("tool", "17.0", other)).toMatchObject({
      counts: { all: 1, installable: 0 },
      modules: [{ technical_name: "top", installable: false, carriers: ["acme/sales"] }],
    });
    other.close();
  });

  test("nobody needing it is an empty list; nobody having it is none", () => {
    expect(findDependentsOf("rental_fleet", "17.0").modules).toEqual([]);
    const query = { platform_version: "9.0", offset: 0, limit: 5, direct: false };
    expect(findDependents(snapshot, "base", query)).toMatchObject({
      reason: "module_not_at_version",
    });
    expect(findDependents(snapshot, "nothing", query)).toMatchObject({ reason: "unknown_module" });
  });
});
