// Files with models that no package of their module imports, so that the platform does not load them.
import { NO_CODE_FOLDERS } from "../../../data/module/file-names.js";
import type { UnloadedFile } from "../../../data/module/module-under-development.js";
import type { ModuleFile } from "../module.js";
import type { PythonClass } from "../python/python-class.js";
import type { PythonFile } from "../python/python-file.js";
import { findLoaded } from "../python/loaded/load-order.js";
import { blankLoose } from "../python/text/blank.js";
import { decodePythonSource } from "../python/text/decode.js";
import type { SourceFile } from "../source-file.js";

/** Folders whose code runs by another way than an import, beside those of no module. */
const OTHER_FOLDERS: ReadonlySet<string> = new Set(["demo", "examples", "scripts", "upgrades"]);

/** Calls that import what no statement names. */
const COMPUTED_IMPORT =
  /(?<![\w.]|def )(?:__import__|exec)\s*\(|\b(?:__import__|import_module)\s*[,)]|\bexec\s+\w|\b(?:exec_module|import_module|iter_modules|load_module|load_source|run_path|walk_packages)\s*\(/;

/** @param files of a module as its package imports them @param sources all of its files */
export function listUnloadedFiles(
  files: readonly ModuleFile[],
  technicalName: string,
  sources: readonly SourceFile[],
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
  if (unloaded.length === 0) return [];
  return sources.some((one) => loaded.has(one.path) && hasComputedImport(one)) ? [] : unloaded;
}

function hasComputedImport({ bytes }: SourceFile): boolean {
  const { text } = decodePythonSource(bytes);
  return COMPUTED_IMPORT.test(text) && COMPUTED_IMPORT.test(blankLoose(text));
}

/** The model that a class makes, if it extends no other. */
function listMade(made: PythonClass["loaded"]): readonly string[] {
  const { model, inherit = [] } = made ?? {};
  return model === undefined || model === null || inherit.includes(model) ? [] : [model];
}
