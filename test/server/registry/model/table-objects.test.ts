// Constraints and indexes of a model of a system.
import { expect, test } from "vitest";

import type { LoadedTableObject } from "../../../../data/module/loaded-module.js";
import { toRegistryModel } from "../../../../server/registry/model/model-answer.js";
import { getModel } from "./field-outline.js";
import type { SystemOutline } from "./small-system.js";
import { finishSteps } from "../../../../data/yield.js";

function object(
  kind: LoadedTableObject["kind"],
  name: string,
  definition: string,
): LoadedTableObject {
  return { name, kind, definition, message: null, line: 3 };
}

const SYSTEM: SystemOutline = {
  mixin: {
    Mixin: {
      name: "mixin",
      kind: "AbstractModel",
      tableObjects: [object("sql_constraint", "code_uniq", "unique(code)")],
    },
  },
  sale: {
    Sale: {
      name: "sale",
      inherit: ["mixin"],
      tableObjects: [
        object("sql_constraint", "name_uniq", "unique(name)"),
        object("index", "date", "(date)"),
      ],
    },
  },
  more: {
    Sale: {
      inherit: ["sale"],
      tableObjects: [
        object("sql_constraint", "name_uniq", "check(true)"),
        object("unique_index", "date", "(date, id)"),
      ],
    },
  },
};

function outline(platformVersion: string): readonly string[] {
  return finishSteps(
    toRegistryModel(getModel("sale", SYSTEM, { platformVersion })),
  ).table_objects.map(
    ({ module, kind, name, definition }) => `${module} ${kind} ${name} ${definition}`,
  );
}

test("are those of the list until 18.0, of which the last class counts", () => {
  expect(outline("18.0")).toEqual([
    "mixin constraint code_uniq unique(code)",
    "more constraint name_uniq check(true)",
  ]);
});

test("are attributes since 19.0", () => {
  expect(outline("19.0")).toEqual(["more unique_index date (date, id)"]);
});
