// A plan as the files of other tools, read back as these read them, with any names.

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import type { ModuleRecord } from "../../../../../data/module/records.js";
import {
  PLAN_FORMATS,
  type PlanFormatName,
} from "../../../../../server/routes/text/plan/formats.js";
import { toDistribution } from "../../../../../server/routes/text/plan/requirements.js";
import { toModulePurl, toPurl } from "../../../../../server/lookup/module/purl.js";
import { type IndexedModule } from "../../../../../server/contract/browser/plan-members.js";
import type { PlanQuestion } from "../../../../../server/contract/browser/plan-question.js";
import { toPlan as planModules } from "../../../../../server/registry/plan.js";
import { finishing } from "../../../../support/finish-steps.js";
import { parseRequirement } from "../../../../../server/registry/python-versions.js";
import { resolveSystem } from "../../../../../server/registry/resolve.js";
import { parseLock, toLock } from "../../../../../server/compare/update/lock.js";
import { createRecord } from "../../../../support/module-records.js";
import { openForFile } from "../../../../support/written-snapshot.js";

const toPlan = finishing(planModules);

const SHA = (digit: string) => digit.repeat(40);
const HOSTILE = "a: [b]\n- *x\u2028'\"; rm #";

function at(place: string, needs: string, changes: Partial<ModuleRecord> = {}): ModuleRecord {
  const colon = place.indexOf(":");
  const [provider, path] = [place.slice(0, colon), place.slice(colon + 1)];
  const [organization = "", repository = ""] = provider.split("/");
  return createRecord({
    organization,
    repository,
    git: `https://github.com/${provider}.git`,
    technical_name: path.slice(path.lastIndexOf("/") + 1),
    source_path: path,
    declared_dependencies: { platform: needs.split(" ").filter(Boolean), pip: [], bin: [] },
    ...changes,
  });
}

const PIP = [
  "lxml",
  "lxml >= 4",
  "LXML<6,>=4",
  "fsspec[s3, http] (>=2023.1)",
  "cryptography==36.0.0",
  "pysftp; sys_platform == 'linux'",
  "old ; whatever you like",
  "dateutil",
  "OpenSSL",
  "no requirement at all\nflask==0",
];

const RECORDS: readonly ModuleRecord[] = [
  at("odoo/odoo:odoo/addons/base", "", { commit: SHA("0") }),
  at("odoo/odoo:addons/sale", "base", { commit: SHA("0") }),
  at("OCA/queue:queue_job", "sale", {
    commit: SHA("1"),
    version: "2.0.1",
    declared_dependencies: { platform: ["sale"], pip: PIP, bin: ["wkhtmltopdf"] },
  }),
  at("OCA/queue:tools/deep_job", "queue_job nowhere", { commit: SHA("1"), license: "OPL-1" }),
  at("acme/Queue:acme_queue", "queue_job", { commit: SHA("2"), license: "" }),
  at("acme/12:constructor", "base", { commit: SHA("3"), git: "git@git.example.org:acme/12.git" }),
  at(`acme/odd:${HOSTILE}`, "base", { commit: SHA("4"), license: HOSTILE }),
];

const snapshot = await openForFile(RECORDS);

const ALL = ["deep_job", "acme_queue", "constructor", HOSTILE];

async function render(format: PlanFormatName, changes: Partial<PlanQuestion> = {}) {
  const question = { platformVersion: "17.0", modules: ALL, ...changes };
  const plan = toPlan(snapshot, resolveSystem(snapshot, question), undefined);
  const { text } = await PLAN_FORMATS.render(format, { plan, lock: toLock(question, plan) });
  return text;
}

test.each(PLAN_FORMATS.names)(
  "%s is the same in whatever order names are asked, and ends a line",
  async (format) => {
    const text = await render(format);
    expect(await render(format, { modules: ALL.toReversed() })).toBe(text);
    expect(text).toMatch(/[^\n]\n$/);
  },
);

describe("repos.yaml", () => {
  test("has every repository at its commit, each in a folder of its own", async () => {
    const repos = parse(await render("repos.yaml")) as Readonly<Record<string, unknown>>;
    const folders = ["./12", "./OCA-queue", "./acme-Queue", "./odd", "./odoo"];
    expect(Object.keys(repos).toSorted()).toEqual(folders);
    expect(repos["./OCA-queue"]).toEqual({
      remotes: { origin: "https://github.com/OCA/queue.git" },
      merges: [`origin ${SHA("1")}`],
      target: "origin 17.0",
      fetch_all: ["origin"],
    });
    expect(repos["./odoo"]).toMatchObject({ merges: [`origin ${SHA("0")}`] });
  });
});

test("names that YAML 1.1 takes for something else are quoted", async () => {
  const names = [
    "on",
    "1_000",
    "1:30",
    "<<",
    "~",
    "2024-01-01",
    "no",
    "=",
    "a\u2028b",
    "\u{1f600}",
  ];
  const repositories = names.map((repository) => ({
    organization: "acme",
    repository,
    git: "",
    branch: "17.0",
    commit: SHA("1"),
    checkout: repository,
    on_addons_path: true,
    folders: [repository],
  }));
  const question = { platformVersion: "17.0", modules: ALL };
  const plan = { ...toPlan(snapshot, resolveSystem(snapshot, question), undefined), repositories };
  const { text } = await PLAN_FORMATS.render("addons.yaml", { plan, lock: toLock(question, plan) });
  expect(text).toMatch(/^[\n -~]+$/);
  const read = parse(text, { version: "1.1" }) as Readonly<Record<string, unknown>>;
  expect(read).toEqual(Object.fromEntries(names.map((name) => [name, [name]])));
});

