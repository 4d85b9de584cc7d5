// Faults of classes that nothing refers to: parameters, decorators and methods that Odoo does not take, reports in its log, or
// ignores.
import type {
  LoadedClass,
  LoadedField,
  LoadedMethod,
} from "../../../../data/module/loaded-module.js";
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import { FIELD_PARAMETERS, isParameterFor } from "../../../../data/platform/field-parameters.js";
import { getRules } from "../../../../data/platform/rules.js";
import { findNearestName } from "../../../../data/text/edit-distance.js";
import { listNearTexts } from "../../../lookup/search/near-names.js";
import { findElsewhere } from "../elsewhere.js";
import { toFieldType } from "../../model/field-types.js";
import { BASE, isMade } from "../../model/lineage.js";
import type { SystemModel } from "../../model/models.js";
import { findWrongValues } from "./data-values.js";
import type { Judge } from "./judging.js";
import { toMissing, type Missing, type PlacedJudgement } from "./judgement.js";

/** Classes of which code makes a part are left out. */
export function listFaultyClasses(
  judge: Judge,
  { loaded }: ModuleUnderDevelopment,
): readonly PlacedJudgement[] {
  return loaded.classes.flatMap((found) => {
    const { file, kind, dynamic } = found;
    if (kind === null || dynamic.includes("_name") || dynamic.includes("_inherit")) return [];
    const place = (line: number, faults: readonly (Missing | undefined)[]) =>
      faults.flatMap((judgement) => (judgement === undefined ? [] : { file, line, judgement }));
    const model = found.model === null ? undefined : judge.certainty.findModel(found.model);
    return [
      ...place(found.line, [findUndescribed(found), ...listWrongKinds(judge, found, model)]),
      ...found.fields.flatMap((field) =>
        place(field.line, [
          ...listUnknownParameters(judge, found, field, model),
          findWrongRelated(judge, field, model),
          findWrongSetting(found, field, model),
          findBareAddition(judge, field, model),
          findWrongDefault(judge, field, model),
        ]),
      ),
      ...found.methods.flatMap((method) =>
        place(method.line, [
          ...listIdleTriggers(found, method, model),
          findSingleCreate(found, method),
          findFormerHook(judge, found, method),
        ]),
      ),
    ];
  });
}

/** Odoo asks each class that makes a model (`_build_model_attributes`). */
function findUndescribed({
  model,
  inherit,
  values,
  imported,
  dynamic,
}: LoadedClass): Missing | undefined {
  const isOwn = model !== null && !inherit.includes(model);
  const text = values.get("_description");
  const isGiven = imported.has("_description") || dynamic.includes("_description") || Boolean(text);
  return isOwn && !isGiven ? toMissing("missing-description", model) : undefined;
}

type Kind = "a Model" | "a TransientModel" | "an AbstractModel";

/** @returns `undefined` where another class, or running code, knows it */
function toKind({ kind, values, imported, dynamic }: LoadedClass): Kind | undefined {
  const given = ["_abstract", "_transient"];
  if (given.some((name) => imported.has(name) || dynamic.includes(name))) return undefined;
  const [abstract, transient] = given.map((name) => values.get(name));
  if (abstract ?? kind === "AbstractModel") return "an AbstractModel";
  if (transient ?? kind === "TransientModel") return "a TransientModel";
  return kind === null ? undefined : "a Model";
}

/** Odoo refuses such classes as it loads them (`_build_model_check_base`, `_build_model_check_parent`). */
function listWrongKinds(
  { certainty }: Judge,
  found: LoadedClass,
  model: SystemModel | undefined,
): readonly Missing[] {
  const own = toKind(found);
  if (own === undefined || model === undefined) return [];
  return found.inherit.flatMap((name) => {
    const parent = certainty.findModel(name);
    if (parent === undefined || !isMade(parent.lineage)) return [];
    const kind = toKind(parent.lineage.creator.source.definition);
    const isExtended = name === found.model;
    const isAbstract = own === "an AbstractModel";
    const isRight = isExtended
      ? own === kind || (isAbstract && kind === "a Model")
      : !isAbstract || own === kind;
    if (kind === undefined || isRight) return [];
    const verb = isExtended ? "extend" : "inherit from";
    return toMissing("wrong-kind", name, { detail: `${kind}: ${own} cannot ${verb} it` });
  });
}

