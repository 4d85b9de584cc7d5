// Size of a bundle by module: number of files, and their bytes in the repository, before Odoo
// compiles them.
import { findFirst } from "../../../data/binary-search.js";
import { addToGroup } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { readFiles, type LoadedSystem } from "../loaded/loaded-system.js";
import type { Bundle } from "./bundle.js";

interface ModuleSize {
  readonly module: string;
  readonly files: number;
  /** `null` where the repository of the module was read without all its files. */
  readonly bytes: number | null;
}

/** Modules with most files first. @throws SnapshotError */
export function measureBundle(system: LoadedSystem, { paths }: Bundle): readonly ModuleSize[] {
  const byModule = new Map<string, string[]>();
  for (const { path, isFile } of paths) {
    const [, module = "", ...file] = path.split("/");
    if (isFile) addToGroup(byModule, module, file.join("/"));
  }
  const sizes = Array.from(byModule, ([name, inside]): ModuleSize => {
    const { files, sizes: all } = readFiles(system, name);
    const sizeOf = (path: string): number =>
      all[findFirst(0, files.length, (at) => compareText(files[at] ?? "", path) >= 0)] ?? 0;
    const bytes = all.length === 0 ? null : inside.reduce((sum, path) => sum + sizeOf(path), 0);
    return { module: name, files: inside.length, bytes };
  });
  return sizes.toSorted((left, right) => right.files - left.files);
}
