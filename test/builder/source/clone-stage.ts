// Repository of a server and an empty cache for tests of clones, made before each test.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach } from "vitest";
import { listBranches, readBlobs } from "../../../builder/source/git/git.js";
import { listTrees } from "../../../builder/source/git/trees.js";
import {
  openRepository,
  type OpenedRepository,
  type OpenOptions,
} from "../../../builder/source/git/repository.js";
import type { Source } from "../../../builder/source/source.js";
import { makeGitRepository, readGitText } from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

export const COMMITS = [
  { files: { "a/old.py": "soon gone", "a/x.py": "1" } },
  { files: { "a/x.py": "22" }, rename: { from: "a/old.py", to: "a/new.py" } },
  { files: { "a/new.py": "other" } },
];

/** Output of `outline` for branch 17.0. */
export const SEVENTEEN = ["a/new.py 5 other", "a/x.py 2 22"];

export interface CloneStage {
  /** The folder of the test that runs. */
  readonly root: string;
  /** The server's repository: branches 17.0, 16.0 and other. */
  readonly origin: string;
  /** The cache folder; a test may name it otherwise. */
  cache: string;
  /** The clone in the cache. */
  readonly cloned: () => string;
  /** Opens the source, from the folder of `origin` unless an address is given. */
  readonly open: (
    cloneUrl?: string,
    options?: OpenOptions,
    branches?: string[],
    changes?: Partial<Source>,
  ) => Promise<OpenedRepository>;
  /** Every file of the branch with its size and text. */
  readonly outline: (branch: string, repository: OpenedRepository) => Promise<readonly string[]>;
}

/** For the top of a test file: each of its tests gets a stage of its own. */
export function openCloneStage(): CloneStage {
  const nextFolder = makeFolderCounter(makeTemporaryFolder());
  let root = "";
  const toOrigin = (): string => path.join(root, "origin.git");
  let cache = "";
  beforeEach(() => {
    root = nextFolder();
    cache = path.join(root, "cache");
    const origin = toOrigin();
    makeGitRepository(origin, { "17.0": COMMITS, "16.0": COMMITS.slice(0, 2), other: COMMITS });
    readGitText(origin, "config", "uploadpack.allowFilter", "true");
    readGitText(origin, "tag", "v1", "17.0");
  });
  return {
    get root() {
      return root;
    },
    get origin() {
      return toOrigin();
    },
    get cache() {
      return cache;
    },
    set cache(folder) {
      cache = folder;
    },
    cloned: () => path.join(cache, "clones", "acme", "sales.git"),
    open: (
      cloneUrl = pathToFileURL(toOrigin()).href,
      options = {},
      branches = undefined,
      changes = {},
    ) =>
      openRepository(
        {
          organization: "acme",
          repository: "sales",
          url: "https://example.org/acme/sales.git",
          cloneUrl,
          mirror: undefined,
          branches,
          addons: ["."],
          ...changes,
        },
        cache,
        options,
      ),
    outline: outlineBranch,
  };
}

async function outlineBranch(
  branch: string,
  repository: OpenedRepository,
): Promise<readonly string[]> {
  const found = (await listBranches(repository)).find(({ name }) => name === branch);
  const [tree] = await listTrees(repository, [found?.commit ?? ""]);
  const rows = tree?.rows ?? [];
  const blobs = await readBlobs(
    repository,
    rows.map(({ objectId }) => objectId),
  );
  return rows.map(
    (row) => `${row.path} ${row.sizeBytes} ${Buffer.from(blobs.get(row.objectId) ?? "absent")}`,
  );
}
