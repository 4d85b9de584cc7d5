// Repositories that take more than they seem: a few kilobytes of git that stand for more files, bytes or
// work than a machine has. Each is made by size, small for tests and large for test/torture/.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeGitRepository, runGit } from "../../support/git-repository.js";
import { initBare } from "../../../fixtures/git-objects.js";

/** Makes a repository in a folder that is not there. */
export type MakeRepository = (gitFolder: string) => void;

const BRANCH = "17.0";

/** Folders in folders, `width` in each, `depth` deep: all of them one tree on each level. */
export function toTreeBomb(width: number, depth: number): MakeRepository {
  return (gitFolder) => {
    initBare(gitFolder, BRANCH);
    let row = toRow("100644 blob", writeBlob(gitFolder, "x = 1\n"), "x.py");
    for (let level = 0; level < depth; level++) {
      const rows = Array.from({ length: width }, (_, at) =>
        level === 0 ? row.replace("x.py", `x${at}.py`) : row.replace("\tf", `\tf${at}`),
      );
      row = toRow("040000 tree", writeTree(gitFolder, rows), "f");
    }
    const bomb = row.split("\t")[0]?.split(" ")[2] ?? "";
    const manifest = writeBlob(gitFolder, "{}");
    const rows = [
      toRow("100644 blob", manifest, "__manifest__.py"),
      toRow("040000 tree", bomb, "f"),
    ];
    writeCommit(
      gitFolder,
      writeTree(gitFolder, [toRow("040000 tree", writeTree(gitFolder, rows), "bomb")]),
    );
  };
}

/** One content under many names, all of one module. */
export function toManyNames(text: string, extension: string, names: number): MakeRepository {
  return (gitFolder) => {
    initBare(gitFolder, BRANCH);
    const blob = writeBlob(gitFolder, text);
    const rows = Array.from({ length: names }, (_, at) =>
      toRow("100644 blob", blob, `x${at}.${extension}`),
    );
    rows.push(toRow("100644 blob", writeBlob(gitFolder, "{}"), "__manifest__.py"));
    writeCommit(
      gitFolder,
      writeTree(gitFolder, [toRow("040000 tree", writeTree(gitFolder, rows), "many")]),
    );
  };
}

/** Many files of one module, each with a text of its own. */
export function toManyFiles(
  files: number,
  extension: string,
  toText: (at: number) => string,
): MakeRepository {
  return (gitFolder) => {
    initBare(gitFolder, BRANCH);
    const rows = Array.from({ length: files }, (_, at) =>
      toRow("100644 blob", writeBlob(gitFolder, toText(at)), `x${at}.${extension}`),
    );
    rows.push(toRow("100644 blob", writeBlob(gitFolder, "{}"), "__manifest__.py"));
    writeCommit(
      gitFolder,
      writeTree(gitFolder, [toRow("040000 tree", writeTree(gitFolder, rows), "many")]),
    );
  };
}

/** A path of folders in folders, a file in each, inside a module. */
export function toDeepPath(depth: number): MakeRepository {
  return (gitFolder) => {
    initBare(gitFolder, BRANCH);
    const file = toRow("100644 blob", writeBlob(gitFolder, "x = 1\n"), "x.py");
    let tree = writeTree(gitFolder, [file]);
    for (let level = 0; level < depth; level++) {
      tree = writeTree(gitFolder, [toRow("040000 tree", tree, "d"), file]);
    }
    const manifest = toRow("100644 blob", writeBlob(gitFolder, "{}"), "__manifest__.py");
    const module = writeTree(gitFolder, [manifest, toRow("040000 tree", tree, "d")]);
    writeCommit(gitFolder, writeTree(gitFolder, [toRow("040000 tree", module, "deep")]));
  };
}

/** A plain repository with a FIFO in place of one of its files. */
export function toFifoAt(name: string): MakeRepository {
  return (gitFolder) => {
    makePlain(gitFolder);
    putFifo(path.join(gitFolder, name));
  };
}

/** A plain repository whose settings include a FIFO. */
export function toFifoInclude(written: (fifo: string) => string): MakeRepository {
  return (gitFolder) => {
    makePlain(gitFolder);
    const fifo = `${gitFolder}.fifo`;
    putFifo(fifo);
    writeFileSync(path.join(gitFolder, "config"), `[core]\n\tbare = true\n${written(fifo)}`);
  };
}

/** A repository without objects that leads to those of another one. */
export function toBorrower(
  kind: "commondir" | "alternates" | "links",
  victim: string,
): MakeRepository {
  return (gitFolder) => {
    mkdirSync(gitFolder, { recursive: true });
    writeFileSync(path.join(gitFolder, "HEAD"), `ref: refs/heads/${BRANCH}\n`);
    if (kind === "links") {
      for (const name of ["objects", "refs"])
        symlinkSync(path.join(victim, name), path.join(gitFolder, name));
      return;
    }
    mkdirSync(path.join(gitFolder, "objects", "info"), { recursive: true });
    mkdirSync(path.join(gitFolder, "refs", "heads"), { recursive: true });
    if (kind === "commondir") writeFileSync(path.join(gitFolder, "commondir"), `${victim}\n`);
    else {
      const tip = runGit(["--git-dir", victim, "rev-parse", BRANCH]);
      writeFileSync(path.join(gitFolder, "refs", "heads", BRANCH), tip);
      writeFileSync(
        path.join(gitFolder, "objects", "info", "alternates"),
        path.join(victim, "objects") + "\n",
      );
    }
  };
}

function makePlain(gitFolder: string): void {
  makeGitRepository(gitFolder, { [BRANCH]: [{ files: { "plain/__manifest__.py": "{}" } }] });
}

function putFifo(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  execFileSync("rm", ["-f", file]);
  execFileSync("mkfifo", [file]);
}

function toRow(kind: string, id: string, name: string): string {
  return `${kind} ${id}\t${name}`;
}

function writeBlob(gitFolder: string, text: string): string {
  return writeObject(gitFolder, ["hash-object", "-w", "--stdin"], text);
}

function writeTree(gitFolder: string, rows: readonly string[]): string {
  return writeObject(gitFolder, ["mktree"], `${rows.join("\n")}\n`);
}

function writeCommit(gitFolder: string, tree: string): void {
  const person = "Ann <ann@example.org> 1700000000 +0000";
  const text = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nx\n`;
  const id = writeObject(gitFolder, ["hash-object", "-t", "commit", "-w", "--stdin"], text);
  runGit(["--git-dir", gitFolder, "update-ref", `refs/heads/${BRANCH}`, id]);
}

function writeObject(gitFolder: string, command: readonly string[], text: string): string {
  return runGit(["--git-dir", gitFolder, ...command], Buffer.from(text))
    .toString()
    .trim();
}
