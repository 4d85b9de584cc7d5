// Records out of parsed modules: defaults, versions, links, and an order that input cannot change.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linkCatalog } from "../../../builder/catalog/records.js";
import {
  toDeclaredDependencies,
  toHead,
  toModuleVersion,
  type EntryOrigin,
} from "../../../builder/reading/entry-head.js";
import { parseModule } from "../../support/parse-module.js";
import { parseManifest } from "../../../builder/parse/manifest.js";
import { NO_HISTORY, type FolderHistory } from "../../../builder/source/git/history.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import type { EntryHead } from "../../../data/module/facts.js";

interface Changes extends Partial<FolderHistory>, Partial<EntryOrigin> {
  readonly sourcePath?: string;
  readonly manifest?: string;
  readonly views?: string;
}

/** An entry whose files are the manifest and, where given, one view file, and what was parsed of them. */
function toModule(technicalName: string, changes: Changes = {}) {
  const { manifest = "{}", views, sourcePath = technicalName, ...rest } = changes;
  const files = [{ path: "__manifest__.py", bytes: Buffer.from(manifest) }];
  if (views !== undefined) files.push({ path: "views/views.xml", bytes: Buffer.from(views) });
  const place = { technicalName, manifestPath: "__manifest__.py" };
  const { value: parsed, diagnostics } = parseModule(files, place);
  const { facts } = parsed.manifest;
  const found = {
    facts,
    description: parsed.description,
    viewLinks: [],
    replacements: [],
    access: parsed.access,
    resultBytes: 0,
  };
  const listed = {
    treeId: "",
    manifest: "__manifest__.py",
    absent: [],
    folderSizeBytes: 2,
    codeSize: null,
    hasTests: false,
  };
  const head = toHead(
    {
      ...NO_HISTORY,
      ...rest,
      ...listed,
      technicalName,
      sourcePath,
      found: { ...found, diagnostics },
    },
    {
      organization: rest.organization ?? "acme",
      repository: rest.repository ?? "sales",
      git: "https://git.example.org/acme/sales.git",
      branch: "17.0",
      platform_version: rest.platform_version ?? "17.0",
      commit: "c".repeat(40),
      port_requests: [],
    },
  );
  const content = { start: 0, bytes: 0 };
  const entry = {
    head,
    viewLinks: parsed.views,
    replacements: [],
    access: parsed.access,
    contentDigest: "",
    digest: "",
    content,
  };
  return { entry, parsed };
}

type LinkedRecord = EntryHead & Pick<ModuleRecord, "views" | "models">;

function failToRead(): never {
  return expect.fail();
}

/** Each record whole, its views with the types that are linked. */
function linkRecords(modules: readonly ReturnType<typeof toModule>[]): readonly LinkedRecord[] {
  const found = { modules: modules.map(({ entry }) => entry), readContent: failToRead };
  const { heads, linkViewTypes } = linkCatalog([found]);
  const contents = new Map(modules.map(({ entry, parsed }) => [entry.head, parsed]));
  return heads.map((head, entry) => {
    const { models = [], views = [] } = contents.get(head) ?? {};
    const types = linkViewTypes(entry);
    const linked = views.map((view, at) => {
      const position = types.indexOf(at);
      return position === -1 ? view : { ...view, view_type: String(types[position + 1]) };
    });
    return { ...head, views: linked, models };
  });
}

function toView(id: string, content: string): string {
  return `<odoo><record id="${id}" model="ir.ui.view">${content}</record></odoo>`;
}

function toArch(root: string): string {
  return `<field name="arch" type="xml"><${root}/></field>`;
}

/** A view and its heir; the same ids for any root. */
function twinViews(root: string): string {
  return `<odoo>
    <record id="main" model="ir.ui.view">${toArch(root)}</record>
    <record id="more" model="ir.ui.view"><field name="inherit_id" ref="main"/></record>
  </odoo>`;
}

