// The work tree in which somebody works, as the place of commits: where it begins, and which commits words stand for.
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { readText, type Repository } from "./git.js";
import { SourceError } from "../source-error.js";

export interface WorkTree {
  /** Absolute path of its top folder. */
  readonly top: string;
  readonly repository: Repository;
}

/** The work tree around a folder. @throws SourceError `repository_unreadable` */
export async function findWorkTree(folder: string): Promise<WorkTree> {
  for (let top = path.resolve(folder); ; top = path.dirname(top)) {
    const place = path.join(top, ".git");
    const found = await stat(place).catch(() => undefined);
    if (found?.isDirectory() === true) return toWorkTree(top, place);
    if (found?.isFile() === true) {
      const [, elsewhere] = /^gitdir: (.+)$/m.exec(await readFile(place, "utf8")) ?? [];
      if (elsewhere !== undefined) return toWorkTree(top, path.resolve(top, elsewhere));
    }
    if (path.dirname(top) === top) {
      throw new SourceError({
        code: "repository_unreadable",
        message: `${folder} is not in a work tree of git.`,
      });
    }
  }
}

function toWorkTree(top: string, gitDirectory: string): WorkTree {
  return { top, repository: { gitDirectory, label: path.basename(top) } };
}

/** The id of the commit that a branch, a tag or `HEAD~2` stands for. @throws SourceError */
export async function readCommitId({ repository }: WorkTree, words: string): Promise<string> {
  const command = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${words}^{commit}`];
  const id = (await readText(repository, command).catch(() => "")).trim();
  if (id !== "") return id;
  throw new SourceError({
    code: "repository_unreadable",
    message: `${repository.label} has no commit "${words}" here; fetch it, or name another one.`,
  });
}
