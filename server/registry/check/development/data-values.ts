// Values of records in data files: unknown selection values, and values that an earlier element has already set.
import { GIVEN, isGivenList, type GivenValue } from "../../../../data/module/given-value.js";
import type { LoadedField, LoadedRecord } from "../../../../data/module/loaded-module.js";
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../../data/module/xml-id.js";
import { findPlatformEdition } from "../../../../data/platform/module-names.js";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { getPlatformVersion, getTechnicalName } from "../../../lookup/entries.js";
import { once } from "../../../lookup/memo.js";
import type { LoadedSystem } from "../../loaded/loaded-system.js";
import type { ModelField } from "../../model/fields.js";
import type { SystemModel } from "../../model/models.js";
import type { Judge, Owner } from "./judging.js";
import { toMissing, type Missing, type PlacedJudgement } from "./judgement.js";

const UNKNOWN = /^(?:selection|type|related|\*)/;

/** The selection of a field, where all of it is known; that of a related field is the one that it leads to. */
function findSelection(
  judge: Judge,
  { model, isExact }: Owner,
  name: string,
):
  | { readonly field: ModelField; readonly owner: SystemModel; readonly values: readonly string[] }
  | undefined {
  const { registry, certainty } = judge;
  const field = model.findField(name);
  if (
    field?.type !== "selection" ||
    !field.selection ||
    field.dynamic.some((one) => UNKNOWN.test(one))
  )
    return undefined;
  if (!certainty.knowsMembers(model, isExact)) return undefined;
  const path = field.related?.split(".") ?? [];
  const last = path.pop();
  if (last === undefined)
    return { field, owner: model, values: field.selection.map(([one = ""]) => one) };
  let at: SystemModel | undefined = model;
  for (const step of path) at = registry.models.findModel(at?.findField(step)?.comodel_name ?? "");
  return at && findSelection(judge, { model: at, isExact: true }, last);
}

/** The finding of values that are not in the selection of a field, as far as modules of the version know. */
export function findWrongValues(
  judge: Judge,
  owner: Owner,
  [name, values]: readonly [name: string, values: readonly string[]],
): Missing | undefined {
  const known = judge.isWhole ? findSelection(judge, owner, name) : undefined;
  if (known === undefined) return undefined;
  const isAddedElsewhere = createAdditionQuestion(judge, known);
  const wrong = [...new Set(values)].filter(
    (value) =>
      !known.values.includes(value) &&
      !judge.modules.some(({ added }) => added.has(value)) &&
      !isAddedElsewhere(value),
  );
  if (wrong.length === 0) return undefined;
  const near = known.values.slice(0, MOST_VALUES);
  const { model } = owner.model.lineage;
  return toMissing("unknown-value", name, { model, near, detail: wrong.join(" or ") });
}

/** Whether a module that is not installed adds a value, or may: code may ask for it. Enterprise calls some as their modules. */
function createAdditionQuestion(
  { registry: { system } }: Judge,
  { field, owner }: { readonly field: ModelField; readonly owner: SystemModel },
): (value: string) => boolean {
  const models = new Set([
    owner.lineage.model,
    ...field.definitions.map(({ node }) => node.source.definition.model ?? ""),
  ]);
  // Most values are in the selection, and reading classes is counted as memory of the registry.
  const definitions = once(() =>
    [...models].flatMap((model) => listDefinitions(system, model, field.name)),
  );
  return (value) => {
    const names = [value, `web_${value}`];
    const { platformVersion } = system;
    if (names.some((name) => findPlatformEdition(name, platformVersion) === "enterprise"))
      return true;
    return definitions().some(({ values, imported, dynamic }) =>
      ["selection", "selection_add"].some(
        (argument) =>
          imported.has(argument) ||
          dynamic.includes(argument) ||
          JSON.stringify(values.get(argument) ?? "").includes(JSON.stringify(value)),
      ),
    );
  };
}

/** A field as all modules of the version define it, installed or not. */
function listDefinitions(
  system: LoadedSystem,
  model: string,
  name: string,
): readonly LoadedField[] {
  const { snapshot, platformVersion } = system;
  const number = findString(snapshot.definitions.models, model);
  const entries = number === undefined ? [] : snapshot.definitions.fields.findEntries(number, name);
  return [...(entries ?? [])]
    .filter((entry) => getPlatformVersion(snapshot, entry) === platformVersion)
    .flatMap((entry) =>
      snapshot.loaded.classes.list(entry).map(({ number: at }) => {
        const module = { name: getTechnicalName(snapshot, entry), entry, loadIndex: -1 };
        return system.readClass({ module, number: at }).definition;
      }),
    )
    .filter((one) => one.model === model)
    .flatMap(({ fields }) => fields.filter((one) => one.name === name));
}

/** Selection values that no class of the system has, for fully known fields. */
export function listWrongValues(
  { certainty, isWhole, modules }: Judge,
  { loaded }: ModuleUnderDevelopment,
): readonly PlacedJudgement[] {
  if (!isWhole) return [];
  return loaded.data.flatMap(({ file, records }) =>
    records.flatMap(({ model, values, line, tag }) => {
      // A cell may have the label of a value, too.
      if (tag !== "record" || values.size === 0) return [];
      const owner = certainty.findModel(model);
      return [...values].flatMap(([name, value]): readonly PlacedJudgement[] => {
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
}: ModuleUnderDevelopment): readonly PlacedJudgement[] {
  return loaded.data.flatMap(({ file, records }) => {
    const known = new Map<string, LoadedRecord>();
    return records.flatMap((record): readonly PlacedJudgement[] => {
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
