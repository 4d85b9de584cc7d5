// Units for comparing commits: names at the top of the repository, or of a folder that is searched
// for modules. A folder has `/` at its end. Pure.
import { createRoot } from "../addons.js";
import { unquotePath } from "../git/git-path.js";

/** Generated files, and icons, which many modules share: they do not identify a commit. */
export const GENERATED =
  /(?:^|\/)(?:i18n\/|README\.rst"?$|static\/description\/(?:index\.html|icon\.(?:png|svg))"?$)/;

/** @param addons folders that are searched for modules, `.` for the root */
export function createUnits(
  addons: readonly string[],
): (written: string, isFolder: boolean) => string {
  // The deepest first, where one lies in another.
  const roots = addons
    .filter((folder) => folder !== ".")
    .toSorted((left, right) => right.length - left.length)
    .map(createRoot);
  return (written, isFolder) => {
    const path = unquotePath(written);
    let start = 0;
    for (const findRoot of roots) {
      const root = findRoot(path);
      if (root === undefined || root === path) continue;
      start = root.length + 1;
      break;
    }
    const end = path.indexOf("/", start);
    if (end >= 0) return path.slice(0, end + 1);
    return isFolder ? `${path}/` : path;
  };
}

/** Top-level name of a unit, without `/`. */
export function toTop(unit: string): string {
  const end = unit.indexOf("/");
  return end < 0 ? unit : unit.slice(0, end);
}

/** The folders among the units of a tree, by name. @param folders paths of all its folders */
export function listUnitFolders(
  folders: Iterable<string>,
  toUnit: (written: string, isFolder: boolean) => string,
): readonly string[] {
  const units: string[] = [];
  for (const folder of folders) {
    const unit = toUnit(folder, true);
    if (unit.length === folder.length + 1 && folder !== "") units.push(unit);
  }
  return units.toSorted();
}
