// The parts of modules (data/module-parts.ts) in sections of their own, so that who reads a record does
// not pay for them. Packed and compressed like records.
import type { ControllerRecord, ModuleParts } from "../module-parts.js";
import { encodeColumn, openColumn, type Column } from "./columns.js";
import { decodeSection, isObject } from "./decode-section.js";
import { damagedSection } from "./errors.js";
import type { SectionName } from "./format.js";
import { isStructures, openRecordDecoder, packRecords, packValue } from "./packing.js";
import { encodeRecordStore, openRecordStore, type RecordRun } from "./record-store.js";
import type { SectionReader } from "./sections.js";

/** @param parts those of each record; @param runs the records by technical name, in order */
export function encodeParts(
  parts: readonly ModuleParts[],
  runs: readonly RecordRun[],
): readonly (readonly [SectionName, Uint8Array])[] {
  const packed = packRecords(parts.map((one) => [toPackable(one)]));
  const store = encodeRecordStore(packed.records, runs);
  return [
    ["parts.structures", packValue(packed.structures)],
    ["parts.dictionary", store.dictionary],
    ["parts.end", encodeColumn(store.end)],
    ["parts.length", encodeColumn(store.length)],
    ["parts.bytes", store.bytes],
  ];
}

/** With its objects of free keys as maps, see packing.ts. */
function toPackable(parts: ModuleParts): unknown {
  return { ...parts, controllers: parts.controllers.map(toPackableController) };
}

function toPackableController(controller: ControllerRecord): unknown {
  const routes = controller.routes.map((route) => ({
    ...route,
    attrs: route.attrs && new Map(Object.entries(route.attrs)),
  }));
  return { ...controller, routes };
}

/** Where the parts of an entry are found. */
export interface PartTables {
  readonly nameFirst: Column;
  readonly entries: { readonly length: number; readonly name: Column };
}

/** Reads the parts of a module by the number of its entry. @throws SnapshotError, also later */
export function openParts(
  sections: SectionReader,
  { nameFirst, entries }: PartTables,
): (entry: number) => ModuleParts {
  const decode = openRecordDecoder(decodeSection(sections, "parts.structures", isStructures));
  const readBytes = openRecordStore({
    name: "parts",
    dictionary: sections.get("parts.dictionary"),
    end: openColumn("parts.end", sections.get("parts.end"), entries.length),
    length: openColumn("parts.length", sections.get("parts.length"), entries.length),
    bytes: sections.get("parts.bytes"),
    findRun(entry) {
      const name = entries.name.get(entry);
      return { start: nameFirst.get(name), end: nameFirst.get(name + 1) };
    },
  });
  return (entry) => {
    let parts: unknown;
    const bytes = readBytes(entry);
    try {
      [parts] = decode(bytes, 1);
    } catch (error) {
      throw damagedSection("parts.bytes", "MessagePack", (error as Error).message);
    }
    if (!isObject(parts)) throw damagedSection("parts.bytes", "parts", typeof parts);
    return parts as unknown as ModuleParts;
  };
}
