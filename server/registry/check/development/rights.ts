// Rights of modules that are being written: models that no access line is for.
import { GIVEN, isGivenList, type GivenValue } from "../../../../data/module/given-value.js";
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import { toModelRecordId, toSubject } from "../../../../data/snapshot/loaded/subjects.js";
import { needsAccess } from "../../data/model-rights.js";
import { once } from "../../../lookup/memo.js";
import type { Judge } from "./judging.js";

type Placed<T> = T & { readonly file: string; readonly line: number };

export function createSubjectFinder({
  registry: { system },
  modules,
}: Pick<Judge, "registry" | "modules">): Judge["findSubject"] {
  const written = once(
    () =>
      new Map(
        modules.flatMap(({ loaded }) =>
          loaded.classes.flatMap(({ model }) =>
            model === null ? [] : [[toModelRecordId(model), model] as const],
          ),
        ),
      ),
  );
  return (value) => {
    const id = readSubject(value) ?? "";
    return (
      written().get(id) ?? system.snapshot.loaded.classes.listModelsWithId(id).find(system.hasModel)
    );
  };
}

/** Lines of all modules count, also of others that are being written. */
export function listModelsWithoutAccess(
  { registry, modules, certainty }: Pick<Judge, "registry" | "modules" | "certainty">,
  module: ModuleUnderDevelopment,
): readonly Placed<{ readonly model: string }>[] {
  const { loaded, hasManifest, unread, technicalName } = module;
  if (!hasManifest || unread.length > 0) return [];
  const lines = modules
    .flatMap((one) => one.loaded.data.flatMap(({ records }) => records))
    .filter((record) => record.model === "ir.model.access" && record.tag !== "delete");
  const told = lines.map(({ values }) => readSubject(values.get("model_id")));
  // A line of which the model is not told may be for any.
  if (told.includes(undefined)) return [];
  // For a model that the system lacks the key is the id, as written.
  const below = once(() => new Set([...registry.getRights().access.keys()].flatMap(listSubjects)));
  const known = new Set(told);
  return loaded.classes.flatMap(({ model, file, line, values }) => {
    // A class that is not registered makes no model.
    if (values.get("_register") === false) return [];
    if (model === null || known.has(toModelRecordId(model))) return [];
    const creator = certainty.findModel(model)?.lineage.creator.source;
    const isOwn =
      creator?.module === technicalName &&
      creator.definition.file === file &&
      creator.definition.line === line;
    if (!isOwn || !needsAccess(registry, model)) return [];
    return below().has(toModelRecordId(model)) ? [] : [{ model, file, line }];
  });
}

const listSubjects = (model: string) => [toModelRecordId(model), toSubject(model)];

/** The subject that the model of a value is; an absent one is that of a record which another place makes. */
function readSubject(value: GivenValue | undefined): string | null | undefined {
  if (value === undefined) return null;
  if (!isGivenList(value)) return undefined;
  const [kind, first, second] = value;
  if (kind === GIVEN.reference || kind === GIVEN.ids) return toSubject(String(first).trim());
  return kind === GIVEN.search && first === "model" ? toModelRecordId(String(second)) : undefined;
}
