// What of the models, views and records of a system is known though modules that it needs are not indexed. Each answer
// names those that could change it: none where it is as if they were indexed.
import { listNamesOf } from "../../../data/imported-value.js";
import type { ImportedName } from "../../../data/loaded-module.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { toModelRecordId } from "../../../data/snapshot/loaded/subjects.js";
import { reach } from "../../../data/walk-graph.js";
import { getModuleOfXmlId } from "../../../data/xml-id.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { getTechnicalName, listDistinct } from "../../lookup/entries.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { LoadedSystem } from "../loaded/loaded-system.js";
import { resolvePath } from "../loaded/system-classes.js";
import type { ClassNode } from "../model/class-order.js";
import type { ModelField } from "../model/fields.js";
import { BASE } from "../model/lineage.js";
import type { Models, SystemModel } from "../model/models.js";
import { PLATFORM_BASE_METHODS } from "./platform-base-methods.js";

type Names = readonly string[];
type FieldLinks = Pick<ModelField, "comodel_name" | "related">;

export interface RegistryKnowledge {
  /** What is needed and not indexed, sorted. */
  readonly names: Names;
  /** Whether the system has a model, and its own classes. */
  listOfModel(model: string): Names;
  /** Whether a dotted name that no model of the system begins is one, or something of one. */
  listOfName(name: string): Names;
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
  /** In which order modules of the system are loaded. @param modules in their order */
  listOfOrder(modules: readonly string[]): Names;
}

const ALL_KNOWN: RegistryKnowledge = {
  names: [],
  listOfModel: () => [],
  listOfName: () => [],
  listOfUsage: () => [],
  listOfFields: () => [],
  listOfField: () => [],
  listOfMethod: () => [],
  listOfRecord: () => [],
  listOfView: () => [],
  listOfOrder: () => [],
};

/** What a field says of a model that the system does not have. */
const NO_MODEL = "_unknown";

/** Longer names are of nobody. */
const MOST_PARTS = 32;

export function createRegistryKnowledge(system: LoadedSystem, models: Models): RegistryKnowledge {
  const { snapshot, platformVersion, known } = system;
  const { names, listReaching, mayCome } = known;
  if (names.length === 0) return ALL_KNOWN;
  const isOfPlatform = (name: string): boolean =>
    findPlatformEdition(name, platformVersion) !== undefined;
  const others = names.filter((name) => !isOfPlatform(name));
  const comesTo = (entries: Iterable<number>): Names => ([...entries].some(mayCome) ? names : []);

  const listOfModel = memoizeEach((model: string): Names => {
    const found = models.findModel(model);
    const makers = found === undefined ? listMakersElsewhere(model) : listMakers(found);
    return listDistinct([
      ...listReaching(makers),
      ...comesTo(snapshot.loaded.classes.listEntries(model)),
    ]);
  });

  /** Modules at the version that make a model which the system does not have. */
  function listMakersElsewhere(model: string): Names {
    const { definitions, entries, versions } = snapshot;
    const number = findString(definitions.models, model);
    const version = versions.indexOf(platformVersion);
    const makers = number === undefined ? [] : [...definitions.listDefiningEntries(number)];
    return makers
      .filter((entry) => entries.version.get(entry) === version)
      .map((entry) => getTechnicalName(snapshot, entry));
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

  /** The platform's modules give no field to `base`, see `PLATFORM_BASE_METHODS`. */
  const listOfFields = memoizeEach((model: string): Names => {
    const family = listFamily(model);
    const classes = family.flatMap((name) => models.findModel(name)?.lineage.classes ?? []);
    return listDistinct([
      ...others,
      ...family.flatMap(listOfModel),
      ...[...new Set(classes)].flatMap(listImported),
      ...listOfOrder(listLoadOrder(classes)),
    ]);
  });

  function listOfField(model: string, { comodel_name: comodel, related }: FieldLinks): Names {
    let on: string | null = model;
    const path: string[] = [];
    for (const name of related?.split(".") ?? []) {
      if (on === null) break;
      path.push(on);
      on = models.findModel(on)?.findField(name)?.comodel_name ?? null;
    }
    const unknown = comodel === NO_MODEL || on === NO_MODEL ? names : [];
    return listDistinct([...listOfFields(model), ...path.flatMap(listOfFields), ...unknown]);
  }

  const listOfMethod = (model: string, method: string): Names => {
    const isOfBase = model === BASE || others.length > 0 || PLATFORM_BASE_METHODS.has(method);
    return listDistinct([...listOfFields(model), ...(isOfBase ? listOfModel(BASE) : [])]);
  };

  const listOfOrder = known.listLeavingOrderOpen;

  return {
    names,
    listOfModel,
    listOfName(name) {
      const parts = name.split(".").slice(0, MOST_PARTS);
      const beginnings = parts.map((_, at) => parts.slice(0, parts.length - at).join("."));
      const made = beginnings.find((model) => listMakersElsewhere(model).length > 0);
      return made === undefined ? names : listOfModel(made);
    },
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
