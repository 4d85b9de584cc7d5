// References of a module's classes: names in attributes, fields and decorators. Only classes that
// derive from a class of the platform count: others may use `_inherit` for something else.
import { listConditions, type Comparison } from "../../../data/module/domain-fields.js";
import type { LiteralValue, LoadedClass, LoadedField } from "../../../data/module/loaded-module.js";
import type { ReferenceWay } from "../../../data/module/module-reference.js";
import type { Reference, WrittenReference } from "../../../data/module/module-under-development.js";
import { evaluateLiteral, NO_NAMES } from "../python/literal/literal.js";
import { isOperator, splitArguments } from "../python/text/split.js";
import { tokenise } from "../python/text/tokens.js";

const METHOD_ARGUMENTS = ["compute", "inverse", "search", "selection", "group_expand"] as const;

/** Decorators whose arguments are names of fields. */
const DECORATOR = /^(?:\w+\.)?(depends|constrains|onchange)\(/;

type MarkedReference = Reference & { readonly way: ReferenceWay };

export function listClassReferences(
  classes: readonly LoadedClass[],
): readonly (WrittenReference & MarkedReference)[] {
  return classes.filter(isOfPlatform).flatMap((found) => {
    const { file, line, model } = found;
    const place = (
      at: number,
      references: readonly MarkedReference[],
    ): readonly (WrittenReference & MarkedReference)[] =>
      references.map((reference) => ({ ...reference, file, line: at }));
    const parents = [...found.inherit, ...found.inherits.keys()];
    return [
      ...place(line, mark("inherit", parents.map(toModel))),
      ...place(line, model === null ? [] : mark("class_field", listNamedFields(model, found))),
      ...found.fields.flatMap((field) => place(field.line, listFieldReferences(model, field))),
      ...found.methods.flatMap(({ line: at, decorators }) =>
        place(at, model === null ? [] : mark("decorator", listDecorated(model, decorators))),
      ),
    ];
  });
}

const mark = (way: ReferenceWay, references: readonly Reference[]): readonly MarkedReference[] =>
  references.map((reference) => ({ ...reference, way }));

/** Fields that a class orders its records by, or calls them by. */
function listNamedFields(model: string, { values }: LoadedClass): readonly Reference[] {
  const order = findName(values.get("_order"))?.split(",") ?? [];
  const names = order.flatMap((item) => /^\s*(\w+)(?:\s+(?:asc|desc))?\s*$/i.exec(item)?.[1] ?? []);
  const name = findName(values.get("_rec_name"));
  return [...names, ...(name === undefined ? [] : [name])].map((one) => toField(model, one));
}

/** Whether a class is one of a model without doubt. */
export function isOfPlatform({ kind, dynamic }: LoadedClass): boolean {
  return kind !== null && !dynamic.includes("_name") && !dynamic.includes("_inherit");
}

function toModel(model: string): Reference {
  return { kind: "model", model };
}

/** Fields of other types take a comodel for a parameter that they do not know. */
const RELATIONAL = /^(?:many2one|one2many|many2many)/i;

function listFieldReferences(
  model: string | null,
  { type, values }: LoadedField,
): readonly MarkedReference[] {
  const comodel = RELATIONAL.test(type) ? findName(values.get("comodel_name")) : undefined;
  const inverse = findName(values.get("inverse_name"));
  const related = findName(values.get("related"));
  const conditions = comodel === undefined ? [] : readDomain(values.get("domain"));
  const currency = /^monetary/i.test(type) ? findName(values.get("currency_field")) : undefined;
  const groups = findName(values.get("groups"))?.split(",") ?? [];
  // Settings give a group or a default (`_get_classified_fields` of res_config.py).
  const isSetting = model === "res.config.settings";
  const implied = (isSetting && findName(values.get("implied_group"))?.split(",")) || [];
  // A related field uses functions of the platform, whatever else is given (`setup_related` in
  // odoo/fields.py).
  const methods = related === undefined ? METHOD_ARGUMENTS : [];
  return [
    ...mark(
      "comodel",
      [comodel ?? [], (isSetting && findName(values.get("default_model"))) || []]
        .flat()
        .map(toModel),
    ),
    ...mark(
      "inverse_name",
      comodel === undefined || inverse === undefined ? [] : [toField(comodel, inverse)],
    ),
    ...mark(
      "field_domain",
      conditions.flatMap(({ path, values: texts }) => [
        toField(comodel ?? "", path.join(".")),
        ...(texts.length === 0
          ? []
          : [{ kind: "value", model: comodel ?? "", path, values: texts } as const]),
      ]),
    ),
    ...mark("related", model === null || related === undefined ? [] : [toField(model, related)]),
    ...mark(
      "currency_field",
      model === null || currency === undefined ? [] : [toField(model, currency)],
    ),
    ...mark(
      "field_groups",
      [...groups, ...implied].flatMap((group) => toGroup(group.trim())),
    ),
    ...mark(
      "field_method",
      model === null ? [] : methods.flatMap((argument) => toMethod(model, values.get(argument))),
    ),
  ];
}

/** Conditions of a domain, which is a list or its source. */
function readDomain(domain: LiteralValue | undefined): readonly Comparison[] {
  if (domain === undefined || domain === null) return [];
  const source = typeof domain === "string" ? domain : JSON.stringify(domain);
  return listConditions(source);
}

function findName(value: LiteralValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A field may be of a group that is asked not to be there (`!`). */
function toGroup(written: string): readonly Reference[] {
  const [, id = ""] = /^!?(\w+(?:\.[\w.-]+)?)$/.exec(written) ?? [];
  if (id === "") return [];
  return id.includes(".")
    ? [{ kind: "record", xmlId: id, isView: false, from: "question" }]
    : [{ kind: "wrong", rule: "unprefixed-record", name: id }];
}

/** A function that is given itself has no name by which the model has it. */
function toMethod(model: string, value: LiteralValue | undefined): readonly Reference[] {
  const name = findName(value);
  const isNamed = name !== undefined && name !== "lambda" && /^\w+$/.test(name);
  return isNamed ? [{ kind: "method", model, name }] : [];
}

function toField(model: string, path: string): Reference {
  return { kind: "field", model, path: path.split(".") };
}

function listDecorated(model: string, decorators: readonly string[]): readonly Reference[] {
  const known = new Set<string>();
  return decorators.flatMap((decorator) => {
    const [, what] = DECORATOR.exec(decorator) ?? [];
    // The first of several counts: each sets the same attribute (`attrsetter` in odoo/api.py).
    if (what === undefined || known.has(what)) return [];
    known.add(what);
    const tokens = tokenise(decorator, 0, decorator.length);
    const open = tokens.findIndex((token) => isOperator(token, "("));
    return splitArguments(tokens, open).flatMap(({ key, value }) => {
      const name = key === null ? evaluateLiteral(value, NO_NAMES) : undefined;
      if (name?.kind !== "str" || !/^\w+(?:\.\w+)*$/.test(name.value)) return [];
      return [toField(model, name.value)];
    });
  });
}
