// GET /v1/registry/models, /v1/registry/models/{model} and /v1/registry/views/{xml_id}: what the models and
// views of a system are when all its modules are loaded.
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import { takeSteps, type Steps } from "../../../data/yield.js";
import { listProviders } from "../../registry/check/elsewhere.js";
import { findModelUsage } from "../../registry/loaded/model-usage.js";
import { listLineTemplates, type LoadedSystem } from "../../registry/loaded/loaded-system.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { listViewMethods } from "../../registry/model/methods.js";
import { listChangingModules, combineView } from "../../registry/view/combine.js";
import { toViewAnswer } from "../../registry/view/answer.js";
import { findModelSummary, toRegistryModel } from "../../registry/model/model-answer.js";
import { MOST_IN_ROWS } from "../../contract/shape/completeness.js";
import { toCompleteness, toSystemHead } from "../../lookup/dependency/not-indexed.js";
import { listNearTexts } from "../../lookup/search/near-names.js";
import { cutSlice, toPageResource } from "../../contract/resource.js";
import { choices, limit, OFFSET, text } from "../../contract/parameter.js";
import { Problem } from "../../contract/problem.js";
import type { RegistryModelSummary } from "../../contract/shape/system/registry-model.js";
import type {
  RegistryModelAnswer,
  RegistryViewAnswer,
} from "../../contract/shape/system/registry.js";
import { shape } from "../../contract/route.js";
import { defineRoute } from "../define-route.js";
import { readRegistry, toAbsence } from "./read-registry.js";
import { ABOUT_ALL, ABOUT_ONE, SYSTEM_PARAMETERS } from "./system-question.js";

const loadShapes = () => import("../../contract/shape/system/registry.js");
const loadLayouts = () => import("../../contract/shape/system/registry-layout.js");

/** Description shared by all answers about a system. */
const SYSTEM =
  "The installation (system) is that of /v1/plan for the same parameters: these modules, their dependencies and auto-installed modules, in load order. No code is run: what only running code knows is named in `dynamic`, not guessed.";

export const registryModelsRoute = defineRoute({
  ...ABOUT_ALL,
  path: "/v1/registry/models",
  operation: "listSystemModels",
  summary: "All models of an installation",
  description: `The models of an installation, by name. ${SYSTEM}`,
  parameters: { ...SYSTEM_PARAMETERS, limit: limit(200, 5_000), offset: OFFSET },
  answer: {
    description: "The models.",
    shape: shape(loadShapes, "RegistryModelSummaries"),
    layout: async () => (await loadLayouts()).layModels,
    isPaged: true,
  },
  async respond({ lookup: { snapshot } }, values) {
    const { models, known } = readRegistry(snapshot, values);
    const { rows, total } = cutSlice(await takeSteps(models.readModels()), values);
    const summaries = await takeSteps(summarizeModels({ models, known }, rows));
    return toPageResource({ rows: summaries, total }, values);
  },
});

/** One model a step. */
function* summarizeModels(
  { models, known }: Pick<Registry, "models" | "known">,
  names: readonly string[],
): Steps<readonly RegistryModelSummary[]> {
  const summaries: RegistryModelSummary[] = [];
  for (const name of names) {
    const summary = findModelSummary(models, name);
    if (summary !== undefined) {
      const lacking = [...known.listOfFields(name), ...known.listOfModel(name)];
      summaries.push({ ...summary, ...toCompleteness(lacking, MOST_IN_ROWS) });
    }
    yield;
  }
  return summaries;
}

const MODEL_PARTS = ["classes", "fields", "methods", "used_by"] as const;

