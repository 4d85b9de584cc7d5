// Order of `super()` for a method of a model.
import { expect, test } from "vitest";

import {
  countMethods,
  listMethods,
  listViewMethods,
} from "../../../../server/registry/model/methods.js";
import type { SystemOutline } from "./small-system.js";
import { getModel } from "./field-outline.js";

const MODULES: SystemOutline = {
  mail: {
    Thread: { name: "mail.thread", kind: "AbstractModel", methods: ["message_post", "write"] },
    MailBase: { inherit: ["base"], kind: "AbstractModel", methods: ["write", "export"] },
  },
  sale: {
    Sale: { name: "sale", inherit: ["mail.thread"], methods: ["action", "write", "action"] },
  },
  more: { More: { inherit: ["sale"], methods: ["message_post"] } },
};

function outline(model: string): readonly string[] {
  return listMethods(getModel(model, MODULES).lineage).map(
    ({ name, definers }) =>
      `${name}: ${definers
        .map(({ node, method }) => `${node.source.definition.class_name}:${method.line}`)
        .join(" ")}`,
  );
}

test("methods of a model are those of its classes and of what these inherit", () => {
  expect(outline("sale")).toEqual([
    "action: Sale:4",
    "message_post: More:2 Thread:2",
    "write: Sale:3 Thread:3 MailBase:2 Base:3",
  ]);
  expect(countMethods(getModel("sale", MODULES).lineage)).toBe(3);
});

test("methods that all models have stand at `base`", () => {
  expect(outline("base")).toEqual([
    "create: Base:2",
    "export: MailBase:3",
    "write: MailBase:2 Base:3",
  ]);
  expect(countMethods(getModel("base", MODULES).lineage)).toBe(3);
});

test("methods that change a view when it is asked for are those of the model, its mixins and extensions of `base`", () => {
  const modules: SystemOutline = {
    mixin: { Mixin: { name: "mixin", kind: "AbstractModel", methods: ["_get_view", "other"] } },
    web: { WebBase: { inherit: ["base"], kind: "AbstractModel", methods: ["get_views"] } },
    sale: { Sale: { name: "sale", inherit: ["mixin"], methods: ["fields_view_get"] } },
    more: { More: { inherit: ["sale"], methods: ["_get_view"] } },
    none: { None: { name: "none", methods: ["read"] } },
  };
  const list = (model: string): readonly string[] =>
    listViewMethods(getModel(model, modules).lineage).map(
      ({ node, method }) => `${node.source.definition.class_name}.${method.name}`,
    );
  expect(list("sale")).toEqual([
    "WebBase.get_views",
    "More._get_view",
    "Mixin._get_view",
    "Sale.fields_view_get",
  ]);
  expect(list("none")).toEqual(["WebBase.get_views"]);
});
