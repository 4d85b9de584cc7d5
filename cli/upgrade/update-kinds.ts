// Kinds of updates: changes between two commits that reach a database only with `-u`, and those
// that a restart brings.
import { MANIFEST_NAMES } from "../../data/module/file-names.js";
import { isDataOfTests, toFileKind, type FileKind } from "../../builder/parse/file-kind.js";
import { parseFile } from "../../builder/parse/file.js";
import {
  findAttribute,
  listAttributes,
  listContent,
  parseTree,
  type XmlElement,
} from "../../builder/parse/xml/tree.js";
import { decodeXml } from "../../builder/parse/xml/decode.js";
import { readBlobs, type Repository } from "../../builder/source/git/git.js";
import { visitChanges } from "../../builder/source/git/read-changes.js";
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
 * Update kinds of modules that exist at both commits. The platform writes manifests, data files,
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
  for (const [module, files] of byModule) {
    if (files.some(reachesByUpdate)) update.push(module);
    else if (files.some(reachesByRestart)) restart.push(module);
  }
  return { update: update.toSorted(), restart: restart.toSorted() };
}

const RUNS = /\.py$|^static\/(?!description\/)/;
const NOT_RUN = /^(?:tests|migrations|upgrades)\/|^setup\.py$/;

/** Files that the platform loads beside XML and tables. */
const OTHER_DATA = /^(?!(?:tests|static|migrations|upgrades)\/).*\.(?:sql|yml)$/;
const TRANSLATIONS = /^i18n(?:_extra)?\/[^/]+\.po$/;

function reachesByRestart({ path, before, after }: ChangedFile): boolean {
  // Since 15.0 bundles are read out of the manifests of what is installed.
  if (isManifest(path)) return differ(before, after, (bytes) => readManifest(bytes)?.assets);
  return RUNS.test(path) && !NOT_RUN.test(path);
}

function isManifest(path: string): boolean {
  return (MANIFEST_NAMES as readonly string[]).includes(path);
}

function readManifest(bytes: Uint8Array) {
  return parseFile(bytes, "manifest").value.manifest;
}

function reachesByUpdate({ path, before, after }: ChangedFile): boolean {
  if (TRANSLATIONS.test(path) || OTHER_DATA.test(path)) return true;
  const manifest = MANIFEST_NAMES.find((name) => name === path) ?? MANIFEST_NAMES[0];
  const kind = toFileKind(path, manifest);
  if (kind === undefined || isDataOfTests(path, kind)) return false;
  if (kind === "data") return changesData(before, after);
  const describe = DESCRIBE[kind];
  return describe !== undefined && differ(before, after, describe);
}

/** Database content of a file, by its kind; other kinds reach no database. */
const DESCRIBE: Partial<Record<FileKind, (bytes: Uint8Array) => unknown>> = {
  manifest: (bytes) => ({ ...readManifest(bytes), assets: undefined }),
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
