// Scripts as readable outlines: what is read of one, and how it is called.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScriptRecord } from "../../../../data/module/script-parts.js";
import { placeScripts } from "../../../../builder/parse/javascript/place-scripts.js";
import { parseScriptFile } from "../../../../builder/parse/javascript/script-file.js";
import { anyCharacter, testLong } from "../../../support/properties.js";

const parse = (source: string) => parseScriptFile(new TextEncoder().encode(source));

function read(source: string, file = "static/src/screens/payment.js"): readonly ScriptRecord[] {
  const { value, diagnostics } = parse(source);
  expect(diagnostics).toEqual([]);
  return placeScripts(value, "shop", file);
}

const list = (label: string, names: readonly string[]) =>
  names.length === 0 ? "" : ` ${label}(${names.join(", ")})`;

/** One line a fact. */
function outline(source: string, file?: string): readonly string[] {
  return read(source, file).flatMap((script) => [
    `${script.line} module ${script.module_id}${script.alias === null ? "" : ` = ${script.alias}`}${list("exports", script.exports)}`,
    ...script.imports.map(({ from, names }) => `import ${from}${list("names", names)}`),
    ...script.classes.map(
      (one) =>
        `${one.line} class ${one.name} extends ${one.extends} of ${one.extends_from}${
          one.template === null ? "" : ` template ${one.template}`
        }${list("props", one.props)}${list("components", one.components)}${list("services", one.services)}${list("methods", one.methods)}`,
    ),
    ...script.functions.map(({ line, name }) => `${line} function ${name}`),
    ...script.patches.map(
      ({ line, target, name, from, methods, services }) =>
        `${line} patch ${target}: ${name} of ${from}${list("methods", methods)}${list("services", services)}`,
    ),
    ...script.registry.map(
      ({ line, use, category, key, value, force }) =>
        `${line} ${use} ${category}/${key} ${value}${force ? " force" : ""}`,
    ),
  ]);
}

describe("what the platform wraps into a function", () => {
  test.each([
    ["bare", "if (!window.pos) {\n  return;\n}"],
    ["with a value", "if (!window.pos) return pos;\nelse {}"],
    ["at the end of a block", "if (!window.pos) { return }"],
    ["twice", "if (a) return;\nif (b) return { c: 1 };"],
  ])("may return at its top: %s", (_how, returns) => {
    const source = `/** @odoo-module **/
import { patch } from "@web/core/utils/patch";
${returns}
patch(Screen.prototype, "shop.screen", { pay() {} });`;
    expect(outline(source).filter((line) => line.includes("patch Screen"))).toHaveLength(1);
  });

  test.each([
    ["a module", "/** @odoo-module */\n\nimport { a } from 'b';\n\nconst x = {;\n", 5],
    ["a module behind a script's word", "const a = 1;; export const b = 2;\nconst c = {;\n", 2],
    [
      "a script with a word of modules in a comment",
      "/*\nimport a\n*/\nwith (a) {}\nvar c = {;\n",
      5,
    ],
    ["a script", "odoo.define('a', function () {\n  var b = {;\n});\n", 2],
  ])("is told at its own wrong line: %s", (_what, source, line) => {
    expect(parse(source).diagnostics.map((one) => one.line)).toEqual([line]);
  });
});

