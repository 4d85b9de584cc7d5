// The repository in which others keep the lists of the platform's modules, and what is taken of it.
import type { ModuleList, PlatformEdition } from "../../data/platform/module-lists.js";
import { listBranches, readText, type Repository } from "../source/git/git.js";
import { SourceError } from "../source/source-error.js";
import { readFiles } from "./refresh.js";

export const MODULE_LIST_BRANCH = "main";

export interface ModuleListRepository {
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
export async function readModuleLists(repository: Repository): Promise<ModuleListRepository> {
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
