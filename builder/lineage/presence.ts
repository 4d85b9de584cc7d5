// Which modules are where at which version. Up to 10.0 a branch began with all modules of the version before, not
// installable: such a module is not there yet. Pure.
import { comparePlatformVersions, compareText } from "../../data/platform-version.js";
import { toLabel } from "../source/source.js";

/** A module as it was found. */
export interface ModulePlace {
  readonly technicalName: string;
  readonly organization: string;
  readonly repository: string;
  readonly platformVersion: string;
  /** Relative to the repository root, `.` for the root itself. */
  readonly sourcePath: string;
  readonly installable: boolean;
}

export interface Presence {
  /** All platform versions, in their order; others are told by their positions here. */
  readonly versions: readonly string[];
  /** By name, sorted, then by version: the places where it is installable, by repository. */
  readonly modules: ReadonlyMap<string, readonly ModuleAtVersion[]>;
  /** Is there a module of the name anywhere, installable or not? */
  isModule(name: string): boolean;
}

export interface ModuleAtVersion {
  readonly version: number;
  readonly places: readonly ModulePlace[];
}

export function openPresence(found: readonly ModulePlace[]): Presence {
  const versions = [...new Set(found.map(({ platformVersion }) => platformVersion))].toSorted(
    comparePlatformVersions,
  );
  const numbers = new Map(versions.map((version, number) => [version, number]));
  const names = new Set(found.map(({ technicalName }) => technicalName));
  const sorted = found
    .filter(({ installable }) => installable)
    .toSorted(
      (left, right) =>
        compareText(left.technicalName, right.technicalName) ||
        (numbers.get(left.platformVersion) ?? 0) - (numbers.get(right.platformVersion) ?? 0) ||
        compareText(toLabel(left), toLabel(right)) ||
        compareText(left.sourcePath, right.sourcePath),
    );
  const modules = new Map<string, { version: number; places: ModulePlace[] }[]>();
  for (const place of sorted) {
    const version = numbers.get(place.platformVersion) ?? 0;
    const known = modules.get(place.technicalName) ?? [];
    modules.set(place.technicalName, known);
    const last = known.at(-1);
    if (last?.version === version) last.places.push(place);
    else known.push({ version, places: [place] });
  }
  return { versions, modules, isModule: (name) => names.has(name) };
}

/** The name of the module that a folder would be. @param folder with `/` at the end */
export function toModuleName(folder: string): string {
  return folder.slice(folder.lastIndexOf("/", folder.length - 2) + 1, -1);
}
