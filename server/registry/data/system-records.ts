// The records of a system with the values that they have when all data files are loaded, as far as these tell.
import {
  GIVEN,
  isGivenList,
  PARENT_FIELD,
  SEQUENCE_FIELD,
  type GivenList,
} from "../../../data/module/given-value.js";
import { getRules } from "../../../data/platform/rules.js";
import type { GivenRow } from "../../../data/snapshot/loaded/packed-data.js";
import type { Steps } from "../../../data/yield.js";
import { getModuleOfXmlId, toFullXmlId, toLocalId } from "../../../data/module/xml-id.js";
import { createRecordSteps, spendSteps, spendText, type StepBudget } from "../../lookup/limits.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import type { LoadedSystem } from "../loaded/loaded-system.js";
import type { Models } from "../model/models.js";
import { createBothSides, MEMBER_FIELDS, MEMBERS, readMemberships } from "./links.js";
import { GROUP_OF_BASE, listCategories, findPlatformField } from "./made-before.js";
import {
  toFieldValue,
  UNKNOWN_VALUE,
  type FieldValue,
  type GivenField,
  type Giving,
  type RecordValue,
} from "./field-value.js";
import { nameModelRecord, toTextValue, type SystemRecord } from "./system-record.js";
import {
  createRecordWrites,
  readValues,
  type RecordWrite,
  type RecordWrites,
  type WrittenRecord,
} from "./record-writes.js";

export interface SystemRecords {
  readonly writes: RecordWrites;
  /** Whether Odoo itself makes a record before any data file is loaded, which updates then leave alone. */
  isMadeBefore(record: Pick<WrittenRecord, "xmlId" | "model">): boolean;
  find(xmlId: string): SystemRecord | undefined;
  /** Name of a record; that of a category may be of manifests alone. */
  findName(xmlId: string): string | null;
  /** One with what others link to it, and who is in which group; a record a step. @throws TooComplex */
  complete(record: SystemRecord): Steps<SystemRecord>;
  /** Values of these fields alone, computed each time. */
  readFields(written: WrittenRecord, fields: ReadonlySet<string>): SystemRecord;
  /** The record without a module's writes; `undefined` if nobody else makes it. */
  findWithout(xmlId: string, module: string): SystemRecord | undefined;
  /**
   * In the order in which they are made; with `about` at least those that are about that model.
   */
  listOfModel(model: string, about?: string): readonly SystemRecord[];
  /** Computes these records, one a step, so that later callers do not wait. @throws TooComplex */
  prepare(models: readonly string[], about?: string): Steps<void>;
}

