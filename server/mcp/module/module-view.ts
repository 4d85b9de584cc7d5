// A module as an agent reads it: its details, and of the rest only the parts that were chosen.
import { TOLD } from "../../../data/module/told-facts.js";
import { PART_NAMES, type PartName } from "../../../data/module/module-parts.js";
import type { ModelRecord, ViewRecord } from "../../../data/module/records.js";
import { isWhole, type ModuleDetail, type ModuleSelection } from "../../contract/shape/module.js";

/** Parts of every record. */
const RECORD_PARTS = [
  "description",
  "dependencies",
  "people",
  "models",
  "fields",
  "methods",
  "views",
] as const;

export const PARTS = [...RECORD_PARTS, ...PART_NAMES] as const;

type Part = (typeof PARTS)[number];

export const DEFAULT_PARTS: readonly Part[] = ["description", "dependencies", "models"];

export function isPart(word: string): word is Part {
  return PARTS.some((part) => part === word);
}

/** What the route must be asked to include. */
export function listIncluded(parts: readonly Part[]): readonly PartName[] {
  return PART_NAMES.filter((name) => parts.includes(name));
}

/** @param module all of its record; parts that must be asked for are there when they were */
export function toModuleView(
  module: ModuleDetail | ModuleSelection,
  parts: readonly Part[],
): Readonly<Record<string, unknown>> {
  if (!isWhole(module)) throw new Error("a module was asked for whole and came in part");
  const has = (...wanted: readonly Part[]): boolean => wanted.some((part) => parts.includes(part));
  return {
    ...pickDetails(module),
    ...(has("description") ? { description: module.description } : {}),
    ...(has("dependencies") ? pickDependencies(module) : {}),
    ...(has("people") ? pickPeople(module) : {}),
    ...(has("models", "fields", "methods")
      ? { models: module.models.map((model) => toModelView(model, parts)) }
      : {}),
    ...(has("views") ? { views: module.views.map(toViewLine) } : {}),
    ...Object.fromEntries(listIncluded(parts).map((name) => [name, module[name]])),
  };
}

function pickDetails(module: ModuleDetail) {
  const { models, views } = module;
  return {
    ...Object.fromEntries(TOLD.agents.map((name) => [name, module[name]])),
    counts: {
      models: models.length,
      fields: models.reduce((sum, { fields }) => sum + fields.length, 0),
      methods: models.reduce((sum, { methods }) => sum + methods.length, 0),
      views: views.length,
    },
  };
}

function pickDependencies(module: ModuleDetail) {
  const { declared_dependencies, unresolved_dependencies, unresolved, dependencies } = module;
  return { declared_dependencies, unresolved_dependencies, unresolved, dependencies };
}

function pickPeople(module: ModuleDetail) {
  const { authors, maintainers, committers, developers, translators } = module;
  return { authors, maintainers, committers, developers, translators };
}

function toModelView(model: ModelRecord, parts: readonly Part[]) {
  const { model_name, class_name, is_new_model, inherit_from, docstring } = model;
  return {
    model_name,
    class_name,
    is_new_model,
    inherit_from,
    docstring,
    ...(parts.includes("fields")
      ? {
          fields: model.fields.map(({ name, field_type, relation }) =>
            relation === null ? `${name}: ${field_type}` : `${name}: ${field_type} → ${relation}`,
          ),
        }
      : {}),
    ...(parts.includes("methods")
      ? { methods: model.methods.map(({ name, signature }) => `${name}${signature}`) }
      : {}),
  };
}

export function toViewLine({ xml_id, model, inherit_xml_id, view_type }: ViewRecord): string {
  const kind = [view_type, model].filter((part) => part !== null && part !== "").join(" of ");
  return `${xml_id}: ${kind}${inherit_xml_id === null ? "" : ` ← ${inherit_xml_id}`}`;
}
