// Differences of a module's scripts and templates: two versions in, the names out.
import { expect, test } from "vitest";
import { finishSteps } from "../../../../data/yield.js";
import type { BrowserSide } from "../../../../server/compare/diff/browser-kinds.js";
import { diffSides } from "../../../../server/compare/diff/module-kinds.js";
import { createRecord } from "../../../support/module-records.js";
import { parseModule } from "../../../support/parse-module.js";

function read(files: Readonly<Record<string, string>>) {
  const all = { "__manifest__.py": "{}", ...files };
  const { value } = parseModule(
    Object.entries(all).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    { technicalName: "shop", manifestPath: "__manifest__.py" },
  );
  const { templates } = value.loaded.browser;
  const heads = [...templates].flatMap(([file, ofFile]) =>
    ofFile.map((one, at) => ({ ...one, file, at })),
  );
  return { scripts: value.parts.scripts, templates: heads };
}

function diffBrowser({ from, to }: Record<"from" | "to", BrowserSide>) {
  const [record, tableObjects] = [createRecord({}), new Map()];
  return finishSteps(
    diffSides({ record, tableObjects, ...from }, { record, tableObjects, ...to }, NO_RENAMES),
  );
}

const NO_RENAMES = { findModel: () => undefined, findMember: () => undefined };

const from = read({
  "static/src/a.js": `/** @odoo-module **/
import { patch } from "@web/core/utils/patch";
import { registry } from "@web/core/registry";
import { Screen } from "@pos/screen";
export class Kept { one() {} }
export class Gone {}
export function compute() {}
patch(Screen.prototype, { pay() {} });
registry.category("fields").add("old", Kept);
registry.category("views").get("form");
`,
  "static/src/a.xml": `<templates><t t-name="shop.A"/><t t-name="shop.B" t-inherit="web.B" t-inherit-mode="primary"/></templates>`,
});

const to = read({
  "static/src/b.js": `/** @odoo-module **/
import { patch } from "@web/core/utils/patch";
import { registry } from "@web/core/registry";
import { Screen } from "@pos/screen";
export class Kept { one() {} two() {} }
export default class extends Kept {}
patch(Screen.prototype, { pay() {}, close() {} });
registry.category("fields").add("new", Kept);
`,
  "static/src/a.xml": `<templates><t t-name="shop.B" t-inherit="web.C" t-inherit-mode="primary"/><t t-inherit="web.D" t-inherit-mode="extension"/></templates>`,
});

const nothing = { added: [], removed: [], renamed: [], changed: [] };

test("classes, functions, exports, patches, registry keys and templates", () => {
  const { javascript, templates } = diffBrowser({ from, to });
  const { classes, functions, exports, patches, registry } = javascript;
  expect(classes).toMatchObject({ added: ["@shop/b default"], removed: ["Gone"] });
  expect(classes.changed).toEqual([
    {
      name: "Kept",
      changes: [
        { key: "methods", from: ["one"], to: ["one", "two"] },
        { key: "module", from: "@shop/a", to: "@shop/b" },
      ],
    },
  ]);
  expect(functions).toMatchObject({ added: [], removed: ["compute"] });
  expect(exports).toMatchObject({ added: ["@shop/b default"], removed: ["Gone", "compute"] });
  expect(patches.changed).toEqual([
    {
      name: "Screen.prototype",
      changes: [{ key: "methods", from: ["pay"], to: ["pay", "close"] }],
    },
  ]);
  expect(registry).toMatchObject({ added: ["fields/new"], removed: ["fields/old"] });
  expect(templates).toMatchObject({ added: ["web.D"], removed: ["shop.A"] });
  expect(templates.changed).toEqual([
    { name: "shop.B", changes: [{ key: "inherit", from: "web.B", to: "web.C" }] },
  ]);
});

const readScript = (text: string) => read({ "static/src/a.js": text });
const toKinds = (before: string, after: string) => [{ key: "kind", from: before, to: after }];

test("what others may still import is of another kind, and not gone", () => {
  const { javascript } = diffBrowser({
    from: readScript(`
export function useMovable() {}
export function makeScreen() {}
export const getUser = memoize(load);
export class Order { total() {} }
`),
    to: readScript(`
export const useMovable = makeHook({});
export class makeScreen {}
export function getUser() {}
export const Order = build();
`),
  });
  expect(javascript).toMatchObject({
    functions: {
      ...nothing,
      changed: [
        { name: "getUser", changes: toKinds("value", "function") },
        { name: "makeScreen", changes: toKinds("function", "class") },
        { name: "useMovable", changes: toKinds("function", "value") },
      ],
    },
    classes: { ...nothing, changed: [{ name: "Order", changes: toKinds("class", "value") }] },
    exports: nothing,
  });
});

test("nothing, of what is the same", () => {
  const { javascript, templates } = diffBrowser({ from, to: from });
  expect([...Object.values(javascript), templates]).toEqual(
    Array.from({ length: 6 }, () => nothing),
  );
});

const patchWith = (method: string): string => `/** @odoo-module **/
import { patch } from "@web/core/utils/patch";
import { Screen } from "@pos/screen";
patch(Screen.prototype, { ${method}() {} });
export class Same {}
`;

test("of several things of one name all is told", () => {
  const several = read({
    "static/src/a.js": patchWith("pay"),
    "static/src/b.js": patchWith("close"),
  });
  const one = read({ "static/src/b.js": patchWith("close") });
  const { javascript } = diffBrowser({ from: several, to: one });
  expect(javascript.patches.changed).toEqual([
    {
      name: "Screen.prototype",
      changes: [{ key: "methods", from: ["pay", "close"], to: ["close"] }],
    },
  ]);
  expect(javascript.classes.changed).toEqual([
    { name: "Same", changes: [{ key: "module", from: ["@shop/a", "@shop/b"], to: "@shop/b" }] },
  ]);
});
