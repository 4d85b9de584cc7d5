// Modules that the platform refuses, by version: manifests and names, with the reason.
import { describe, expect, test } from "vitest";
import { parseManifest } from "../../../builder/parse/manifest.js";
import { findRefusal } from "../../../builder/parse/manifest-refusal.js";

const VERSIONS = ["11.0", "16.0", "17.0", "18.0", "19.0"];

interface Given {
  readonly name?: string;
  readonly manifest?: string;
}

function judge(source: string | Uint8Array, version: string, given: Given = {}) {
  const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  const { facts } = parseManifest(bytes).value;
  const { name = "loan", manifest = "__manifest__.py" } = given;
  return findRefusal({ facts, technicalName: name, manifest }, version);
}

/** The versions that do not take it. */
const listRefusing = (source: string | Uint8Array, given?: Given): string =>
  VERSIONS.filter((version) => judge(source, version, given) !== undefined).join(" ");

/** The version that is written, and where it is refused. */
describe("a version", () => {
  test.each([
    ["'17.0.1.0.0'", "18.0 19.0"],
    ["'16.0.1.5.0'", "17.0 18.0 19.0"],
    ["'18.0.1.0'", "17.0 19.0"],
    ["'19.0.1.0.0'", "17.0 18.0"],
    ["'1.0'", ""],
    ["'1.0.0'", ""],
    ["'17.0'", ""],
    ["'19.0'", "19.0"],
    ["'1.2.3.4'", "17.0 18.0 19.0"],
    ["'17.0.1.0.0.0'", "17.0 18.0 19.0"],
    ["'1'", "17.0 18.0 19.0"],
    ["''", "17.0 18.0 19.0"],
    ["'1.0-beta'", "17.0 18.0 19.0"],
    ["'v17.0.1'", "17.0 18.0 19.0"],
    ["'17.0.1.0.0 '", "17.0 18.0 19.0"],
    ["'1.0a'", "17.0 18.0 19.0"],
    ["'١.٠'", "17.0 18.0"],
    ["1.0", "11.0 16.0 17.0 18.0"],
    ["16", "11.0 16.0 17.0 18.0 19.0"],
    ["None", "11.0 16.0 17.0 18.0 19.0"],
    ["b'1.0'", "11.0 16.0 17.0 18.0 19.0"],
    ["['1.0']", "11.0 16.0 17.0 18.0 19.0"],
    ["True", "11.0 16.0 17.0 18.0 19.0"],
    ["('17.0.1.0.0')", "18.0 19.0"],
    ["('1.0',)", "11.0 16.0 17.0 18.0 19.0"],
    ["1e3", "11.0 16.0 17.0 18.0"],
    ["10.", "11.0 16.0 17.0 18.0"],
    ["1.5e-7", "11.0 16.0 17.0 18.0 19.0"],
    ["'17.0' '.1.0.0'", "18.0 19.0"],
    ["'17.0.1,0'", "17.0 18.0 19.0"],
    ["'17.0.1.0.0.dev1'", "17.0 18.0 19.0"],
    ["'1.0_1'", "17.0 18.0"],
    ["'+1.0'", "17.0 18.0"],
    ["'19.0.1'", ""],
    ["'19.01.2'", "19.0"],
  ])("%s is refused at %s", (version, refusing) => {
    expect(listRefusing(`{'name': 'Loan', 'version': ${version}}`)).toBe(refusing);
  });

  test("of a module that cannot be installed does not matter, unless it is no text", () => {
    expect(listRefusing("{'version': '1.0-beta', 'installable': False}")).toBe("");
    expect(listRefusing("{'version': 1.0, 'installable': False}")).toBe("11.0 16.0 17.0 18.0");
    expect(listRefusing("{'name': 'Loan'}")).toBe("");
  });

  test("is told at its line, for the series that is asked for", () => {
    expect(judge("{\n'name': 'Loan',\n'version': '16.0.1.5.0',\n}", "17.0")).toEqual({
      line: 3,
      reason: "version 16.0.1.5.0 is not x.y or x.y.z, with or without 17.0 before it",
      isRead: true,
    });
    expect(judge("{'version': 'saas~17.4.1.0'}", "saas-17.4")).toBeUndefined();
    expect(judge("{'version': '20.0.1.0.0'}", "20.0")).toBeUndefined();
    expect(judge("{'version': '19.0.1.0.0'}", "20.0")?.reason).toContain("20.0");
    expect(judge("{'version': '19.0.1.0.0'}", "master")).toBeUndefined();
  });
});

