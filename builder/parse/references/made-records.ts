// External ids that data files refer to and make, in load order: an id exists from its file and
// line on, and never if no key of the manifest names the file.
import { GIVEN, isGivenList } from "../../../data/module/given-value.js";
import type { LoadedRecord } from "../../../data/module/loaded-module.js";
import type {
  UnlistedRecord,
  UnreadFile,
  WrittenReference,
} from "../../../data/module/module-under-development.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import { toRowRecords } from "../data-parts.js";
import { isDataOfTests, isPythonFile } from "../file-kind.js";
import { listGivenIds } from "../given-ids.js";
import type { ModuleFile } from "../module.js";
import { decodePythonSource } from "../python/text/decode.js";
import type { SourceFile } from "../source-file.js";
import { decodeXml } from "../xml/decode.js";
import { VIEW_MODEL } from "../xml/record-locations.js";
import { toTableModel } from "../table-file.js";
import { readDataReferences, toRecordReference, type DataOwner } from "./data-references.js";

interface DataOfModule extends Pick<DataOwner, "technicalName" | "hasFile"> {
  readonly hasManifest: boolean;
  readonly files: readonly SourceFile[];
  readonly read: readonly ModuleFile[];
  /** Paths of files that are loaded, in their order. */
  readonly data: ReadonlySet<string>;
  /** Data files that are loaded with demo data. */
  readonly demo: ReadonlySet<string>;
  /** Whether references of a file are wanted. */
  readonly isAsked: (file: string) => boolean;
}

interface MadeRecords {
  readonly records: ReadonlyMap<string, string>;
  readonly unlisted: ReadonlyMap<string, UnlistedRecord>;
  readonly added: ReadonlySet<string>;
  readonly references: readonly WrittenReference[];
  readonly unread: readonly UnreadFile[];
}

/** A template is found by its key, which need not be its id (`get_view_id` of website/models/ir_ui_view.py). */
const KEY_FIELD = 'name="key"';
const KEY = /<field name="key">\s*(\w+\.[\w.-]+)\s*</g;
/** The first text of what is added to a list. */
const ADDED = /\.(?:append|insert|extend)\([^"'()]*[([]*\s*(["'])([\w.-]+)\1/g;

export function readMadeRecords(module: DataOfModule): MadeRecords {
  const { technicalName, hasManifest, files, read, data, demo } = module;
  const records = new Map<string, string>();
  const unlisted = new Map<string, UnlistedRecord>();
  const code = files
    .filter(({ path }) => isPythonFile(path))
    .map(({ bytes }) => decodePythonSource(bytes).text);
  for (const { id } of code.flatMap(listGivenIds)) records.set(toFullXmlId(technicalName, id), "");
  for (const { path, bytes } of files) {
    const text =
      data.has(path) && Buffer.from(bytes).includes(KEY_FIELD) ? decodeXml(bytes).text : "";
    for (const [, key = ""] of text.matchAll(KEY)) records.set(key, VIEW_MODEL);
  }
  const given = new Set(records.keys());
  const made = new Set(given);
  /** Code may load a file itself. */
  const isNamed = (file: string): boolean =>
    code.some((text) => text.includes(file.slice(file.lastIndexOf("/") + 1)));
  const isLoaded = (file: string): boolean => data.has(file) || !hasManifest || isNamed(file);
  for (const file of read) {
    if (isDataOfTests(file.path, file.parsed.value.kind) && !data.has(file.path)) continue;
    const rows = listMade(file);
    if (rows.length === 0) continue;
    const isDemo = demo.has(file.path);
    const isHere = isLoaded(file.path);
    const isByCode = isHere && !data.has(file.path) && hasManifest;
    for (const { xml_id: id, model, tag } of rows) {
      const xmlId = toFullXmlId(technicalName, id);
      if (tag === "function" || isByCode) given.add(xmlId);
      if (isDemo || !isHere) unlisted.set(xmlId, { file: file.path, isDemo });
      if (!isHere) continue;
      records.set(xmlId, model || (records.get(xmlId) ?? ""));
      if (!isDemo) made.add(xmlId);
    }
  }
  for (const xmlId of made) unlisted.delete(xmlId);
  const added = code.flatMap((text) => Array.from(text.matchAll(ADDED), ([, , one = ""]) => one));
  return { records, unlisted, added: new Set(added), ...readInOrder(module, given) };
}

/** @param made before the first file */
function readInOrder(
  { technicalName, hasFile, files, read, data, demo, isAsked }: DataOfModule,
  made: Set<string>,
): Pick<MadeRecords, "references" | "unread"> {
  const references: WrittenReference[] = [];
  const unread: UnreadFile[] = [];
  const byPath = new Map(files.map((file) => [file.path, file]));
  const parsed = new Map(read.map((file) => [file.path, file]));
  for (const path of data) {
    const owner = { technicalName, hasFile, isDemo: demo.has(path), made };
    const [file, table] = [byPath.get(path), parsed.get(path)];
    if (!isAsked(path)) {
      const rows = table === undefined ? [] : listMade(table);
      for (const { xml_id: id } of rows) made.add(toFullXmlId(technicalName, id));
    } else if (file !== undefined && /\.xml$/i.test(path)) {
      const found = readDataReferences(file, owner);
      references.push(...found.references);
      unread.push(...found.unread);
    } else if (table?.parsed.value.kind === "table") {
      references.push(...listTableReferences(path, listMade(table), owner));
    }
  }
  return { references, unread };
}

/** The model and the columns of a table, and the ids in its rows. */
function listTableReferences(
  file: string,
  rows: readonly LoadedRecord[],
  owner: DataOwner,
): readonly WrittenReference[] {
  const model = toTableModel(file);
  const columns = [...(rows[0]?.values.keys() ?? [])];
  const found: WrittenReference[] =
    rows.length === 0 ? [] : [{ kind: "model", model, file, line: 1 }];
  for (const column of columns) {
    found.push({ kind: "field", model, path: [column.replace(/@.*$/, "")], file, line: 1 });
  }
  for (const { xml_id: id, values, line } of rows) {
    for (const value of values.values()) {
      const cell = isGivenList(value) && value[0] === GIVEN.ids ? String(value[1]) : "";
      for (const written of cell.split(",").map((one) => one.trim())) {
        const reference = toRecordReference(written, owner);
        if (reference !== undefined) found.push({ ...reference, file, line });
      }
    }
    owner.made.add(toFullXmlId(owner.technicalName, id));
  }
  return found;
}

function listMade({ path, parsed: { value } }: ModuleFile): readonly LoadedRecord[] {
  if (value.kind === "table") return toRowRecords(value.rows, path);
  return value.kind === "data" ? value.data.records.filter(({ tag }) => tag !== "delete") : [];
}
