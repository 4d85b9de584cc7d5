// Modules that Odoo does not take, from their repositories to plans: they are there, cannot be installed, and it is said why.
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { layPlan } from "../../../server/contract/shape/system/plan-layout.js";
import { renderTerminal } from "../../../server/faces/terminal.js";
import { planSystem } from "../../../server/registry/system-cache.js";
import { build } from "../../support/builds.js";
import { startService } from "../../support/running-service.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { makeSources, type Modules } from "../../support/world.js";

const write = (entries: string) => ({ "__manifest__.py": `{'name': 'X', ${entries}}` });

const MODULES: Modules = {
  base: write("'depends': []"),
  fine: write("'version': '1.0.0', 'depends': ['base']"),
  heavy: write("\n'version': '16.0.1.0.0', 'depends': ['base']"),
  rests: write("'depends': ['heavy']"),
  lower: write("'depends': ['base'], 'application': true"),
  "My-Loans-19.0": write("'depends': ['base']"),
  "my-loans": write("'depends': ['base']"),
  always: write("'depends': ['later'], 'auto_install': []"),
  later: write("'depends': ['base']"),
  never: write("'depends': ['base'], 'auto_install': False"),
  nothing: write("'depends': ['later'], 'auto_install': None"),
  of_dict: write("'depends': ['later'], 'auto_install': {}"),
  of_set: write("'depends': ['later'], 'auto_install': set()"),
  of_text: write("'depends': ['later'], 'auto_install': ''"),
  of_tuple: write("'depends': ['later'], 'auto_install': ()"),
  of_zero: write("'depends': ['later'], 'auto_install': 0"),
  some: write("'depends': ['fine', 'never'], 'auto_install': ['fine']"),
  text: write("'depends': 'base'"),
  off: write("'installable': False, 'depends': ['nowhere']"),
  gone: write("'version': '1', 'depends': ['nowhere_else']"),
};

/** Installed by an empty value of any kind, with what that needs and what they set off. */
const BY_ITSELF = "always nothing of_dict of_set of_text of_tuple of_zero".split(" ");

const root = makeTemporaryFolder();
const VERSIONS = ["12.0", "16.0", "17.0", "19.0"];
const sources = makeSources(root, {
  loans: Object.fromEntries(VERSIONS.map((version) => [version, MODULES])),
});
const { folder, unresolved } = await build(Object.values(sources), { out: path.join(root, "out") });
const snapshot = openSnapshot(folder);
afterAll(() => snapshot.close());

const plan = (platformVersion: string, ...modules: readonly string[]) =>
  planSystem(snapshot, { platformVersion, modules }).plan;

/** Missing names. */
const listMissing = (platformVersion: string, ...modules: readonly string[]) =>
  plan(platformVersion, ...modules).missing.map(({ technical_name, kind }) => [
    technical_name,
    kind,
  ]);

describe("a plan", () => {
  test.each([
    ["16.0", "heavy", []],
    ["17.0", "heavy", [["heavy", "not_installable"]]],
    ["19.0", "heavy", [["heavy", "not_installable"]]],
    ["17.0", "rests", [["heavy", "not_installable"]]],
    ["12.0", "lower", [["lower", "not_installable"]]],
    ["17.0", "lower", [["lower", "not_installable"]]],
    ["17.0", "my-loans", []],
    ["19.0", "my-loans", [["my-loans", "not_installable"]]],
    ["17.0", "My-Loans-19.0", [["My-Loans-19.0", "not_installable"]]],
    ["17.0", "text", [["text", "not_installable"]]],
    ["17.0", "fine", []],
  ])("of %s has of %s as missing: %j", (version, name, missing) => {
    expect(listMissing(version, name)).toEqual(missing);
  });

  test("says why Odoo refuses one", () => {
    const why = "version 16.0.1.0.0 is not x.y or x.y.z, with or without 17.0 before it";
    const found = plan("17.0", "rests");
    expect(found.missing).toMatchObject([{ technical_name: "heavy", refused: why }]);
    expect(renderTerminal(layPlan(found))).toContain(why);
  });

  test.each([
    ["12.0", ["base", "fine"]],
    ["17.0", ["base", "fine", "later", "never", ...BY_ITSELF, "some"]],
    ["19.0", ["base", "fine", "later", "never", ...BY_ITSELF, "some"]],
  ])("of %s has what an empty list installs with what that needs", (version, expected) => {
    const names = plan(version, "fine").modules.map(({ technical_name }) => technical_name);
    expect(names).toEqual(expected);
  });
});

test("the page of a module says why Odoo refuses it", async () => {
  const { base, stop } = await startService(path.join(root, "out"));
  const page = await (await fetch(`${base}/module/heavy/17.0`)).text();
  await stop();
  expect(page).toMatch(/Odoo 17\.0 refuses it: version 16\.0\.1\.0\.0 is not x\.y/);
  expect(page).toContain("Installable at");
});

test("a build says what is refused, each once and at its line", () => {
  const rows = snapshot
    .readDiagnostics()
    .filter(({ platform_version }) => platform_version === "17.0")
    .map(({ code, path: file, line, detail }) => `${code} ${file}:${line} ${detail}`);
  expect(rows.toSorted()).toEqual([
    "manifest_refused My-Loans-19.0/__manifest__.py:1 no module can be named My-Loans-19.0",
    "manifest_refused gone/__manifest__.py:1 version 1 is not x.y or x.y.z, with or without 17.0 before it",
    "manifest_refused heavy/__manifest__.py:2 version 16.0.1.0.0 is not x.y or x.y.z, with or without 17.0 before it",
    "manifest_refused lower/__manifest__.py:1 not a literal: the name true",
    "manifest_refused text/__manifest__.py:1 depends is a text, so that each of its letters is a dependency",
    "manifest_value_unreadable lower/__manifest__.py:1 application",
    "manifest_wrong_type nothing/__manifest__.py:1 auto_install is a none",
    "manifest_wrong_type of_dict/__manifest__.py:1 auto_install is a dict",
    "manifest_wrong_type of_text/__manifest__.py:1 auto_install is a str",
    "manifest_wrong_type of_zero/__manifest__.py:1 auto_install is a number",
    "manifest_wrong_type text/__manifest__.py:1 depends is a str",
  ]);
});

test("a build knows as unknown what modules that can be installed depend on", () => {
  const unknown = unresolved.unknown.map(
    ({ technical_name, platform_version }) => `${technical_name} ${platform_version}`,
  );
  expect(unknown.toSorted()).toEqual(["nowhere_else 12.0", "nowhere_else 16.0"]);
});
