// Kinds of updates: changes between two commits that reach a database only with `-u`, and those
// that a restart brings.
import { posix } from "node:path";
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import { toFileKind, type FileKind } from "../../builder/parse/file-kind.js";
import { parseFile } from "../../builder/parse/file.js";
import { readManifestKeys } from "../../builder/parse/manifest.js";
import {
  findAttribute,
  listAttributes,
  listContent,
  parseTree,
  type XmlElement,
} from "../../builder/parse/xml/tree.js";
import { decodeXml } from "../../builder/parse/xml/decode.js";
import { readBlobs, type Repository } from "../../builder/source/git/git.js";
import { visitChanges, visitFiles } from "../../builder/source/git/read-changes.js";
import { addToGroup } from "../../data/grouped.js";
import type { Upgrade } from "../../server/contract/shape/migration/upgrade.js";

/** A file that is not the same at both commits; empty where it is not there. */
interface ChangedFile {
  /** Relative to the module's folder. */
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Update kinds of modules that exist at both commits. The platform writes facts of manifests, the data files that these list,
 * models with their fields, and translations into the database only when it loads a module with
 * `-u`. It leaves existing records under `noupdate` alone.
 * @param folders technical name → folder of the module
 * @throws SourceError
 */
export async function findUpdateKinds(
  repository: Repository,
  { from, to }: { readonly from: string; readonly to: string },
  folders: ReadonlyMap<string, string>,
): Promise<Pick<NonNullable<Upgrade["updates"]>, "update" | "restart">> {
  const changed: Parameters<Parameters<typeof visitChanges>[2]>[1][] = [];
  // The other commit is treated as the parent.
  await visitChanges(repository, [`${to} ${from}`], (_, change) => void changed.push(change));
  const ids = new Set(changed.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()));
  const blobs = await readBlobs(repository, [...ids]);
  const read = (id: string | undefined) => blobs.get(id ?? "") ?? new Uint8Array();
  const byModule = new Map<string, ChangedFile[]>();
  for (const { path, before, after } of changed) {
    for (const [module, folder] of folders) {
      const start = folder === "." ? "" : `${folder}/`;
      if (!path.startsWith(start)) continue;
      const file = { path: path.slice(start.length), before: read(before), after: read(after) };
      addToGroup(byModule, module, file);
    }
  }
  const update: string[] = [];
  const restart: string[] = [];
  const listed = await listDataFiles(repository, to, [...byModule.keys()], folders);
  for (const [module, files] of byModule) {
    if (files.some((file) => reachesByUpdate(file, listed.get(module)))) update.push(module);
    else if (files.some(reachesByRestart)) restart.push(module);
  }
  return { update: update.toSorted(), restart: restart.toSorted() };
}

/** Data files that the manifest of each module lists at a commit. */
async function listDataFiles(
  repository: Repository,
  commit: string,
  modules: readonly string[],
  folders: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const owners = new Map(
    modules.flatMap((module) =>
      MANIFEST_NAMES.map((name) => [posix.join(folders.get(module) ?? "", name), module]),
    ),
  );
  const ids = new Map<string, string>();
  if (owners.size > 0)
    await visitFiles(repository, commit, (file, id) => void ids.set(file, id), [...owners.keys()]);
  const blobs = await readBlobs(repository, [...ids.values()]);
  const listed = new Map<string, ReadonlySet<string>>();
  for (const [file, module] of owners) {
    const bytes = blobs.get(ids.get(file) ?? "");
    if (bytes === undefined || listed.has(module)) continue;
    const { data, demo } = parseFile(bytes, "manifest").value.manifest ?? { data: [], demo: [] };
    listed.set(module, new Set([...data, ...demo].map((name) => posix.normalize(name))));
  }
  return listed;
}

const RUNS = /\.py$|^static\/(?!description\/)/;
const NOT_RUN = /^(?:tests|migrations|upgrades)\/|^setup\.py$/;

/** Files that the platform loads beside XML and tables. */
const OTHER_DATA = /^(?!(?:tests|static|migrations|upgrades)\/).*\.(?:sql|yml)$/;
const TRANSLATIONS = /^i18n(?:_extra)?\/[^/]+\.po$/;

function reachesByRestart({ path, before, after }: ChangedFile): boolean {
  if (isManifest(path)) return listChangedKeys(before, after).some((key) => READ_KEYS.has(key));
  return RUNS.test(path) && !NOT_RUN.test(path);
}

function isManifest(path: string): boolean {
  return (MANIFEST_NAMES as readonly string[]).includes(path);
}

function listChangedKeys(before: Uint8Array, after: Uint8Array): readonly string[] {
  const [former, later] = [readManifestKeys(before), readManifestKeys(after)];
  const keys = new Set([...former.keys(), ...later.keys()]);
  return [...keys].filter((key) => former.get(key) !== later.get(key));
}

