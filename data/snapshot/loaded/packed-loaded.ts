// Loaded contents of an entry as packed: a head that names its views, and apart from it the archs
// of its views. Its classes lie beside its record.
import type { LoadedModule, LoadedView } from "../../module/loaded-module.js";
import type { ModuleParts } from "../../module/module-parts.js";
import { getModuleOfXmlId, toFullXmlId } from "../../module/xml-id.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { listLabelled, listLabelKeys, listScriptNames, toTemplateId } from "../../module/labels.js";
import { isKeyOfModules, packBrowser, packNames, packReferences } from "./keyed-rows.js";
import { listModelKeys, packValues, type KeyedRow } from "./packed-data.js";
import { packWrites } from "./packed-writes.js";
import { listSubjects, listViewSubjects } from "./subjects.js";

/** Contents of an entry that are packed here. */
export interface LoadedContent {
  readonly loaded: LoadedModule;
  readonly parts: ModuleParts;
}

export interface LoadedRows {
  /** Constants and views, which count their archs among those of the entry. */
  readonly head: Uint8Array;
  /** Records that its data files write. */
  readonly writes: Uint8Array;
  /** Archs of its views that have one, in their order. */
  readonly archs: readonly ArchRow[];
  /** Values from its data files. */
  readonly data: readonly KeyedRow[];
  /** Keys for finding the entry. */
  readonly posted: Readonly<Record<(typeof POSTED_BY)[number], readonly string[]>>;
}

/**
 * Indexes over entries, named like their sections: keys of data files' records, models of these
 * records and browser code; full ids of other modules' records that they write, and of inherited
 * views; models of views and subjects of parts, see subjects.ts; labels, see labels.ts.
 */
export const POSTED_BY = [
  "data-keys",
  "foreign-ids",
  "view-subjects",
  "subjects",
  "labels",
  "references",
] as const;

/** Arch of a view, by its full id. */
export interface ArchRow {
  readonly id: string;
  readonly row: Uint8Array;
}

const HEADS = new RowPacker(STRUCTURES.loaded);
const ARCHS = new RowPacker(STRUCTURES.archs);

/** @param technicalName of the module */
export function packLoaded(technicalName: string, { loaded, parts }: LoadedContent): LoadedRows {
  const { browser, constants, data, names, references, views } = loaded;
  const archs: ArchRow[] = [];
  const heads = views.map(({ arch, ...view }) => {
    if (arch === undefined) return toViewHead(view, undefined);
    const id = toFullXmlId(technicalName, view.xml_id);
    return toViewHead(view, archs.push({ id, row: ARCHS.pack([arch]) }) - 1);
  });
  const scripts = Array.from(listScriptNames(parts.scripts), (xmlId) => {
    return { kind: "javascript", xmlId, label: xmlId } as const;
  });
  const templates = [...browser.templates.values()].flat().flatMap((template) => {
    const xmlId = toTemplateId(technicalName, template);
    return xmlId === undefined ? [] : [{ kind: "template", xmlId, label: xmlId } as const];
  });
  const bundles = browser.assets.map(({ bundle }) => {
    return { kind: "bundle", xmlId: bundle, label: bundle } as const;
  });
  const labelled = [...listLabelled(technicalName, data), ...scripts, ...templates, ...bundles];
  const browserRows = packBrowser(browser);
  return {
    head: HEADS.pack([{ constants, views: heads }]),
    writes: packWrites(data),
    archs,
    data: [...packValues(data), ...browserRows, ...packNames(names), ...packReferences(references)],
    posted: {
      "data-keys": [
        ...listModelKeys(data),
        ...browserRows.map(({ key }) => key).filter(isKeyOfModules),
      ],
      "foreign-ids": [...new Set(listForeignIds(technicalName, loaded))],
      "view-subjects": [...listViewSubjects(views)],
      subjects: [...listSubjects(technicalName, parts)],
      labels: listLabelKeys(labelled),
      references: [...new Set(references.map(({ name }) => name))].filter(
        (name) => getModuleOfXmlId(name) !== technicalName,
      ),
    },
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
