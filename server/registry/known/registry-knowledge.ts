// Knowledge of models, views and records in a system with modules outside the index. Each answer
// names the modules that could change it: none if it is certain.
import { listNamesOf } from "../../../data/module/imported-value.js";
import type { ImportedName } from "../../../data/module/loaded-module.js";
import { toModelRecordId } from "../../../data/snapshot/loaded/subjects.js";
import { reach } from "../../../data/walk-graph.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { getBaseMethods } from "../../../data/platform/orm-methods.js";
import { NO_MODEL } from "../../contract/shape/system/registry-model.js";
import { listDistinct } from "../../lookup/entries.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { LoadedSystem } from "../loaded/loaded-system.js";
import { resolvePath } from "../loaded/system-classes.js";
import type { ClassNode } from "../model/class-order.js";
import type { ModelField } from "../model/fields.js";
import { BASE } from "../model/lineage.js";
import type { Models, SystemModel } from "../model/models.js";

type Names = readonly string[];
type FieldLinks = Pick<ModelField, "comodel_name" | "related">;

export interface RegistryKnowledge {
  /** Needed names outside the index, sorted. */
  readonly names: Names;
  /** Whether the system has a model, and its own classes. */
  listOfModel(model: string): Names;
  /** Views, rights, menus and the like that point at a model. */
  listOfUsage(model: string): Names;
  /** Whether a model has a field of any other name, and its fields as far as its classes and ancestors say. */
  listOfFields(model: string): Names;
  /** A field with all that it takes from others. */
  listOfField(model: string, field: FieldLinks): Names;
  /** Whether a model has a method, and its chain. */
  listOfMethod(model: string, method: string): Names;
  /** Whether a record of that full id exists, and who changes it. */
  listOfRecord(xmlId: string): Names;
  /** A view and all that is applied to it, by the modules whose data files make and change these. */
  listOfView(xmlIds: readonly string[], modules: readonly string[]): Names;
  /**
   * Doubts about the load order of these modules.
   * @param modules in load order
   */
  listOfOrder(modules: readonly string[]): Names;
}

const ALL_KNOWN: RegistryKnowledge = {
  names: [],
  listOfModel: () => [],
  listOfUsage: () => [],
  listOfFields: () => [],
  listOfField: () => [],
  listOfMethod: () => [],
  listOfRecord: () => [],
  listOfView: () => [],
  listOfOrder: () => [],
};

