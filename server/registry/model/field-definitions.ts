// Definitions of a model's fields: those of its classes, and the platform's own.
import { addToGroup } from "../../../data/grouped.js";
import type { LiteralValue, LoadedField } from "../../../data/module/loaded-module.js";
import { isTrue } from "./attribute.js";
import { spendSteps } from "../../lookup/limits.js";
import { findInOrder, type ClassNode } from "./class-order.js";
import type { ClassReader } from "./class-reader.js";
import { logsAccess } from "./model-attributes.js";
import type { Lineage } from "./lineage.js";
import type { PlatformRules } from "../../../data/platform/rules.js";

export interface FieldDefinition {
  /** For fields that the platform adds to all models, the class that makes the model. */
  readonly node: ClassNode;
  readonly field: LoadedField;
  /** Whether it stands in the source of the class, was added to the class, or is one of all models. */
  readonly origin: "written" | "added" | "platform";
}

export type FieldDefinitions = ReadonlyMap<string, readonly FieldDefinition[]>;

/** By name of the field; those that come first override. */
export function listDefinitions(reader: ClassReader, lineage: Lineage): FieldDefinitions {
  const definitions = new Map<string, FieldDefinition[]>();
  for (const node of lineage.classes) {
    if (!node.isModelClass) continue;
    spendSteps(reader.steps, 1 + node.fields.size);
    const added = listAdded(reader, node);
    const hidden = added.find(({ name }) => FORCED.has(name));
    for (const field of node.fields.values()) {
      if (field.name !== hidden?.name) {
        addToGroup(definitions, field.name, { node, field, origin: "written" });
      }
    }
    for (const field of added) {
      addToGroup(definitions, field.name, { node, field, origin: "added" });
    }
  }
  addPlatformFields(definitions, reader, lineage);
  return definitions;
}

function addPlatformFields(
  definitions: Map<string, FieldDefinition[]>,
  reader: ClassReader,
  lineage: Lineage,
): void {
  const { rules } = reader;
  const { creator: node } = lineage;
  if (rules.magicFields === "model") {
    for (const field of listMagicFields(rules, logsAccess(reader, lineage))) {
      if (definitions.has(field.name) && !FORCED.has(field.name)) continue;
      definitions.set(field.name, [{ node, field, origin: "platform" }]);
    }
  } else if (rules.magicFields === "base") {
    for (const field of [ID, toDisplayName(rules)]) {
      const { name, values } = field;
      // A definition in the making class is no longer automatic.
      const own = new Map(values).set("automatic", false);
      const merged = node.fields.has(name) ? { ...field, values: own } : field;
      addToGroup(definitions, name, { node, field: merged, origin: "platform" });
    }
  }
}

/** Fields that override any other of their name. */
const FORCED: ReadonlySet<string> = new Set(["id", "__last_update"]);

const ID = createField("id", "Id", {});
const LABEL = { string: "Display Name", compute: "_compute_display_name" };
const DISPLAY_NAME = createField("display_name", "Char", LABEL);
const SEARCHED_DISPLAY_NAME = createField("display_name", "Char", {
  ...LABEL,
  search: "_search_display_name",
});
const LOG_ACCESS: readonly LoadedField[] = [
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

function toDisplayName({ searchesDisplayName }: PlatformRules): LoadedField {
  return searchesDisplayName ? SEARCHED_DISPLAY_NAME : DISPLAY_NAME;
}

function listMagicFields(rules: PlatformRules, logs: boolean): readonly LoadedField[] {
  const compute = logs ? rules.lastUpdate?.computeLogged : rules.lastUpdate?.compute;
  const values = { string: "Last Modified on", compute_sudo: false };
  return [
    ID,
    ...(compute === undefined
      ? []
      : [createField("__last_update", "Datetime", { ...values, compute })]),
    toDisplayName(rules),
    ...(logs ? LOG_ACCESS : []),
  ];
}

/** The fields that a class gets which makes a model with records; what it defines itself is kept. */
function listAdded(reader: ClassReader, node: ClassNode): readonly LoadedField[] {
  const { rules } = reader;
  const { model } = node.source.definition;
  if (rules.magicFields === "model" || model === null || node.inherit.includes(model)) return [];
  if (isTrue(findInOrder(reader, node.order, "_abstract"))) return [];
  const logs = isTrue(
    findInOrder(reader, node.order.slice(0, 1), "_log_access") ??
      findInOrder(reader, node.order, "_auto"),
  );
  const isKept = ({ name }: LoadedField): boolean =>
    !FORCED.has(name) && (node.fields.has(name) || node.methods.has(name));
  const all =
    rules.magicFields === "base" ? (logs ? LOG_ACCESS : []) : listMagicFields(rules, logs);
  return all.filter((field) => !isKept(field));
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
