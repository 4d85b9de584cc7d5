// Folders of a plan's repositories, and the platform's settings for them.
import { countEach } from "../../data/grouped.js";

/** Name of the platform's folder for git-aggregator and doodba. */
const PLATFORM_FOLDER = "odoo";

/** Folder that the platform finds without a setting. */
const BUILT_IN = "odoo/addons";

interface RepositoryName {
  readonly organization: string;
  readonly repository: string;
}

/**
 * A name for the folder of each repository, in their order: that of the repository, and of the organization too
 * where two would have the same, also where case does not count.
 * @param platform the repository that has `base`
 */
export function nameCheckouts(
  repositories: readonly RepositoryName[],
  platform: RepositoryName | undefined,
): readonly string[] {
  const isPlatform = (one: RepositoryName): boolean =>
    one.organization === platform?.organization && one.repository === platform.repository;
  const names = repositories.map((one) => (isPlatform(one) ? PLATFORM_FOLDER : one.repository));
  const counts = countEach(names.map((name) => name.toLowerCase()));
  return repositories.map((one, at) => {
    const name = names[at] ?? one.repository;
    const isAlone = counts.get(name.toLowerCase()) === 1;
    return isPlatform(one) || isAlone ? name : `${one.organization}-${one.repository}`;
  });
}

/** A repository in its folder, with the folders of modules in it. */
interface Checkout {
  readonly checkout: string;
  readonly folders: readonly string[];
}

/** The folders in which modules lie, as `--addons-path` takes them: without what the platform finds by itself. */
export function listAddonsPath(repositories: readonly Checkout[]): readonly string[] {
  return repositories.flatMap(({ checkout, folders }) => {
    // A module that is a repository itself lies in the folder around its checkout.
    const parents = new Set(
      folders.map((folder) =>
        folder === "." ? "." : [checkout, ...folder.split("/").slice(0, -1)].join("/"),
      ),
    );
    return [...parents].filter((parent) => parent !== `${PLATFORM_FOLDER}/${BUILT_IN}`);
  });
}
