// The definition classes of a system, by model and by the names that Python code has for them, and the writes of its views by
// data files, by the full id of the view.
import { toGroups, addToGroup } from "../../../data/grouped.js";
import type { ImportedName, LiteralValue } from "../../../data/module/loaded-module.js";
import { getRules } from "../../../data/platform/rules.js";
import { memoizeEach, memoizeFound } from "../../lookup/memo.js";
import { createSteps, MOST_MODEL_STEPS } from "../../lookup/limits.js";
import type { ClassReader, SystemClass } from "../model/class-reader.js";
import type { LoadedSystem, SystemModule } from "./loaded-system.js";
import type { ViewHead } from "../../../data/snapshot/loaded/loaded-reader.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import type { ViewOperation, ViewReader } from "../view/state.js";

/** @throws SnapshotError, also later */
export function createSystemClasses(system: LoadedSystem): ClassReader {
  const { classes } = system.snapshot.loaded;
  const findPresent = memoizeFound((model: string) => system.hasModel(model) || undefined);
  const known = new Map<number, SystemClass>();
  const readOne = (one: Parameters<LoadedSystem["readClass"]>[0]): SystemClass => {
    const read = known.get(one.number) ?? system.readClass(one);
    known.set(one.number, read);
    return read;
  };
  const readNamed = memoizeEach((module: SystemModule) => {
    const byName = toGroups(classes.list(module.entry), ({ class_name: name }) => name);
    return memoizeEach((name: string) =>
      (byName.get(name) ?? []).map(({ number }) => readOne({ module, number })),
    );
  });
  const locate = ({ module, definition }: SystemClass, { from, name }: ImportedName) => {
    const resolved = resolvePath({ module, file: definition.file }, from);
    const found = resolved && system.find(resolved.module);
    return found && { module: found, files: resolved.files, name };
  };
  return {
    steps: createSteps(MOST_MODEL_STEPS, "To combine the model takes"),
    rules: getRules(system.platformVersion),
    listModels: () => classes.listModels(system.modules.map(({ entry }) => entry)),
    hasModel: (model) => findPresent(model) === true,
    listClasses: memoizeEach((model) => listRegistered(system.listClasses(model).map(readOne))),
    findClass(from, name) {
      const target = locate(from, name);
      if (target === undefined) return undefined;
      // A package gives on what its files have, so a file that is not named so will do as well.
      const named = readNamed(target.module)(target.name);
      return (
        named.findLast(({ definition }) => target.files.includes(definition.file)) ?? named.at(-1)
      );
    },
    findConstant(from, name): LiteralValue | undefined {
      const target = locate(from, name);
      if (target === undefined) return undefined;
      const { constants } = system.readHead(target.module);
      const tables = target.files.flatMap((file) => constants.get(file) ?? []);
      const table = [...tables, ...constants.values()].find((each) => each.has(target.name));
      return table?.get(target.name);
    },
  };
}

/** In load order, without those that say that the platform is not to make anything of them. */
function listRegistered(classes: readonly SystemClass[]): readonly SystemClass[] {
  return classes
    .filter(({ definition }) => definition.values.get("_register") !== false)
    .toSorted(({ rank: left }, { rank: right }) => left[0] - right[0] || left[1] - right[1]);
}

const ADDONS = ["odoo", "addons"];

/** The files that a dotted path may be, with the module in whose folder they are. */
export function resolvePath(
  own: { readonly module: string; readonly file: string },
  from: string,
): { readonly module: string; readonly files: readonly string[] } | undefined {
  if (from.startsWith(".")) return { module: own.module, files: toFiles(from.slice(1).split(".")) };
  const parts = from.split(".");
  const [first, second, module, ...rest] = parts;
  if (first !== ADDONS[0] && first !== "openerp") return undefined;
  if (second !== ADDONS[1] || module === undefined) return undefined;
  return { module, files: toFiles(rest) };
}

function toFiles(parts: readonly string[]): readonly string[] {
  const path = parts.filter((part) => part !== "").join("/");
  return path === "" ? ["__init__.py"] : [`${path}.py`, `${path}/__init__.py`];
}

/** @throws SnapshotError, also later */
export function createSystemViews(system: LoadedSystem): ViewReader {
  const getTable = memoizeEach((module: SystemModule) => groupViews(system, module));
  const listTables = (xmlId: string): readonly ModuleViews[] =>
    system.listTouching(xmlId).map(getTable);
  return {
    listOperations: (xmlId) => listTables(xmlId).flatMap(({ byId }) => byId.get(xmlId) ?? []),
    listInheriting: (xmlId) => [
      ...new Set(listTables(xmlId).flatMap(({ byParent }) => byParent.get(xmlId) ?? [])),
    ],
  };
}

/** Writes of views by one module, by full ids. */
interface ModuleViews {
  readonly byId: ReadonlyMap<string, readonly ViewOperation[]>;
  readonly byParent: ReadonlyMap<string, readonly string[]>;
}

function groupViews({ snapshot, readHead }: LoadedSystem, module: SystemModule): ModuleViews {
  const byId = new Map<string, ViewOperation[]>();
  const byParent = new Map<string, string[]>();
  for (const [position, { archRow, ...view }] of readHead(module).views.entries()) {
    if (isOfTheme(module, view.operation)) continue;
    const id = toFullXmlId(module.name, view.xml_id);
    addToGroup(byId, id, {
      module: module.name,
      rank: [module.loadIndex, position],
      view,
      readArch: () => (archRow === undefined ? undefined : snapshot.loaded.readArch(archRow)),
    });
    if (view.inherit_id) addToGroup(byParent, toFullXmlId(module.name, view.inherit_id), id);
  }
  return { byId, byParent };
}

/** Templates of a theme are kept apart until a website takes it: `_tag_template` of odoo/tools/convert.py. */
function isOfTheme({ name }: SystemModule, operation: ViewHead["operation"]): boolean {
  return operation === "template" && name.startsWith("theme_");
}
