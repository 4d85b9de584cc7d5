// The tool that says what a model, a view or a record of a system is, who may use it, and which references to it exist.
import type { BodyAt } from "../routes/ask.js";
import { LIST_NAMES, SWITCH_NAMES } from "../contract/browser/plan-question.js";
import { Problem } from "../contract/problem.js";
import { checkRoute } from "../routes/system/check.js";
import {
  registryModelRoute,
  registryModelsRoute,
  registryViewRoute,
} from "../routes/system/registry.js";
import { registryAccessRoute } from "../routes/system/registry-rights.js";
import { joinArguments, SYSTEM_PROSE } from "./arguments.js";
import { readGone } from "./module/gone.js";
import {
  toRows,
  type GivenArguments,
  type Tool,
  type ToolBody,
  type ToolQuestion,
} from "./tool.js";

const ROUTES = [
  registryModelsRoute,
  registryModelRoute,
  registryAccessRoute,
  registryViewRoute,
  checkRoute,
] as const;

/** What may be asked of a system; where none is given, its models are listed. */
const SUBJECTS = ["model", "xml_id", "refs"] as const;

const PROSE = {
  ...SYSTEM_PROSE,
  modules: "Wanted; what they need comes along.",
  plan: "In place of modules: module@version, org/repo@commit.",
  model: "As sale.order.",
  member: "One field or method of model, or in xml_id.",
  xml_id: "Of a view or another record: sale.view_order_form.",
  groups: "With model: what these may do, and why.",
  at: "With xml_id: stop after this module.",
  refs: "sale.order.name, sale.order#write, sale.view_order_form.",
};

/** A system that was put together with these is given as a plan. */
const OF_PLANS = [
  "parts",
  "module",
  ...LIST_NAMES.filter((name) => name !== "repositories"),
  ...SWITCH_NAMES,
];

const FALLBACK_LIMIT = 50;

export const registryTool: Tool = {
  name: "inspect_system",
  title: "Models, views, rights of an installation",
  description:
    "What models and views ARE with these modules installed together. One of: model (fields, methods with super() chains; with member one in full; with groups what they may do), xml_id (arch after all inheriting views; with member what shows it; of other records values and writers), or refs (do these exist, near names: check what you write). Without: all models. dynamic: only running code knows. Not complete: say so.",
  parameters: joinArguments(ROUTES, {
    prose: PROSE,
    without: OF_PLANS,
    fallbackLimit: FALLBACK_LIMIT,
  }),
  required: ["platform_version"],
  fallbackLimit: FALLBACK_LIMIT,
  async answer(question) {
    const answer = await answerSubject(question);
    const { modules = "", platform_version: at } = question.given;
    const names = modules.split(",").filter((name) => name !== "");
    return { ...(await readGone(question.ask, names.slice(0, MOST_FOLLOWED), at)), ...answer };
  },
};

/** Of so many wanted modules it is said what became of them. */
const MOST_FOLLOWED = 100;

async function answerSubject({ given, ask }: ToolQuestion): Promise<ToolBody> {
  switch (chooseSubject(given)) {
    case "model":
      return "groups" in given
        ? (await ask("/v1/registry/access/{model}")).body
        : toModel((await ask("/v1/registry/models/{model}")).body, given);
    case "xml_id":
      return answerRecord({ given, ask });
    case "refs":
      return (await ask("/v1/check")).body;
    case undefined:
      return toRows(await ask("/v1/registry/models"));
  }
}

/** A view, or any other record. */
async function answerRecord({ given, ask }: ToolQuestion): Promise<ToolBody> {
  const view = await findInSystem(ask("/v1/registry/views/{xml_id}"));
  if (view !== undefined) return toView(view.body, given);
  const record = given["xml_id"] ?? "";
  const { body } = await ask("/v1/registry/records/{record}", { record });
  const { line_urls: _urls, ...rest } = body;
  return rest;
}

async function findInSystem<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem && error.code === "not_in_system") return undefined;
    throw error;
  }
}

/** @throws Problem where several are given */
function chooseSubject(given: GivenArguments): (typeof SUBJECTS)[number] | undefined {
  const [subject, other] = SUBJECTS.filter((name) => name in given);
  if (other === undefined) return subject;
  throw new Problem("invalid_parameters", "Give one of model, xml_id and refs, and no other.");
}

type Model = BodyAt<"/v1/registry/models/{model}">;

/** All members in short: who wants more of one asks for it. */
function toModel(body: Model, given: GivenArguments): ToolBody {
  if ("member" in given) return body;
  const {
    classes = [],
    fields = [],
    methods = [],
    used_by: _usage,
    line_urls: _urls,
    ...model
  } = body;
  return {
    ...model,
    classes: classes.map(
      ({ module, class_name, file, line }) => `${module}: ${class_name} (${file}:${line})`,
    ),
    fields: fields.map(
      ({ name, type, comodel_name: comodel, modules }) =>
        `${name}: ${type}${comodel === null ? "" : ` ${comodel}`} (${modules.join(", ")})`,
    ),
    methods: methods.map(
      ({ name, definers }) =>
        `${name}${definers[0]?.signature ?? ""}: ${definers.map(({ module }) => module).join(" → ")}`,
    ),
  };
}

type View = BodyAt<"/v1/registry/views/{xml_id}">;

/** What each view changes stands in the whole answer of the route; of a member only where it is shown. */
function toView(body: View, { member }: GivenArguments): ToolBody {
  const { elements: _elements, changes: _changes, line_urls: _urls, arch, views, ...view } = body;
  if (member !== undefined) {
    const { platform_version, xml_id, model, type, dynamic } = body;
    return { platform_version, xml_id, model, type, dynamic, shown: listShown(body, member) };
  }
  return {
    ...view,
    views: views.map(({ xml_id, module, file, line }) => `${xml_id} (${module}/${file}:${line})`),
    arch,
  };
}

/** Elements of this name, `<field name="note"/> by sale.view_order_form (sale/views/sale.xml:12)`, in document order. */
function listShown({ arch, elements, views }: View, member: string): readonly string[] {
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
