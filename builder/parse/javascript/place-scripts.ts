// The names of modules of scripts, which follow from where their files lie (`url_to_module_path` of
// odoo/tools/js_transpiler.py): `web/static/src/core/registry.js` is `@web/core/registry`.
import path from "node:path";
import type { ScriptRecord } from "../../../data/module/script-parts.js";
import type { FoundScript } from "./script-file.js";

/**
 * The scripts of a file with its path and their names.
 * @param technicalName of the module in which the file is
 * @param file relative to the module's folder
 */
export function placeScripts(
  found: readonly FoundScript[],
  technicalName: string,
  file: string,
): readonly ScriptRecord[] {
  const place = `${technicalName}/${file}`;
  const own = toModuleId(place);
  const resolve = (from: string): string => resolveImport(place, from);
  return found.map(({ name, isFileModule, alias, imports, classes, patches, line, ...script }) => ({
    module_id: name ?? (isFileModule ? own : null),
    alias,
    imports: imports.map(({ from, names }) => ({ from: resolve(from), names })),
    exports: script.exports,
    classes: classes.map((one) => ({
      ...one,
      extends_from: one.extends_from === null ? null : resolve(one.extends_from),
    })),
    functions: script.functions,
    patches: patches.map((patch) => ({
      ...patch,
      from: patch.from === null ? null : resolve(patch.from),
    })),
    registry: script.registry,
    file,
    line,
  }));
}

/** @param file from the folder in which modules lie */
function toModuleId(file: string): string {
  return `@${file.replace(/(?:\/index)?(?:\.js)?$/, "")}`
    .replace(/\/static\/src(?![^/])/, "")
    .replace("/static/", "/../");
}

/** A path from one file to another, as `./hooks` or `../utils`, or the name of a module. */
function resolveImport(file: string, from: string): string {
  return /^\.\.?\//.test(from)
    ? toModuleId(path.posix.join(path.posix.dirname(file), from))
    : from.replace(/\/index\/?$/, "");
}
