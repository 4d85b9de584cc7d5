// Manifests: every key, what stands around the dictionary, and what is odd in it.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Manifest, parseManifest } from "../../../builder/parse/manifest.js";
import { anyCharacter, countCases } from "../../support/properties.js";

const NOTHING: Omit<Manifest["facts"], "claims"> & Omit<Manifest, "facts"> = {
  name: "",
  manifest_version: null,
  summary: "",
  description: null,
  website: "",
  license: "LGPL-3",
  category: "Uncategorized",
  authors: [],
  maintainers: [],
  depends: null,
  pip: [],
  bin: [],
  auto_install: false,
  auto_install_requires: null,
  excludes: [],
  countries: [],
  application: false,
  installable: true,
  development_status: null,
  assets: [],
  sequence: 100,
  data: [],
  demo: [],
};

/** Differences from an empty manifest, then the diagnostics: one line a fact. */
function outline(source: string | Uint8Array): readonly string[] {
  const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  const { value, diagnostics } = parseManifest(bytes);
  const {
    facts: { claims: _claims, ...declared },
    ...rest
  } = value;
  const facts = Object.entries({ ...declared, ...rest }).filter(
    ([key, fact]) =>
      JSON.stringify(fact) !==
      JSON.stringify(Object.entries(NOTHING).find(([name]) => name === key)?.[1]),
  );
  return [
    ...facts.map(([key, fact]) => `${key} ${JSON.stringify(fact)}`),
    ...diagnostics.map(({ code, line, detail }) => `! ${code} ${line}: ${detail}`),
  ];
}

/** The outline of a dictionary with these entries. */
function outlineEntries(entries: string): readonly string[] {
  return outline(`{${entries}}`);
}

describe("the whole manifest", () => {
  it("reads every key", () => {
    const source = `# Copyright
# License AGPL-3.0
{
    "name": "Sale " "Line",  # the name
    'version': u'16.0.1.2.3',
    "summary": r"A \\d",
    "description": """
First line
second
""",
    "author": "Acme, Odoo Community Association (OCA)",
    "maintainers": ["jane", "joe"],
    "website": "https://example.com",
    "license": "AGPL-3",
    "category": "Sales",
    "development_status": "Beta",
    "depends": ["base", 'sale'],
    "external_dependencies": {"python": ["zeep>=3", "lxml"], "bin": ["git"], "deb": ["wkhtmltopdf"]},
    "data": ["views/a.xml"],
    "demo": [],
    "auto_install": True,
    "application": True,
    "installable": False,
}
`;
    expect(outline(source)).toEqual([
      'name "Sale Line"',
      'manifest_version "16.0.1.2.3"',
      'summary "A \\\\d"',
      'authors ["Acme","Odoo Community Association (OCA)"]',
      'website "https://example.com"',
      'license "AGPL-3"',
      'category "Sales"',
      "auto_install true",
      "application true",
      "installable false",
      'development_status "Beta"',
      'maintainers ["jane","joe"]',
      'depends ["base","sale"]',
      'pip ["zeep>=3","lxml"]',
      'bin ["git","wkhtmltopdf"]',
      'description "\\nFirst line\\nsecond\\n"',
      'data ["views/a.xml"]',
    ]);
  });

  it("of an empty dictionary says nothing", () => {
    const { value, diagnostics } = parseManifest(new TextEncoder().encode("{}"));
    const {
      facts: { claims: _claims, ...facts },
      ...rest
    } = value;
    expect({ ...facts, ...rest }).toEqual(NOTHING);
    expect(diagnostics).toEqual([]);
  });
});