describe("a module of the language", () => {
  test("says what it imports and exports, by the names that others know", () => {
    expect(
      outline(`import { a as b, default as c } from "@web/core/a";
import D from "../d";
import * as all from "./all.js";
import "./loaded";
export { e as f } from "@web/e";
export * from "@web/g";
export const h = 1, { i } = all;
export default function () {}
export function j() {}
export const k = async () => {};`),
    ).toEqual([
      "1 module @shop/screens/payment exports(f, *, h, i, default, j, k)",
      "import @web/core/a names(a, default)",
      "import @shop/d names(default)",
      "import @shop/screens/all names(*)",
      "import @shop/screens/loaded",
      "import @web/e names(e)",
      "import @web/g names(*)",
      "8 function default",
      "9 function j",
      "10 function k",
    ]);
  });

  test("has components with their template, props, components and services", () => {
    expect(
      outline(`import { Component, xml } from "@odoo/owl";
export class Tip extends Component {
    static template = "shop.Tip";
    static props = { ...standard, order: Object, "close?": Function };
    static components = { Dialog, Other: Panel };
    setup() {
        this.orm = useService("orm");
        this.again = useService("orm");
    }
    get total() { return 1; }
    onClick = () => {};
}
class Inline extends Component {}
Inline.template = xml\`<t/>\`;
Inline.props = ["a", "b"];`),
    ).toEqual([
      "1 module @shop/screens/payment exports(Tip)",
      "import @odoo/owl names(Component, xml)",
      "2 class Tip extends Component of @odoo/owl template shop.Tip props(...standard, order, close?) components(Dialog, Other) services(orm) methods(setup, total, onClick)",
      "13 class Inline extends Component of @odoo/owl template xml`<t/>` props(a, b)",
    ]);
  });

  test("patches by the name that what is patched has where it is from", () => {
    expect(
      outline(`import { PaymentScreen as Screen } from "@point_of_sale/app/payment";
import * as web from "@web/views";
import { patch } from "@web/core/utils/patch";
patch(Screen.prototype, {
    async validate() { this.pos = useService("pos"); return super.validate(...arguments); },
    get name() {},
    other: 1,
});
patch(web.ListView, "shop.list", { setup() {} });
const mixin = { start() {} };
patch(mixin, mixin);
patch(getScreen(), {});`).slice(4),
    ).toEqual([
      "4 patch Screen.prototype: PaymentScreen of @point_of_sale/app/payment methods(validate, name) services(pos)",
      "9 patch web.ListView: ListView of @web/views methods(setup)",
      "11 patch mixin: mixin of null methods(start)",
    ]);
  });

  test("adds to registries, reads and removes", () => {
    expect(
      outline(`import { registry } from "@web/core/registry";
const fields = registry.category("fields");
fields
    .add("one", One)
    .add("two", lib.Two, { force: true });
fields.remove("three");
registry.category("services").get("orm");
registry.category("services").add(name, {});
new Set().add("x");`).slice(2),
    ).toEqual([
      "4 add fields/one One",
      "5 add fields/two lib.Two force",
      "6 remove fields/three null",
      "7 get services/orm null",
    ]);
  });

  test("names others by where it lies, a folder by what it has as index", () => {
    const source = `import "./actions";
import "../";
import "./tree/index";
import "../../tests/helpers";
import "../../../../web/static/src/core/index.js";
import "@web/core/index";`;
    expect(outline(source, "static/src/pivot/index.js")).toEqual([
      "1 module @shop/pivot",
      "import @shop/pivot/actions",
      "import @shop/",
      "import @shop/pivot/tree",
      "import @shop/../tests/helpers",
      "import @web/core",
      "import @web/core",
    ]);
  });

  test("is called by its file, and by its alias", () => {
    const source = "/** @odoo-module alias=shop.payment **/\nfoo();";
    expect(outline(source, "static/src/index.js")).toEqual(["1 module @shop = shop.payment"]);
    const other = "/** @odoo-module alias=@web/../tests/utils **/ import a from './a';";
    expect(outline(other)).toEqual([
      "1 module @shop/screens/payment = @web/../tests/utils",
      "import @shop/screens/a names(default)",
    ]);
    expect(outline("/** @odoo-module ignore **/\nexport class A {}")).toEqual([
      "1 module null exports(A)",
      "2 class A extends null of null",
    ]);
    expect(outline("export default () => 1;")).toEqual([
      "1 module @shop/screens/payment exports(default)",
      "1 function default",
    ]);
    expect(outline("foo();")).toEqual([]);
  });
});

