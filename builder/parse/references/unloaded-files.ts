// Files with models that no package of their module imports, so that the platform does not load them.
import { NO_CODE_FOLDERS } from "../../../data/module/file-names.js";
import type { UnloadedFile } from "../../../data/module/module-under-development.js";
import type { ModuleFile } from "../module.js";
import type { PythonClass } from "../python/python-class.js";
import type { PythonFile } from "../python/python-file.js";
import { findLoaded } from "../python/loaded/load-order.js";

/** Folders whose code runs by another way than an import, beside those of no module. */
const OTHER_FOLDERS: ReadonlySet<string> = new Set(["demo", "examples", "scripts", "upgrades"]);

/** Ways to import that name no file. */
const COMPUTED_IMPORT = /\b(?:importlib|__import__|pkgutil|exec)\b/;

/** @param files of a module as its package imports them @param texts of its Python files */
export function listUnloadedFiles(
  files: readonly ModuleFile[],
  technicalName: string,
  texts: Iterable<Uint8Array>,
): readonly UnloadedFile[] {
  const python = new Map<string, PythonFile>();
  for (const { path, parsed } of files) {
    if (parsed.value.kind === "python") python.set(path, parsed.value);
    // Imports of a file with an error are not all known.
    const isBroken = parsed.diagnostics.some(({ code }) => code === "python_recovered");
    if (isBroken && path.endsWith("__init__.py")) return [];
  }
  const loaded = findLoaded(python, technicalName).files;
  const unloaded = [...python].flatMap(([file, { classes }]): readonly UnloadedFile[] => {
    const [, ...folders] = file.split("/").toReversed();
    const isOther = folders.some((name) => NO_CODE_FOLDERS.has(name) || OTHER_FOLDERS.has(name));
    const models = classes.filter(({ record, loaded: made }) => record.attrs.kind && made !== null);
    const [first] = models;
    return first === undefined || isOther || loaded.has(file)
      ? []
      : [
          {
            file,
            line: first.record.line,
            models: models.flatMap(({ loaded: made }) => listMade(made)),
          },
        ];
  });
  return unloaded.length > 0 && [...texts].some(hasComputedImport) ? [] : unloaded;
}

function hasComputedImport(bytes: Uint8Array): boolean {
  return COMPUTED_IMPORT.test(new TextDecoder().decode(bytes));
}

/** The model that a class makes, if it extends no other. */
function listMade(made: PythonClass["loaded"]): readonly string[] {
  const { model, inherit = [] } = made ?? {};
  return model === undefined || model === null || inherit.includes(model) ? [] : [model];
}
