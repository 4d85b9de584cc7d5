// What is loaded of an entry, as it is packed: a head that names its views, and apart from it its classes and the archs
// of its views.
import type { LoadedModule, LoadedView } from "../../module/loaded-module.js";
import type { ModuleParts } from "../../module/module-parts.js";
import { getModuleOfXmlId, toFullXmlId } from "../../module/xml-id.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { listLabelled, listScriptNames, toLabelKey } from "../../module/labels.js";
import { toPackedClass } from "./packed-class.js";
import { isKeyOfModules, packBrowser } from "./packed-browser.js";
import { listModelKeys, packValues, type KeyedRow } from "./packed-data.js";
import { packWrites } from "./packed-writes.js";
import { listSubjects, listViewSubjects } from "./subjects.js";

/** What of an entry is packed here. */
export interface LoadedContent {
  readonly loaded: LoadedModule;
  readonly parts: ModuleParts;
}

export interface LoadedRows {
  /** Constants and views, which count their archs among those of the entry. */
  readonly head: Uint8Array;
  /** Which records its data files write. */
  readonly writes: Uint8Array;
  /** Of its views that have one, in their order. */
  readonly archs: readonly ArchRow[];
  /** What its data files give. */
  readonly data: readonly KeyedRow[];
  /** In load order. */
  readonly classes: readonly ClassRow[];
  /** Keys of what its data files have: of models of these records, and of what runs in the browser. */
  readonly dataKeys: readonly string[];
  /** Full ids of records of other modules that it writes, and of views that it inherits from. */
  readonly foreignIds: readonly string[];
  /** What its views are of, and what its parts are about, see subjects.ts. */
  readonly viewSubjects: readonly string[];
  readonly subjects: readonly string[];
  /** See labels.ts. */
  readonly labels: readonly string[];
}

/** Of a view, by its full id. */
export interface ArchRow {
  readonly id: string;
  readonly row: Uint8Array;
}

/** What `toPackedClass` says of a class, and what it does not. */
export interface ClassRow {
  readonly model: string | null;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly row: Uint8Array;
}

const HEADS = new RowPacker(STRUCTURES.loaded);
const ARCHS = new RowPacker(STRUCTURES.archs);
const CLASSES = new RowPacker(STRUCTURES.classes);

/** @param technicalName of the module */
export function packLoaded(technicalName: string, { loaded, parts }: LoadedContent): LoadedRows {
  const { browser, classes, constants, data, views } = loaded;
  const archs: ArchRow[] = [];
  const heads = views.map(({ arch, ...view }) => {
    if (arch === undefined) return toViewHead(view, undefined);
    const id = toFullXmlId(technicalName, view.xml_id);
    return toViewHead(view, archs.push({ id, row: ARCHS.pack([arch]) }) - 1);
  });
  const scripts = Array.from(listScriptNames(parts.scripts), (xmlId) => {
    return { kind: "javascript", xmlId, label: xmlId } as const;
  });
  const browserRows = packBrowser(browser);
  return {
    head: HEADS.pack([{ constants, views: heads }]),
    writes: packWrites(data),
    archs,
    data: [...packValues(data), ...browserRows],
    classes: classes.map((one): ClassRow => {
      const { model, class_name: name, file, line } = one;
      return { model, name, file, line, row: CLASSES.pack([toPackedClass(one)]) };
    }),
    dataKeys: [...listModelKeys(data), ...browserRows.map(({ key }) => key).filter(isKeyOfModules)],
    foreignIds: [...new Set(listForeignIds(technicalName, loaded))],
    viewSubjects: [...listViewSubjects(views)],
    subjects: [...listSubjects(technicalName, parts)],
    labels: [...new Set([...listLabelled(technicalName, data), ...scripts].map(toLabelKey))],
  };
}

/** With free keys, since a view seldom gives all columns. */
function toViewHead(head: Omit<LoadedView, "arch">, arch: number | undefined): unknown {
  const given = Object.entries({ ...head, arch }).filter(([, value]) => value !== undefined);
  return new Map<string, unknown>(given);
}

/** Full ids of records of other modules that a module writes, and of views that it inherits from. */
function listForeignIds(
  name: string,
  { views, data }: Pick<LoadedModule, "views" | "data">,
): readonly string[] {
  const written = data.flatMap((file) => file.records.map((record) => record.xml_id));
  const touched = views.flatMap(({ xml_id: id, inherit_id: inherited }) => [id, inherited ?? id]);
  return [...written, ...touched]
    .map((id) => toFullXmlId(name, id))
    .filter((id) => getModuleOfXmlId(id) !== name);
}
