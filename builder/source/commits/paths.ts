// Facts from the paths of a log, found once for all changes of a path. Pure.
import { listDepths } from "../addons.js";
import { type ChangeKind, toPathKind } from "../change-kind.js";
import { unquotePath } from "../git/git-path.js";
import { GENERATED, createUnits } from "./units.js";

export interface PathFacts {
  /** Git's form, quoted unless plain ASCII. */
  readonly written: string;
  /** Unit of the file, see units.ts. */
  readonly unit: string;
  readonly isGenerated: boolean;
  readonly isManifest: boolean;
  /** Folders that are or hold it, each with the kind of change. */
  readonly folders: readonly { readonly folder: string; readonly kind: ChangeKind }[];
}

/** @param written a path as git writes it */
export type DescribePath = (written: string) => PathFacts;

/** Size of the cache: several times the paths of the largest branches. */
const MOST_KEPT = 200_000;

const MANIFEST = /(?:^|\/)__(?:manifest|openerp|terp)__\.py$/;

/**
 * @param addons folders that are searched for modules
 * @param folders those whose changes are wanted; `""` is the root of the repository
 */
export function createPaths(addons: readonly string[], folders: Iterable<string>): DescribePath {
  const toUnit = createUnits(addons);
  const wanted = new Set(folders);
  const depths = listDepths(wanted);
  const units = new Map<string, string>();
  const known = new Map<string, PathFacts>();
  const describe = (written: string): PathFacts => {
    const path = unquotePath(written);
    const unit = toUnit(written, false);
    units.set(unit, units.get(unit) ?? unit);
    return {
      written,
      unit: units.get(unit) ?? unit,
      isGenerated: GENERATED.test(written),
      isManifest: MANIFEST.test(written),
      folders: depths.flatMap((depth) => {
        const folder = cutToDepth(path, depth);
        if (!wanted.has(folder)) return [];
        return { folder, kind: toPathKind(path.slice(depth === 0 ? 0 : folder.length + 1)) };
      }),
    };
  };
  return (part) => {
    const found = known.get(part);
    if (found !== undefined) return found;
    // A text of its own: a part of what was read would keep all of it in memory.
    const written = Buffer.from(part, "latin1").toString("latin1");
    const facts = describe(written);
    if (known.size === MOST_KEPT) known.clear();
    known.set(written, facts);
    return facts;
  };
}

/** The first components of a path; all of a path that has no more. */
function cutToDepth(path: string, depth: number): string {
  let end = depth === 0 ? 0 : -1;
  for (let seen = 0; seen < depth; seen++) {
    end = path.indexOf("/", end + 1);
    if (end < 0) return path;
  }
  return path.slice(0, end);
}
