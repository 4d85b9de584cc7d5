// The definition classes of a system, by model and by the names that Python code has for them.
import type { ImportedName, LiteralValue } from "../../../data/loaded-module.js";
import type { ClassReader, SystemClass } from "../model/class-reader.js";
import type { LoadedSystem, SystemModule } from "./loaded-system.js";

/** @throws SnapshotError, also later */
export function openSystemClasses(system: LoadedSystem): ClassReader {
  const { snapshot } = system;
  const { loaded } = snapshot;
  const byModel = new Map<string, readonly SystemClass[]>();
  const present = new Map<string, boolean>();
  const read = (module: SystemModule, position: number): SystemClass | undefined => {
    const definition = system.readClass(module, position);
    if (definition === undefined) return undefined;
    const { name, place } = module;
    return { module: name, rank: [place, position], definition };
  };
  const listClasses = (model: string): readonly SystemClass[] =>
    system
      .listModules(loaded.listEntriesOfModel(model))
      .flatMap((module) =>
        system.readHead(module).classes.flatMap((head, position) => {
          return head.model === model ? (read(module, position) ?? []) : [];
        }),
      )
      .filter(({ definition }) => definition.values.get("_register") !== false);
  const locate = ({ module, definition }: SystemClass, { from, name }: ImportedName) => {
    const place = resolvePath({ module, file: definition.file }, from);
    const found = place && system.find(place.module);
    return found && { module: found, files: place.files, name };
  };
  return {
    platformVersion: system.platformVersion,
    listModels() {
      const names = system.modules.flatMap((module) =>
        system.readHead(module).classes.flatMap(({ model }) => model ?? []),
      );
      return [...new Set(names)];
    },
    hasModel(model) {
      const known =
        present.get(model) ?? system.listModules(loaded.listEntriesOfModel(model)).length > 0;
      present.set(model, known);
      return known;
    },
    listClasses(model) {
      const known = byModel.get(model) ?? listClasses(model);
      byModel.set(model, known);
      return known;
    },
    findClass(from, name) {
      const target = locate(from, name);
      if (target === undefined) return undefined;
      const { classes } = system.readHead(target.module);
      // A package gives on what its files have, so a file that is not named so will do as well.
      const named = classes.flatMap(({ class_name: own, file }, position) =>
        own === target.name ? [{ file, position }] : [],
      );
      const exact = named.findLast(({ file }) => target.files.includes(file)) ?? named.at(-1);
      return exact && read(target.module, exact.position);
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
