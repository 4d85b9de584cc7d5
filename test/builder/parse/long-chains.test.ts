// Long chains that no server answers are reported by the build, as far as one module tells.
import { expect, test } from "vitest";
import { listLongChains } from "../../../builder/parse/long-chains.js";
import type { ModelRecord } from "../../../data/module/records.js";
import { DEEPEST_CHAIN, MOST_VIEWS } from "../../../data/walk-graph.js";
import { parseModule } from "../../support/parse-module.js";
import { sampleCases, countCases } from "../../support/properties.js";

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const list = (length: number, write: (at: number) => string): string =>
  Array.from({ length }, (_, at) => write(at)).join("\n");

/** `code path:line detail` of each diagnostic. */
function outline(file: string, text: string): readonly string[] {
  const files = { "__manifest__.py": `{"data": ["views.xml"]}`, [file]: text };
  const { diagnostics } = parseModule(
    Object.entries(files).map(([path, content]) => ({ path, bytes: toBytes(content) })),
    { technicalName: "rental", manifestPath: "__manifest__.py" },
  );
  return diagnostics.map(({ code, path, line, detail }) => `${code} ${path}:${line} ${detail}`);
}

const writeModels = (length: number, attribute: string): string =>
  list(
    length,
    (at) =>
      `class C${at}(models.Model):\n    _name = 'c.${at}'\n    ${at === 0 ? "pass" : attribute.replace("?", `c.${at - 1}`)}`,
  );

const writeViews = (length: number, toParent: (at: number) => number): string =>
  `<odoo>${list(length, (at) => {
    const parent = at === 0 ? "" : `<field name="inherit_id" ref="v${toParent(at)}"/>`;
    return `<record id="v${at}" model="ir.ui.view">${parent}<field name="arch" type="xml"><form/></field></record>`;
  })}</odoo>`;

test.each(sampleCases(["_inherit = ['?']", "_inherits = {'?': 'up_id'}"]))(
  "models in a chain by %s: the first beyond the limit is named",
  (attribute) => {
    expect(outline("m.py", writeModels(DEEPEST_CHAIN, attribute))).toEqual([]);
    expect(outline("m.py", writeModels(DEEPEST_CHAIN + 50, attribute))).toEqual([
      `model_chain_too_long m.py:${3 * DEEPEST_CHAIN + 1} c.${DEEPEST_CHAIN}`,
    ]);
  },
);

test("models that inherit in a circle are no chain", () => {
  const circle = list(
    2 * DEEPEST_CHAIN,
    (at) => `class C${at}(models.Model):\n    _name = 'c.${at}'\n    _inherit = 'c.${at ^ 1}'`,
  );
  expect(outline("m.py", circle)).toEqual([]);
});

test.each(
  sampleCases([
    ["one below the other", (at: number) => at - 1],
    ["beside each other", () => 0],
  ]),
)("views %s: the one that is combined of too many is named", (_, toParent) => {
  expect(outline("views.xml", writeViews(MOST_VIEWS, toParent))).toEqual([]);
  expect(outline("views.xml", writeViews(MOST_VIEWS + 1, toParent))).toEqual([
    "view_chain_too_long views.xml:1 v0",
  ]);
});

test(
  "classes of one model are looked at in time in proportion to them",
  { timeout: 10_000 },
  () => {
    const models = Array.from({ length: countCases(120_000) }, (_, at) => {
      return { model_name: "a", inherit_from: [`b${at}`], attrs: {} } as unknown as ModelRecord;
    });
    expect(listLongChains(models, [])).toEqual([]);
  },
);
