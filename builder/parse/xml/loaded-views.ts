// Writes of views by a data file: `_tag_record`, `_tag_template`, `_tag_function` and `_tag_delete`
// of the platform's `tools/convert.py`, as far as they are known without running.
import type { ArchNode, LoadedView } from "../../../data/module/loaded-module.js";
import { isTruthy } from "../python/literal/literal-operations.js";
import { UNKNOWN, type Literal } from "../python/literal/literal-value.js";
import { toArch, toFieldArch, type Arch, type ArchFault } from "./arch.js";
import {
  evaluateExpression,
  findLinkedIds,
  findReferencedId,
  toReferenceValue,
} from "./expressions.js";
import { toFlag } from "./given-values.js";
import { ARCH_COLUMNS } from "./record-locations.js";
import { findValue, toFields, toInteger } from "./record-fields.js";
import {
  findAttribute,
  findLine,
  listAttributes,
  listChildren,
  listContent,
  type XmlElement,
} from "./tree.js";

/** An operation as its file alone tells it, without the file's path. */
export type FileView = Omit<LoadedView, "file">;

export type FaultReport = (fault: ArchFault) => void;

type Columns = { -readonly [Key in keyof LoadedView]?: LoadedView[Key] } & { dynamic: string[] };

/** Attributes of a `<template>` that do not stay in its arch. */
const TAKEN_ATTRIBUTES: ReadonlySet<string> = new Set(["id", "forcecreate", "context", "groups"]);

export function toLoadedRecord(record: XmlElement, xmlId: string, report: FaultReport): FileView {
  const columns: Columns = { dynamic: [] };
  for (const [name, field] of toFields(record)) {
    if (!ARCH_COLUMNS.has(name)) setColumn(columns, name, toFieldValue(field));
    else if (["eval", "search", "file"].some((each) => findValue(field, each) !== null)) {
      addDynamic(columns, "arch");
    } else setArch(columns, toFieldArch(field), report);
  }
  return { operation: "record", xml_id: xmlId, line: findLine(record), ...columns };
}

/** @param xmlId as written: the full id that the platform puts into the arch is not known to a file */
export function toLoadedTemplate(
  template: XmlElement,
  xmlId: string,
  report: FaultReport,
): FileView {
  const columns: Columns = {
    name: findAttribute(template, "name") ?? xmlId,
    type: "qweb",
    dynamic: [],
  };
  const key = findValue(template, "key");
  if (key !== null) columns.key = key;
  const priority = findValue(template, "priority");
  if (priority !== null) setColumn(columns, "priority", { kind: "str", value: priority });
  const parent = findValue(template, "inherit_id");
  if (parent !== null) columns.inherit_id = parent;
  const active = findAttribute(template, "active");
  if (active === "True" || active === "False") columns.active = active === "True";
  const groups = findValue(template, "groups");
  if (groups !== null) columns.groups = groups.split(",").map((group) => group.trim());
  const isPrimary = findAttribute(template, "primary") === "True";
  if (isPrimary) columns.mode = "primary";
  const kept = listAttributes(template).filter(
    ([name]) => !TAKEN_ATTRIBUTES.has(name) && (name !== "t-name" || parent !== null),
  );
  const root =
    parent === null
      ? { tag: "t", attributes: [...kept, ["t-name", xmlId] as const] }
      : { tag: "data", attributes: kept };
  const children = isPrimary ? [toRenaming(xmlId)] : [];
  setArch(columns, toArch(template, { ...root, children }), report);
  return { operation: "template", xml_id: xmlId, line: findLine(template), ...columns };
}

/** Renames a primary template. */
function toRenaming(xmlId: string): ArchNode {
  const rename: ArchNode = ["attribute", { name: "t-name" }, 0, [xmlId]];
  return ["xpath", { expr: ".", position: "attributes" }, 0, [rename]];
}