export const registryModelRoute = defineRoute({
  ...ABOUT_ONE,
  path: "/v1/registry/models/{model}",
  operation: "getSystemModel",
  summary: "A model of an installation",
  description: `Its classes in method resolution order, every combined field, and every method with its chain of \`super()\`. Also the views, access rights, rules, actions and menus that refer to it. ${SYSTEM}`,
  parameters: {
    model: text("Name of a model.", { example: "res.partner" }),
    ...SYSTEM_PARAMETERS,
    parts: choices(MODEL_PARTS, "Only these lists; by default all of them.", {
      example: "fields,methods",
    }),
    member: text("Only the field or method of this name.", { example: "name" }),
  },
  answer: {
    description: "The model.",
    shape: shape(loadShapes, "RegistryModelAnswer"),
    layout: async () => (await import("../../contract/shape/system/model-layout.js")).layModel,
  },
  async respond({ lookup: { snapshot } }, { model: name, parts = MODEL_PARTS, member, ...values }) {
    const registry = readRegistry(snapshot, values);
    return { body: await takeSteps(describeModel(registry, name, { parts, member })) };
  },
});

interface ModelSelection {
  readonly parts: readonly (typeof MODEL_PARTS)[number][];
  readonly member: string | undefined;
}

/** @throws Problem `not_in_system`, or `not_indexed` where that is not known */
function* describeModel(
  registry: Registry,
  name: string,
  { parts, member }: ModelSelection,
): Steps<RegistryModelAnswer> {
  const { system, models, known } = registry;
  yield;
  const found = models.findModel(name);
  if (found === undefined) {
    const providers = listProviders(registry, "model", name);
    throw toAbsence("model", name, known.listOfModel(name), models.listNear(name), providers);
  }
  yield;
  const { classes, fields, methods, ...model } = yield* toRegistryModel(found);
  yield;
  const usage = parts.includes("used_by") ? findModelUsage(system, name) : undefined;
  yield;
  const isWanted = (one: { readonly name: string }): boolean =>
    member === undefined || one.name === member;
  const wantedFields = parts.includes("fields") ? fields.filter(isWanted) : [];
  const wantedMethods = parts.includes("methods") ? methods.filter(isWanted) : [];
  if (member !== undefined && ![...fields, ...methods].some(isWanted)) {
    const names = [...fields, ...methods].map((one) => one.name);
    const unknown = [...known.listOfFields(name), ...known.listOfMethod(name, member)];
    const near = listNearTexts([...new Set(names)], member);
    throw toAbsence("field or method", `${name}.${member}`, unknown, near);
  }
  return {
    ...toSystemHead(system.platformVersion, [
      ...known.listOfFields(name),
      ...(usage === undefined ? [] : known.listOfUsage(name)),
      ...wantedFields.flatMap((field) => known.listOfField(name, field)),
      ...wantedMethods.flatMap((method) => known.listOfMethod(name, method.name)),
      ...(parts.includes("methods") && member !== undefined
        ? known.listOfMethod(name, member)
        : []),
    ]),
    ...model,
    ...(parts.includes("classes") && { classes }),
    ...(parts.includes("fields") && { fields: wantedFields }),
    ...(parts.includes("methods") && { methods: wantedMethods }),
    ...(usage !== undefined && { used_by: usage }),
    line_urls: listLineTemplates(system, [
      ...found.lineage.classes.map(({ source }) => source.module),
      ...Object.values(usage ?? {}).flatMap((rows) => rows.map(({ module }) => module)),
    ]),
  };
}

export const registryViewRoute = defineRoute({
  ...ABOUT_ONE,
  path: "/v1/registry/views/{xml_id}",
  operation: "getSystemView",
  summary: "A view of an installation, with all inheriting views applied",
  description: `The combined arch, and the views that were applied in order. Each element and each changed attribute has the view, file and line that put it there. A locator that matches nothing is a diagnostic, not an error. ${SYSTEM}`,
  parameters: {
    xml_id: text("Full id of a view: `module.name`.", { example: "base.view_partner_form" }),
    ...SYSTEM_PARAMETERS,
    at: text("Stop after this module in load order, to see what later ones change.", {
      example: "base",
    }),
    member: text("Also list the elements of this `name`, and who put each there.", {
      example: "name",
    }),
  },
  answer: {
    description: "The view.",
    shape: shape(loadShapes, "RegistryViewAnswer"),
    layout: async () =>
      (await import("../../contract/shape/system/registry-one-layout.js")).layView,
  },
  async respond({ lookup: { snapshot } }, { xml_id: xmlId, at, member, ...values }) {
    const registry = readRegistry(snapshot, values);
    const view = await describeView(registry, xmlId, at);
    return { body: member === undefined ? view : { ...view, shown: listShown(view, member) } };
  },
});

