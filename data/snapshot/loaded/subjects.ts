// Subjects of a module's data: everything that points at a model is found without reading every
// module. Models of views stand apart from the rest (models of rights, rules, jobs and actions;
// actions of other modules that menus start), which is in far fewer modules.
import type { LoadedView } from "../../module/loaded-module.js";
import { POINTING_PROPERTIES, type ModuleParts } from "../../module/module-parts.js";
import { getModuleOfXmlId, toFullXmlId } from "../../module/xml-id.js";

/**
 * The id that the platform gives the record of a model, in full without its module: `model_sale_order`.
 * Data files name models by it or by their name; two models whose names differ in points alone share it.
 */
export function toModelRecordId(model: string): string {
  return `model_${model.replaceAll(".", "_")}`;
}

/** `model_…` ids without their module. */
export function listViewSubjects(views: readonly LoadedView[]): ReadonlySet<string> {
  return new Set(
    views.flatMap(({ model }) => (typeof model === "string" ? toModelRecordId(model) : [])),
  );
}

/** `model_…` ids without their module, and full ids of actions of other modules. */
export function listSubjects(technicalName: string, parts: ModuleParts): ReadonlySet<string> {
  const subjects = new Set<string>();
  for (const { part, property, pointsAt } of POINTING_PROPERTIES) {
    for (const row of parts[part]) {
      const target = (row as Readonly<Record<string, unknown>>)[property];
      if (typeof target !== "string") continue;
      if (pointsAt === "model") {
        subjects.add(toSubject(target));
        // Most actions give a name, which may look like an id: `survey.model_kind`.
        if (part === "actions") subjects.add(toModelRecordId(target));
      } else {
        const action = toFullXmlId(technicalName, target);
        if (getModuleOfXmlId(action) !== technicalName) subjects.add(action);
      }
    }
  }
  return subjects;
}

/** The subject that a model is where data files may give its name or the id of its record: `sale.model_order` is taken for an id. */
export function toSubject(model: string): string {
  const [, local = ""] = /(?:^|\.)(model_\w+)$/.exec(model) ?? [];
  return local === "" ? toModelRecordId(model) : local;
}