describe("a record", () => {
  test("of an empty manifest has every default", () => {
    expect(linkRecords([toModule("a", { updatedAtSeconds: 1_700_000_000 })])).toEqual([
      {
        technical_name: "a",
        name: "a",
        version: "0.1.0",
        manifest_version: null,
        summary: "",
        description: "",
        authors: [],
        website: "",
        license: "LGPL-3",
        category: "Uncategorized",
        auto_install: false,
        auto_install_requires: null,
        excludes: [],
        countries: [],
        application: false,
        installable: true,
        refused: null,
        development_status: null,
        maintainers: [],
        committers: [],
        developers: [],
        translators: [],
        declared_dependencies: { platform: ["base"], pip: [], bin: [] },
        has_depends: false,
        has_tests: false,
        update_date: "2023-11-14 22:13:20",
        last_code_change: null,
        first_commit_date: null,
        trees: [],
        port_requests: [],
        git: "https://git.example.org/acme/sales.git",
        branch: "17.0",
        commit: "c".repeat(40),
        folder_size: 2,
        code_size: null,
        repository: "sales",
        organization: "acme",
        platform_version: "17.0",
        source_path: "a",
        views: [],
        models: [],
      },
    ]);
  });

  test("has what the manifest tells", () => {
    const manifest = `{
      "name": "Sale Extra", "version": "17.0.1.2.3", "summary": "More", "author": "Ann, Acme, Inc.",
      "website": "https://example.org", "license": "AGPL-3", "category": "Sales",
      "auto_install": ["sale"], "excludes": ["sale_less"], "countries": ["be"], "application": True, "installable": False,
      "development_status": "Beta", "maintainers": ["ann"], "depends": ["sale"],
      "external_dependencies": {"python": ["lxml"], "deb": ["antiword"]},
    }`;
    const [record] = linkRecords([toModule("sale_extra", { manifest, committers: ["Ann"] })]);
    expect(record).toMatchObject({
      name: "Sale Extra",
      version: "1.2.3",
      manifest_version: "17.0.1.2.3",
      summary: "More",
      description: "More",
      authors: ["Ann", "Acme, Inc."],
      website: "https://example.org",
      license: "AGPL-3",
      category: "Sales",
      auto_install: true,
      auto_install_requires: ["sale"],
      excludes: ["sale_less"],
      countries: ["BE"],
      has_depends: true,
      application: true,
      installable: false,
      development_status: "Beta",
      maintainers: ["ann"],
      committers: ["Ann"],
      declared_dependencies: { platform: ["sale"], pip: ["lxml"], bin: ["antiword"] },
    });
  });

  test.each([
    ["12.0", '"active": True', true, null],
    ["13.0", '"active": True', false, null],
    ["12.0", '"active": False, "auto_install": True', false, null],
    ["7.0", '"active": True, "auto_install": False', true, null],
    ["13.0", '"active": False, "auto_install": ["base"]', true, ["base"]],
    ["12.0", '"auto_install": ["base"]', true, null],
  ])("installs itself at %s with %s: %s", (platform_version, entries, isOn, triggers) => {
    const module = toModule("sale_extra", { manifest: `{${entries}}`, platform_version });
    const [record] = linkRecords([module]);
    expect(record).toMatchObject({ auto_install: isOn, auto_install_requires: triggers });
  });

  test("is linked with the other modules: view types", () => {
    const records = linkRecords([
      toModule("b", {
        repository: "other",
        manifest: "{'depends': ['a']}",
        views: toView("extension", '<field name="inherit_id" ref="a.main"/>'),
      }),
      toModule("a", {
        manifest: "{'depends': []}",
        views: toView("main", toArch("form")),
      }),
    ]);
    expect(records.map((record) => record.technical_name)).toEqual(["a", "b"]);
    expect(records[1]).toMatchObject({
      views: [{ xml_id: "extension", view_type: "form" }],
    });
  });
});

describe("the records", () => {
  test("are ordered by name, version as a number, organization, repository, path", () => {
    const modules = [
      toModule("b", { platform_version: "8.0" }),
      toModule("a", { platform_version: "17.0" }),
      toModule("a", { platform_version: "8.0" }),
      toModule("a", { platform_version: "8.0", organization: "Acme" }),
      toModule("a", { platform_version: "8.0", repository: "a" }),
      toModule("a", { platform_version: "8.0", sourcePath: "A" }),
    ];
    const lines = linkRecords(modules).map(
      (record) =>
        `${record.technical_name} ${record.platform_version} ${record.organization}/${record.repository} ${record.source_path}`,
    );
    expect(lines).toEqual([
      "a 8.0 Acme/sales a",
      "a 8.0 acme/a a",
      "a 8.0 acme/sales A",
      "a 8.0 acme/sales a",
      "a 17.0 acme/sales a",
      "b 8.0 acme/sales b",
    ]);
  });

  test("are the same whatever the order of the modules, also where two carry one view", () => {
    const modules = [
      toModule("twin", { organization: "one", views: twinViews("form") }),
      toModule("twin", { organization: "two", views: twinViews("kanban") }),
      toModule("twin", { platform_version: "8.0" }),
      toModule("other", { manifest: "{'depends': ['twin']}" }),
    ];
    const expected = linkRecords(modules);
    const orders = fc.shuffledSubarray(modules, { minLength: modules.length });
    fc.assert(
      fc.property(orders, (shuffled) => {
        expect(linkRecords(shuffled)).toEqual(expected);
      }),
    );
  });

  test("of nothing are none", () => expect(linkRecords([])).toEqual([]));
});

describe("a module version", () => {
  test.each([
    ["17.0.1.2.3", "17.0", "1.2.3"],
    ["16.0.1.0.0", "17.0", "16.0.1.0.0"],
    ["17.0", "17.0", "17.0"],
    ["17.0.", "17.0", "17.0."],
    ["17.01.0", "17.0", "17.01.0"],
    ["1.0r12", "8.0", "1.0r12"],
    ["8.0.1.0", "8.0", "1.0"],
    [null, "17.0", "0.1.0"],
  ])("written %s at %s is %s", (written, platformVersion, version) => {
    expect(toModuleVersion(written, platformVersion)).toBe(version);
  });
});

describe("what a manifest declares", () => {
  test.each([
    ["sale", "{}", ["base"]],
    ["sale", "{'depends': []}", []],
    ["sale", "{'depends': ['product', 'mail']}", ["product", "mail"]],
    ["base", "{}", []],
    ["base", "{'depends': []}", []],
  ])("the one of %s, %s, is %j", (name, text, platform) => {
    const { value } = parseManifest(Buffer.from(text));
    expect(toDeclaredDependencies(name, value.facts).platform).toEqual(platform);
  });
});