describe("what stands around the dictionary", () => {
  it.each([
    ["comments and blank lines", "# -*- coding: utf-8 -*-\n\n{'name': 'a'}\n# end\n", null],
    ["CRLF", "{\r\n'name':\r\n'a'\r\n}\r\n", null],
    ["tabs and form feeds", "{\n\t'name':\t'a',\n\f}", null],
    ["brackets", "({'name': 'a'})", null],
    ["blanks at the very beginning", "  {'name': 'a'}", null],
    ["a byte order mark", "\ufeff{'name': 'a'}", "1: a byte order mark"],
    ["an indent", "# about\n  {'name': 'a'}", "2: an indent"],
    ["a docstring", "'''About.'''\n{'name': 'a'}", "2: the sign {"],
    ["an assignment", "manifest = {'name': 'a'}", "1: the name manifest"],
    ["an import and a constant", "import os\nNAME = 'a'\n{'name': NAME}", "1: a keyword import"],
    ["an earlier dictionary", "x = {'name': 'b'}\n{'name': 'a'}", "1: the name x"],
    ["a later expression", "{'name': 'a'}\n1 + 1", "2: a number 1"],
    ["a comma behind it", "{'name': 'a'},", "1: a tuple and no dictionary"],
    ["a call", "dict(name='a')", "1: the name dict"],
    ["a sum", "{'name': 'a' + ''}", "1: the sign +"],
    ["formatting", "{'name': '%s' % 'a'}", "1: the sign %"],
    ["a translated name", "{'name': _('a')}", "1: the name _"],
    ["a list as a key", "{'name': 'a', ['b']: 1}", "1: a list as a key"],
    ["a missing comma", "{'version': '1' 'x': 2, 'name': 'a'}", "1: the sign :"],
    ["a missing end", "{'name': 'a',\n'depends': [", "2: its end is missing"],
    ["a wrong bracket", "{'name': 'a', 'x': [)}", "1: the sign )"],
    ["a stray line", "{'name': 'a'}\n}", "2: the sign }"],
  ])("%s", (_what, source, fault) => {
    const lines = outline(source);
    expect(lines[0]).toMatch(/^(?:name "a"|version)/);
    expect(lines).toContain('name "a"');
    const recovered = lines.filter((line) => line.includes("manifest_recovered"));
    expect(recovered).toEqual(fault === null ? [] : [`! manifest_recovered ${fault}`]);
  });

  it.each([
    ["nothing", ""],
    ["a list", "['a']"],
    ["a text", "'a'"],
    ["code", "def f(): pass"],
    ["an open bracket", "{"],
  ])("%s is no manifest", (_what, source) => {
    expect(outline(source)).toEqual(["! manifest_unreadable 1: no dictionary"]);
  });

  it("may be in a declared encoding", () => {
    const bytes = Uint8Array.from("# coding: latin-1\n{'name': 'caf\xe9'}", (c) => c.charCodeAt(0));
    expect(outline(bytes)).toEqual([
      'name "café"',
      "! manifest_recovered 2: bytes that are not UTF-8",
    ]);
  });

  it("is in UTF-8 whatever it declares", () => {
    expect(outline("# coding: latin-1\n{'name': 'café'}")).toEqual(['name "café"']);
  });

  it("says that bytes were replaced", () => {
    const bytes = Uint8Array.from("{'name': 'caf\xe9'}", (c) => c.charCodeAt(0));
    expect(outline(bytes)).toEqual([
      'name "caf\ufffd"',
      "! text_undecodable 1: not utf-8",
      "! manifest_recovered 1: bytes that are not UTF-8",
    ]);
  });
});

describe("people", () => {
  it.each([
    ['"A, B ,C"', ["A", "B", "C"]],
    ['"A,\\n   B,"', ["A", "B"]],
    ['"A (x, y), B"', ["A (x, y)", "B"]],
    ['"Acme, Inc., B"', ["Acme, Inc.", "B"]],
    ['"Acme, S.L., B GmbH, C, Ltd"', ["Acme, S.L.", "B GmbH", "C, Ltd"]],
    ['"Inc., A"', ["Inc.", "A"]],
    ['"Acme   Company"', ["Acme Company"]],
    ['["A, B", " C "]', ["A, B", "C"]],
    ['("A", "B")', ["A", "B"]],
    ['"A" ", B"', ["A", "B"]],
    ['""', []],
    ["None", []],
  ])("author %s", (value, expected) => {
    const lines = expected.length > 0 ? [`authors ${JSON.stringify(expected)}`] : [];
    expect(outlineEntries(`"author": ${value}`)).toEqual(lines);
  });

  it.each([
    ['"maintainer": "a, b"', ["a", "b"]],
    ['"maintainer": ["a"]', ["a"]],
    ['"maintainers": ["a"], "maintainer": "b"', ["a"]],
  ])("%s", (entries, expected) => {
    expect(outlineEntries(entries)).toEqual([`maintainers ${JSON.stringify(expected)}`]);
  });
});