describe("what is no literal", () => {
  const LATIN = Uint8Array.from("{'name': 'caf\u00e9'}", (one) => one.charCodeAt(0));
  const DECLARED = Uint8Array.from("# coding: latin-1\n{'name': 'caf\u00e9'}", (one) =>
    one.charCodeAt(0),
  );
  test.each<readonly [string, string | Uint8Array]>([
    ["a word of JSON", "{'name': 'Loan', 'application': true}"],
    ["a sum of lists", "{'depends': ['base'] + ['web']}"],
    ["a sum of texts", "{'name': 'a' + 'b'}"],
    ["an assignment", "loan = {'name': 'Loan'}"],
    ["a text before it", "'''Loans.'''\n{'name': 'Loan'}"],
    ["a formatted text", "{'name': f'Loan'}"],
    ["a byte order mark", "\ufeff{'name': 'Loan'}"],
    ["ISO 8859-1", LATIN],
    ["ISO 8859-1, as it declares", DECLARED],
    ["an indent", "# Loans\n    {'name': 'Loan'}"],
    ["a comprehension", "{'depends': [one for one in ('base',)]}"],
    ["a call", "{'name': str('Loan')}"],
    ["a condition", "{'installable': True if 1 else False}"],
    ["a number of Python 2", "{'sequence': 010}"],
    ["a text of Python 2", "{'name': ur'Loan'}"],
    ["a dictionary that is unpacked", "{**{'name': 'Loan'}}"],
    ["a wrong escape", "{'name': 'C:\\users'}"],
    ["a statement behind it", "{'name': 'Loan'};"],
    ["nothing", "# Loans\n"],
    ["a list", "['Loan']"],
  ])("%s is refused from 12.0 on", (_, source) => {
    expect(listRefusing(source)).toBe("16.0 17.0 18.0 19.0");
  });

  test.each([
    ["brackets, a comment and texts that are joined", "# Loans\n({'name': 'A'\n' b'})"],
    ["numbers as Python has them", "{'sequence': -1_0, 'price': 1e3, 'x': 1 + 2j}"],
    ["bytes, sets and dots", "{'a': b'a', 'b': {1, 2}, 'c': ..., 'd': set()}"],
    ["keys that occur twice", "{'name': 'a', 'name': 'b'}"],
    ["a raw text", "{'name': r'C:\\users'}"],
    ["line ends of Windows", "{\r\n'name': 'Loan'\r\n}\r\n"],
    ["a line that goes on", "{'name': \\\n'Loan'}"],
  ])("%s are taken", (_, source) => {
    expect(listRefusing(source)).toBe("");
  });
});

describe("what installs a module by itself", () => {
  test.each([
    ["'depends': ['base'], 'auto_install': ['base']", ""],
    ["'depends': ['base'], 'auto_install': []", ""],
    ["'depends': ['base'], 'auto_install': ['web']", "16.0 17.0 18.0 19.0"],
    ["'depends': ['base'], 'auto_install': 'True'", "16.0 17.0 18.0 19.0"],
    ["'depends': ['base'], 'auto_install': ('base', 'web')", "16.0 17.0 18.0 19.0"],
    ["'depends': ['base'], 'auto_install': {'web': 1}", "16.0 17.0 18.0 19.0"],
    ["'auto_install': ['base']", "16.0 17.0 18.0"],
    ["'depends': [], 'auto_install': ['base']", "16.0 17.0 18.0"],
  ])("%s is refused at %s", (entries, refusing) => {
    expect(listRefusing(`{${entries}}`)).toBe(refusing);
  });
});

describe("dependencies", () => {
  test.each([
    ["'depends': 'base'", "11.0 16.0 17.0 18.0 19.0"],
    ["'depends': ('base')", "11.0 16.0 17.0 18.0 19.0"],
    ["'depends': ('base',)", ""],
    ["'depends': {'base'}", ""],
    ["'depends': ''", ""],
    ["'depends': None", ""],
  ])("%s are refused at %s", (entries, refusing) => {
    expect(listRefusing(`{${entries}}`)).toBe(refusing);
  });
});

describe("a name", () => {
  test.each([
    ["my_module", ""],
    ["MyModule2", ""],
    ["größe", ""],
    ["my-module", "19.0"],
    ["my module", "19.0"],
    ["My-Module-19.0", "11.0 16.0 17.0 18.0 19.0"],
    ["loan.extra", "11.0 16.0 17.0 18.0 19.0"],
  ])("%s is refused at %s", (name, refusing) => {
    expect(listRefusing("{'name': 'Loan'}", { name })).toBe(refusing);
  });

  test("of the manifest is another one by version", () => {
    const manifest = "__openerp__.py";
    expect(listRefusing("{'name': 'Loan'}", { manifest })).toBe("19.0");
    expect(judge("{}", "9.0", { manifest })).toBeUndefined();
    expect(judge("{}", "9.0")).toMatchObject({ isRead: false });
    const oldest = { manifest: "__terp__.py" };
    expect(["5.0", "6.1", "7.0"].map((version) => judge("{}", version, oldest)?.reason)).toEqual([
      undefined,
      undefined,
      "__terp__.py is no manifest at 7.0",
    ]);
  });
});
