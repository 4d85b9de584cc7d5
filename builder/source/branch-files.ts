// Files of a branch outside its modules: the submodules of `.gitmodules`, and in a copy of the
// platform the version of its `release.py`.
import type { Diagnostic } from "../parse/diagnostics.js";
import { isPlainFile, isSubmodule } from "./addons.js";
import { toShownPath } from "./git/git-path.js";
import { readBlobs, type Repository } from "./git/git.js";
import type { TreeRow } from "./git/trees.js";
import { withoutCredentials } from "./sources-file.js";

/** Texts of the files by path. */
type BranchFiles = ReadonlyMap<string, string>;

const SUBMODULES_FILE = ".gitmodules";
/** The last one up to 9.0. */
const RELEASE_FILES = ["odoo/release.py", "openerp/release.py"];

/** The platform's has 2 kB, a list of 400 submodules 60 kB. */
const FILE_LIMIT_BYTES = 1_000_000;

/** The rows of a branch that it says something of itself with. */
interface BranchRows {
  readonly files: readonly TreeRow[];
  readonly submodules: readonly TreeRow[];
}

/** Absent and too large files are left out. */
export function findBranchRows(rows: readonly TreeRow[]): BranchRows {
  const files = rows.filter(
    (row) =>
      (row.path === SUBMODULES_FILE || RELEASE_FILES.includes(row.path)) &&
      isPlainFile(row) &&
      row.sizeBytes !== undefined &&
      row.sizeBytes <= FILE_LIMIT_BYTES,
  );
  return { files, submodules: rows.filter(isSubmodule) };
}

interface BranchWords {
  /** The version of the platform of which the branch is a copy. */
  readonly release: string | undefined;
  /** A submodule each, with its address and its commit. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One result for each branch, in their order. @throws SourceError */
export async function readBranchFiles(
  repository: Repository,
  branches: readonly BranchRows[],
): Promise<readonly BranchWords[]> {
  const ids = new Set(branches.flatMap(({ files }) => files.map(({ objectId }) => objectId)));
  // Most repositories have none, and git is not started.
  const blobs = await readBlobs(repository, [...ids]);
  const decodeBlob = (id: string): string => Buffer.from(blobs.get(id) ?? []).toString("utf8");
  return branches.map(({ files, submodules }) => {
    const texts = new Map(files.map(({ path, objectId }) => [path, decodeBlob(objectId)]));
    return { release: findRelease(texts), diagnostics: describeSubmodules(submodules, texts) };
  });
}

/** `version_info = (17, 0, 0, FINAL, 0, '')`, of a version between two releases `('saas~17', 4, …)`. */
const VERSION_INFO =
  /^version_info\s*=\s*\(\s*(?:(\d{1,3})|["']saas[~-](\d{1,3})["'])\s*,\s*(\d{1,3})\b/m;

function findRelease(files: BranchFiles): string | undefined {
  for (const path of RELEASE_FILES) {
    const [, major, saas, minor] = VERSION_INFO.exec(files.get(path) ?? "") ?? [];
    if (saas !== undefined) return `saas-${saas}.${minor}`;
    if (major !== undefined) return `${major}.${minor}`;
  }
  return undefined;
}

function describeSubmodules(
  submodules: readonly TreeRow[],
  files: BranchFiles,
): readonly Diagnostic[] {
  const addresses = parseAddresses(files.get(SUBMODULES_FILE) ?? "");
  return submodules.map(({ path, objectId }) => {
    const address = addresses.get(path) ?? "an address that .gitmodules does not say";
    const detail = `${address} at ${objectId}`;
    return { code: "submodule_not_read", path: toShownPath(path), line: 1, detail };
  });
}

/** Path → address, as git's own settings are written. */
function parseAddresses(text: string): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  for (const section of text.split(/^\s*\[/m)) {
    const values = new Map<string, string>();
    for (const [, key = "", value = ""] of section.matchAll(/^\s*(path|url)\s*=\s*(.*?)\s*$/gm)) {
      values.set(key, value.replace(/^"(.*)"$/, "$1"));
    }
    const [path, url] = [values.get("path"), values.get("url")];
    if (path === undefined || url === undefined) continue;
    addresses.set(path.replace(/\/+$/, ""), withoutCredentials(url));
  }
  return addresses;
}
