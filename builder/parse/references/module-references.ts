// All references of a module, as a snapshot keeps them: those of its code and classes, its archs and its data.
import { toGroups } from "../../../data/grouped.js";
import { listDomainFields } from "../../../data/module/domain-fields.js";
import { GIVEN, isGivenList, type GivenValue } from "../../../data/module/given-value.js";
import type { LoadedModule, LoadedRecord, LoadedView } from "../../../data/module/loaded-module.js";
import type { ModuleReference, ReferenceWay } from "../../../data/module/module-reference.js";
import {
  findRecordOfModel,
  type WrittenReference,
} from "../../../data/module/module-under-development.js";
import { FULL_XML_ID, toFullXmlId, toLocalId } from "../../../data/module/xml-id.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { toSubject } from "../../../data/snapshot/loaded/subjects.js";
import { listArchReferences } from "./arch-references.js";
import { listClassReferences } from "./class-references.js";
import type { CodeReference } from "./code/code.js";
import { placeCodeReferences } from "./code/place-code-references.js";

/** Fields of records that hold the name of a model as text. */
const MODEL_FIELDS: ReadonlySet<string> = new Set([
  "ir.actions.act_window res_model",
  "ir.actions.report model",
  "ir.filters model_id",
]);
/** Fields that hold a domain, and those that tell which model it is for. */
const DOMAINS: ReadonlySet<string> = new Set(["domain", "domain_force", "filter_domain"]);
const OWNERS = ["res_model", "model_id", "model"] as const;
const CALLED = /\bmodel\.([a-z_]\w*)\s*\(/g;
/** A place of a record's own, which is no field of it. */
const NO_FIELD = /^</;

type Unplaced = Omit<ModuleReference, "file" | "line">;

/** References in the text of a file. */
interface PythonCode {
  readonly path: string;
  readonly references: readonly CodeReference[];
}

/** @returns by file, then line */
export function listModuleReferences(
  technicalName: string,
  { classes, data, views }: Pick<LoadedModule, "classes" | "data" | "views">,
  python: readonly PythonCode[],
): readonly ModuleReference[] {
  const code = python.flatMap(({ path: file, references }) =>
    placeCodeReferences(references, { file, technicalName }, classes),
  );
  const found = [
    ...[...listClassReferences(classes), ...code].flatMap(toModuleReferences),
    ...python.flatMap(listUntyped),
    ...views.flatMap((view) => [
      ...listViewReferences(technicalName, view),
      ...listArchReferences(technicalName, view),
    ]),
    ...data.flatMap(({ file, records }) => listDataReferences(technicalName, file, records)),
  ];
  const byFile = toGroups(found, ({ file }) => file);
  return [...byFile.keys()]
    .toSorted(compareText)
    .flatMap((file) => sortDistinct(byFile.get(file) ?? []));
}

/** Members of which nobody knows the model. */
function listUntyped({ path: file, references }: PythonCode): readonly ModuleReference[] {
  return references.flatMap((one) =>
    one.kind === "untyped"
      ? {
          way: one.isCalled ? "code_call" : "code_attribute",
          name: one.name,
          model: "",
          via: "",
          file,
          line: one.line,
        }
      : [],
  );
}

/** Equal references of a file stand once. Most lines have a single one, which needs no comparison. */
function sortDistinct(ofFile: readonly ModuleReference[]): readonly ModuleReference[] {
  const sorted = ofFile.toSorted((left, right) => left.line - right.line);
  const ofLine = new Set<string>();
  return sorted.filter((one, at) => {
    const { way, name, model, via, line } = one;
    const isFirst = sorted[at - 1]?.line !== line;
    if (isFirst) ofLine.clear();
    if (isFirst && sorted[at + 1]?.line !== line) return true;
    const key = `${way}\n${name}\n${model}\n${via}`;
    const isNew = !ofLine.has(key);
    ofLine.add(key);
    return isNew;
  });
}

/** A path names each of its fields. */
function toModuleReferences(
  reference: WrittenReference & { readonly way?: ReferenceWay },
): readonly ModuleReference[] {
  const { file, line, kind, way } = reference;
  const place = { file, line };
  if ("model" in reference && findRecordOfModel(reference.model) !== undefined) {
    if (kind !== "method" && kind !== "attribute") return [];
    const ofAny = kind === "method" ? "code_call" : "code_attribute";
    return [{ way: way ?? ofAny, name: reference.name, model: "", via: "", ...place }];
  }
  if (kind === "model") {
    return [{ way: way ?? "code_model", name: reference.model, model: "", via: "", ...place }];
  }
  if (kind === "record") {
    const ofCode = reference.from === "question" ? "code_group" : "code_record";
    return [{ way: way ?? ofCode, name: reference.xmlId, model: "", via: "", ...place }];
  }
  if (kind === "method" || kind === "super") {
    const { model, name } = reference;
    const via = kind === "method" ? (reference.via ?? []).join(".") : "";
    return [
      { way: way ?? (kind === "super" ? "code_super" : "code_call"), name, model, via, ...place },
    ];
  }
  if (kind !== "field" && kind !== "attribute") return [];
  const { model, via = [] } = reference;
  const isField = kind === "field";
  const path = [...via, ...(isField ? reference.path : [reference.name])];
  const first = isField ? via.length : Math.max(0, via.length - (reference.chained ?? 0));
  return path.slice(first).map((name, at) => ({
    way: way ?? (isField ? "code_field" : "code_attribute"),
    name,
    model,
    via: path.slice(0, first + at).join("."),
    ...place,
  }));
}

function listViewReferences(
  technicalName: string,
  { model, inherit_id: inherited, groups = [], file, line }: LoadedView,
): readonly ModuleReference[] {
  const toRecord = (way: ReferenceWay, id: string): Unplaced => ({
    way,
    name: toFullXmlId(technicalName, id),
    model: "",
    via: "",
  });
  const found: readonly Unplaced[] = [
    ...(model ? [{ way: "view_model", name: model, model: "", via: "" } as const] : []),
    ...(inherited ? [toRecord("view_inherit", inherited)] : []),
    ...groups.map((group) => toRecord("view_groups", group)),
  ];
  return found.map((one) => ({ ...one, file, line }));
}

/** Models and fields stand once for each file, at their first place. */
function listDataReferences(
  technicalName: string,
  file: string,
  records: readonly LoadedRecord[],
): readonly ModuleReference[] {
  const found: ModuleReference[] = [];
  const known = new Set<string>();
  const addFirst = (reference: Unplaced, line: number): void => {
    const key = `${reference.model} ${reference.name}`;
    if (!known.has(key)) found.push({ ...reference, file, line });
    known.add(key);
  };
  for (const { model, values, line, tag } of records) {
    if (model === "" || tag === "delete") continue;
    addFirst({ way: "data_model", name: model, model: "", via: "" }, line);
    for (const [field, value] of values) {
      if (NO_FIELD.test(field)) continue;
      addFirst({ way: "data_field", name: field.replace(/@.*$/, ""), model, via: "" }, line);
      for (const one of listValueReferences(technicalName, [model, field], value)) {
        found.push({ ...one, file, line });
      }
    }
    const owner = findOwner(values);
    if (owner === undefined) continue;
    for (const one of listOwnedReferences(owner, values)) found.push({ ...one, file, line });
  }
  return found;
}

function* listValueReferences(
  technicalName: string,
  [model, field]: readonly [model: string, field: string],
  value: GivenValue,
): Generator<Unplaced> {
  if (typeof value === "string") {
    if (MODEL_FIELDS.has(`${model} ${field}`)) {
      yield { way: "data_target", name: value, model: "", via: "" };
    }
    if (field === "report_name" && FULL_XML_ID.test(value)) {
      yield { way: "report_name", name: value, model: "", via: "" };
    }
  }
  if (!isGivenList(value)) return;
  const [kind, ...items] = value;
  if (kind !== GIVEN.reference && kind !== GIVEN.ids) {
    if (kind === GIVEN.unknown || kind === GIVEN.search) return;
    for (const item of items) yield* listValueReferences(technicalName, [model, field], item);
    return;
  }
  for (const written of String(items[0]).split(",")) {
    const id = toFullXmlId(technicalName, written.trim());
    if (!FULL_XML_ID.test(id)) continue;
    yield { way: "data_record", name: id, model: "", via: "" };
    const local = toLocalId(id);
    if (local.startsWith("model_")) yield { way: "data_target", name: local, model: "", via: "" };
  }
}

/** The model that a record is about: its name, or `model_…` of its record. */
function findOwner(values: LoadedRecord["values"]): string | undefined {
  for (const name of OWNERS) {
    const value = values.get(name);
    if (typeof value === "string" && value !== "") return value;
    if (isGivenList(value) && (value[0] === GIVEN.reference || value[0] === GIVEN.ids)) {
      return toSubject(String(value[1]).trim());
    }
  }
  return undefined;
}

function* listOwnedReferences(model: string, values: LoadedRecord["values"]): Generator<Unplaced> {
  for (const [field, value] of values) {
    if (typeof value !== "string") continue;
    if (DOMAINS.has(field)) {
      for (const path of listDomainFields(value)) {
        for (const [at, name] of path.entries()) {
          yield { way: "data_domain", name, model, via: path.slice(0, at).join(".") };
        }
      }
    }
    if (field !== "code") continue;
    for (const [, name = ""] of value.matchAll(CALLED)) {
      yield { way: "data_code", name, model, via: "" };
    }
  }
}