/** The method by which a model takes other parameters. */
const TAKES_OTHERS = "_valid_field_parameter";

/** A model that takes others of its own is known to take none that is nearly one of Odoo's. */
function listUnknownParameters(
  { registry: { system }, isWhole }: Judge,
  { model: name, bases }: LoadedClass,
  { name: field, type, values, imported, dynamic }: LoadedField,
  model: SystemModel | undefined,
): readonly Missing[] {
  if (!FIELD_PARAMETERS.types.has(type)) return [];
  const takers = model?.lineage.classes.filter(({ methods }) => methods.has(TAKES_OTHERS)) ?? [];
  const isUnknown =
    !isWhole || bases.length > 0 || model === undefined || model.attributes.abstract;
  const isOpen = isUnknown || takers.length > 0;
  // `base`, from which all models inherit, takes `tracking` of abstract ones alone (addons/mail/models/models.py).
  const takesOfModels = isUnknown || takers.some(({ source }) => source.definition.model !== BASE);
  return [...values.keys(), ...imported.keys(), ...dynamic].flatMap((parameter) => {
    if (!/^\w/.test(parameter)) return [];
    const isOfModels = FIELD_PARAMETERS.ofModels.has(parameter);
    if (isOfModels ? takesOfModels : isParameterFor(system.platformVersion, parameter)) return [];
    // A parameter of other versions was meant as it is.
    const isGone = isOfModels || FIELD_PARAMETERS.names.has(parameter);
    const near = isGone ? undefined : findNearestName(parameter, FIELD_PARAMETERS.meant);
    if (isOpen && near === undefined && !isGone) return [];
    return toMissing("unknown-parameter", field, {
      model: name,
      near: near === undefined ? [] : [near],
      detail: parameter,
    });
  });
}

/** `Field.setup_related` compares the types. */
function findWrongRelated(
  { registry: { models } }: Judge,
  { name, type, values }: LoadedField,
  model: SystemModel | undefined,
): Missing | undefined {
  const related = values.get("related");
  if (typeof related !== "string" || !FIELD_PARAMETERS.types.has(type)) return undefined;
  const path = related.split(".");
  const end = path.pop() ?? "";
  let owner = model;
  for (const step of path) {
    const comodel = owner?.findField(step)?.comodel_name;
    owner = comodel === null || comodel === undefined ? undefined : models.findModel(comodel);
  }
  const target = owner?.findField(end);
  const wanted = toFieldType(type);
  const isKnown = target !== undefined && !target.dynamic.some((one) => /^(?:type|\*)/.test(one));
  return isKnown && target.type !== wanted
    ? toMissing("wrong-related", name, {
        model: model?.lineage.model ?? null,
        detail: `${wanted}, and ${related} is of type ${target.type}`,
      })
    : undefined;
}

const OF_SWITCHES = ["boolean", "selection"];
const OF_PARAMETERS = [...OF_SWITCHES, "integer", "float", "char", "many2one", "datetime"];