/** Writes of a `<function>` to views: one operation for each. */
export function listLoadedWrites(element: XmlElement): readonly FileView[] {
  if (findValue(element, "name") !== "write") return [];
  const [views = UNKNOWN, values = UNKNOWN] = listArguments(element);
  const columns: Columns = { dynamic: [] };
  if (values.kind !== "dict") return [];
  for (const { key, value } of values.entries) {
    if (key.kind !== "str") continue;
    if (ARCH_COLUMNS.has(key.value)) addDynamic(columns, "arch");
    else setColumn(columns, key.value, value);
  }
  const line = findLine(element);
  const written = "items" in views ? views.items : [views];
  return written.flatMap((view): readonly FileView[] => {
    const id = findReferencedId(view);
    return id === undefined ? [] : [{ operation: "write", xml_id: id, line, ...columns }];
  });
}

function listArguments(element: XmlElement): readonly Literal[] {
  const expression = findValue(element, "eval");
  const given = expression === null ? UNKNOWN : evaluateExpression(expression);
  const children = listChildren(element).filter(({ name }) => name === "value");
  return [...("items" in given ? given.items : []), ...children.map(toFieldValue)];
}

export function toLoadedDelete(element: XmlElement, xmlId: string): FileView {
  return { operation: "delete", xml_id: xmlId, line: findLine(element), dynamic: [] };
}

/** The value of a `<field>` or a `<value>`; `unknown` for one that only a database knows. */
function toFieldValue(field: XmlElement): Literal {
  if (findValue(field, "search") !== null) return UNKNOWN;
  const reference = findValue(field, "ref");
  if (reference !== null) return toReferenceValue(reference);
  const expression = findValue(field, "eval");
  if (expression !== null) return evaluateExpression(expression);
  if (findValue(field, "file") !== null) return UNKNOWN;
  // Text before the first element counts, as on the platform.
  const content = listContent(field);
  const first = content.findIndex((part) => typeof part !== "string");
  const text = content.slice(0, first === -1 ? content.length : first).join("");
  return text === "" ? { kind: "none" } : { kind: "str", value: text };
}

function setArch(columns: Columns, arch: Arch | ArchFault | undefined, report: FaultReport): void {
  if (arch === undefined) return;
  if (arch.kind === "fault") {
    addDynamic(columns, "arch");
    report(arch);
    return;
  }
  columns.arch = arch.text;
  columns.arch_line = arch.line;
}

function setColumn(columns: Columns, name: string, value: Literal): void {
  const isKnown = assignColumn(columns, name, value);
  if (!isKnown) addDynamic(columns, name);
}

function addDynamic({ dynamic }: Columns, name: string): void {
  if (!dynamic.includes(name)) dynamic.push(name);
}

/** False where the value is of a kind that the column cannot have, or not known. */
function assignColumn(columns: Columns, name: string, value: Literal): boolean {
  switch (name) {
    case "name":
    case "model":
    case "type":
    case "mode":
    case "key": {
      if (isEmpty(value)) columns[name] = null;
      else if (value.kind === "str" && findReferencedId(value) === undefined) {
        columns[name] = value.value;
      } else return false;
      return true;
    }
    case "inherit_id": {
      const id = isEmpty(value) ? null : findReferencedId(value);
      if (id !== undefined) columns.inherit_id = id;
      return id !== undefined;
    }
    case "priority": {
      const text = value.kind === "str" ? value.value.trim() : null;
      const number = value.kind === "number" ? Math.trunc(value.value) : toInteger(text);
      if (number !== null) columns.priority = number;
      return number !== null;
    }
    case "active": {
      if (value.kind === "unknown") return false;
      columns.active = value.kind === "str" ? toFlag(value.value) : isTruthy(value);
      return true;
    }
    // Named otherwise since 19.0.
    case "groups_id":
    case "group_ids": {
      const groups = findLinkedIds(value);
      if (groups !== undefined) columns.groups = groups;
      return groups !== undefined;
    }
    default:
      return true;
  }
}

/** True for values that the platform takes for empty: `None`, `False`, 0 and an empty text. */
function isEmpty(value: Literal): boolean {
  return value.kind !== "unknown" && !isTruthy(value);
}
