// Planned commits as loose objects of git. It takes a tenth of the time in which `git fast-import` starts beside a process of
// tests.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import type { PlannedCommit } from "../../fixtures/history.js";

/** A file, or a folder by the names in it. */
type Node = { readonly mode: string; readonly id: string } | Folder;
type Folder = Map<string, Node>;

/**
 * Writes commits into a git directory.
 * @returns their ids. Each has the files of its first parent that it leaves alone.
 */
export function writeCommits(
  gitFolder: string,
  commits: readonly PlannedCommit[],
): readonly string[] {
  const ids: string[] = [];
  const roots: Folder[] = [];
  const write = openObjects(gitFolder);
  for (const commit of commits) {
    const [first] = commit.parents;
    const root = first === undefined ? new Map() : copyFolder(roots[first] ?? new Map());
    change(root, commit, (bytes) => write("blob", bytes));
    const lines = [
      `tree ${writeFolder(root, write)}`,
      ...commit.parents.map((parent) => `parent ${ids[parent]}`),
      ...(["author", "committer"] as const).map((role) => {
        const { name, email, zone } = commit[role];
        return `${role} ${name} <${email}> ${commit[`${role}Seconds`]} ${zone}`;
      }),
    ];
    roots.push(root);
    ids.push(write("commit", Buffer.from(`${lines.join("\n")}\n\n${commit.message}\n`)));
  }
  return ids;
}

/** Writes an object, once. @returns its id */
type WriteObject = (kind: "commit" | "tree" | "blob", bytes: Uint8Array) => string;

function openObjects(gitFolder: string): WriteObject {
  const written = new Set<string>();
  return (kind, bytes) => {
    const whole = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
    const id = createHash("sha1").update(whole).digest("hex");
    const folder = join(gitFolder, "objects", id.slice(0, 2));
    const file = join(folder, id.slice(2));
    if (!written.has(id) && !existsSync(file)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, deflateSync(whole, { level: 1 }), { mode: 0o444 });
    }
    written.add(id);
    return id;
  };
}

function writeFolder(folder: Folder, write: WriteObject): string {
  const rows = Array.from(folder, ([name, node]) =>
    node instanceof Map
      ? { name, order: Buffer.from(`${name}/`), mode: "40000", id: writeFolder(node, write) }
      : { name, order: Buffer.from(name), ...node },
  ).toSorted((left, right) => Buffer.compare(left.order, right.order));
  const parts = rows.flatMap(({ name, mode, id }) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(id, "hex"),
  ]);
  return write("tree", Buffer.concat(parts));
}

function copyFolder(folder: Folder): Folder {
  return new Map(
    Array.from(folder, ([name, node]) => [name, node instanceof Map ? copyFolder(node) : node]),
  );
}

/** Makes the changes of a commit in place. */
function change(
  root: Folder,
  { rename, remove, writes }: PlannedCommit,
  add: (bytes: Uint8Array) => string,
): void {
  if (rename !== undefined) {
    const node = take(root, rename.from);
    if (node === undefined) throw new Error(`${rename.from} is not there to be renamed`);
    put(root, rename.to, node);
  }
  if (remove !== undefined) take(root, remove);
  for (const { path, mode, bytes } of writes) put(root, path, { mode, id: add(bytes) });
}

/** Removes what is at a path, and the folders that it leaves empty. */
function take(folder: Folder, path: string): Node | undefined {
  const [, name = "", rest] = /^([^/]*)(?:\/(.*))?$/su.exec(path) ?? [];
  const inner = folder.get(name);
  const isHere = rest === undefined;
  const found = isHere ? inner : inner instanceof Map ? take(inner, rest) : undefined;
  if (isHere || (inner instanceof Map && inner.size === 0)) folder.delete(name);
  return found;
}

function put(folder: Folder, path: string, node: Node): void {
  const [, name = "", rest] = /^([^/]*)(?:\/(.*))?$/su.exec(path) ?? [];
  if (rest === undefined) {
    folder.set(name, node);
    return;
  }
  const known = folder.get(name);
  const inner: Folder = known instanceof Map ? known : new Map();
  folder.set(name, inner);
  put(inner, rest, node);
}
