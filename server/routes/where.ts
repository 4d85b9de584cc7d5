// GET /v1/model/{model_name}, /v1/field/…, /v1/method/…, /v1/view/{xml_id} and /v1/javascript/{name}: where something is
// defined, and who extends, overrides or inherits it; /v1/members/{kind}: which models have one of a name.
import type { DefinitionQuery, Located } from "../lookup/definition/definition-chain.js";
import type { Outcome } from "../contract/outcome.js";
import { findField, findMethod, findModel } from "../lookup/definition/where-model.js";
import { listMemberModels } from "../lookup/definition/where-member.js";
import { findInScripts } from "../lookup/definition/where-script.js";
import { findView } from "../lookup/definition/where-view.js";
import {
  choice,
  limit,
  OFFSET,
  PLATFORM_VERSION,
  PROVIDER,
  text,
  version,
} from "../contract/parameter.js";
import { getFound } from "../contract/problem.js";
import { toPageResource, type JsonResource } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const loadLayouts = () => import("../contract/shape/where-layout.js");
const loadModelLayouts = () => import("../contract/shape/where-model-layout.js");
const loadShapes = () => import("../contract/shape/where.js");

const MODEL_NAME = text("Name of a model.", { example: "rental.order" });

const narrowing = {
  platform_version: version(
    "Platform version; `19` means `19.0`. By default the newest that has it.",
    { example: "19.0" },
  ),
  ...PROVIDER,
  limit: limit(50, 200),
  offset: OFFSET,
};

/** Description shared by chains of all kinds. */
const ORDER =
  "Modules are in load order if `load_order.known` is true: by depth in the dependency graph, then by name, so that super() goes from the last to the first. Modules that depend on what is not indexed, such as Odoo's own modules, are listed in `load_order.unplaced`: their place is unknown, and they come last, each after its dependencies. The list is paginated; X-Total-Count has the number of modules.";

/** Problems of a question about one name. */
const ELSEWHERE = ["not_at_version", "not_in_repository", "not_indexed"] as const;

const ANSWER = { description: "The modules, and what each has.", isPaged: true } as const;

export const modelRoute = defineRoute({
  path: "/v1/model/{model_name}",
  operation: "findModel",
  tag: "definitions",
  summary: "Where a model is defined and extended",
  description: `The modules that define a model (\`_name\`) and those that extend it (\`_inherit\`), each with its classes, fields and methods. ${ORDER}`,
  parameters: { model_name: MODEL_NAME, ...narrowing },
  answer: {
    ...ANSWER,
    shape: shape(loadShapes, "ModelLocations"),
    layout: async () => (await loadModelLayouts()).layModelPlaces,
  },
  problems: ["unknown_model", ...ELSEWHERE],
  respond({ lookup }, { model_name, ...query }) {
    return toResource(findModel(lookup.snapshot, model_name, query), query, model_name);
  },
});

export const fieldRoute = defineRoute({
  path: "/v1/field/{model_name}/{field_name}",
  operation: "findField",
  tag: "definitions",
  summary: "Modules that declare a field",
  description: `The modules that declare a field of a model: the one that adds it, then those that change it. Fields from a mixin are listed with the mixin. ${ORDER}`,
  parameters: {
    model_name: MODEL_NAME,
    field_name: text("Name of a field.", { example: "state" }),
    ...narrowing,
  },
  answer: {
    ...ANSWER,
    shape: shape(loadShapes, "FieldLocations"),
    layout: async () => (await loadLayouts()).layFieldPlaces,
  },
  problems: ["unknown_model", "unknown_field", ...ELSEWHERE],
  respond({ lookup }, { model_name, field_name, ...query }) {
    const name = { model: model_name, member: field_name };
    return toResource(findField(lookup.snapshot, name, query), query, field_name);
  },
});

