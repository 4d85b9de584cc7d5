// Models of an inline Python source as an outline: one line a fact, so that a test shows at a
// glance what was read.

import type { FieldRecord, MethodRecord, ModelRecord } from "../../../../data/module/records.js";
import { parsePythonFile, type PythonFile } from "../../../../builder/parse/python/python-file.js";

export function toBytes(source: string): Uint8Array {
  return new TextEncoder().encode(source);
}

/** Models first, then the diagnostics. */
export function outlineModels(source: string | Uint8Array): readonly string[] {
  const bytes = typeof source === "string" ? toBytes(source) : source;
  const { value, diagnostics } = parsePythonFile(bytes);
  return [
    ...listRecords(value).flatMap(outlineModel),
    ...diagnostics.map(({ code, line, detail }) => `! ${code} ${line}: ${detail}`),
  ];
}

/** The fields and methods of a class body, given without indentation. */
export function outlineBody(body: string): readonly string[] {
  const indented = body.replace(/^(?=[^\n])/gm, "    ");
  return outlineModels(`class A(models.Model):\n    _name = "a"\n${indented}\n`).slice(1);
}

export function listRecords({ classes }: PythonFile): readonly Omit<ModelRecord, "file">[] {
  return classes.flatMap(({ record: { attrs, ...record } }) =>
    attrs.kind === undefined ? [] : { ...record, attrs: { ...attrs, kind: attrs.kind } },
  );
}

function outlineModel(model: Omit<ModelRecord, "file">): readonly string[] {
  const { kind, ...attributes } = model.attrs ?? { kind: "?" };
  const marks = [
    model.is_new_model ? "new" : "extends",
    model.inherit_from.length > 0 ? `of ${model.inherit_from.join(", ")}` : "",
  ];
  return [
    [`${model.class_name}(${kind}) ${model.model_name}`, ...marks].filter(Boolean).join(" "),
    ...(model.docstring === null ? [] : [`  doc ${JSON.stringify(model.docstring)}`]),
    ...Object.entries(attributes).map(([key, value]) => `  _${key} ${JSON.stringify(value)}`),
    ...model.fields.map(outlineField),
    ...model.methods.flatMap(outlineMethod),
  ];
}

function outlineField(field: FieldRecord): string {
  const { args = [], ...keywords } = field.attrs ?? {};
  const given = [args, Object.entries(keywords).map(([key, value]) => `${key}=${String(value)}`)];
  const relation = field.relation === null ? "" : ` -> ${field.relation}`;
  return `  ${field.name}: ${field.field_type}(${given.flat().join(", ")})${relation}`;
}

function outlineMethod(method: MethodRecord): readonly string[] {
  return [
    ...method.decorators.map((decorator) => `  @${decorator}`),
    `  ${method.name}${method.signature}`,
    ...(method.docstring === null ? [] : [`    doc ${JSON.stringify(method.docstring)}`]),
  ];
}
