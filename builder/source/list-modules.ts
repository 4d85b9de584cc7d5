// The modules of a branch as its tree shows them: folders, names, sizes, tree ids. No file is read
// and no history; what is listed here says whether that is needed.
import type { CodeSize } from "../../data/module/facts.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import { isParsedFile } from "../parse/file-kind.js";
import { findModuleFolders, isPlainFile, type ModuleFolder } from "./addons.js";
import { findBranchRows, readBranchFiles } from "./branch-files.js";
import { findBlacklistedModule } from "./commits/blacklist.js";
import { listUnitFolders, createUnits } from "./commits/units.js";
import { isWellFormedPath, toShownPath } from "./git/git-path.js";
import type { Branch, Repository } from "./git/git.js";
import { UNLIMITED_PATHS, type PathLimits } from "./limits.js";
import { createTrees, type Tree, type TreeRow } from "./git/trees.js";
import { toPortedKind } from "../port/file-kind.js";

/** A module as it lies in a branch, nothing of it read. */
export interface ListedModule {
  readonly technicalName: string;
  /** Relative to the repository root, `.` for the root itself. */
  readonly sourcePath: string;
  /** Path of the manifest, relative to the module folder. */
  readonly manifest: string;
  /**
   * Id of the folder's tree: two folders with one id hold the same files, byte for byte. Says
   * nothing of the folder's name, its history, or of what is absent.
   */
  readonly treeId: string;
  /** Bytes of all blobs under the folder that the repository holds; `null` where it was to hold but some. */
  readonly folderSizeBytes: number | null;
  readonly codeSize: CodeSize | null;
  /** Ids of blobs under the folder that the repository was to hold and does not. */
  readonly absent: readonly string[];
  /** True if a file has tests that the platform runs. */
  readonly hasTests: boolean;
  /** The files under the folder that may be read, in path order; paths relative to the folder. */
  readonly files: readonly TreeRow[];
}

export interface ModuleListing {
  /** In path order. */
  readonly modules: readonly ListedModule[];
  /** Diagnostics of skipped files; paths are relative to the repository root. */
  readonly diagnostics: readonly Diagnostic[];
  /** The version of the platform of which the branch is a copy. */
  readonly release: string | undefined;
  /** Files and folders of the branch, as limits count them. */
  readonly pathCount: number;
  /** Folders at the top, and of folders that are searched, with `/` at the end: see commits/units.ts. */
  readonly folders: readonly string[];
  /** Files in which the branch says what is not to be carried over to it. */
  readonly blacklists: readonly TreeRow[];
}

interface ModuleListingOptions {
  readonly repository: Repository;
  readonly branches: readonly Branch[];
  /** Name of a module at the root of the repository. */
  readonly repositoryName: string;
  /** Folders to search for modules. */
  readonly addons: readonly string[];
  /** Default: any number of paths. */
  readonly limits?: PathLimits;
}

/** A name that can be part of an address, of a file system and of a list: no control characters, no blanks around it. */
// eslint-disable-next-line no-control-regex -- control characters are what is refused
const MODULE_NAME = /^(?!\s)[^\u0000-\u001f\u007f/]{1,200}(?<!\s)$/;

/**
 * Lists the modules of branches, one result for each, in their order; git is started as often for
 * many as for one.
 * @throws SourceError when git cannot read the repository
 */
export async function listModules(
  options: ModuleListingOptions,
): Promise<readonly ModuleListing[]> {
  const { repository, branches, addons, limits = UNLIMITED_PATHS } = options;
  const commits = branches.map(({ commit }) => commit);
  const trees = await createTrees(repository, commits, limits);
  // One after the other: what is no part of a module is let go before the next is laid out.
  const listings = commits.map((commit) => {
    const before = trees.countPaths();
    const tree = trees.layOut(commit);
    return {
      ...findModules(tree, options),
      own: findBranchRows(tree.rows),
      pathCount: trees.countPaths() - before,
      folders: listUnitFolders(tree.folders.keys(), createUnits(addons)),
      blacklists: tree.rows.filter(
        (row) => isPlainFile(row) && findBlacklistedModule(row.path) !== undefined,
      ),
    };
  });
  const said = await readBranchFiles(
    repository,
    listings.map(({ own }) => own),
  );
  return listings.map(({ own: _own, diagnostics, ...listing }, at) => {
    const { release, diagnostics: ofBranch = [] } = said[at] ?? {};
    return { ...listing, diagnostics: [...diagnostics, ...ofBranch], release };
  });
}

