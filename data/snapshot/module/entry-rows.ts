// What an entry consists of, as rows of bytes: packed where its module was parsed, once, and from there on carried along
// as they are, until they stand in a snapshot beside those of the other entries of its technical name. Of a class, what
// is written lies with its entry, and what is loaded lies apart, by model: a model of a system is made of classes of
// hundreds of modules, whose records would all have to be decompressed for it.
import { PART_PROPERTIES } from "../../module/module-parts.js";
import { CONTENT_PROPERTIES, type ModelRecord, type ModuleRecord } from "../../module/records.js";
import { packLoaded, type LoadedContent, type LoadedRows } from "../loaded/packed-loaded.js";
import { createPackable, createUnpacked } from "../record/packable.js";
import { openRecordDecoder, RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { listDefined, type Defined } from "../table/packed-definitions.js";

/** What most of an entry consists of, as it was read. */
export interface EntryContent extends Pick<ModuleRecord, "views" | "models">, LoadedContent {}

export interface EntryRows {
  /** Its views and models. */
  readonly content: Uint8Array;
  readonly parts: Uint8Array;
  readonly loaded: LoadedRows;
  readonly defined: Defined;
}

/** The types that views have from views of other modules: the number of the view, then its type, and so on. */
export type LinkedTypes = readonly (number | string)[];

const CONTENT_PACKER = new RowPacker(STRUCTURES.records);
const PART_PACKER = new RowPacker(STRUCTURES.parts);
const toPackableContent = createPackable(CONTENT_PROPERTIES);
const toPackableParts = createPackable(PART_PROPERTIES);
const toContent = createUnpacked(CONTENT_PROPERTIES);
const decodeContent = openRecordDecoder(STRUCTURES.records);

/** @param content views have the types that they have alone: those of other modules are linked later */
export function packEntry(
  technicalName: string,
  { views, models, parts, loaded }: EntryContent,
): EntryRows {
  return {
    content: CONTENT_PACKER.pack([toPackableContent({ views, models })]),
    parts: PART_PACKER.pack([toPackableParts(parts)]),
    loaded: packLoaded(technicalName, { loaded, parts }),
    defined: listDefined({ technical_name: technicalName, views, models }),
  };
}

/** The models of an entry as they were packed. */
export function unpackModels({ content }: Pick<EntryRows, "content">): readonly ModelRecord[] {
  const [unpacked] = decodeContent(content, 1);
  return (toContent(unpacked) as Pick<EntryContent, "models">).models;
}