describe("flags", () => {
  it.each([
    ['"auto_install": True', ["auto_install true"]],
    ['"auto_install": ["sale"]', ["auto_install true", 'auto_install_requires ["sale"]']],
    ['"auto_install": []', ["auto_install true", "auto_install_requires []"]],
    [
      '"auto_install": None',
      [
        "auto_install true",
        "auto_install_requires []",
        "! manifest_wrong_type 1: auto_install is a none",
      ],
    ],
    [
      '"auto_install": 1',
      ["auto_install true", "! manifest_wrong_type 1: auto_install is a number"],
    ],
    ['"active": []', ["! manifest_wrong_type 1: active is a list"]],
    ['"active": True', []],
    ['"excludes": ["web_enterprise"]', ['excludes ["web_enterprise"]']],
    ['"countries": ["be", "NL"]', ['countries ["BE","NL"]']],
    ['"active": True, "auto_install": False', []],
    ['"active": False, "auto_install": True', ["auto_install true"]],
    ['"installable": 0', ["installable false", "! manifest_wrong_type 1: installable is a number"]],
    ['"installable": ""', ["installable false", "! manifest_wrong_type 1: installable is a str"]],
    ['"installable": "False"', ["! manifest_wrong_type 1: installable is a str"]],
    [
      '"application": x',
      ["! manifest_recovered 1: the name x", "! manifest_value_unreadable 1: application"],
    ],
  ])("%s", (entries, expected) => {
    expect(outlineEntries(entries)).toEqual(expected);
  });
});

describe("odd entries", () => {
  it.each([
    ['"version": 1.10', ['manifest_version "1.10"']],
    ['"version": 16', ['manifest_version "16"']],
    ['"name": "  "', []],
    ['"name": None', []],
    ['"summary": ("a", "b")', ['summary "a, b"', "! manifest_wrong_type 1: summary is a tuple"]],
    ['"category": 3', ['category "3"', "! manifest_wrong_type 1: category is a number"]],
    ['"website": False', ["! manifest_wrong_type 1: website is a bool"]],
    ['"depends": []', ["depends []"]],
    ['"depends": "base"', ['depends ["base"]', "! manifest_wrong_type 1: depends is a str"]],
    [
      '"depends": ["base", 3]',
      ['depends ["base","3"]', "! manifest_wrong_type 1: an item of depends is a list"],
    ],
    [
      '"external_dependencies": ["a"]',
      ["! manifest_wrong_type 1: external_dependencies is a list"],
    ],
    [
      '"external_dependencies": {"python": "a"}',
      ['pip ["a"]', "! manifest_wrong_type 1: external_dependencies.python is a str"],
    ],
    [
      '"external_dependencies": {"python": {"b": 1, "a": 2}}',
      ['pip ["b","a"]', "! manifest_wrong_type 1: external_dependencies.python is a dict"],
    ],
    [
      '"external_dependencies": {"pyhton": ["a"]}',
      ["! manifest_unknown_key 1: external_dependencies.pyhton"],
    ],
    ['"external_dependencies": {"apt": {"a": "python3-a"}}', []],
    ['"sumary": "a"', ["! manifest_unknown_key 1: sumary (perhaps summary)"]],
    ['"authors": "A"', ['authors ["A"]', "! manifest_unknown_key 1: authors (perhaps author)"]],
    // Two letters in the wrong order are one mistake.
    ['"nmae": "a"', ["! manifest_unknown_key 1: nmae (perhaps name)"]],
    ['"zebra": "a"', ["! manifest_unknown_key 1: zebra"]],
    // Another word is meant, not another letter.
    ['"demo_url": "a"', ["! manifest_unknown_key 1: demo_url"]],
    ['"demo_xmls": "a"', ["! manifest_unknown_key 1: demo_xmls (perhaps demo_xml)"]],
    ['"autoinstall": True', ["! manifest_unknown_key 1: autoinstall (perhaps auto_install)"]],
    ['"__proto__": 1', ["! manifest_unknown_key 1: __proto__"]],
    ['3: "a", "name": "b"', ['name "b"', "! manifest_wrong_type 1: key is a number"]],
    ['"sequence": "10"', ["sequence 10"]],
    ['"sequence": 1e999', ["! manifest_wrong_type 1: sequence is no whole number"]],
    ['"sequence": "first"', ["! manifest_wrong_type 1: sequence is no whole number"]],
    ['"name": "a \\N{BULLET}"', ["! manifest_value_unreadable 1: name"]],
    ['"demo_xml": ["a.xml"], "demo": ["b.xml"]', ['demo ["a.xml","b.xml"]']],
    ['"name": "a",\n"name": "b"', ['name "b"', "! manifest_duplicate_key 2: name"]],
    ['"depends": ["a"],\n"depends": [ \'a\' ]', ['depends ["a"]']],
    ['"sequence": 1,\n"sequence": "1"', ["sequence 1", "! manifest_duplicate_key 2: sequence"]],
    [
      '"name": f"a", "summary": "b"',
      [
        'summary "b"',
        "! manifest_recovered 1: a formatted text",
        "! manifest_value_unreadable 1: name",
      ],
    ],
    [
      '"depends": ["base"] + other',
      [
        "depends []",
        "! manifest_recovered 1: the sign +",
        "! manifest_value_unreadable 1: depends",
      ],
    ],
    [
      '"depends": ["base", x]',
      [
        'depends ["base"]',
        "! manifest_recovered 1: the name x",
        "! manifest_value_unreadable 1: an item of depends",
      ],
    ],
  ])("%s", (entries, expected) => {
    expect(outlineEntries(entries)).toEqual(expected);
  });
});