function findModules(
  tree: Tree,
  { repository: { holdsParsed = false }, repositoryName, addons }: ModuleListingOptions,
): Pick<ModuleListing, "modules" | "diagnostics"> {
  const modules: ListedModule[] = [];
  const diagnostics: Diagnostic[] = [];
  const found = findModuleFolders(tree.rows, addons);
  for (const folder of found.modules) {
    const technicalName =
      folder.folder === ""
        ? repositoryName
        : folder.folder.slice(folder.folder.lastIndexOf("/") + 1);
    if (!MODULE_NAME.test(technicalName) || !isWellFormedPath(folder.folder)) {
      diagnostics.push(reportName(folder));
      continue;
    }
    const treeId = tree.folders.get(folder.folder) ?? "";
    modules.push({ technicalName, treeId, ...describeFolder(folder, holdsParsed) });
  }
  return { modules, diagnostics: [...diagnostics, ...found.unread] };
}

/** Relative to the module folder. */
const TESTS = /^tests\/(?:[^/]+\/)*test_[^/]*\.py$/;

function describeFolder(
  folder: ModuleFolder,
  holdsParsed: boolean,
): Omit<ListedModule, "technicalName" | "treeId"> {
  const files = folder.rows
    .filter(isPlainFile)
    .map((row) => ({ ...row, path: relativePath(folder.folder, row.path) }));
  const wanted = holdsParsed ? files.filter(({ path }) => isParsedFile(path)) : folder.rows;
  return {
    sourcePath: folder.folder === "" ? "." : folder.folder,
    manifest: folder.manifest,
    folderSizeBytes: holdsParsed
      ? null
      : folder.rows.reduce((sum, row) => sum + (row.sizeBytes ?? 0), 0),
    codeSize: holdsParsed ? null : measureCode(files),
    absent: wanted.flatMap((row) => (row.sizeBytes === undefined ? [row.objectId] : [])),
    hasTests: files.some(({ path }) => TESTS.test(path)),
    files,
  };
}

function reportName({ folder, manifest }: ModuleFolder): Diagnostic {
  const path = toShownPath(`${folder}/${manifest}`);
  return { code: "module_name_invalid", path, line: 1, detail: JSON.stringify(folder) };
}

function relativePath(folder: string, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

interface SizedFile {
  /** Relative to the module's folder. */
  readonly path: string;
  readonly sizeBytes?: number | undefined;
}

/** Size of a module's code by kind, for the effort of porting. */
export function measureCode(files: readonly SizedFile[]): CodeSize {
  const size = { python: 0, javascript: 0, xml: 0, tests: 0, migrations: 0 };
  for (const { path, sizeBytes = 0 } of files) {
    const part = findPart(path);
    if (part !== undefined) size[part] += sizeBytes;
  }
  return size;
}

const EXTENSIONS: Readonly<Record<string, keyof CodeSize>> = {
  py: "python",
  js: "javascript",
  mjs: "javascript",
  ts: "javascript",
  xml: "xml",
};

/** `undefined` for what nobody carries to another version by hand. */
function findPart(path: string): keyof CodeSize | undefined {
  const kind = toPortedKind(path);
  if (kind === "tests") return "tests";
  if (kind === "migration") return "migrations";
  if (kind !== "code" || LIBRARY.test(path)) return undefined;
  return EXTENSIONS[path.slice(path.lastIndexOf(".") + 1)];
}

/** Code of others that a module brings along. */
const LIBRARY = /^static\/(?:src\/)?libs?\/|\.min\.js$/;