/** `_get_classified_fields` of res_config.py refuses them when the settings open. */
function findWrongSetting(
  { model }: LoadedClass,
  { name, type, values, imported, dynamic }: LoadedField,
  owner: SystemModel | undefined,
): Missing | undefined {
  if (model !== "res.config.settings" || !FIELD_PARAMETERS.types.has(type)) return undefined;
  // A field that another class has may have the rest from there.
  if (owner?.findField(name)?.definitions.length !== 1) return undefined;
  const kind = /^(?:default|group|module)_/.exec(name)?.[0] ?? "";
  const needed = new Map([
    ["default_", "default_model"],
    ["group_", "implied_group"],
  ]).get(kind);
  const isGiven = (one: string) => values.has(one) || imported.has(one) || dynamic.includes(one);
  const types = kind === "" ? OF_PARAMETERS : OF_SWITCHES;
  const isTyped = kind === "" ? Boolean(values.get("config_parameter")) : kind !== "default_";
  const isOfType = !isTyped || types.includes(toFieldType(type));
  const isOpen = dynamic.some((one) => one.startsWith("*"));
  if (needed !== undefined && !isOpen && !isGiven(needed)) {
    return toMissing("wrong-setting", name, { model, detail: `has no ${needed}` });
  }
  return isOfType
    ? undefined
    : toMissing("wrong-setting", name, { model, detail: `is not of type ${types.join(", ")}` });
}

/** A default that is not in the selection is refused when a record is made (`Selection.convert_to_cache`). */
function findWrongDefault(
  judge: Judge,
  { name, values }: LoadedField,
  model: SystemModel | undefined,
): Missing | undefined {
  const value = values.get("default");
  if (typeof value !== "string" || value === "" || model === undefined) return undefined;
  return findWrongValues(judge, { model, isExact: false }, [name, [value]]);
}

const hasArgument = ({ values, imported, dynamic }: LoadedField, name: string): boolean =>
  values.has(name) ||
  imported.has(name) ||
  dynamic.some((one) => one === name || one.startsWith("*"));

/** `Selection._setup_attrs` of odoo/fields.py refuses to add to no selection. */
function findBareAddition(
  { registry, certainty }: Judge,
  field: LoadedField,
  model: SystemModel | undefined,
): Missing | undefined {
  const given = ["selection", "related", "compute"];
  if (!hasArgument(field, "selection_add") || model === undefined) return undefined;
  const all = model.findField(field.name)?.definitions.map((one) => one.field) ?? [];
  const isBare = all.every((one) => !given.some((name) => hasArgument(one, name)));
  if (!isBare || !certainty.knowsMembers(model, false)) return undefined;
  const name = field.name;
  const near = listNearTexts(
    model.fieldNames.filter((one) => one !== name),
    name,
  );
  const owner = model.lineage.model;
  const verdict = { exists: false, kind: "field", model: owner, name, defined: [], near } as const;
  return { rule: "unknown-field", verdict, elsewhere: findElsewhere(registry, verdict) };
}

const TRIGGER = /^(?:\w+\.)?(constrains|onchange)\(/;
const PATH = /(["'])(\w+(?:\.\w+)+)\1/g;

/** Both take names of fields alone; what is watched lies on the records themselves (`_constraint_methods`, `_onchange_methods`). */
function listIdleTriggers(
  { model: name }: LoadedClass,
  { decorators }: LoadedMethod,
  model: SystemModel | undefined,
): readonly Missing[] {
  return decorators.flatMap((decorator) => {
    const [, what] = TRIGGER.exec(decorator) ?? [];
    if (what === undefined || model === undefined) return [];
    return Array.from(decorator.matchAll(PATH), ([, , path = ""]) =>
      toMissing("idle-trigger", path, { model: name, detail: what }),
    );
  });
}

function findSingleCreate(
  { model }: LoadedClass,
  { name, decorators }: LoadedMethod,
): Missing | undefined {
  const isSingle = name === "create" && decorators.some((one) => /^(?:\w+\.)?model$/.test(one));
  return isSingle ? toMissing("single-create", name, { model }) : undefined;
}

/** A method of this name that some other class defines may be called by that. */
function findFormerHook(
  { registry: { system } }: Judge,
  { model }: LoadedClass,
  { name }: LoadedMethod,
): Missing | undefined {
  const now = getRules(system.platformVersion).formerHooks.get(name);
  return now === undefined ? undefined : toMissing("former-hook", name, { model, detail: now });
}