describe("a former module", () => {
  test("is each `odoo.define` of a file", () => {
    expect(
      outline(`odoo.define("shop.Widget", ["web.ajax"], function (require) {
"use strict";
const { action_registry: actions, _t } = require("web.core");
var Base = require("web.Widget"), Mixin = require("web.mixins").Mixin;
require("web.loaded");
var Tip = Base.extend(Mixin, { template: "Tip", init: function () {} });
Base.include({ start() {} });
actions.add("tip", Tip);
const copy = _.extend({}, { a() {} });
function help() {}
return { Tip: Tip, help };
});
odoo.define("shop.other", async (require) => {
const registry = require("web.field_registry");
const core = require("web.core");
registry.add("tip", Tip);
core.action_registry.get("tip");
return core.Class.extend({});
});`),
    ).toEqual([
      "1 module shop.Widget exports(Tip, help)",
      "import web.ajax",
      "import web.core names(action_registry, _t)",
      "import web.Widget names(default)",
      "import web.mixins names(Mixin)",
      "import web.loaded",
      "6 class Tip extends Base of web.Widget template Tip methods(init)",
      "10 function help",
      "7 patch Base: Base of web.Widget methods(start)",
      "8 add action_registry/tip Tip",
      "13 module shop.other exports(default)",
      "import web.field_registry names(default)",
      "import web.core names(default)",
      "18 class default extends core.Class of web.core",
      "16 add web.field_registry/tip Tip",
      "17 get action_registry/tip null",
    ]);
  });

  test("has tours and public widgets as keys of registries", () => {
    expect(
      outline(`odoo.define("shop.public", function (require) {
const tour = require("web_tour.tour");
const publicWidget = require("web.public.widget");
tour.register("shop_tour", { test: true }, []);
publicWidget.registry.Cart = publicWidget.Widget.extend({ start() {} });
this.registry.Cart = 1;
});`).slice(3),
    ).toEqual([
      "5 class publicWidget.registry.Cart extends publicWidget.Widget of web.public.widget methods(start)",
      "4 add web_tour.tours/shop_tour null",
      "5 add publicWidget.registry/Cart null",
    ]);
  });

  test("changes what is imported by giving it functions", () => {
    expect(
      outline(`odoo.define("shop.models", function (require) {
const models = require("point_of_sale.models");
models.Order.prototype.total = function () { return 0; };
models.check = () => true;
models.limit = 5;
own.total = function () {};
});`).slice(2),
    ).toEqual([
      "3 patch models.Order.prototype: Order of point_of_sale.models methods(total)",
      "4 patch models: models of point_of_sale.models methods(check)",
    ]);
  });

  test("is a function of openerp up to 8.0, whose registries take paths", () => {
    expect(
      outline(`openerp.shop = function (instance) {
function help() {}
instance.shop.Color = instance.web.form.FieldChar.extend({ template: "Color" });
instance.web.form.widgets.add("color", "instance.shop.Color");
instance.web.list.columns.add("other", Color);
};`),
    ).toEqual([
      "1 module openerp.shop",
      "3 class instance.shop.Color extends instance.web.form.FieldChar of null template Color",
      "2 function help",
      "4 add web.form.widgets/color instance.shop.Color",
    ]);
  });

  test("makes models of messaging and changes them by name", () => {
    expect(
      outline(`import { registerModel, registerPatch } from "@mail/model/model_core";
registerModel({ name: "Panel", fields: { open: attr() }, recordMethods: { show() {} }, isOpen() {} });
registerPatch({ name: "Composer", lifecycleHooks: { _created() { useService("orm"); } } });
registerInstancePatchModel("mail.thread", "shop/thread.js", { _compute() {} });
addRecordMethods("Chatter", { close() {} });
registerPatch(panel);`).slice(2),
    ).toEqual([
      "2 class Panel extends null of null methods(show, isOpen)",
      "3 patch Composer: Composer of null methods(_created) services(orm)",
      "4 patch mail.thread: mail.thread of null methods(_compute)",
      "5 patch Chatter: Chatter of null methods(close)",
    ]);
  });

  test("changes screens of the point of sale by its registries", () => {
    expect(
      outline(`odoo.define("shop.Screen", function (require) {
const Screen = require("point_of_sale.Screen");
const Registries = require("point_of_sale.Registries");
const MyScreen = (Screen_) => class extends Screen_ { pay() {} };
Registries.Component.extend(Screen, MyScreen);
Registries.Component.add(MyScreen);
});`).slice(3),
    ).toEqual([
      "4 class MyScreen extends Screen_ of null methods(pay)",
      "4 function MyScreen",
      "5 patch Screen: Screen of point_of_sale.Screen methods(pay)",
      "6 add Registries.Component/MyScreen MyScreen",
    ]);
  });
});

describe("what a browser does not run", () => {
  test.each([
    ["class {", 1, "Class declaration must have a name in this context"],
    ["a;\n<<<<<<< HEAD", 2, "Unexpected token: '<<'"],
  ])("%j is not read", (source, line, detail) => {
    expect(parse(source).value).toEqual([]);
    expect(parse(source).diagnostics).toMatchObject([
      { code: "javascript_unreadable", line, detail },
    ]);
  });

  testLong("is read when lists of texts are long, and not when it is nested deeply", () => {
    const long = `export const a = ${Array.from({ length: 20_000 }, () => "'b'").join(" + ")};`;
    expect(parse(long).diagnostics).toEqual([]);
    const nests = ["(", "[", "{a:", "a=>", "!", "a?b:", "`${", "new ", "class{b=", "a.b(", "a**"];
    for (const nest of nests) {
      for (const levels of [450, 20_000, 200_000]) {
        const { value, diagnostics } = parse(`x=${nest.repeat(levels)}a`);
        expect([nest, levels, value]).toEqual([nest, levels, []]);
        expect(diagnostics.map(({ code }) => code)).toEqual(["javascript_unreadable"]);
      }
    }
  });

  test("a text never throws, whatever it is", () => {
    const word = fc.constantFrom(
      ...'class extends odoo.define( patch( registry.category( .add( \' " ` ${ } ) { [ ] = => , ; : ... import export default from return function async static a "b" \n /* */ //'.split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        expect(parse(words.join(" ")).diagnostics.length).toBeLessThan(2);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => void parse(text)));
  });
});
