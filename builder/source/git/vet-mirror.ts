// What a mirror must not have: files that git would wait for without end, and ways into another
// repository. Looked for before git is started in it, since git follows both.
import { execFile } from "node:child_process";
import type { Dirent } from "node:fs";
import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { SourceError } from "../source-error.js";

const run = promisify(execFile);

/** Folders of a git directory that reading never looks into. */
const UNREAD_FOLDERS: ReadonlySet<string> = new Set([
  "annex",
  "hooks",
  "lfs",
  "logs",
  "modules",
  "rr-cache",
  "worktrees",
]);

/** The socket of a program that watches a work tree; reading asks it nothing. */
const WATCHER_SOCKET = /^fsmonitor--daemon\.ipc$/;

const SETTINGS_FILES: readonly string[] = ["config", "config.worktree"];
const SETTINGS_LIMIT_BYTES = 1024 * 1024;
/** Git follows ten of them. */
const MOST_INCLUDES = 10;

/**
 * A repository that reads another one (`commondir`, alternates, links that lead out) may have been made
 * to show what its owner may not see, so that it is refused, also where it is meant well.
 * @throws SourceError `repository_refused`
 */
export async function vetMirror(gitDirectory: string, label: string): Promise<void> {
  const refuse: Refuse = (got, remedy) =>
    new SourceError({
      code: "repository_refused",
      message: `${label} is not read, its mirror has ${got}; ${remedy}.`,
      expected: "a repository of plain files and folders, by itself",
      got,
    });
  if ((await lstat(gitDirectory)).isSymbolicLink() && path.basename(gitDirectory) === ".git") {
    throw refuse("a .git that is a link", "name the git directory itself as its mirror");
  }
  await vetFolder(gitDirectory, "", await realpath(gitDirectory), refuse);
  await vetAlternates(path.join(gitDirectory, "objects", "info", "alternates"), refuse);
  for (const name of SETTINGS_FILES) await vetSettings(path.join(gitDirectory, name), refuse, 0);
}

type Refuse = (got: string, remedy: string) => SourceError;

const REMOVE = "remove it or leave the repository out of the sources file";

async function vetFolder(
  gitDirectory: string,
  folder: string,
  root: string,
  refuse: Refuse,
): Promise<void> {
  for (const entry of await readdir(path.join(gitDirectory, folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (folder === "" && (UNREAD_FOLDERS.has(entry.name) || WATCHER_SOCKET.test(entry.name))) {
      continue;
    }
    if (name === "commondir") {
      throw refuse("a commondir, by which git reads another repository", REMOVE);
    }
    if (entry.isDirectory()) await vetFolder(gitDirectory, name, root, refuse);
    else if (entry.isSymbolicLink()) await vetLink(gitDirectory, name, root, refuse);
    else if (!entry.isFile()) throw refuse(`${toKind(entry)} where git reads (${name})`, REMOVE);
  }
}

/** A link inside the repository to a plain file, as HEAD was one once, or to nothing. */
async function vetLink(
  gitDirectory: string,
  name: string,
  root: string,
  refuse: Refuse,
): Promise<void> {
  let target: string;
  try {
    target = await realpath(path.join(gitDirectory, name));
  } catch {
    return;
  }
  const inside = path.relative(root, target);
  const [first = ""] = inside.split(path.sep);
  if (first === ".." || path.isAbsolute(inside) || UNREAD_FOLDERS.has(first)) {
    throw refuse(`a link that leads out of it (${name})`, REMOVE);
  }
  if (!(await stat(target)).isFile()) {
    throw refuse(`a link that leads to no plain file (${name})`, REMOVE);
  }
}

/** Other repositories whose objects count as this one's. */
async function vetAlternates(file: string, refuse: Refuse): Promise<void> {
  const text = await readSmall(file, refuse);
  if (text.split("\n").some((line) => line !== "" && !line.startsWith("#"))) {
    throw refuse(
      "the objects of another repository (objects/info/alternates)",
      'bring them in with "git repack -a -d", remove that file, and build again',
    );
  }
}

/** Settings may include other files; one that is there must be a plain file. */
async function vetSettings(file: string, refuse: Refuse, depth: number): Promise<void> {
  const text = await readSmall(file, refuse);
  if (!/include/i.test(text)) return;
  if (depth === MOST_INCLUDES) throw refuse("settings that include each other", REMOVE);
  for (const included of await listIncludes(file)) {
    const target = path.resolve(path.dirname(file), included);
    const kind = await stat(target).catch(() => undefined);
    if (kind === undefined) continue;
    if (!kind.isFile()) {
      throw refuse(`settings that include ${toKind(kind)} (${included})`, REMOVE);
    }
    await vetSettings(target, refuse, depth + 1);
  }
}

/** What git takes from a file of settings, with nothing followed. What it cannot read it says later. */
async function listIncludes(file: string): Promise<readonly string[]> {
  const words = ["config", "--file", file, "--no-includes", "--null"];
  // In no repository, whose settings git would read as well, with all that they include.
  const environment = { PATH: process.env["PATH"] ?? "", GIT_DIR: "/dev/null" };
  const pattern = "^include(if\\..*)?\\.path$";
  try {
    const command = [...words, "--get-regexp", pattern];
    const { stdout } = await run("git", command, { env: environment, cwd: path.parse(file).root });
    return stdout
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry) => entry.slice(entry.indexOf("\n") + 1));
  } catch {
    return [];
  }
}

async function readSmall(file: string, refuse: Refuse): Promise<string> {
  const kind = await stat(file).catch(() => undefined);
  if (kind === undefined) return "";
  if (kind.size > SETTINGS_LIMIT_BYTES) {
    throw refuse(`${path.basename(file)} of ${kind.size} bytes`, REMOVE);
  }
  return readFile(file, "utf8").catch(() => "");
}

function toKind(entry: Pick<Dirent, "isFIFO" | "isSocket" | "isDirectory">): string {
  if (entry.isFIFO()) return "a FIFO";
  if (entry.isSocket()) return "a socket";
  return entry.isDirectory() ? "a folder" : "a device";
}