/** In document order: `<field name="note"/> by sale.view_order_form (sale/views/sale.xml:12)` */
function listShown(
  { arch, elements, views }: RegistryViewAnswer,
  member: string,
): readonly string[] {
  // An arch is written with every < and > escaped that begins or ends no tag.
  const tags = arch?.match(/<[^/>][^>]*>/g) ?? [];
  return elements.flatMap(({ view, line }, at) => {
    const tag = tags[at] ?? "";
    const from = views[view];
    if (from === undefined || !tag.includes(` name="${member}"`)) return [];
    const { module, file } = from.arch ?? from;
    return [`${tag} by ${from.xml_id} (${module}/${file}:${line})`];
  });
}

/**
 * @param at the last module that counts
 * @throws Problem `not_in_system`, or `not_indexed` where that is not known
 */
async function describeView(
  registry: Registry,
  xmlId: string,
  at: string | undefined,
): Promise<RegistryViewAnswer> {
  const { system, models, createViews, known } = registry;
  const last = at === undefined ? undefined : system.find(at);
  if (at !== undefined && last === undefined) {
    const names = system.modules.map(({ name }) => name);
    const unknown = known.listOfRecord(`${at}.`);
    throw toAbsence("module", at, unknown, listNearTexts(names, at));
  }
  const whole = createViews();
  const wholeView = whole.find(xmlId);
  if (wholeView === undefined) {
    const suggestions = listNearTexts(listViewIds(system, xmlId), xmlId);
    const providers = listProviders(registry, "record", xmlId);
    throw toAbsence("view", xmlId, known.listOfRecord(xmlId), suggestions, providers);
  }
  const views = createViews(last?.loadIndex);
  const view = views.find(xmlId);
  if (view === undefined) {
    const [{ module }] = wholeView.changes;
    const detail = `The view "${xmlId}" is not there yet after ${at}: ${module}, which is loaded later, makes it.`;
    throw new Problem("not_in_system", detail);
  }
  const answer = toViewAnswer(await takeSteps(combineView(views, view, system.platformVersion)));
  const changing = listChangingModules(whole, wholeView, system.platformVersion);
  const given = answer.views.map(({ module }) => module);
  const modules = system.modules.map(({ name }) => name).filter((name) => changing.has(name));
  const parents = answer.views.flatMap(({ inherit_id: id }) => id ?? []);
  const xmlIds = [...new Set([xmlId, ...answer.views.map(({ xml_id: id }) => id), ...parents])];
  const onRequest = listChangesOnRequest(models, answer.model);
  return {
    ...toSystemHead(system.platformVersion, known.listOfView(xmlIds, modules)),
    ...answer,
    changed_on_request: onRequest,
    modules,
    line_urls: listLineTemplates(system, [...given, ...onRequest.map(({ module }) => module)]),
  };
}

function listChangesOnRequest(
  models: Registry["models"],
  name: string | null,
): RegistryViewAnswer["changed_on_request"] {
  const model = name === null ? undefined : models.findModel(name);
  const found = model === undefined ? [] : listViewMethods(model.lineage);
  return found.map(({ method, node: { source } }) => ({
    method: method.name,
    model: source.definition.model ?? "",
    module: source.module,
    file: source.definition.file,
    line: method.line,
  }));
}

/** Ids of the views of the module that the id names. */
function listViewIds(system: LoadedSystem, xmlId: string): readonly string[] {
  const module = system.find(getModuleOfXmlId(xmlId));
  if (module === undefined) return [];
  const { views } = system.readHead(module);
  return [...new Set(views.map((view) => toFullXmlId(module.name, view.xml_id)))];
}

export const registryRoutes = [registryModelsRoute, registryModelRoute, registryViewRoute] as const;
