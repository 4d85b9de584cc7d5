// GET /v1/registry/records and /v1/registry/actions: what the data files of a system make, and every place that writes it.
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { takeSteps, type Steps } from "../../../data/yield.js";
import { choice, text } from "../../contract/parameter.js";
import { shape } from "../../contract/route.js";
import { cutSlice, type Slice, type SliceRequest } from "../../contract/resource.js";
import { listNearTexts } from "../../lookup/search/near-names.js";
import { listProviders } from "../../registry/check/elsewhere.js";
import type { RecordWrites, WrittenRecord } from "../../registry/data/record-writes.js";
import { ACTION_MODELS, listActions } from "../../registry/data/menus.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { listLineTemplates } from "../../registry/loaded/loaded-system.js";
import { toId, toWriters } from "../../registry/data/system-record.js";
import { defineRoute } from "../define-route.js";
import {
  LISTED,
  readRecords,
  readRegistry,
  tellSystem,
  toAbsence,
  isWrittenBy,
  MODULE,
  RECORDS,
} from "./read-registry.js";
import { ABOUT_ALL, SYSTEM_PARAMETERS } from "./system-question.js";

const loadShapes = () => import("../../contract/shape/system/registry-data.js");
const loadLayouts = () => import("../../contract/shape/system/registry-layout.js");

const registryRecordsRoute = defineRoute({
  ...ABOUT_ALL,
  path: "/v1/registry/records",
  operation: "listSystemRecords",
  summary: "The records that data files of an installation make",
  description: `External ids with their models, in the order in which they are made: of one model, or those that a module writes, be they its own or of others. ${RECORDS}`,
  parameters: {
    ...SYSTEM_PARAMETERS,
    model: text("Only records of this model.", { example: "mail.template" }),
    module: MODULE,
    ids: choice(
      ["own", "others"],
      "With `module`: `own` are the records whose ids are of the module, which go when it is uninstalled; `others` are records of other modules that it writes, which then stay as it left them.",
      { example: "others" },
    ),
    ...LISTED,
  },
  answer: {
    description: "The records.",
    shape: shape(loadShapes, "RegistryRecords"),
    layout: async () => (await loadLayouts()).layRecords,
  },
  async respond({ lookup: { snapshot } }, { model, module, ids, ...values }) {
    const registry = readRegistry(snapshot, values);
    const { writes, isMadeBefore } = registry.getRecords();
    const { rows, total } = await takeSteps(
      module === undefined
        ? sliceRecords(writes, model === undefined ? writes.listModels() : [model], values)
        : listOfModule(writes, { model, module, ids }, values),
    );
    return {
      body: {
        ...tellSystem(registry),
        records: rows.map((record) => ({
          ...toId(record),
          model: record.model,
          noupdate: isMadeBefore(record) || record.writes[0].noupdate,
          written_by: [...new Set(record.writes.map((write) => write.module))],
        })),
        total,
      },
    };
  },
});

/** By model, of each in the order in which they are made: nothing but these rows is made. */
function* sliceRecords(
  writes: RecordWrites,
  models: readonly string[],
  { offset, limit }: SliceRequest,
): Steps<Slice<WrittenRecord>> {
  const counts = yield* writes.count(models);
  const rows: WrittenRecord[] = [];
  let total = 0;
  for (const [at, model] of models.entries()) {
    const [from, to] = [offset - total, offset + limit - total].map((end) => Math.max(0, end));
    const count = counts[at] ?? 0;
    total += count;
    if (from === undefined || from >= count || to === 0) continue;
    yield* writes.prepare([model]);
    rows.push(...writes.listOfModel(model).slice(from, to));
  }
  return { rows, total };
}

interface Selection {
  readonly model: string | undefined;
  readonly module: string;
  readonly ids: "own" | "others" | undefined;
}

/** Records as the module writes them. */
function* listOfModule(
  writes: RecordWrites,
  { model, module, ids }: Selection,
  slice: SliceRequest,
): Steps<Slice<WrittenRecord>> {
  const found: WrittenRecord[] = [];
  for (const xmlId of ids === "own" ? writes.listIdsOf(module) : writes.listWrittenBy(module)) {
    yield;
    const record = writes.find(xmlId);
    if (record === undefined || (model !== undefined && record.model !== model)) continue;
    const isWanted = ids === undefined || getModuleOfXmlId(xmlId) !== module;
    if (ids === "own" || (isWanted && isWrittenBy(module)({ record }))) found.push(record);
  }
  return cutSlice(found, slice);
}

/** @throws Problem `not_in_system`, or `not_indexed` where that is not known */
export async function describeRecord(registry: Registry, xmlId: string) {
  const records = registry.getRecords();
  const found = records.find(xmlId);
  const unknown = registry.known.listOfRecord(xmlId);
  if (found === undefined) {
    const ids = records.writes.listIdsOf(getModuleOfXmlId(xmlId));
    const providers = listProviders(registry, "record", xmlId);
    throw toAbsence("record", xmlId, unknown, listNearTexts(ids, xmlId), providers);
  }
  const record = await takeSteps(records.complete(found));
  const modules = record.writes.map(({ module }) => module);
  return {
    ...tellSystem(registry, unknown),
    ...toId(record),
    model: record.model,
    noupdate: record.noupdate,
    values: Object.fromEntries(record.values),
    unknown: record.unknown,
    writers: toWriters(record),
    line_urls: listLineTemplates(registry.system, modules),
  };
}

const registryActionsRoute = defineRoute({
  ...ABOUT_ALL,
  path: "/v1/registry/actions",
  operation: "listSystemActions",
  summary: "The actions of an installation",
  description: `Windows, reports, server actions and others, with their models and views. ${RECORDS}`,
  parameters: {
    ...SYSTEM_PARAMETERS,
    model: text("Only actions that show this model, or work on it.", { example: "res.partner" }),
    ...LISTED,
  },
  answer: {
    description: "The actions.",
    shape: shape(loadShapes, "RegistryActions"),
    layout: async () => (await loadLayouts()).layActions,
  },
  async respond({ lookup: { snapshot } }, { model, ...values }) {
    const registry = await readRecords(snapshot, values, ACTION_MODELS, model);
    const { rows, total } = cutSlice(await takeSteps(listActions(registry, model)), values);
    return { body: { ...tellSystem(registry), actions: rows, total } };
  },
});

export const registryRecordsRoutes = [registryRecordsRoute, registryActionsRoute] as const;
