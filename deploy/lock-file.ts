// The lock file as values: which packages there are, and which one a package gets when it asks.
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../docs/tools/project-root.js";

export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface PlacedPackage {
  /** `node_modules/a/node_modules/b`. */
  readonly place: string;
  readonly name: string;
  readonly row: LockedPackage;
}

export interface LockFile {
  readonly version: number;
  /** The project itself. */
  readonly root: LockedPackage;
  readonly packages: readonly PlacedPackage[];
}

const FOLDER = "node_modules/";

export function readLockFile(): LockFile {
  const text = readFileSync(path.join(ROOT, "package-lock.json"), "utf8");
  const { lockfileVersion, packages } = JSON.parse(text) as {
    readonly lockfileVersion: number;
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const { "": root = {}, ...others } = packages;
  return {
    version: lockfileVersion,
    root,
    packages: Object.entries(others).map(([place, row]) => ({
      place,
      name: row.name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length),
      row,
    })),
  };
}

/** The package that `name` means in the package at `from`: the nearest one, looking upwards. */
export function findLocked(
  { packages }: LockFile,
  name: string,
  from: string,
): PlacedPackage | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${FOLDER}`)))) {
    const place = at === "" ? FOLDER + name : `${at}/${FOLDER}${name}`;
    const found = packages.find((one) => one.place === place);
    if (found !== undefined || at === "") return found;
  }
}
