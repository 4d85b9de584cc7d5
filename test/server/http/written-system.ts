// A snapshot of three modules whose models and views are written out here: a method that ends the chain, an
// arch with the shares of two modules, a spec that finds nothing, and texts that mean harm.

import { mkdir } from "node:fs/promises";
import { NOTHING_LOADED } from "../../support/nothing-loaded.js";
import { publishSnapshot } from "../../../builder/assemble/publish.js";
import type {
  ArchNode,
  LoadedClass,
  LoadedField,
  LoadedModule,
} from "../../../data/module/loaded-module.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import { compareRecords } from "../../../data/snapshot/encode.js";
import { ATTACK } from "./hostile-modules.js";
import { createContents, createRecord } from "../../support/module-records.js";

/** Parameters of the whole system. */
export const WRITTEN_SYSTEM = "platform_version=17.0&modules=sale_stock";

const FORM: ArchNode = [
  "form",
  { string: 'Orders & "more"' },
  0,
  [
    ["field", { name: "partner_id" }, 1, []],
    ["field", { name: "note", help: ATTACK }, 1, []],
    ["p", {}, 2, ["Pay ", ["b", {}, 0, []], " of it"]],
  ],
];

const CHANGES: ArchNode = [
  "data",
  {},
  0,
  [
    [
      "field",
      { name: "partner_id", position: "after" },
      1,
      [["field", { name: "picking_id" }, 1, []]],
    ],
    [
      "field",
      { name: "partner_id", position: "attributes" },
      4,
      [["attribute", { name: "readonly" }, 1, ["1"]]],
    ],
    ["xpath", { expr: "//b", position: "inside" }, 4, ["and ", ["i", {}, 0, ["soon"]]]],
    ["field", { name: "gone", position: "replace" }, 3, []],
  ],
];

const MODULES: readonly (readonly [
  name: string,
  depends: readonly string[],
  loaded: Partial<LoadedModule>,
])[] = [
  [
    "base",
    [],
    {
      classes: [
        createClass("Base", "base", { kind: "AbstractModel", methods: ["write"] }),
        createClass("Partner", "res.partner", { fields: [createField("name", "Char")] }),
      ],
    },
  ],
  [
    "sale",
    ["base"],
    {
      classes: [
        createClass("SaleOrder", "sale.order", {
          fields: [
            createField("partner_id", "Many2one", { comodel_name: "res.partner", required: true }),
            createField("note", "Char", { string: ATTACK }),
          ],
          methods: ["action_confirm", "write"],
        }),
      ],
      views: [createView("form", 10, { arch: JSON.stringify(FORM), name: "order.form" })],
    },
  ],
  [
    "sale_stock",
    ["sale"],
    {
      classes: [
        createClass("SaleOrder", "sale.order", {
          inherit: ["sale.order"],
          fields: [
            createField("picking_id", "Many2one", { comodel_name: "no.such" }),
            createField("partner_id", "Many2one", { readonly: true }),
          ],
          methods: ["action_confirm", "write"],
          ending: ["action_confirm"],
        }),
      ],
      views: [
        createView("form", 20, {
          arch: JSON.stringify(CHANGES),
          name: "order.form.stock",
          inherit_id: "sale.form",
        }),
      ],
    },
  ],
];

/** Writes the snapshot into `out`. */
export async function writeSystemSnapshot(out: string): Promise<void> {
  const records = MODULES.map(([technical_name, depends]) =>
    createRecord({
      technical_name,
      organization: "acme",
      repository: "sales",
      git: "https://github.com/acme/sales.git",
      source_path: technical_name,
      declared_dependencies: { platform: depends, pip: [], bin: [] },
    }),
  );
  const loaded = new Map(MODULES.map(([name, , own]) => [name, { ...NOTHING_LOADED, ...own }]));
  const sorted: readonly ModuleRecord[] = records.toSorted(compareRecords);
  const contents = createContents(records, {
    loaded: sorted.map((record) => loaded.get(record.technical_name) ?? NOTHING_LOADED),
  });
  await mkdir(out, { recursive: true });
  await publishSnapshot(contents, { out, program: "0.0.0-test" });
}

interface ClassChoice {
  readonly kind?: string;
  readonly inherit?: readonly string[];
  readonly fields?: readonly LoadedField[];
  readonly methods?: readonly string[];
  /** Methods that do not call super(). */
  readonly ending?: readonly string[];
}

function createClass(class_name: string, model: string, choice: ClassChoice): LoadedClass {
  const { kind = "Model", inherit = [], fields = [], methods = [], ending = [] } = choice;
  return {
    class_name,
    file: "models/models.py",
    line: 5,
    model,
    is_named: inherit.length === 0,
    inherit,
    kind,
    bases: [],
    inherits: new Map(),
    fields,
    table_objects: [],
    methods: methods.map((name, at) => ({
      name,
      line: 30 + at,
      decorators: ["api.model"],
      signature: "(self)",
      calls_super: !ending.includes(name),
      calls_sudo: false,
    })),
    values: new Map(),
    imported: new Map(),
    dynamic: [],
  };
}

function createField(
  name: string,
  type: string,
  values: Readonly<Record<string, string | boolean>> = {},
): LoadedField {
  return {
    name,
    type,
    line: 12,
    values: new Map(Object.entries(values)),
    imported: new Map(),
    dynamic: [],
  };
}

function createView(
  xml_id: string,
  line: number,
  columns: Partial<LoadedModule["views"][number]>,
): LoadedModule["views"][number] {
  return {
    operation: "record",
    xml_id,
    file: "views/views.xml",
    line,
    model: "sale.order",
    arch_line: line + 2,
    dynamic: [],
    ...columns,
  };
}
