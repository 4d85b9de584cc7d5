// Presence of modules by version. Up to 10.0 a branch began with all modules of the version before,
// not installable: such a module is not there yet. Pure.
import type { EntryHead } from "../../data/module/facts.js";
import { comparePlatformVersions, compareText } from "../../data/platform/platform-version.js";
import { toLabel } from "../source/source.js";

export type ModuleLocation = Pick<
  EntryHead,
  | "technical_name"
  | "organization"
  | "repository"
  | "platform_version"
  | "source_path"
  | "installable"
>;

export interface Presence {
  /** All platform versions, in order; elsewhere they are positions in this list. */
  readonly versions: readonly string[];
  /** By name, sorted, then by version: modules that can be installed, by repository. */
  readonly modules: ReadonlyMap<string, readonly ModuleAtVersion[]>;
  /** True if any repository has a module of the name, installable or not. */
  isModule(name: string): boolean;
}

export interface ModuleAtVersion {
  readonly version: number;
  readonly locations: readonly ModuleLocation[];
}

export function createPresence(found: readonly ModuleLocation[]): Presence {
  const versions = [...new Set(found.map((location) => location.platform_version))].toSorted(
    comparePlatformVersions,
  );
  const numbers = new Map(versions.map((version, number) => [version, number]));
  const names = new Set(found.map((location) => location.technical_name));
  const sorted = found
    .filter(({ installable }) => installable)
    .toSorted(
      (left, right) =>
        compareText(left.technical_name, right.technical_name) ||
        (numbers.get(left.platform_version) ?? 0) - (numbers.get(right.platform_version) ?? 0) ||
        compareText(toLabel(left), toLabel(right)) ||
        compareText(left.source_path, right.source_path),
    );
  const modules = new Map<string, { version: number; locations: ModuleLocation[] }[]>();
  for (const location of sorted) {
    const version = numbers.get(location.platform_version) ?? 0;
    const known = modules.get(location.technical_name) ?? [];
    modules.set(location.technical_name, known);
    const last = known.at(-1);
    if (last?.version === version) last.locations.push(location);
    else known.push({ version, locations: [location] });
  }
  return { versions, modules, isModule: (name) => names.has(name) };
}

/** The name of the module that a folder would be. @param folder with `/` at the end */
export function toModuleName(folder: string): string {
  return folder.slice(folder.lastIndexOf("/", folder.length - 2) + 1, -1);
}