test("addons.yaml has the modules of each folder, and not what the platform has always", async () => {
  expect(parse(await render("addons.yaml"))).toEqual({
    "OCA-queue": ["queue_job"],
    "OCA-queue/tools": ["deep_job"],
    "acme-Queue": ["acme_queue"],
    "12": ["constructor"],
    odd: [HOSTILE.replaceAll(/[[*]/g, "[$&]")],
    "odoo/addons": ["sale"],
  });
});

describe("requirements.txt", () => {
  test("has distributions, packages, and comments on what is neither", async () => {
    const lines = (await render("requirements.txt")).split("\n");
    expect(lines.filter((line) => line !== "" && !line.startsWith("#"))).toEqual([
      "odoo-addon-acme_queue>=17.0dev,<17.1dev",
      "odoo-addon-constructor>=17.0dev,<17.1dev",
      "odoo-addon-deep_job>=17.0dev,<17.1dev",
      "odoo-addon-queue_job>=17.0dev,<17.1dev",
      "cryptography==36.0.0",
      "fsspec[http,s3]>=2023.1",
      "lxml<6,>=4",
      "pyOpenSSL",
      "pysftp ; sys_platform == 'linux'",
      "python-dateutil",
    ]);
    const comments = lines.filter((line) => line.startsWith("#"));
    expect(comments).toHaveLength(4);
    expect(comments).toContain('# "nowhere": missing (unknown_name)');
    expect(comments.join("")).not.toMatch(/[^ -~]/);
  });

  test("is read as what was written", async () => {
    const lines = (await render("requirements.txt")).split("\n");
    const read = lines
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => parseRequirement(line));
    expect(read.slice(0, 1)).toEqual([
      { name: "odoo-addon-acme-queue", specifier: ">=17.0dev,<17.1dev", marker: "" },
    ]);
    expect(read.every(({ name }) => /^[a-z\d-]+$/.test(name))).toBe(true);
  });

  test.each([
    ["7.0", undefined],
    ["8.0", "odoo8-addon-queue_job"],
    ["10.0", "odoo10-addon-queue_job"],
    ["14.0", "odoo14-addon-queue_job"],
    ["15.0", "odoo-addon-queue_job>=15.0dev,<15.1dev"],
    ["17.0", "odoo-addon-queue_job>=17.0dev,<17.1dev"],
    ["18.0", "odoo-addon-queue_job==18.0.*"],
    ["19.0", "odoo-addon-queue_job==19.0.*"],
    ["saas-17.4", undefined],
    ["master", undefined],
  ])("at %s a module is %s", (version, name) => {
    expect(toDistribution("queue_job", version)).toBe(name);
    expect(toDistribution("__proto__", version)).toBeUndefined();
    expect(toDistribution("a\n-e x", version)).toBeUndefined();
  });
});

test("commands are lines for a shell, to clone, to install and to start", async () => {
  const text = await render("commands", { modules: ["queue_job"] });
  expect(text).toContain(
    "\n# System packages (Debian, Ubuntu)\napt-get install --yes wkhtmltopdf\n",
  );
  expect(text).toContain(
    "\ngit clone --branch 17.0 --depth 1 https://github.com/OCA/queue.git queue\n",
  );
  expect(text).toMatch(/^pip install .*cryptography==36\.0\.0/m);
  expect(text).toMatch(
    /^odoo\/odoo-bin -d DATABASE -i queue_job --addons-path=\S*queue\S* --stop-after-init$/m,
  );
  // A manifest's text is a word of the shell, and no command.
  const hostile = await render("commands", { modules: [HOSTILE] });
  expect(hostile).toContain(`-i '${HOSTILE.replace("'", "'\\''")}' --addons-path`);
});

test("no command starts Odoo with what cannot be installed", async () => {
  const text = await render("commands", { modules: ["queue_job", "nobody_has_it"] });
  expect(text).toContain("# Clone the newest commits\n");
  expect(text).not.toContain("odoo -d");
});

test("purls name what the rules of each type name", () => {
  const module = { ...RECORDS[5], source_path: "./a b/%" } as unknown as IndexedModule;
  expect(toModulePurl(module, "git@git.example.org:acme/12.git")).toBe(
    `pkg:generic/acme/12@${SHA("3")}?vcs_url=git%2Bgit%40git.example.org:acme%2F12.git%40${SHA("3")}#a%20b/%25`,
  );
  expect(toModulePurl(module, "https://bitbucket.org/Acme/It")).toContain("pkg:bitbucket/acme/it@");
  expect(toPurl({ type: "generic", name: "(a)*'!" })).toBe("pkg:generic/%28a%29%2A%27%21");
});

test("a lock is read as it was written, with a line for each module", async () => {
  const text = await render("lock", { exclude: ["x"], auto_install: false });
  expect(parseLock(text)).toMatchObject({
    requested: ALL.toSorted(),
    options: { repositories: null, exclude: ["x"], prefer: [], auto_install: false },
  });
  const line = `    {"technical_name":"queue_job","version":"2.0.1","repository":"OCA/queue","path":"queue_job"},`;
  expect(text.split("\n")).toContain(line);
});
