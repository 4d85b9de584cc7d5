// Fields of small systems as readable lines, for the tests beside this file.
import type { ModelField } from "../../../../server/registry/model/fields.js";
import { createModels, type SystemModel } from "../../../../server/registry/model/models.js";
import {
  BASE_MODULE,
  createClassReader,
  type SmallSystem,
  type SystemOutline,
} from "./small-system.js";

export function getModel(
  model: string,
  modules: SystemOutline,
  system: SmallSystem = {},
): SystemModel {
  const found = createModels(createClassReader({ ...BASE_MODULE, ...modules }, system)).findModel(
    model,
  );
  if (found === undefined) throw new Error(`no model ${model}`);
  return found;
}

export function getField(model: SystemModel, name: string): ModelField {
  const field = model.findField(name);
  if (field === undefined) throw new Error(`no field ${name}`);
  return field;
}

/** Type, label, what it is (`required readonly stored copied …`) and texts that are not null. */
export function outlineField(model: SystemModel, name: string): string {
  const field = getField(model, name);
  const words = [
    field.type,
    JSON.stringify(field.string),
    field.required && "required",
    field.readonly && "readonly",
    field.store && "stored",
    field.copy && "copied",
    field.company_dependent && "company_dependent",
    field.translate && "translated",
    field.inherited && "inherited",
    field.automatic && "automatic",
  ].filter(Boolean);
  const texts = (
    [
      "comodel_name",
      "inverse_name",
      "index",
      "compute",
      "inverse",
      "search",
      "related",
      "groups",
    ] as const
  ).flatMap((key) => (field[key] === null ? [] : [`${key}=${field[key]}`]));
  const dynamic = field.dynamic.length > 0 ? [`dynamic: ${field.dynamic.join(" ")}`] : [];
  return [...words, ...texts, ...dynamic].join(" ");
}
