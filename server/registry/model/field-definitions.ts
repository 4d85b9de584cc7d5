// Who defines the fields of a model: what is written in its classes, and what the platform adds to the class
// that makes a model (17.0: MetaModel in odoo/models.py).
import { addToGroup } from "../../../data/grouped.js";
import type { LiteralValue, LoadedField } from "../../../data/loaded-module.js";
import { comparePlatformVersions } from "../../../data/platform-version.js";
import { findInOrder } from "./class-order.js";
import { isTrue } from "./attribute.js";
import { spendSteps } from "../../lookup/limits.js";
import type { ClassReader } from "./class-reader.js";
import type { ClassNode } from "./class-order.js";
import type { Lineage } from "./lineage.js";

export interface FieldDefinition {
  readonly node: ClassNode;
  readonly field: LoadedField;
  /** False for one that the platform adds. */
  readonly isWritten: boolean;
}

export type FieldDefinitions = ReadonlyMap<string, readonly FieldDefinition[]>;

/** By name of the field; those that come first override. */
export function listDefinitions(reader: ClassReader, lineage: Lineage): FieldDefinitions {
  const definitions = new Map<string, FieldDefinition[]>();
  const add = (definition: FieldDefinition): void => {
    addToGroup(definitions, definition.field.name, definition);
  };
  for (const node of lineage.classes) {
    if (!node.isModelClass) continue;
    spendSteps(reader.steps, 1 + node.fields.size);
    const added = listAutomatic(reader, node);
    for (const field of node.fields.values()) {
      if (field.name !== ID.name || added.length === 0) add({ node, field, isWritten: true });
    }
    for (const field of added) add({ node, field, isWritten: false });
  }
  return definitions;
}

const ID = createField("id", "Id", {});
const LAST_UPDATE = createField("__last_update", "Datetime", {
  string: "Last Modified on",
  compute: "_compute_concurrency_field",
  compute_sudo: false,
});
const DISPLAY_NAME = createField("display_name", "Char", {
  string: "Display Name",
  compute: "_compute_display_name",
});
const LOG_ACCESS = [
  createField("create_uid", "Many2one", {
    comodel_name: "res.users",
    string: "Created by",
    readonly: true,
  }),
  createField("create_date", "Datetime", { string: "Created on", readonly: true }),
  createField("write_uid", "Many2one", {
    comodel_name: "res.users",
    string: "Last Updated by",
    readonly: true,
  }),
  createField("write_date", "Datetime", { string: "Last Updated on", readonly: true }),
];

/** The fields that a class gets which makes a model with records; what it defines itself is kept. */
function listAutomatic(reader: ClassReader, node: ClassNode): readonly LoadedField[] {
  const { model } = node.source.definition;
  if (model === null || node.inherit.includes(model)) return [];
  if (isTrue(findInOrder(reader, node.order, "_abstract"))) return [];
  const logs =
    findInOrder(reader, node.order.slice(0, 1), "_log_access") ??
    findInOrder(reader, node.order, "_auto");
  const hasOwn = ({ name }: LoadedField) => node.fields.has(name) || node.methods.has(name);
  return [
    ID,
    ...(comparePlatformVersions(reader.platformVersion, "17.0") < 0 ? [LAST_UPDATE] : []),
    ...[DISPLAY_NAME, ...(isTrue(logs) ? LOG_ACCESS : [])].filter((field) => !hasOwn(field)),
  ];
}

function createField(
  name: string,
  type: string,
  values: Readonly<Record<string, LiteralValue>>,
): LoadedField {
  return {
    name,
    type,
    line: 0,
    values: new Map(Object.entries({ ...values, automatic: true })),
    imported: new Map(),
    dynamic: [],
  };
}
