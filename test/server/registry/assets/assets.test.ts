// Bundles of a system in the order of Odoo, and the templates in them after all that change them.
import { finishSteps } from "../../../../data/yield.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { MOST_VIEWS, TooComplex } from "../../../../server/lookup/limits.js";
import { createGlob } from "../../../../server/registry/assets/glob.js";
import { combineTemplate } from "../../../../server/registry/assets/templates.js";
import { getRegistry, type Registry } from "../../../../server/registry/loaded/registry-cache.js";
import { writeArch } from "../../../../server/registry/view/answer.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Modules } from "../../../support/world.js";

const templates = (...all: readonly string[]): string =>
  `<templates>\n${all.join("\n")}\n</templates>`;

const list = <T>(length: number, write: (at: number) => T): readonly T[] =>
  Array.from({ length }, (_, at) => write(at));

/** A module that takes all it can get. */
const GREEDY = {
  "__manifest__.py": JSON.stringify({
    name: "Greedy",
    depends: [],
    assets: {
      much: list(3_500, (at) => ["prepend", `greedy/static/${at}.js`]),
      deep: ["greedy/static/deep.xml"],
      wide: ["greedy/static/wide.xml"],
    },
  }),
  "static/deep.xml": templates(
    `<t t-name="greedy.t0"/>`,
    ...list(700, (at) => `<t t-name="greedy.t${at + 1}" t-inherit="greedy.t${at}"/>`),
  ),
  "static/wide.xml": templates(
    `<t t-name="greedy.Wide"/>`,
    `<t t-name="greedy.Small"/>`,
    ...list(MOST_VIEWS, () => `<t t-inherit="greedy.Wide" t-inherit-mode="extension"/>`),
  ),
};

const MODULES: Modules = {
  greedy: GREEDY,
  web: {
    "__manifest__.py": `{'name': 'Web', 'depends': [], 'assets': {
 'core': ['web/static/b.js', 'web/static/lib/**/*', 'web/static/nothing.js', 'https://example.org/x.js'],
 'backend': [('include', 'core'), 'web/static/a.js', 'web/static/t.xml'],
 'loop': [('include', 'pool')], 'pool': [('include', 'loop')],
 'broken': ['web/static/a.js', ('after', 'web/static/b.js', 'web/static/lib/z.js')],
 'gone': [('remove', 'web/static/b.js')],
 'quiet': [('before', 'web/static/nothing.*', 'web/static/b.js')],
 'bad': ['web/static/t.xml', 'web/static/bad.xml'],
}}`,
    "static/a.js": "",
    "static/b.js": "",
    "static/lib/z.js": "",
    "static/lib/deep/y.js": "",
    "static/lib/.hidden/h.js": "",
    "static/t.xml": templates(
      `<t t-name="web.Field"><p class="a"/></t>`,
      `<t t-name="Plain"\n   t-if="1"/>`,
      `<t t-name="web.Copy" t-inherit="web.Field" t-inherit-mode="primary" owl="1"><p position="after"><b/></p></t>`,
    ),
    "static/bad.xml": templates(`<t t-inherit="web.Nobody" t-inherit-mode="extension"/>`),
  },
  late: {
    "__manifest__.py": `{'name': 'Late', 'depends': ['web'], 'sequence': 1, 'data': ['asset.xml', 'page.xml'], 'assets': {
 'core': [('prepend', 'late/static/first.js'), ('before', 'web/static/b.js', 'late/static/second.js')],
 'backend': ['late/static/t.xml', ('remove', 'web/static/a.js')]}}`,
    "asset.xml": `<odoo><record id="early" model="ir.asset">
  <field name="bundle">core</field><field name="path">late/static/early.js</field><field name="sequence" eval="3"/>
</record></odoo>`,
    "page.xml": `<odoo><template id="page"><t t-call-assets="called.only"/></template></odoo>`,
    "static/first.js": "",
    "static/second.js": "",
    "static/early.js": "",
    "static/t.xml": templates(
      `<t t-inherit="web.Field" t-inherit-mode="extension"><p position="inside"><i/></p></t>`,
      `<t t-inherit="web.Copy" t-inherit-mode="extension"><u position="inside"><i/></u></t>`,
    ),
  },
};

const out = makeTemporaryFolder();
let snapshot: Snapshot;
let registry: Registry;

beforeAll(async () => {
  snapshot = await openParsedModules(out, MODULES);
  registry = getRegistry(snapshot, { platformVersion: "17.0", modules: ["late"] });
});

afterAll(() => snapshot.close());

const outline = (name: string): readonly string[] =>
  (finishSteps(registry.getBundles().find(name))?.paths ?? []).map(
    ({ path, step }) => `${path} ${step.module} ${step.directive} ${step.bundle}`,
  );

