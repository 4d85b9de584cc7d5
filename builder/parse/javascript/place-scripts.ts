// The names of modules of scripts, which follow from where their files lie (`url_to_module_path` of
// odoo/tools/js_transpiler.py): `web/static/src/core/registry.js` is `@web/core/registry`.
import type { ScriptRecord } from "../../../data/module/module-parts.js";
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
  const own = toModuleId(technicalName, file);
  const resolve = (from: string): string => resolvePath(own, from);
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

function toModuleId(technicalName: string, file: string): string {
  return `@${technicalName}${file.replace(/^static\/src/, "").replace(/(?:\/index)?\.js$/, "")}`;
}

/** A path from one module to another, as `./hooks` or `../utils`. */
function resolvePath(own: string, from: string): string {
  if (!/^\.\.?\//.test(from)) return from;
  const parts = own.split("/").slice(0, -1);
  for (const part of from.replace(/\.js$/, "").split("/")) {
    // What leads out of `static/src` is kept as it is written.
    if (part === ".." && parts.length > 1 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
