// A system with modules on top of it that are being written: loaded last, out of their files.
import { toGroups } from "../../../data/grouped.js";
import type { ArchNode, ImportedName } from "../../../data/module/loaded-module.js";
import type { ModuleUnderDevelopment } from "../../../data/module/module-under-development.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import type { ClassReader, SystemClass } from "../model/class-reader.js";
import type { ViewOperation, ViewReader } from "../view/state.js";
import type { LoadedSystem } from "./loaded-system.js";
import { createRegistry, type Registry } from "./registry-cache.js";
import { createSystemClasses, resolvePath, createSystemViews } from "./system-classes.js";

/** @param modules in their load order; the system has none of the same names */
export function createRegistryUnderDevelopment(
  system: LoadedSystem,
  modules: readonly ModuleUnderDevelopment[],
): Registry {
  const loadIndexes = new Map(modules.map((module, at) => [module, system.modules.length + at]));
  const classes = addClasses(createSystemClasses(system), loadIndexes);
  return createRegistry(system, classes, addViews(createSystemViews(system), loadIndexes));
}

type LoadIndexes = ReadonlyMap<ModuleUnderDevelopment, number>;

function addClasses(system: ClassReader, loadIndexes: LoadIndexes): ClassReader {
  const classes = [...loadIndexes].flatMap(([{ technicalName, loaded }, loadIndex]) =>
    loaded.classes.map((definition, position): SystemClass => ({
      module: technicalName,
      rank: [loadIndex, position],
      definition,
    })),
  );
  const byModel = toGroups(classes, ({ definition }) => definition.model);
  const locate = ({ module, definition }: SystemClass, { from }: ImportedName) => {
    const path = resolvePath({ module, file: definition.file }, from);
    const written = [...loadIndexes.keys()].find(
      ({ technicalName }) => technicalName === path?.module,
    );
    return written && { written, files: path?.files ?? [] };
  };
  return {
    steps: system.steps,
    rules: system.rules,
    listModels: () => [
      ...new Set([...system.listModels(), ...byModel.keys()].filter((model) => model !== null)),
    ],
    hasModel: (model) => system.hasModel(model) || byModel.has(model),
    listClasses: (model) => [...system.listClasses(model), ...(byModel.get(model) ?? [])],
    findClass(from, name) {
      const target = locate(from, name);
      if (target === undefined) return system.findClass(from, name);
      const named = classes.filter(
        ({ module, definition }) =>
          module === target.written.technicalName && definition.class_name === name.name,
      );
      return (
        named.findLast(({ definition }) => target.files.includes(definition.file)) ?? named.at(-1)
      );
    },
    findConstant(from, name) {
      const target = locate(from, name);
      if (target === undefined) return system.findConstant(from, name);
      const { constants } = target.written.loaded;
      const tables = target.files.flatMap((file) => constants.get(file) ?? []);
      return tables.find((table) => table.has(name.name))?.get(name.name);
    },
  };
}

function addViews(system: ViewReader, loadIndexes: LoadIndexes): ViewReader {
  const operations = [...loadIndexes].flatMap(([{ technicalName, loaded }, loadIndex]) =>
    loaded.views.map(({ arch, ...view }, position) => ({
      xmlId: toFullXmlId(technicalName, view.xml_id),
      inheritId: toFullXmlId(technicalName, view.inherit_id ?? ""),
      operation: {
        module: technicalName,
        rank: [loadIndex, position],
        view,
        readArch: () => (arch === undefined ? undefined : (JSON.parse(arch) as ArchNode)),
      } satisfies ViewOperation,
    })),
  );
  const byId = toGroups(operations, ({ xmlId }) => xmlId);
  const byParent = toGroups(operations, ({ inheritId }) => inheritId);
  return {
    listOperations: (xmlId) => [
      ...system.listOperations(xmlId),
      ...(byId.get(xmlId) ?? []).map(({ operation }) => operation),
    ],
    listInheriting: (xmlId) => [
      ...new Set([
        ...system.listInheriting(xmlId),
        ...(byParent.get(xmlId) ?? []).map((one) => one.xmlId),
      ]),
    ],
  };
}
