// GET /v1/{kind}/{name} and /v1/{kind}/{model_name}/{name}: where a model, a view, something in JavaScript, a field or a method
// is defined, and who changes it; /v1/members/{kind}: the models that have a field or a method of a name.
import { listKeys } from "../../data/shape.js";
import { takeSteps, type Steps } from "../../data/yield.js";
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
import type { Definition, MemberLocations } from "../contract/shape/where.js";
import type { Lookup } from "../lookup/lookup.js";
import { getFound } from "../contract/problem.js";
import { findMemberChange } from "../registry/api/open-api-step.js";
import { findOrigin } from "../registry/references/world.js";
import { toPageResource, type JsonResource } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const loadLayouts = () => import("../contract/shape/where-layout.js");
const loadModelLayouts = () => import("../contract/shape/where-model-layout.js");
const loadShapes = () => import("../contract/shape/where.js");

const narrowing = {
  platform_version: version("Odoo version; `19` means `19.0`. By default the newest that has it.", {
    example: "19.0",
  }),
  ...PROVIDER,
  limit: limit(50, 200),
  offset: OFFSET,
};

/** Description shared by chains of all kinds. */
const ORDER =
  "Modules are in load order if `load_order.known` is true: by depth in the dependency graph, then by name, so that super() goes from the last to the first. Modules that depend on what is not indexed, such as Odoo's own modules, are listed in `load_order.unplaced`: their place is unknown, and they come last, each after its dependencies. The list is paginated; X-Total-Count has the number of modules.";

/** Description shared by both routes. */
const CHAIN = {
  tag: "definitions",
  problems: ["unknown_model", "not_at_version", "not_in_repository", "not_indexed"],
} as const;

const ANSWER = { description: "The modules, and what each has.", isPaged: true } as const;

type Snapshot = Lookup["snapshot"];

type Find<Name, Body> = (
  snapshot: Snapshot,
  name: Name,
  query: DefinitionQuery,
) => Steps<Outcome<Located<Body>>>;

const DEFINED = {
  model: findModel,
  view: findView,
  javascript: findInScripts,
} as const satisfies Readonly<Record<string, Find<string, Definition>>>;

export const definitionRoute = defineRoute({
  ...CHAIN,
  path: "/v1/{kind}/{name}",
  operation: "findDefinition",
  summary: "Where a model, a view or something in JavaScript is defined and changed",
  summaries: {
    model: "Where a model is defined and extended",
    view: "Where a view is defined, and which views inherit from it",
    javascript: "Where something in JavaScript is defined and patched",
  },
  description: `\`model\`: the modules that define a model (\`_name\`) and those that extend it (\`_inherit\`), each with its classes, fields and methods; a model of Odoo that no indexed module has gets its \`platform_makers\` alone. \`view\`: the module that defines a view, and those whose views inherit from it directly, with full ids; a view of a module that is not indexed is known by the views that inherit from it. \`javascript\`: modules whose scripts have or patch a class, an exported function or a registry key of that name, with file and line; classes are components, services, former widgets and models of messaging; patches are \`patch()\`, \`include()\`, \`extend\` of the point of sale's registries, and functions that are given to what is imported; scripts are those of \`static/src\` without libraries; of a template of the browser, asked as \`module.Name\`, those that have it and those whose \`t-inherit\` changes it. ${ORDER}`,
  parameters: {
    kind: choice(listKeys(DEFINED), "What it is.", { example: "model" }),
    name: text(
      "Name of a model; full id of a view, `module.name`; in JavaScript the name of a class, function or what is patched, `<category>/<key>` of a registry, `<module>.<name>` of a template.",
      {
        example: "rental.order",
        examples: { view: "rental_core.rental_order_view_form", javascript: "InspectionBadge" },
      },
    ),
    ...narrowing,
  },
  answer: {
    ...ANSWER,
    shape: shape(loadShapes, "Definition"),
    layout: async () => (await loadLayouts()).layDefinition,
  },
  problems: [...CHAIN.problems, "unknown_view", "unknown_javascript"],
  async respond({ lookup }, { kind, name, ...query }) {
    const find: Find<string, Definition> = DEFINED[kind];
    return toResource(await takeSteps(find(lookup.snapshot, name, query)), query, name);
  },
});

const MEMBERS = { field: findField, method: findMethod } as const;

export const memberRoute = defineRoute({
  ...CHAIN,
  path: "/v1/{kind}/{model_name}/{name}",
  operation: "findMember",
  summary: "Modules that declare a field, or define or override a method",
  summaries: {
    field: "Modules that declare a field",
    method: "Modules that define or override a method",
  },
  description: `The modules that have a field or a method of a model: the one that adds it, then those that change or override it, of methods with signatures. Where no class of the model has it, but a mixin or another parent does, the answer has their modules, and \`inherited_from\`. ${ORDER}`,
  parameters: {
    kind: choice(listKeys(MEMBERS), "What it is.", { example: "field" }),
    model_name: text("Name of a model.", { example: "rental.order" }),
    name: text("Name of a field or a method.", {
      example: "state",
      examples: { method: "action_return" },
    }),
    ...narrowing,
  },
  answer: {
    ...ANSWER,
    shape: shape(loadShapes, "MemberLocations"),
    layout: async () => (await loadLayouts()).layMember,
  },
  problems: [...CHAIN.problems, "unknown_field", "unknown_method"],
  async respond({ lookup: { snapshot } }, { kind, model_name: model, name: member, ...query }) {
    const find: Find<{ model: string; member: string }, MemberLocations> = MEMBERS[kind];
    const own = await takeSteps(find(snapshot, { model, member }, query));
    const give = (value: Located<MemberLocations>) =>
      toResource({ found: true, value }, query, member);
    if (own.found) {
      const { body, total } = own.value;
      const became = findBecame(snapshot, { kind, model, name: member }, body);
      return give({ body: { ...body, ...became }, total });
    }
    const { platform_version: asked } = query;
    const origin = findOrigin(snapshot, { kind, model, name: member }, asked);
    const inherited =
      origin && (await takeSteps(find(snapshot, { ...origin, member }, { ...query, ...origin })));
    if (origin === undefined || inherited?.found !== true) return toResource(own, query, member);
    const { body, total } = inherited.value;
    return give({ body: { ...body, model_name: model, inherited_from: origin.model }, total });
  },
});

/** Change to the next version of the index, where no module has the member from then on. */
function findBecame(
  snapshot: Snapshot,
  member: Parameters<typeof findMemberChange>[1],
  { platform_version: from, platform_versions: having }: MemberLocations,
): Pick<MemberLocations, "became"> {
  const to = snapshot.versions[snapshot.versions.indexOf(from) + 1];
  if (to === undefined || having.at(-1) !== from) return {};
  const change = findMemberChange(snapshot, member, { from, to });
  return change ? { became: { platform_version: to, target: change.target } } : {};
}

const membersRoute = defineRoute({
  path: "/v1/members/{kind}",
  operation: "listMemberModels",
  tag: "definitions",
  summary: "Models that have a field or a method of this name",
  summaries: {
    fields: "Models that have a field of this name",
    methods: "Models that have a method of this name",
  },
  description:
    "Every model with a field or a method of this name, and the modules that declare or define it. Models in which most modules have it come first, then by name.",
  command: { words: "name" },
  parameters: {
    kind: choice(["fields", "methods"], "What is called so.", { example: "fields" }),
    name: text("Name of a field or a method.", {
      example: "state",
      examples: { methods: "action_return" },
      required: true,
    }),
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

export const whereRoutes = [definitionRoute, memberRoute, membersRoute] as const;