/** @throws SnapshotError, also later */
export function createSystemRecords(system: LoadedSystem, models: Models): SystemRecords {
  const writes = createRecordWrites(system);
  const nameRecord = memoizeEach(createRecordNames(system, models));
  const isRenaming = getRules(system.platformVersion).renamesTagFields;
  const getCategories = once(() => listCategories(system));
  // A module's id is made with it, by any creator (`create` of ir.module.module).
  const isMadeBefore: SystemRecords["isMadeBefore"] = ({ xmlId, model }) =>
    model === "ir.module.module" ||
    xmlId === GROUP_OF_BASE ||
    (model === "ir.module.category" && getCategories().has(xmlId));
  const listAlone = memoizeEach((_model: string) => new Map<string, SystemRecord>());
  const getAlone = (written: WrittenRecord): SystemRecord => {
    const alone = listAlone(written.model);
    const known = alone.get(written.xmlId);
    if (known !== undefined) return known;
    const record = computeRecord(written);
    alone.set(written.xmlId, record);
    return record;
  };
  const listOfModel: SystemRecords["listOfModel"] = (model, about) =>
    writes.listOfModel(model, about).map(getAlone);
  const fillBothSides = createBothSides(models, writes, getAlone);
  const getMemberships = once(() =>
    readMemberships((model) =>
      writes.listOfModel(model).map((written) => computeRecord(written, MEMBER_FIELDS)),
    ),
  );
  const isActionOfJob = (xmlId: string): boolean =>
    xmlId.endsWith(OF_JOB) && writes.find(xmlId.slice(0, -OF_JOB.length))?.model === "ir.cron";
  const nameReference = (xmlId: string): string => {
    const otherwise = isActionOfJob(xmlId) ? "ir.actions.server" : "?";
    return `${writes.find(xmlId)?.model ?? otherwise},${xmlId}`;
  };
  const isMadeUntil = (xmlId: string, loadIndex: number): boolean | undefined => {
    const written = writes.find(xmlId);
    if (written !== undefined) return written.writes[0].loadIndex <= loadIndex;
    const module = getModuleOfXmlId(xmlId);
    const isOpen = system.find(module) !== undefined || system.known.names.includes(module);
    return isOpen ? undefined : false;
  };
  const search: Giving["search"] = (field, conditions) =>
    searchModel(system, models, field, conditions);

  /** @param only as data files name them: other fields are not looked at */
  function computeRecord(written: WrittenRecord, only?: ReadonlySet<string>): SystemRecord {
    const values = new Map<string, FieldValue>();
    const steps = createRecordSteps(written.xmlId);
    for (const write of written.writes) applyWrite(written, write, { values, steps, only });
    const unknown: string[] = [];
    for (const [name, value] of values) if (value === UNKNOWN_VALUE) unknown.push(name);
    for (const name of unknown) values.delete(name);
    const { xmlId, model, writes: loadIndexes } = written;
    return {
      xmlId,
      model,
      writes: loadIndexes,
      noupdate: isMadeBefore(written) || loadIndexes[0].noupdate,
      values: values as ReadonlyMap<string, RecordValue>,
      unknown: unknown.length > 1 ? unknown.toSorted() : unknown,
    };
  }

  function applyWrite({ xmlId, model }: WrittenRecord, write: RecordWrite, reading: Reading): void {
    const { values, steps, only } = reading;
    const findGiven = findField(model);
    const { module, loadIndex } = write;
    const { names, values: all } = completeValues(xmlId, write);
    // One for all values: they are many.
    const giving: { -readonly [K in keyof Giving]: Giving[K] } = {
      module,
      isCsv: write.tag === "csv",
      field: undefined,
      before: undefined,
      nameRecord,
      search,
      nameReference,
      isMade: (id) => isMadeUntil(id, loadIndex),
    };
    for (let at = 0; at < names.length; at++) {
      const given = names[at] ?? "";
      const value = all[at] ?? null;
      if (only?.has(given) === false) continue;
      if (given === SEQUENCE_FIELD) {
        if (hasSequence(model) && isGivenList(value)) values.set("sequence", toSequence(value));
        continue;
      }
      const { name, field } = findGiven(given);
      giving.field = field;
      giving.before = values.get(name);
      const found = toFieldValue(value, giving);
      spendSteps(steps, 4 + (Array.isArray(found) ? found.length : 0));
      if (typeof found === "string") spendText(steps, found);
      if (found !== undefined) values.set(name, normalise(model, name, found));
    }
  }

  /** Field of a model by name: Odoo's own fields of all versions need no model. */
  const findField = memoizeEach((model: string) =>
    memoizeEach((given: string): { name: string; field: GivenField | undefined } => {
      const renamed = RENAMED.get(given) ?? given;
      const current = isRenaming ? renamed : given;
      const platform = findPlatformField(model, current);
      if (platform !== undefined) return { name: current, field: platform };
      const fields = models.findModel(model);
      const written = fields?.findField(given);
      const name = written === undefined ? renamed : given;
      return { name, field: written ?? fields?.findField(name) };
    }),
  );

  const hasSequence = (model: string): boolean => findField(model)("sequence").field !== undefined;
  /** @param before see SEQUENCE_FIELD (`next_sequence` of odoo/tools/convert.py) */
  const toSequence = (before: GivenList): number => {
    let count = 1;
    for (let at = 1; at < before.length; at += 2) {
      if (hasSequence(String(before[at]))) count += Number(before[at + 1]);
    }
    return 10 * count;
  };

  /** Values of a tag beside its attributes. */
  function completeValues(xmlId: string, write: RecordWrite): GivenRow {
    const { module, tag } = write;
    const row = readValues(write);
    const { names, values } = row;
    if (tag === "menuitem" && !names.includes("name")) {
      const action = values[names.indexOf("action")];
      const named = isGivenList(action) ? String(action[1]) : undefined;
      const name = named === undefined ? undefined : findActionName(toFullXmlId(module, named));
      return { names: [...names, "name"], values: [...values, name ?? toLocalId(xmlId)] };
    }
    const at = names.indexOf(PARENT_FIELD);
    const parent = values[at];
    if (!isGivenList(parent)) return row;
    const [id, field] = parent.slice(1).map(String) as [string, string];
    const above = writes.find(toFullXmlId(module, id));
    const inverse = above && models.findModel(above.model)?.findField(field)?.inverse_name;
    return {
      names: [...names.toSpliced(at, 1), ...(inverse ? [inverse] : [])],
      values: [...values.toSpliced(at, 1), ...(inverse ? [[GIVEN.reference, id] as const] : [])],
    };
  }

  function findActionName(xmlId: string): string | undefined {
    const isOfJob = isActionOfJob(xmlId);
    const action = writes.find(isOfJob ? xmlId.slice(0, -OF_JOB.length) : xmlId);
    if (!action || (!isOfJob && !NAMING_ACTIONS.test(action.model))) return undefined;
    const name = computeRecord(action, NAME).values.get("name");
    return typeof name === "string" && name !== "" ? name : undefined;
  }

  function find(xmlId: string): SystemRecord | undefined {
    const written = writes.find(xmlId);
    return written && getAlone(written);
  }

  return {
    writes,
    isMadeBefore,
    find,
    findName: (xmlId) =>
      toTextValue(find(xmlId)?.values.get("name")) ?? getCategories().get(xmlId) ?? null,
    *complete(record) {
      const whole = yield* fillBothSides(record);
      if (!MEMBERS.includes(record.model)) return whole;
      yield* writes.prepare(MEMBERS);
      return getMemberships()(whole);
    },
    findWithout(xmlId, module) {
      const written = writes.find(xmlId);
      const [first, ...others] = written?.writes.filter((write) => write.module !== module) ?? [];
      return written && first && computeRecord({ ...written, writes: [first, ...others] });
    },
    readFields: computeRecord,
    *prepare(names, about) {
      yield* writes.prepare(names, about);
      for (const written of names.flatMap((model) => writes.listOfModel(model, about))) {
        getAlone(written);
        yield;
      }
    },
    listOfModel,
  };
}