describe("bundles", () => {
  test("have files as steps put them there, through bundles that they include", () => {
    expect(outline("backend")).toEqual([
      "/late/static/first.js late prepend core",
      "/late/static/early.js #late.early append core",
      "/late/static/second.js late before core",
      "/web/static/b.js web append core",
      "/web/static/lib/deep/y.js web append core",
      "/web/static/lib/z.js web append core",
      "web/static/nothing.js web append core",
      "https://example.org/x.js web append core",
      "/web/static/t.xml web append backend",
      "/late/static/t.xml late append backend",
    ]);
  });

  test.each([
    ["loop", "Circular assets bundle declaration: loop > pool > loop"],
    ["broken", "File(s) /web/static/b.js not found in bundle broken"],
    ["gone", "File(s) /web/static/b.js not found in bundle gone"],
    ["quiet", undefined],
  ])("%s: %s", (name, error) => {
    expect(finishSteps(registry.getBundles().find(name))?.error).toBe(error);
  });

  test("that are called and that nobody adds to are empty", () => {
    expect(finishSteps(registry.getBundles().find("called.only"))?.paths).toEqual([]);
  });

  test("that nothing speaks of are not there", () => {
    expect(finishSteps(registry.getBundles().find("nobody"))).toBeUndefined();
  });
});

const getTemplates = (name: string, of = registry) => {
  const bundle = finishSteps(of.getBundles().find(name));
  if (bundle === undefined) throw new Error(`no bundle ${name}`);
  return of.getTemplates(bundle);
};

test("what takes more than a question may is refused, and nothing beside it", () => {
  const greedy = getRegistry(snapshot, { platformVersion: "17.0", modules: ["greedy"] });
  const combineIn = (name: string) => {
    const template = getTemplates("wide", greedy).find(name);
    return template && finishSteps(combineTemplate(greedy.system.platformVersion, template)).errors;
  };
  expect(() => finishSteps(greedy.getBundles().find("much"))).toThrow(TooComplex);
  expect(() => getTemplates("deep", greedy)).toThrow(TooComplex);
  expect(() => combineIn("greedy.Wide")).toThrow(TooComplex);
  expect(combineIn("greedy.Small")).toEqual([]);
});

const combine = (name: string) => {
  const template = getTemplates("backend").find(name);
  if (template === undefined) throw new Error(`no template ${name}`);
  const { document, errors } = finishSteps(
    combineTemplate(registry.system.platformVersion, template),
  );
  const steps = template.steps.map(
    ({ mode, module, head }) => `${mode} ${module.name} ${head.line}`,
  );
  return { steps, errors, arch: document === undefined ? "" : writeArch(document) };
};

describe("templates", () => {
  test("are changed at once by what extends them", () => {
    const { steps, arch, errors } = combine("web.Field");
    expect(steps).toEqual(["base web 2", "extension late 2"]);
    expect(arch).toMatch(/^<t t-name="web.Field">\s*<p class="a">\s*<i\/>\s*<\/p>\s*<\/t>\s*$/);
    expect(errors).toEqual([]);
  });

  test("are copied as they are until then; what cannot be applied is told", () => {
    const { steps, arch, errors } = combine("web.Copy");
    expect(steps).toEqual(["base web 2", "primary web 5", "extension late 3"]);
    expect(arch).not.toContain("<i/>");
    expect(arch).toMatch(/^<t t-name="web.Copy" owl="1">/);
    expect(errors).toMatchObject([{ line: 3, code: "not_found" }]);
  });

  test("have the line in which their start tag ends, and any name", () => {
    expect(combine("Plain").steps).toEqual(["base web 4"]);
  });

  test("of a bundle are refused where one changes what is not there", () => {
    const { templates: all, error } = getTemplates("bad");
    expect(error).toBe('Cannot create "null": "web.Nobody" is not found.');
    expect(all.map(({ name }) => name)).toEqual(["web.Field", "Plain", "web.Copy"]);
  });
});

describe("globs", () => {
  test.each([
    ["static/**/*", "static/a.js", true],
    ["static/**/*", "static/a/b/c.js", true],
    ["static/**/*.js", "static/a/.b/c.js", false],
    ["static/*.js", "static/a/b.js", false],
    ["static/[ab].js", "static/b.js", true],
    ["static/[!ab].js", "static/b.js", false],
    ["static/[a-c]?.js", "static/bx.js", true],
    ["static/**/x/**/y.js", "static/x/a/x/b/y.js", true],
    ["static/a*b*c.js", "static/aXbYbc.js", true],
    ["static/a*b*c.js", "static/aXcYb.js", false],
  ])("%s %s: %s", (pattern, file, expected) => {
    expect(createGlob(pattern)(file)).toBe(expected);
  });

  test("take time by both lengths, whatever they are", () => {
    const pattern = `static/${"*a".repeat(2_000)}b`;
    expect(createGlob(pattern)(`static/${"a".repeat(20_000)}`)).toBe(false);
  });
});
