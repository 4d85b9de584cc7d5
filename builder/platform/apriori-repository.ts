// The repository in which OpenUpgrade keeps what became of names, a branch for each platform version.
import type { Rename } from "../../data/platform/renames.js";
import { comparePlatformVersions } from "../../data/platform/platform-version.js";
import { listBranches, readBlobs, type Repository } from "../source/git/git.js";
import { listTrees } from "../source/git/trees.js";
import { SourceError } from "../source/source-error.js";
import { parseApriori } from "./apriori.js";

/** What was read of a branch. */
export interface AprioriBranch {
  readonly platformVersion: string;
  readonly commit: string;
  readonly file: string;
  readonly renames: readonly Rename[];
}

/** Where the file lies; the first that a branch has counts. */
const FILES = [
  "openupgrade_scripts/apriori.py",
  "odoo/addons/openupgrade_records/lib/apriori.py",
  "openerp/addons/openupgrade_records/lib/apriori.py",
] as const;

const VERSION_BRANCH = /^\d+\.\d+$/;

/** By platform version. @throws SourceError when no branch has the file */
export async function readApriori(repository: Repository): Promise<readonly AprioriBranch[]> {
  const branches = (await listBranches(repository))
    .filter(({ name }) => VERSION_BRANCH.test(name))
    .toSorted((left, right) => comparePlatformVersions(left.name, right.name));
  const trees = await listTrees(
    repository,
    branches.map(({ commit }) => commit),
  );
  const found = branches.flatMap(({ name, commit }, at) => {
    const rows = trees[at]?.rows ?? [];
    const [row] = FILES.flatMap((file) => rows.find(({ path }) => path === file) ?? []);
    return row === undefined ? [] : [{ name, commit, row }];
  });
  const blobs = await readBlobs(
    repository,
    found.map(({ row }) => row.objectId),
  );
  const read = found.map(({ name, commit, row }) => {
    const text = new TextDecoder().decode(blobs.get(row.objectId));
    return {
      platformVersion: name,
      commit,
      file: row.path,
      renames: parseApriori(text, name),
    };
  });
  if (read.some(({ renames }) => renames.length > 0)) return read;
  throw new SourceError({
    code: "repository_unreadable",
    message: `${repository.label} has no branch with an apriori.py that renames something; give a repository of OpenUpgrade.`,
    expected: FILES[0],
    got: "nothing",
  });
}
