// Plans of a list of modules: dependencies, self-installing and missing modules, and repositories.

import { describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../../data/snapshot/decode.js";
import type { Plan } from "../../../server/contract/shape/system/plan.js";
import { TooComplex } from "../../../server/lookup/limits.js";
import type { Status } from "../../../server/lookup/entries.js";
import type { PlanQuestion } from "../../../server/contract/browser/plan-question.js";
import { layPlan } from "../../../server/contract/shape/system/plan-layout.js";
import { renderTerminal } from "../../../server/faces/terminal.js";
import { toPlan as planModules } from "../../../server/registry/plan.js";
import { finishing } from "../../support/finish-steps.js";
import { resolveSystem } from "../../../server/registry/resolve.js";
import { createRecord } from "../../support/module-records.js";
import { openForFile, writeRecords } from "../../support/written-snapshot.js";
import { sampleCases } from "../../support/properties.js";

const toPlan = finishing(planModules);

/** `odoo/odoo:sale` at 17.0, which depends on what comes behind it. */
function at(place: string, needs: string, changes: Partial<ModuleRecord> = {}): ModuleRecord {
  const [provider = "", technical_name = ""] = place.split(":");
  const [organization = "", repository = ""] = provider.split("/");
  const platform = needs.split(" ").filter(Boolean);
  return createRecord({
    organization,
    repository,
    git: `https://git.example.org/${provider}.git`,
    technical_name,
    source_path: technical_name,
    declared_dependencies: { platform, pip: [], bin: [] },
    ...changes,
  });
}

const auto = { auto_install: true } as const;
const needing = (platform: readonly string[], pip: readonly string[], bin: readonly string[]) => ({
  declared_dependencies: { platform, pip, bin },
});

const RECORDS: readonly ModuleRecord[] = [
  at("odoo/odoo:base", "", auto),
  at("odoo/odoo:web", "base", auto),
  at("odoo/odoo:sale", "base"),
  at("odoo/odoo:stock", "base"),
  at("odoo/odoo:sale_stock", "sale stock", auto),
  at("odoo/odoo:sale_stock_report", "sale_stock tools", {
    ...auto,
    auto_install_requires: ["sale_stock"],
  }),
  at("odoo/odoo:tools", "base"),
  at("odoo/odoo:sale_switched_off", "sale", { ...auto, installable: false }),
  at("odoo/odoo:sale_wrong_list", "base", { ...auto, auto_install_requires: ["sale"] }),
  at("odoo/odoo:sale_be", "sale", { ...auto, countries: ["BE"] }),
  ...["base", "sale"].map((name) =>
    at(`odoo/odoo:${name}`, name === "base" ? "" : "base", { platform_version: "18.0" }),
  ),
  at("odoo/odoo:sale_be", "sale", { ...auto, countries: ["BE"], platform_version: "18.0" }),
  at("OCA/sale:sale_extra", "sale", { license: "AGPL-3", development_status: "Alpha" }),
  at("OCA/sale:sale_extra_stock", "sale_extra stock", auto),
  at("OCA/glue:sale_glue", "sale_extra sale", auto),
  at("OCA/glue:glue_core", "base"),
  at("OCA/glue:sale_blocked", "sale_extra no_such_module", {
    ...auto,
    auto_install_requires: ["sale_extra"],
  }),
  at("OCA/sale:unsaid", "base", { has_depends: false }),
  at("OCA/sale:a_first", "", { source_path: "deep/a_first" }),
  at("OCA/tools:shared", "base", { commit: "1".repeat(40) }),
  at("acme/tools:shared", "base"),
  at("acme/tools:beside", "base"),
  at("zeta/tools:shared", "base", { installable: false }),
  at("acme/private:weak", "sale_extra", { license: "LGPL-3", development_status: "Mature" }),
  at("acme/private:above", "weak", { license: "OPL-1" }),
  at("acme/private:free", "above", { license: "AGPL-3" }),
  at("acme/tools:stock", "base", { installable: false }),
  at("acme/one:ring_a", "ring_b base"),
  at("acme/one:ring_b", "ring_a"),
  at("acme/one:ring_user", "ring_a"),
  at("acme/one:closed", "base", { installable: false }),
  at("acme/one:needy", "closed mail account_accountant nowhere moved sale"),
  at("acme/one:moved", "base", { platform_version: "16.0" }),
  at("acme/one:moved", "base", { platform_version: "15.0", installable: false }),
  at("acme/pip:old", "base", needing(["base"], ["cryptography==3.4.8", "lxml"], ["wkhtmltopdf"])),
  at(
    "acme/pip:new",
    "base",
    needing(["base"], ["Cryptography == 36.0.0", "lxml>=4"], ["wkhtmltopdf"]),
  ),
  at("acme/pip:rival", "base", { excludes: ["sale_extra", "nowhere"] }),
  at("acme/odd:__proto__", "constructor"),
  at("acme/odd:constructor", "base"),
];

const snapshot = await openForFile(RECORDS);

function plan(
  modules: string,
  changes: Partial<PlanQuestion> = {},
  minStatus?: Status,
  from: Snapshot = snapshot,
): Plan {
  const question = { platformVersion: "17.0", modules: modules.split(" "), ...changes };
  return toPlan(from, resolveSystem(from, question), minStatus);
}

/** `name origin: because` of each module, in order. */
const list = ({ modules }: Plan) =>
  modules.map(({ technical_name, origin, because }) =>
    `${technical_name} ${origin}: ${because.join(" ")}`.trimEnd(),
  );
const choose = (changes: Partial<PlanQuestion>, modules = "shared") =>
  plan(modules, { auto_install: false, ...changes }).choices;
const judge = (status?: Status) => plan("free", {}, status).policy.maturity;
const missed = (technical_name: string, kind: string) => ({
  technical_name,
  reason: REASONS[kind],
  kind,
  requested: false,
  required_by: ["needy"],
  versions: [],
  ...from(),
  refused: null,
  successors: [],
  near: [],
});
/** Repositories under both names of the field. */
const from = (...providers: readonly string[]) => ({ providers, carriers: providers });
const REASONS: Readonly<Record<string, string>> = {
  core: "not_indexed",
  enterprise: "not_indexed",
  not_installable: "not_installable",
  other_version: "not_at_version",
  excluded: "excluded",
  unknown: "unknown_name",
};
const names = ({ modules }: Plan) => modules.map(({ technical_name }) => technical_name).join(" ");

describe("what comes", () => {
  test("is what was asked for, what it needs, and what installs itself, in a chain", () => {
    expect(list(plan("sale stock"))).toEqual([
      "base dependency: sale stock tools web",
      "sale requested:",
      "stock requested:",
      "tools auto_install: sale_stock_report",
      "web auto_install: base",
      "sale_be auto_install: sale",
      "sale_stock auto_install: sale stock",
      "sale_stock_report auto_install: sale_stock",
    ]);
  });

  test("is without it when nothing installs itself", () => {
    expect(names(plan("sale stock", { auto_install: false }))).toBe("base sale stock");
  });

  test("has nothing whose trigger is not there, is excluded or not installable", () => {
    expect(names(plan("sale"))).toBe("base sale web sale_be");
    expect(names(plan("sale stock", { exclude: ["sale_stock", "web"] }))).toBe(
      "base sale stock sale_be",
    );
  });

  test("since 18.0 has nothing that is for countries, which it names", () => {
    const later = plan("sale", { platformVersion: "18.0" });
    expect(names(later)).toBe("base sale");
    expect(later.could_auto_install).toMatchObject([
      {
        technical_name: "sale_be",
        required_by: ["sale"],
        because: ["sale"],
        blocked_by: [],
        countries: ["BE"],
      },
    ]);
  });

  test("counts each origin", () => {
    expect(plan("sale stock nowhere").counts).toEqual({
      asked: 3,
      modules: 8,
      requested: 2,
      dependency: 1,
      auto_install: 5,
      of_platform: 8,
      from_platform_table: 0,
      installable: 2,
      missing: 1,
      missing_by_reason: {
        unknown_name: 1,
        not_at_version: 0,
        not_installable: 0,
        excluded: 0,
        not_indexed: 0,
      },
      cycles: 0,
      conflicts: 0,
      exclusions: 0,
    });
  });

  test("does not depend on the order of names, nor on names that are doubled", () => {
    expect(plan("stock sale stock").modules).toEqual(plan("sale stock").modules);
  });

  test("takes any name", () => {
    expect(names(plan("__proto__ toString", { auto_install: false }))).toBe(
      "base constructor __proto__",
    );
  });
});

describe("the order", () => {
  test("is by depth, then name; what does not say what it depends on is as deep as base", () => {
    expect(names(plan("unsaid a_first sale", { auto_install: false }))).toBe(
      "base a_first unsaid sale",
    );
  });

  test("ends with circles, which are named", () => {
    const rings = plan("ring_user sale", { auto_install: false });
    expect(names(rings)).toBe("base sale ring_a ring_b ring_user");
    expect(rings.cycles).toEqual([["ring_a", "ring_b"]]);
  });
});

describe("the addons path", () => {
  test("is what is needed: what would install itself from elsewhere is listed apart", () => {
    const found = plan("sale_extra");
    expect(names(found)).toBe("base sale web sale_be sale_extra");
    expect(found.could_auto_install).toEqual([
      {
        technical_name: "sale_blocked",
        organization: "OCA",
        repository: "glue",
        required_by: ["sale_extra"],
        because: ["sale_extra"],
        blocked_by: ["no_such_module"],
        countries: [],
      },
      {
        technical_name: "sale_glue",
        organization: "OCA",
        repository: "glue",
        required_by: ["sale_extra", "sale"],
        because: ["sale_extra", "sale"],
        blocked_by: [],
        countries: [],
      },
    ]);
    expect(names(plan("sale_extra stock"))).toContain("sale_extra_stock");
    const glued = plan("sale_extra glue_core");
    expect(names(glued)).toBe("base glue_core sale web sale_be sale_extra sale_glue");
    expect(glued.could_auto_install.map((row) => row.technical_name)).toEqual(["sale_blocked"]);
  });

  test("that is named comes whole, and what it lacks is taken from elsewhere", () => {
    const repositories = ["odoo/odoo", "OCA/glue", "acme/unheard-of"];
    const found = plan("sale_extra stock", { repositories });
    expect(names(found)).toContain("sale_glue");
    expect(names(found)).not.toContain("sale_extra_stock");
    expect(found.unknown_repositories).toEqual(["acme/unheard-of"]);
    expect(
      found.repositories.map(({ organization, repository, on_addons_path, folders }) => [
        `${organization}/${repository}`,
        on_addons_path,
        folders.join(" "),
      ]),
    ).toEqual([
      ["OCA/glue", true, "sale_glue"],
      ["OCA/sale", false, "sale_extra"],
      ["odoo/odoo", true, "base sale sale_be sale_stock sale_stock_report stock tools web"],
    ]);
    expect(found.repositories.map(({ checkout }) => checkout)).toEqual(["glue", "sale", "odoo"]);
    expect(found.addons_path).toEqual(["glue", "sale", "odoo"]);
  });

  test("has Odoo itself, named or not: what installs itself there does so", () => {
    const repositories = ["OCA/sale"];
    const all = names(plan("sale_extra stock", { repositories: [...repositories, "odoo/odoo"] }));
    expect(names(plan("sale_extra stock", { repositories }))).toBe(all);
    expect(all).toContain("sale_stock");
  });
});

describe("a choice", () => {
  test("falls on the one that can be trusted most", () => {
    expect(choose({})).toEqual([
      {
        technical_name: "shared",
        taken: "OCA/tools",
        rule: "less_shared",
        others: ["acme/tools", "zeta/tools"],
        folder: "shared",
        other_folders: [],
      },
    ]);
  });

  test("follows preferences, the addons path and the platform, not what else is asked for", () => {
    expect(choose({ prefer: ["zeta", "ACME"] })).toMatchObject([
      { taken: "acme/tools", rule: "prefer", others: ["OCA/tools", "zeta/tools"] },
    ]);
    expect(choose({ prefer: ["acme/tools"] })).toMatchObject([{ rule: "prefer" }]);
    expect(choose({ repositories: ["odoo/odoo", "acme/tools"] })).toMatchObject([
      { taken: "acme/tools", rule: "addons_path" },
    ]);
    expect(choose({}, "shared beside")).toMatchObject([{ taken: "OCA/tools" }]);
    expect(choose({}, "stock")).toMatchObject([{ taken: "odoo/odoo", rule: "installable" }]);
    expect(choose({}, "sale")).toEqual([]);
  });
});

/** The verdict, and how many of the modules that are there can be installed. */
function countInstallable(words: string, changes: Partial<PlanQuestion> = {}) {
  const { installable, counts } = plan(words, { auto_install: false, ...changes });
  return [installable, counts.installable, counts.requested];
}

describe("what is missing", () => {
  test("has its kind, who needs it, and where it is", () => {
    const { missing, policy } = plan("needy nobody", { exclude: ["sale"] });
    expect(missing).toEqual([
      missed("account_accountant", "enterprise"),
      { ...missed("closed", "not_installable"), ...from("acme/one") },
      missed("mail", "core"),
      { ...missed("moved", "other_version"), versions: ["16.0"] },
      { ...missed("nobody", "unknown"), requested: true, required_by: [] },
      missed("nowhere", "unknown"),
      { ...missed("sale", "excluded"), versions: ["17.0", "18.0"], ...from("odoo/odoo") },
    ]);
    expect(policy).toMatchObject({ core: ["mail"], enterprise: ["account_accountant"] });
  });

  test("decides whether Odoo can install the plan", () => {
    expect(countInstallable("sale")).toEqual([true, 1, 1]);
    expect(countInstallable("sale nobody")).toEqual([false, 1, 1]);
    expect(countInstallable("sale needy")).toEqual([false, 1, 2]);
    expect(countInstallable("sale_extra", { exclude: ["sale"] })).toEqual([false, 0, 1]);
    expect(countInstallable("ring_user sale")).toEqual([false, 1, 2]);
    // Enterprise modules are absent here; an asker may have them.
    expect(countInstallable("sale account_accountant")).toEqual([null, 1, 1]);
  });

  test("is the platform where neither index nor table has it, and what waits for it comes", async () => {
    const found = await planAlone("15.0", "sale_extra stock_extra");
    expect(found.platform_indexed).toBe(false);
    expect(names(found)).toBe("sale_extra stock_extra sale_extra_stock");
    expect(found.missing.map(({ technical_name, kind }) => `${technical_name} ${kind}`)).toEqual([
      "sale core",
      "stock core",
    ]);
  });
});

/** Modules of others alone, at a version. */
async function planAlone(
  platformVersion: string,
  modules: string,
  changes: Partial<PlanQuestion> = {},
): Promise<Plan> {
  const records = [
    at("OCA/sale:sale_extra", "sale"),
    at("OCA/sale:sale_extra_stock", "sale_extra stock", auto),
    at("OCA/sale:sale_stock_extra", "stock base", auto),
    at("OCA/sale:stock_extra", "stock"),
    at("OCA/sale:rival", "sale", { excludes: ["sale_stock"] }),
    at("OCA/sale:uom", "base", { installable: false }),
  ].map((record) => ({ ...record, platform_version: platformVersion }));
  const alone = openSnapshot(await writeRecords(records));
  try {
    return plan(modules, { platformVersion, ...changes }, undefined, alone);
  } finally {
    alone.close();
  }
}

const isOfTable = ({ from_platform_table }: Plan["modules"][number]): boolean =>
  from_platform_table;

describe("the table of the platform's manifests", () => {
  test("has what is needed, what installs itself, and the order of all", async () => {
    const found = await planAlone("17.0", "sale_extra stock_extra rival");
    const order = found.modules.map(({ technical_name }) => technical_name);
    expect(found.platform_indexed).toBe(false);
    expect(order.indexOf("base")).toBe(0);
    expect(order.indexOf("sale")).toBeLessThan(order.indexOf("sale_extra"));
    // A way of several steps down from each.
    expect(order.indexOf("stock_extra")).toBeLessThan(order.indexOf("sale_extra"));
    expect(found.modules.find(({ technical_name }) => technical_name === "sale_stock")).toEqual({
      technical_name: "sale_stock",
      origin: "auto_install",
      required_by: ["sale", "stock_account"],
      because: ["sale", "stock_account"],
      organization: "odoo",
      repository: "odoo",
      branch: "17.0",
      depends: ["sale", "stock_account"],
      from_platform_table: true,
      of_platform: true,
      commit: null,
      source_path: null,
      version: null,
      installed_version: null,
      license: null,
      license_spdx: null,
      purl: null,
      distribution_purl: null,
      development_status: null,
      installable: true,
      application: null,
    });
    expect(found.conflicts).toMatchObject([{ kind: "excludes", modules: ["rival", "sale_stock"] }]);
  });

  test("is said to be no index", async () => {
    const found = await planAlone("17.0", "sale_extra");
    const ofTable = found.modules.filter(isOfTable).map(({ technical_name }) => technical_name);
    expect(found.modules.filter((row) => !isOfTable(row))).toMatchObject([
      { technical_name: "sale_extra", organization: "OCA" },
    ]);
    expect(ofTable).toEqual(expect.arrayContaining([...found.not_indexed]));
    expect(found.policy.core).toEqual(ofTable.toSorted());
    expect(found).toMatchObject({ complete: false, installable: true, missing: [] });
    expect(found.counts).toMatchObject({ missing: 0, from_platform_table: ofTable.length });
    expect(renderTerminal(layPlan(found))).not.toContain("Missing:");
    const asked = await planAlone("17.0", "sale_extra no_such_module");
    expect(asked.installable).toBe(false);
    expect(asked.counts).toMatchObject({ requested: 1, installable: 1, missing: 1 });
    expect(asked.missing.map(({ technical_name }) => technical_name)).toEqual(["no_such_module"]);
    expect(found.repositories.map(({ repository }) => repository)).toEqual(["sale"]);
  });

  test("has nothing that is excluded, nor what needs it", async () => {
    const found = await planAlone("17.0", "sale_extra stock_extra", { exclude: ["sale_stock"] });
    expect(names(found).split(" ")).not.toContain("sale_stock");
    const asked = await planAlone("17.0", "sale_extra", { exclude: ["sale"] });
    expect(asked.missing).toContainEqual(
      expect.objectContaining({ technical_name: "sale", kind: "excluded" }),
    );
    expect(names(asked).split(" ")).not.toContain("sale_management");
  });

  test("stands in for nothing where `base` is indexed", () => {
    expect(plan("needy").modules.some(isOfTable)).toBe(false);
  });
});

describe("packages and conflicts", () => {
  test("are merged, with who asks", () => {
    const found = plan("old new", { auto_install: false });
    expect(found.binaries).toEqual([{ name: "wkhtmltopdf", required_by: ["new", "old"] }]);
    expect(found.python).toMatchObject([
      { name: "cryptography", specifier: "==3.4.8,==36.0.0" },
      {
        name: "lxml",
        specifier: ">=4",
        requirements: [
          { requirement: "lxml", required_by: ["old"] },
          { requirement: "lxml>=4", required_by: ["new"] },
        ],
      },
    ]);
    expect(found.conflicts).toEqual([
      {
        kind: "python",
        name: "cryptography",
        detail:
          "No version of cryptography is right for Cryptography == 36.0.0 and cryptography==3.4.8.",
        modules: ["new", "old"],
        requirements: [
          { requirement: "Cryptography == 36.0.0", required_by: ["new"] },
          { requirement: "cryptography==3.4.8", required_by: ["old"] },
        ],
      },
    ]);
  });

  test("are modules that exclude each other too", () => {
    expect(plan("rival sale").conflicts).toEqual([]);
    expect(plan("rival sale_extra").conflicts).toMatchObject([
      { kind: "excludes", name: "sale_extra", modules: ["rival", "sale_extra"] },
    ]);
  });

  test.each(sampleCases(["much", "apart"]))(
    "%s of hundreds of modules is more than is told",
    async (what) => {
      const all = Array.from({ length: 300 }, (_, number) => `m${number}`);
      const records = all.map((name) =>
        what === "much"
          ? at(`a/b:${name}`, "", needing([], all.slice(0, 100), []))
          : at(`a/b:${name}`, "", { excludes: all.filter((other) => other !== name) }),
      );
      const large = openSnapshot(await writeRecords(records));
      const system = resolveSystem(large, { platformVersion: "17.0", modules: all });
      expect(() => toPlan(large, system, undefined)).toThrow(TooComplex);
      large.close();
    },
  );
});

describe("the policy", () => {
  test("finds licences that ask for more below, and what is proprietary below", () => {
    const { licenses, proprietary } = plan("free", { auto_install: false }).policy;
    expect(
      licenses.map(({ rule, technical_name, spdx, modules }) => [
        technical_name,
        spdx,
        rule,
        modules.map((one) => `${one.technical_name} ${one.spdx} ${one.direct}`).join(", "),
      ]),
    ).toEqual([
      ["weak", "LGPL-3.0-only", "copyleft_below", "sale_extra AGPL-3.0-only true"],
      ["above", "LicenseRef-OPL-1", "copyleft_below", "sale_extra AGPL-3.0-only false"],
      ["free", "AGPL-3.0-only", "proprietary_below", "above LicenseRef-OPL-1 true"],
    ]);
    expect(proprietary).toEqual(["above"]);
  });

  test("finds what is less mature than asked; those of the platform are not judged", () => {
    expect(judge()).toEqual([]);
    expect(judge("beta")).toEqual([{ technical_name: "sale_extra", development_status: "Alpha" }]);
    expect(judge("mature").map((row) => row.technical_name)).toEqual([
      "sale_extra",
      "above",
      "free",
    ]);
  });
});

test("a plan says where each module is from", () => {
  expect(plan("shared").modules.at(1)).toMatchObject({
    technical_name: "shared",
    origin: "requested",
    required_by: [],
    because: [],
    organization: "OCA",
    repository: "tools",
    branch: "17.0",
    commit: "1".repeat(40),
    source_path: "shared",
    version: "1.0.0",
    depends: ["base"],
    license: "LGPL-3",
    distribution_purl: "pkg:pypi/odoo-addon-shared@17.0.1.0.0",
    development_status: null,
    installable: true,
    application: false,
  });
});
