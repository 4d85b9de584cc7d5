// Decides whether something not found is surely missing: a module outside the index, or code, may
// define it.
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import { findPlatformEdition } from "../../../../data/platform/module-names.js";
import { NO_MODEL } from "../../../contract/shape/system/registry-model.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { BASE, isMade, type Lineage } from "../../model/lineage.js";
import type { SystemModel } from "../../model/models.js";

export interface Certainty {
  /** The model, where some class makes it; one that classes only extend is made nowhere. */
  findModel(model: string): SystemModel | undefined;
  /** Whether a model that is not found does not exist. */
  knowsModels(model: string): boolean;
  /**
   * Whether what is not found of a model does not exist; always false for an abstract one, and one that a module inherits
   * from for another, unless records of the model itself are meant.
   */
  knowsMembers(model: SystemModel, isExact: boolean): boolean;
  /**
   * True if all methods are known; a module outside the index may give methods to all models at
   * once.
   */
  knowsMethods(model: SystemModel, isExact: boolean): boolean;
}

/** Whether a class of the model has a Python base that nobody has, as one of a helper file without models. */
export const hasUnknownBase = ({ lineage }: SystemModel): boolean =>
  lineage.classes.some((node) => node.hasUnknownBase);

/** Methods of the ORM of which overrides give models fields and bases that no class has (`MetaModel`, odoo/models.py). */
const MAKING_FIELDS = ["_build_model", "_setup_base", "_setup_fields"];

/** Prefix of names that users make in a database. */
const CUSTOM = "x_";

export const isCustomField = (name: string): boolean => name.startsWith(CUSTOM);

/**
 * Code of `base` puts the first into the class, since Python does not take its name (`setattr` in ir_rule.py), and takes the
 * second for one of several (`_update_values` in ir_property.py). The others are keys that `create` takes out of its values
 * (account_payment.py, account_bank_statement_line.py).
 */
const SET_BY_CODE: ReadonlySet<string> = new Set([
  "ir.rule.global",
  "ir.property.value",
  "account.payment.write_off_line_vals",
  "account.payment.force_balance",
  "account.bank.statement.line.counterpart_account_id",
]);

/** Fields of `res.users` that stand for groups. */
const OF_GROUPS = /^(?:in_group_|sel_groups_)/;

/** Whether an unknown field may exist nevertheless. */
export function isUncertainField(model: string, field: string): boolean {
  if (model === "res.users" && OF_GROUPS.test(field)) return true;
  return isCustomField(field) || SET_BY_CODE.has(`${model}.${field}`);
}

/** Whether code makes names of models of a module, as in a loop around its classes. */
export function isNamedByCode({ loaded }: ModuleUnderDevelopment): boolean {
  return loaded.classes.some(({ kind, dynamic }) => kind !== null && dynamic.includes("_name"));
}

/** @param missing names of modules that the system needs and the index does not have */
export function createCertainty(
  { models, system }: Pick<Registry, "models" | "system">,
  modules: readonly ModuleUnderDevelopment[],
  missing: readonly string[],
): Certainty {
  const written = new Set(modules.map(({ technicalName }) => technicalName));
  const isBaseKnown = missing.every(
    (name) => findPlatformEdition(name, system.platformVersion) !== undefined,
  );
  const isAllNamed = !modules.some(isNamedByCode);
  /** Models that others are made of, as those that are abstract. */
  const inherited = new Set(
    modules.flatMap(({ loaded }) =>
      loaded.classes.flatMap(({ model, inherit }) => inherit.filter((one) => one !== model)),
    ),
  );
  const known = new Map<string, boolean>();

  function findModel(name: string): SystemModel | undefined {
    const model = name === NO_MODEL ? undefined : models.findModel(name);
    return model !== undefined && isMade(model.lineage) ? model : undefined;
  }

  /** Models made after the missing modules are not extended by them. */
  function isOutOfReach({ creator }: Lineage): boolean {
    const { module } = creator.source;
    return missing.length === 0 || (written.has(module) && !missing.includes(module));
  }

  function isComplete(model: SystemModel): boolean {
    const { lineage } = model;
    const parents = new Set(
      lineage.classes.flatMap(({ inherit, inherits }) => [...inherit, ...inherits.keys()]),
    );
    const isNamed = lineage.classes.every(
      ({ source: { definition } }) =>
        !definition.dynamic.some((name) => name === "_inherit" || name === "_inherits"),
    );
    const isMadeByCode = lineage.classes.some(({ methods }) =>
      MAKING_FIELDS.some((name) => methods.has(name)),
    );
    const others = [...parents].filter((name) => name !== lineage.model && name !== BASE);
    const isOwn = isNamed && !isMadeByCode && !hasUnknownBase(model);
    return isOwn && isOutOfReach(lineage) && others.every(isKnownParent);
  }

  function isKnownParent(name: string): boolean {
    const model = findModel(name);
    return model !== undefined && knows(model);
  }

  function knows(model: SystemModel): boolean {
    const name = model.lineage.model;
    const before = known.get(name);
    if (before !== undefined) return before;
    // A circle of delegation adds nothing.
    known.set(name, true);
    const isKnown = isComplete(model);
    known.set(name, isKnown);
    return isKnown;
  }

  const knowsMembers = (model: SystemModel, isExact: boolean): boolean =>
    (isExact || !(model.attributes.abstract || inherited.has(model.lineage.model))) && knows(model);

  return {
    findModel,
    knowsModels: (model) => missing.length === 0 && isAllNamed && !model.startsWith(CUSTOM),
    knowsMembers,
    knowsMethods: (model, isExact) => isBaseKnown && knowsMembers(model, isExact),
  };
}
