// Links a mirror: through a git directory of ours that leads to its objects and branches, with
// settings of ours. Files on which git would wait without end, and ways into another repository,
// are refused before git starts.
import { createHash } from "node:crypto";
import type { Dirent, Stats } from "node:fs";
import {
  lstat,
  mkdir,
  mkdtemp,
  rename,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { SourceError } from "../source-error.js";

/** Files of a mirror that git may follow. Windows wants a privilege for links to files, so there they are copied. */
const FILES: readonly string[] = ["packed-refs", "shallow"];
const IS_COPYING = process.platform === "win32";

/** Names that git may follow into a mirror; nothing else of it is read. */
const LINKED: readonly string[] = ["objects", "refs", "reftable", ...(IS_COPYING ? [] : FILES)];

/** Files of a mirror that are read and rewritten. */
const COPIED: readonly string[] = ["HEAD", "config", ...(IS_COPYING ? FILES : [])];

const COPIED_LIMIT_BYTES = 1024 * 1024;

/**
 * Settings that say in which format objects and branches are (`gitrepository-layout`, "extensions"): all that is taken
 * from a mirror's own, so that an include, a filter, a program or an address in them means nothing here.
 */
const FORMAT_SETTINGS: Readonly<Record<string, RegExp>> = {
  "core.repositoryformatversion": /^[01]$/,
  "extensions.objectformat": /^[a-z0-9]+$/,
  "extensions.refstorage": /^[a-z]+$/,
};

/**
 * Makes the git directory through which a mirror is read. A repository that reads another one (alternates, links that
 * lead out) may have been made to show what its owner may not see, so that it is refused, also where it is meant well.
 * @param folder of such directories, one for each mirror
 * @returns its absolute path
 * @throws SourceError `repository_refused`
 */
export async function linkMirror(
  mirrorDirectory: string,
  label: string,
  folder: string,
): Promise<string> {
  const refuse: Refuse = (got, remedy) =>
    new SourceError({
      code: "repository_refused",
      message: `${label} is not read, its mirror has ${got}; ${remedy}.`,
    });
  const root = await realpath(mirrorDirectory);
  const vet = { root, refuse };
  for (const name of [...LINKED, ...COPIED]) await vetEntry(vet, name);
  await vetAlternates(vet);
  const texts: Record<string, string> = {};
  for (const name of COPIED) {
    const text = await readCopied(vet, name);
    if (name === "config") texts[name] = toFormatSettings(text);
    else if (text !== "" || name === "HEAD") texts[name] = text;
  }
  const targets: string[] = [];
  for (const name of LINKED) {
    if (await isThere(path.join(root, name))) targets.push(path.join(root, name));
  }
  // Named by what is in it, so that it never changes while another build reads through it.
  const content = JSON.stringify([targets, texts]);
  const name = createHash("sha256").update(content).digest("hex").slice(0, 24);
  const linked = path.resolve(folder, `${name}.git`);
  if (!(await isThere(linked))) await makeLinked(linked, targets, texts);
  return linked;
}

/**
 * Made beside its place and moved there when whole; who comes second takes what is there. On Windows a junction, which
 * needs no privilege, leads to a folder.
 */
async function makeLinked(
  linked: string,
  targets: readonly string[],
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(path.dirname(linked), { recursive: true });
  const partial = await mkdtemp(`${linked}.`);
  for (const target of targets) {
    await symlink(target, path.join(partial, path.basename(target)), "junction");
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(path.join(partial, name), text);
  try {
    await rename(partial, linked);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!(await isThere(linked))) throw error;
  }
}

type Refuse = (got: string, remedy: string) => SourceError;

interface Vet {
  /** The real path of the mirror. */
  readonly root: string;
  readonly refuse: Refuse;
}

const REMOVE = "remove it or leave the repository out of the sources file";

/** @throws SourceError when it is neither a plain file, a folder of such, nor absent */
async function vetEntry(vet: Vet, name: string): Promise<void> {
  const entry = await lstat(path.join(vet.root, name)).catch(() => undefined);
  if (entry !== undefined) await vetKind(vet, name, entry);
}

async function vetKind(vet: Vet, name: string, entry: Dirent | Stats): Promise<void> {
  if (entry.isSymbolicLink()) await vetLink(vet, name);
  else if (!entry.isDirectory()) {
    if (!entry.isFile()) throw vet.refuse(`${toKind(entry)} where git reads (${name})`, REMOVE);
  } else {
    const entries = await readdir(path.join(vet.root, name), { withFileTypes: true });
    for (const inner of entries) await vetKind(vet, path.join(name, inner.name), inner);
  }
}

/** A link inside the repository to a plain file, as HEAD was one once, or to nothing. */
async function vetLink({ root, refuse }: Vet, name: string): Promise<void> {
  let target: string;
  try {
    target = await realpath(path.join(root, name));
  } catch {
    return;
  }
  const inside = path.relative(root, target);
  if (inside.split(path.sep)[0] === ".." || path.isAbsolute(inside)) {
    throw refuse(`a link that leads out of it (${name})`, REMOVE);
  }
  if (!(await stat(target)).isFile()) {
    throw refuse(`a link that leads to no plain file (${name})`, REMOVE);
  }
}

/** Other repositories whose objects count as this one's. */
async function vetAlternates(vet: Vet): Promise<void> {
  const text = await readCopied(vet, "objects/info/alternates");
  if (text.split("\n").some((line) => line !== "" && !line.startsWith("#"))) {
    throw vet.refuse(
      "the objects of another repository (objects/info/alternates)",
      'bring them in with "git repack -a -d", remove that file, and build again',
    );
  }
}

/** The text of a small file; empty where there is none. */
async function readCopied({ root, refuse }: Vet, name: string): Promise<string> {
  const file = path.join(root, name);
  const kind = await stat(file).catch(() => undefined);
  if (kind === undefined) return "";
  if (kind.size > COPIED_LIMIT_BYTES) throw refuse(`${name} of ${kind.size} bytes`, REMOVE);
  return readFile(file, "utf8").catch(() => "");
}

/** Settings of ours, in the format of the mirror. What is written in a rarer way than git writes it is not taken. */
function toFormatSettings(text: string): string {
  const taken = new Map([["core.repositoryformatversion", "0"]]);
  let section = "";
  for (const line of text.split("\n")) {
    section =
      /^\s*\[([\w.-]+)\]/.exec(line)?.[1]?.toLowerCase() ?? (/^\s*\[/.test(line) ? "" : section);
    const [, key = "", value = ""] = /^\s*(\w+)\s*=\s*(\w+)\s*$/.exec(line) ?? [];
    const name = `${section}.${key.toLowerCase()}`;
    if (FORMAT_SETTINGS[name]?.test(value) === true) taken.set(name, value);
  }
  const lines = [...taken].map(([name, value]) => {
    const [inSection = "", key = ""] = name.split(".");
    return `[${inSection}]\n\t${key} = ${value}\n`;
  });
  return ["[core]\n\tbare = true\n", ...lines].join("");
}

async function isThere(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}

function toKind(entry: Dirent | Stats): string {
  if (entry.isFIFO()) return "a FIFO";
  if (entry.isSocket()) return "a socket";
  return "a device";
}
