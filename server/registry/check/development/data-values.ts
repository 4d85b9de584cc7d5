// Values of records in data files: unknown selection values, and values that an earlier element has already set.
import { GIVEN, isGivenList, type GivenValue } from "../../../../data/module/given-value.js";
import type { LoadedRecord } from "../../../../data/module/loaded-module.js";
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../../data/module/xml-id.js";
import type { Judge } from "./judging.js";
import { toMissing, type PlacedMissing } from "./judgement.js";

/** Selection values that no class of the system has, for fully known fields. */
export function listWrongValues(
  { certainty, isWhole, modules }: Judge,
  { loaded }: ModuleUnderDevelopment,
): readonly PlacedMissing[] {
  if (!isWhole) return [];
  return loaded.data.flatMap(({ file, records }) =>
    records.flatMap(({ model, values, line, tag }) => {
      // A cell may have the label of a value, too.
      if (tag !== "record" || values.size === 0) return [];
      const owner = certainty.findModel(model);
      return [...values].flatMap(([name, value]): readonly PlacedMissing[] => {
        if (typeof value !== "string" || value === "") return [];
        if (modules.some(({ added }) => added.has(value))) return [];
        const field = owner?.findField(name);
        const known = field?.type === "selection" ? field.selection : null;
        const isKnown =
          known !== null && known !== undefined && !field?.dynamic.includes("selection");
        if (!isKnown || known.some(([one]) => one === value)) return [];
        const near = known.flatMap(([one]) => one ?? []).slice(0, MOST_VALUES);
        const judgement = toMissing("unknown-value", name, { model, near, detail: value });
        return [{ file, line, judgement }];
      });
    }),
  );
}

const MOST_VALUES = 10;

/** Elements that set what one of the same id has set in the same file; demo data does so on purpose. */
export function listRepeated({
  loaded,
  technicalName,
  unlisted,
}: ModuleUnderDevelopment): readonly PlacedMissing[] {
  return loaded.data.flatMap(({ file, records }) => {
    const known = new Map<string, LoadedRecord>();
    return records.flatMap((record): readonly PlacedMissing[] => {
      const { xml_id: id, line, tag, values } = record;
      if (tag === "delete" || tag === "function") return [];
      const xmlId = toFullXmlId(technicalName, id);
      if (getModuleOfXmlId(xmlId) !== technicalName || unlisted.has(xmlId)) return [];
      const before = known.get(xmlId);
      known.set(xmlId, record);
      const isSame = before?.model === record.model && before.noupdate === record.noupdate;
      const isRepeated = [...values].some(
        ([name, value]) => !isAdded(value) && !isAdded(before?.values.get(name) ?? [GIVEN.list]),
      );
      if (!isSame || !isRepeated) return [];
      const detail = String(before.line);
      return [{ file, line, judgement: toMissing("repeated-record", xmlId, { detail }) }];
    });
  });
}

/** Commands, and what only running code knows, may add to what is there. */
const isAdded = (value: GivenValue): boolean =>
  isGivenList(value) && value[0] !== GIVEN.reference && value[0] !== GIVEN.search;
