// Contents of an entry as rows of bytes: packed once, after its module was parsed, and carried
// along until they stand in a snapshot beside the other entries of their technical name.
import { PART_PROPERTIES } from "../../module/module-parts.js";
import { VIEW_PROPERTIES, type ModelRecord, type ModuleRecord } from "../../module/records.js";
import { packClasses, readModels, type PlacedClass } from "../loaded/packed-class.js";
import { packLoaded, type LoadedContent, type LoadedRows } from "../loaded/packed-loaded.js";
import { createPackable } from "../record/packable.js";
import { openRecordDecoder, RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { listDefined, type Defined } from "../table/packed-definitions.js";

/** Most contents of an entry, as read. */
export interface EntryContent extends Pick<ModuleRecord, "views" | "models">, LoadedContent {}

export interface EntryRows {
  /** Its views, followed by its classes. */
  readonly content: Uint8Array;
  /** In load order. */
  readonly classes: readonly PlacedClass[];
  readonly parts: Uint8Array;
  readonly loaded: LoadedRows;
  readonly defined: Defined;
}

/** The types that views have from views of other modules: the number of the view, then its type, and so on. */
export type LinkedTypes = readonly (number | string)[];

const CONTENT_PACKER = new RowPacker(STRUCTURES.records);
const PART_PACKER = new RowPacker(STRUCTURES.parts);
const toPackableViews = createPackable(VIEW_PROPERTIES);
const toPackableParts = createPackable(PART_PROPERTIES);
const decodeContent = openRecordDecoder(STRUCTURES.records, "records.bytes");

/** @param content views have the types that they have alone: those of other modules are linked later */
export function packEntry(
  technicalName: string,
  { views, models, parts, loaded }: EntryContent,
): EntryRows {
  const classes = packClasses(models, loaded.classes, CONTENT_PACKER);
  return {
    content: Buffer.concat([CONTENT_PACKER.pack([toPackableViews({ views })]), classes.bytes]),
    classes: classes.loaded,
    parts: PART_PACKER.pack([toPackableParts(parts)]),
    loaded: packLoaded(technicalName, { loaded, parts }),
    defined: listDefined({ technical_name: technicalName, views, models }),
  };
}

/** The models of an entry as they were packed. */
export function unpackModels({ content }: Pick<EntryRows, "content">): readonly ModelRecord[] {
  return readModels(decodeContent(content), 1);
}