/**
 * Keys that an update writes: `get_values_from_terp`, `_update_from_terp` and `update_list` of the platform's
 * `base/models/ir_module.py`, the data files of `modules/loading.py`, and what `website/models/ir_module_module.py` makes of themes
 * and templates, 16.0 to 19.0.
 */
const WRITTEN_KEYS: ReadonlySet<string> = new Set(
  `name version summary description author maintainer contributors website url live_test_url license category sequence
  application auto_install icon installable depends excludes countries data init_xml update_xml demo demo_xml images
  configurator_snippets configurator_snippets_addons new_page_templates`.split(/\s+/),
);

/**
 * Keys that running code reads, out of what a process read when it started. The hooks of an installation, and keys that only other
 * tools know, are neither.
 */
const READ_KEYS: ReadonlySet<string> = new Set(
  "assets js css qweb bootstrap post_load uninstall_hook snippet_lists images_preview_theme theme_customizations".split(
    " ",
  ),
);

/** @param listed the data files that the manifest lists; none where it cannot be read */
function reachesByUpdate(
  { path, before, after }: ChangedFile,
  listed?: ReadonlySet<string>,
): boolean {
  if (isManifest(path)) return listChangedKeys(before, after).some((key) => WRITTEN_KEYS.has(key));
  if (TRANSLATIONS.test(path)) return true;
  const isListed = listed?.has(path) ?? true;
  if (OTHER_DATA.test(path)) return isListed;
  const kind = toFileKind(path, MANIFEST_NAMES[0]);
  if (kind === undefined || ((kind === "data" || kind === "table") && !isListed)) return false;
  if (kind === "data") return changesData(before, after);
  const describe = DESCRIBE[kind];
  return describe !== undefined && differ(before, after, describe);
}

/** Database content of a file, by its kind; other kinds reach no database. */
const DESCRIBE: Partial<Record<FileKind, (bytes: Uint8Array) => unknown>> = {
  python: describeModels,
  table: (bytes) => parseFile(bytes, "table").value.rows,
};

/**
 * Database content of a Python file: models without the code of their methods. Lists of constants
 * may be selections.
 */
function describeModels(bytes: Uint8Array): unknown {
  const { classes, constants } = parseFile(bytes, "python").value;
  const models = classes.filter(({ record }) => record !== null);
  return { models, constants: [...constants].filter(([, value]) => Array.isArray(value)) };
}

/** Positions, and facts of running code alone. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  "assigned",
  "docstring",
  "end",
  "line",
  "methods",
]);

function differ(
  before: Uint8Array,
  after: Uint8Array,
  describe: (bytes: Uint8Array) => unknown,
): boolean {
  const [former, later] = [before, after].map((bytes) =>
    JSON.stringify(describe(bytes), (key, value: unknown) => {
      if (NOT_COMPARED.has(key)) return undefined;
      return value instanceof Map ? [...(value as ReadonlyMap<unknown, unknown>)] : value;
    }),
  );
  return former !== later;
}

/** Writes of a data file at each update, and ids of records that it only creates. */
interface DataEffects {
  readonly written: readonly string[];
  readonly kept: ReadonlySet<string>;
}

function changesData(before: Uint8Array, after: Uint8Array): boolean {
  const [former, later] = [listEffects(before), listEffects(after)];
  const known = new Set([...former.kept, ...former.ids]);
  return (
    former.written.join("\n") !== later.written.join("\n") ||
    [...later.kept].some((id) => !known.has(id))
  );
}

const CONTAINERS = new Set(["odoo", "openerp", "data"]);

function listEffects(bytes: Uint8Array): DataEffects & { readonly ids: ReadonlySet<string> } {
  const written: string[] = [];
  const [kept, ids] = [new Set<string>(), new Set<string>()];
  const visit = (element: XmlElement, isKept: boolean): void => {
    const own = findAttribute(element, "noupdate");
    const id = findAttribute(element, "id") ?? "";
    if (CONTAINERS.has(element.name)) {
      const stays = own === undefined ? isKept : /^(?:1|true)$/i.test(own);
      for (const child of listContent(element)) if (typeof child !== "string") visit(child, stays);
    } else if (!isKept) {
      written.push(JSON.stringify(toPlain(element)));
      ids.add(id);
    } else if (id !== "" && !/^(?:0|false)$/i.test(findAttribute(element, "forcecreate") ?? ""))
      kept.add(id);
  };
  for (const root of parseTree(decodeXml(bytes).text).roots) visit(root, false);
  return { written: written.toSorted(), kept, ids };
}

/** Without comments, lines, the order of attributes, and blanks around texts. */
function toPlain(element: XmlElement): unknown {
  const content = listContent(element).map((child) =>
    typeof child === "string" ? child.replaceAll(/\s+/g, " ").trim() : toPlain(child),
  );
  return [element.name, listAttributes(element).toSorted(), content.filter((one) => one !== "")];
}