/** Behind the id of a job in that of its server action, which is made with it and has its name (`_inherits`). */
const OF_JOB = "_ir_actions_server";

/** `_tag_menuitem`: actions whose name a menu takes over. */
const NAMING_ACTIONS = /(?:act_window|wizard|url|client|server)$/;

/** Fields of its action that a menu uses. */
const NAME: ReadonlySet<string> = new Set(["name"]);

interface Reading {
  readonly values: Map<string, FieldValue>;
  readonly steps: StepBudget;
  readonly only: ReadonlySet<string> | undefined;
}

/** Names of tags' fields that differ in models. */
const RENAMED: ReadonlyMap<string, string> = new Map([["groups_id", "group_ids"]]);

/** Changes that `create` and `write` of a model make to values. */
function normalise(model: string, field: string, value: FieldValue): FieldValue {
  const isCode = model === "res.country" && field === "code";
  return isCode && typeof value === "string" ? value.toUpperCase() : value;
}

/** Searches the platform's own records of models and fields, which need no database. */
function searchModel(
  system: LoadedSystem,
  models: Models,
  field: GivenField | undefined,
  conditions: ReadonlyMap<string, string>,
): string | undefined {
  const isOf = (...fields: readonly string[]): boolean =>
    [...conditions.keys()].every((name) => fields.includes(name));
  const modelName = conditions.get("model") ?? conditions.get("model_id.model") ?? "";
  if (!system.hasModel(modelName)) return undefined;
  const of = field?.comodel_name;
  if (of === "ir.model" && isOf("model")) return nameModelRecord(modelName);
  const found = conditions.get("name") ?? "";
  const isField = of === "ir.model.fields" && isOf("model", "model_id.model", "name");
  return isField && models.findModel(modelName)?.findField(found) !== undefined
    ? `ir.model.fields:${modelName}.${found}`
    : undefined;
}

/** Names of records of models and fields, since each of their modules has its own id for them. */
function createRecordNames(
  { snapshot, hasModel }: LoadedSystem,
  models: Models,
): (xmlId: string) => string {
  const findModel = memoizeEach((id: string) =>
    snapshot.loaded.classes.listModelsWithId(id).findLast(hasModel),
  );
  const findField = (id: string): string | undefined => {
    for (let at = id.indexOf("__"); at !== -1; at = id.indexOf("__", at + 1)) {
      const model = findModel(`model_${id.slice(0, at)}`);
      const field = id.slice(at + 2);
      if (model !== undefined && models.findModel(model)?.findField(field) !== undefined) {
        return `ir.model.fields:${model}.${field}`;
      }
    }
    return undefined;
  };
  return (xmlId) => {
    const local = xmlId.slice(getModuleOfXmlId(xmlId).length + 1);
    if (local.startsWith("model_")) {
      const model = findModel(local);
      if (model !== undefined) return nameModelRecord(model);
    }
    if (local.startsWith("field_")) return findField(local.slice("field_".length)) ?? xmlId;
    return xmlId;
  };
}