export const methodRoute = defineRoute({
  path: "/v1/method/{model_name}/{method_name}",
  operation: "findMethod",
  tag: "definitions",
  summary: "Modules that define or override a method",
  description: `The modules that have a method of a model: the one that adds it, then those that override it, with signatures. Methods from a mixin are listed with the mixin. ${ORDER}`,
  parameters: {
    model_name: MODEL_NAME,
    method_name: text("Name of a method.", { example: "action_return" }),
    ...narrowing,
  },
  answer: {
    ...ANSWER,
    shape: shape(loadShapes, "MethodLocations"),
    layout: async () => (await loadLayouts()).layMethodPlaces,
  },
  problems: ["unknown_model", "unknown_method", ...ELSEWHERE],
  respond({ lookup }, { model_name, method_name, ...query }) {
    const name = { model: model_name, member: method_name };
    return toResource(findMethod(lookup.snapshot, name, query), query, method_name);
  },
});

export const viewRoute = defineRoute({
  path: "/v1/view/{xml_id}",
  operation: "findView",
  tag: "definitions",
  summary: "Where a view is defined and inherited",
  description: `The module that defines a view, and those whose views inherit from it directly, with full ids. A view of a module that is not indexed is known by the views that inherit from it. ${ORDER}`,
  parameters: {
    xml_id: text("Full id of a view: `module.name`.", {
      example: "rental_core.rental_order_view_form",
    }),
    ...narrowing,
  },
  answer: {
    ...ANSWER,
    shape: shape(loadShapes, "ViewLocations"),
    layout: async () => (await loadLayouts()).layViewPlaces,
  },
  problems: ["unknown_view", ...ELSEWHERE],
  respond({ lookup }, { xml_id, ...query }) {
    return toResource(findView(lookup.snapshot, xml_id, query), query, xml_id);
  },
});

export const javascriptRoute = defineRoute({
  path: "/v1/javascript/{name}",
  operation: "findInJavaScript",
  tag: "definitions",
  summary: "Where something in JavaScript, or a template of the browser, is defined and patched",
  description: `The modules whose scripts have a class, an exported function or a registry key of that name, and those that patch it, with file and line. Classes are components, services, former widgets and models of messaging; patches are \`patch()\`, \`include()\`, \`extend\` of the point of sale's registries, and functions that are given to what is imported. Scripts are those of \`static/src\` without libraries. Of a template of the browser, asked as \`module.Name\`, those that have it and those whose \`t-inherit\` changes it. ${ORDER}`,
  parameters: {
    name: text(
      "Name of a class, function or what is patched; `<category>/<key>` of a registry; `<module>.<name>` of a template.",
      {
        example: "InspectionBadge",
      },
    ),
    ...narrowing,
  },
  answer: {
    ...ANSWER,
    shape: shape(loadShapes, "ScriptLocations"),
    layout: async () => (await loadLayouts()).layScriptPlaces,
  },
  problems: ["unknown_javascript", ...ELSEWHERE],
  respond({ lookup }, { name, ...query }) {
    return toResource(findInScripts(lookup.snapshot, name, query), query, name);
  },
});

const membersRoute = defineRoute({
  path: "/v1/members/{kind}",
  operation: "listMemberModels",
  tag: "definitions",
  summary: "Models that have a field or a method of this name",
  description:
    "Every model with a field or a method of this name, and the modules that declare or define it. Models in which most modules have it come first, then by name.",
  command: { words: "name" },
  parameters: {
    kind: choice(["fields", "methods"], "What is called so.", { example: "fields" }),
    name: text("Name of a field or a method.", { example: "state", required: true }),
    platform_version: PLATFORM_VERSION,
    limit: limit(50, 200),
    offset: OFFSET,
  },
  answer: {
    description: "The models.",
    shape: shape(loadShapes, "MemberModels"),
    layout: async () => (await loadModelLayouts()).layMemberModels,
    isPaged: true,
  },
  problems: ["unknown_field", "unknown_method", "not_at_version"],
  respond: ({ lookup }, { kind, name, ...query }) =>
    toPageResource(getFound(listMemberModels(lookup.snapshot, kind, name, query), name), query),
});

function toResource<T>(
  outcome: Outcome<Located<T>>,
  { offset, limit: rows }: DefinitionQuery,
  what: string,
): JsonResource<T> {
  const { body, total } = getFound(outcome, what);
  return { body, page: { offset, limit: rows, total } };
}

export const whereRoutes = [
  modelRoute,
  fieldRoute,
  methodRoute,
  viewRoute,
  javascriptRoute,
  membersRoute,
] as const;