describe("totality", () => {
  const real = `# -*- coding: utf-8 -*-
{
    'name': "A" 'b',
    "version": "16.0.1.0.0", "author": "A, B (OCA)",
    'depends': ['base', u'sale'],
    "external_dependencies": {'python': ['x'],},
    'installable': True,
}
`;

  it("never throws on arbitrary text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(() => outline(text)).not.toThrow();
        expect(() => outlineEntries(text)).not.toThrow();
      }),
    );
  });

  it("never throws on cut or changed real text", () => {
    const place = fc.nat({ max: real.length });
    const token = fc.constantFrom(..."()[]{}:,'\"\\\n %+", '"""', "f'{", "None", "**");
    fc.assert(
      fc.property(place, place, token, (from, to, inserted) => {
        const text = real.slice(0, from) + inserted + real.slice(Math.max(from, to));
        expect(() => outline(text)).not.toThrow();
      }),
      { numRuns: countCases(150) },
    );
  });

  it("never throws on deep nesting", () => {
    for (const bracket of ["[", "(", "{1: ", "-", "not ", "f("]) {
      expect(() => outlineEntries(`"name": ${bracket.repeat(10_000)}`)).not.toThrow();
    }
  });
});

/** The assets of a manifest, then the diagnostics. */
function outlineAssets(assets: string): readonly string[] {
  const bytes = new TextEncoder().encode(`{"assets": ${assets}}`);
  const { value, diagnostics } = parseManifest(bytes);
  return [
    ...value.assets.map(({ bundle, directive, path, target }) =>
      [bundle, directive, path, ...(target === null ? [] : [target])].join(" "),
    ),
    ...diagnostics.map(({ code, detail }) => `! ${code}: ${detail}`),
  ];
}

describe("assets", () => {
  it.each([
    [
      "{'web.a': ['m/a.js', 'm/*.scss'], 'web.b': ['m/b.js']}",
      ["web.a append m/a.js", "web.a append m/*.scss", "web.b append m/b.js"],
    ],
    [
      "{'web.a': [('prepend', 'm/a.js'), ('include', 'web.b'), ['remove', 'm/c.js']]}",
      ["web.a prepend m/a.js", "web.a include web.b", "web.a remove m/c.js"],
    ],
    ["{'web.a': [('after', 'web/a.js', 'm/a.js')]}", ["web.a after m/a.js web/a.js"]],
    [
      "{'web.a': ['m/a.js', 1, ('after', 'm/a.js'), x]}",
      [
        "web.a append m/a.js",
        "! manifest_recovered: the name x",
        "! manifest_wrong_type: an item of assets.web.a is a number",
        "! manifest_wrong_type: an item of assets.web.a is a tuple",
        "! manifest_value_unreadable: an item of assets.web.a",
      ],
    ],
    [
      "{'web.a': [('add', 'm/a.js')]}",
      ["! manifest_wrong_type: an item of assets.web.a is a tuple"],
    ],
    ["{'web.a': 'm/a.js'}", ["! manifest_wrong_type: assets.web.a is a str"]],
    ["['m/a.js']", ["! manifest_wrong_type: assets is a list"]],
    ["{1: []}", ["! manifest_wrong_type: a key of assets is a number"]],
    ["None", []],
  ])("%s", (assets, expected) => {
    expect(outlineAssets(assets)).toEqual(expected);
  });
});
