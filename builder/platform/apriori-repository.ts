// The repository in which OpenUpgrade keeps what became of names, a branch for each platform version.
import type { Rename } from "../../data/platform/renames.js";
import { comparePlatformVersions } from "../../data/platform/platform-version.js";
import { listBranches, type Repository } from "../source/git/git.js";
import { SourceError } from "../source/source-error.js";
import { parseApriori } from "./apriori.js";
import { readFiles } from "./refresh.js";

export interface AprioriBranch {
  readonly platformVersion: string;
  readonly commit: string;
  readonly file: string;
  readonly renames: readonly Rename[];
}

/** Paths of the file; the first that a branch has counts. */
const FILES = [
  "openupgrade_scripts/apriori.py",
  "odoo/addons/openupgrade_records/lib/apriori.py",
  "openerp/addons/openupgrade_records/lib/apriori.py",
];

const VERSION_BRANCH = /^\d+\.\d+$/;

/** By platform version. @throws SourceError when no branch has the file */
export async function readApriori(repository: Repository): Promise<readonly AprioriBranch[]> {
  const branches = (await listBranches(repository))
    .filter(({ name }) => VERSION_BRANCH.test(name))
    .toSorted((left, right) => comparePlatformVersions(left.name, right.name));
  const read: AprioriBranch[] = [];
  for (const { name: platformVersion, commit } of branches) {
    const texts = await readFiles(repository, commit, (path) => FILES.includes(path));
    const file = FILES.find((one) => texts.has(one));
    if (file === undefined) continue;
    const renames = parseApriori(texts.get(file) ?? "", platformVersion);
    read.push({ platformVersion, commit, file, renames });
  }
  if (read.some(({ renames }) => renames.length > 0)) return read;
  throw new SourceError({
    code: "repository_unreadable",
    message: `${repository.label} has no branch with an apriori.py that renames something; give a repository of OpenUpgrade.`,
  });
}
