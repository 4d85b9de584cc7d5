// `make platform-names`: rewrites data/platform/module-names.txt, from the repository that has the
// lists.
import {
  formatModuleLists,
  type ModuleList,
  type PlatformEdition,
} from "../../data/platform/module-lists.js";
import { refreshPlatformFile, readFiles } from "./refresh.js";
import { listBranches, readText, type Repository } from "../source/git/git.js";
import { SourceError } from "../source/source-error.js";

const MODULE_LIST_BRANCH = "main";

interface ModuleListRepository {
  readonly commit: string;
  /** UTC, `2026-06-24`. */
  readonly date: string;
  /** The licence as it lies in the repository. */
  readonly license: string;
  readonly lists: readonly ModuleList[];
}

const LIST = /^src\/manifestoo_core\/core_addons\/addons-(\d+\.\d+)-([ce])\.txt$/;

const LICENSE = "LICENSE";

/** @throws SourceError when the branch, the licence or the lists are not there */
async function readModuleLists(repository: Repository): Promise<ModuleListRepository> {
  const branches = await listBranches(repository);
  const commit = branches.find(({ name }) => name === MODULE_LIST_BRANCH)?.commit;
  if (commit === undefined) throw missing(repository, `a branch ${MODULE_LIST_BRANCH}`);
  const isWanted = (path: string): boolean => path === LICENSE || LIST.test(path);
  const files = await readFiles(repository, commit, isWanted);
  const license = files.get(LICENSE);
  if (license === undefined) throw missing(repository, LICENSE);
  const lists = [...files].flatMap(([path, text]) => toModuleList(path, text));
  if (lists.length === 0) throw missing(repository, "lists of modules");
  return { commit, date: await readDate(repository, commit), license, lists };
}

function toModuleList(path: string, text: string): readonly ModuleList[] {
  const [, platformVersion, letter] = LIST.exec(path) ?? [];
  if (platformVersion === undefined) return [];
  const edition: PlatformEdition = letter === "c" ? "core" : "enterprise";
  const names = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return [{ platformVersion, edition, names }];
}

async function readDate(repository: Repository, commit: string): Promise<string> {
  const text = await readText(repository, ["rev-list", "--max-count=1", "--format=%ct", commit]);
  const [, seconds = ""] = text.split("\n");
  return new Date(Number(seconds) * 1_000).toISOString().slice(0, 10);
}

function missing({ label }: Repository, expected: string): SourceError {
  return new SourceError({
    code: "repository_unreadable",
    message: `${label} does not have ${expected}; give a repository of manifestoo-core.`,
  });
}

const URL = "https://github.com/acsone/manifestoo-core";

await refreshPlatformFile({
  organization: "acsone",
  repository: "manifestoo-core",
  url: URL,
  branches: [MODULE_LIST_BRANCH],
  file: "data/platform/module-names.txt",
  async write(repository) {
    const read = await readModuleLists(repository);
    return formatModuleLists(read.lists, describeOrigin(read));
  },
});

function describeOrigin({ commit, date, license }: ModuleListRepository): readonly string[] {
  return [
    "The names of the modules of Odoo Community (core) and Odoo Enterprise (enterprise), each with the platform",
    "versions that have it. Written by `make platform-names`; data/platform/module-lists.ts says how to read it.",
    "",
    `Source: ${URL}, src/manifestoo_core/core_addons/`,
    `Commit: ${commit} (${date})`,
    "License of the source:",
    "",
    ...license.trimEnd().split("\n"),
    "",
  ];
}