export function createRegistryKnowledge(system: LoadedSystem, models: Models): RegistryKnowledge {
  const { snapshot, platformVersion, known } = system;
  const { names, listReaching, mayCome } = known;
  if (names.length === 0) return ALL_KNOWN;
  const isOfPlatform = (name: string): boolean =>
    findPlatformEdition(name, platformVersion) !== undefined;
  const others = names.filter((name) => !isOfPlatform(name));
  const comesTo = (entries: Iterable<number>): Names => ([...entries].some(mayCome) ? names : []);

  const listOfFound = memoizeEach((found: SystemModel): Names => {
    const coming = comesTo(snapshot.loaded.classes.listEntries(found.lineage.model));
    return listDistinct([...listReaching(listMakers(found)), ...coming]);
  });
  function listOfModel(model: string): Names {
    const found = models.findModel(model);
    // If two modules make a model of the same name, one may be the platform's.
    return found === undefined ? names : listOfFound(found);
  }

  /** The model and those that it inherits from or delegates to, without `base`. */
  const listFamily = memoizeEach((model: string): Names =>
    [...reach([model], listParents).keys()].filter((name) => name !== BASE),
  );

  function listParents(model: string): Names {
    const found = models.findModel(model);
    if (found === undefined) return [];
    const named = found.lineage.classes.flatMap(({ inherit, inherits }) => [
      ...inherit,
      ...inherits.keys(),
    ]);
    return listDistinct([...named, ...found.inherits.keys()]);
  }

  /** A class of Python, or a constant, of a module that is not indexed. */
  function listImported({ source }: ClassNode): Names {
    const { bases, imported, fields, file } = source.definition;
    const used: readonly ImportedName[] = [
      ...bases,
      ...[...imported.values()].flatMap(listNamesOf),
      ...fields.flatMap((field) => [...field.imported.values()].flatMap(listNamesOf)),
    ];
    return used
      .flatMap(({ from }) => resolvePath({ module: source.module, file }, from)?.module ?? [])
      .filter((module) => names.includes(module));
  }

  /** The platform's modules give no field to `base`, see `getBaseMethods`. */
  const listOfKnownFields = memoizeEach((model: string): Names => {
    const family = listFamily(model);
    const classes = family.flatMap((name) => models.findModel(name)?.lineage.classes ?? []);
    return listDistinct([
      ...others,
      ...family.flatMap(listOfModel),
      ...[...new Set(classes)].flatMap(listImported),
      ...listOfOrder(listLoadOrder(classes)),
    ]);
  });

  const listOfFields = (model: string): Names =>
    models.findModel(model) === undefined ? names : listOfKnownFields(model);
  /** A related field takes attributes from all fields of its path, and of theirs. */
  function listOfField(model: string, field: FieldLinks): Names {
    const found = new Set<string>();
    const met = new Set<string>();
    const waiting: (readonly [model: string, field: FieldLinks])[] = [[model, field]];
    for (const [on, { comodel_name: comodel, related }] of waiting) {
      for (const name of comodel === NO_MODEL ? names : listOfFields(on)) found.add(name);
      let next: string | null = on;
      for (const part of related?.split(".") ?? []) {
        if (next === null || met.has(`${next} ${part}`)) break;
        met.add(`${next} ${part}`);
        const step: ModelField | undefined = models.findModel(next)?.findField(part);
        if (step === undefined) return names;
        waiting.push([next, step]);
        next = step.comodel_name;
      }
    }
    return [...found];
  }

  const listOfMethod = (model: string, method: string): Names => {
    const isOfBase = model === BASE || others.length > 0 || getBaseMethods().has(method);
    return listDistinct([...listOfFields(model), ...(isOfBase ? listOfModel(BASE) : [])]);
  };

  const listOfOrder = known.listLeavingOrderOpen;

  return {
    names,
    listOfModel,
    listOfUsage(model) {
      const subject = toModelRecordId(model);
      const { listEntriesAbout, listEntriesWithViews } = snapshot.loaded;
      const entries = [...listEntriesAbout(subject), ...listEntriesWithViews(subject)];
      return listDistinct([...listOfModel(model), ...comesTo(entries)]);
    },
    listOfFields,
    listOfField,
    listOfMethod,
    listOfRecord: (xmlId) => {
      const entries = snapshot.loaded.listForeignEntries(xmlId);
      return listDistinct([...listReaching([getModuleOfXmlId(xmlId)]), ...comesTo(entries)]);
    },
    listOfView: (xmlIds, modules) =>
      listDistinct([
        ...listReaching(xmlIds.map(getModuleOfXmlId)),
        ...comesTo(xmlIds.flatMap((id) => [...snapshot.loaded.listForeignEntries(id)])),
        ...listOfOrder(modules),
      ]),
    listOfOrder,
  };
}

/** Modules with a class that makes a model; none where classes only extend it. */
function listMakers({ lineage }: SystemModel): Names {
  return lineage.classes
    .filter(
      ({ source, inherit }) =>
        source.definition.model === lineage.model && !inherit.includes(lineage.model),
    )
    .map(({ source }) => source.module);
}

function listLoadOrder(classes: readonly ClassNode[]): Names {
  const sorted = classes.toSorted((left, right) => left.source.rank[0] - right.source.rank[0]);
  return listDistinct(sorted.map(({ source }) => source.module));
}
