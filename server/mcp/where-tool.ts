// The tool that says where something is defined.
import type { BodyAt } from "../interface/ask.js";
import { Problem } from "../interface/problem.js";
import { fieldRoute, methodRoute, modelRoute, viewRoute } from "../interface/resource/where.js";
import { takeArguments } from "./arguments.js";
import { limitUnlessGiven, type GivenArguments, type Tool } from "./tool.js";

/** What may be asked: the names that must be given, and no others of them. */
const QUESTIONS = [
  { names: ["model_name"], route: modelRoute },
  { names: ["model_name", "field_name"], route: fieldRoute },
  { names: ["model_name", "method_name"], route: methodRoute },
  { names: ["xml_id"], route: viewRoute },
] as const;

const NAMES = ["model_name", "field_name", "method_name", "xml_id"] as const;

const PROSE = {
  model_name: "A model, such as sale.order.",
  field_name: "A field of the model, such as amount_total.",
  method_name: "A method of the model, such as action_confirm.",
  xml_id: "Full id of a view, such as sale.view_order_form.",
};

const FALLBACK_LIMIT = 20;

export const whereTool: Tool = {
  name: "where_is",
  title: "Where a model, field, method or view is defined",
  description:
    "Which modules define something and which extend, override or inherit it, each after those that it depends on (named in after); in Odoo's load order where load_order.known is true. Where it is false, the load order of the modules in load_order.unplaced is unknown: say so, and why; load_order.missing has what is not indexed, such as Odoo core. Give model_name alone for a model; model_name with field_name for who declares a field; model_name with method_name for the chain of overrides with signatures; or xml_id for a view. Without platform_version it is the newest version that has it.",
  parameters: Object.assign(
    {},
    ...QUESTIONS.map(({ route }) => takeArguments(route, { prose: PROSE }).parameters),
  ),
  required: [],
  async answer({ given, ask }) {
    const { path } = chooseRoute(given);
    const { body, page } = await ask(path, limitUnlessGiven(given, FALLBACK_LIMIT));
    const { modules, ...details } = body;
    return { ...details, total: page?.total, offset: page?.offset, rows: modules.map(toRow) };
  },
};

/** @throws Problem when the names make no question */
function chooseRoute(given: GivenArguments): (typeof QUESTIONS)[number]["route"] {
  const asked = NAMES.filter((name) => name in given).join();
  const question = QUESTIONS.find(({ names }) => names.join() === asked);
  if (question !== undefined) return question.route;
  const detail =
    "Give model_name alone, model_name with field_name, model_name with method_name, or xml_id alone.";
  throw new Problem("invalid_parameters", detail);
}

type Place = BodyAt<(typeof QUESTIONS)[number]["route"]["path"]>["modules"][number];

/** The classes of a model in short: who wants more of a field or method asks for that. */
function toRow(row: Place): object {
  if (!("classes" in row)) return row;
  const { classes, ...details } = row;
  return {
    ...details,
    classes: classes.map(({ class_name, inherit_from, is_new_model, fields, methods }) => ({
      class_name,
      inherit_from,
      is_new_model,
      fields: fields.map(({ name, field_type }) => `${name}: ${field_type}`),
      methods: methods.map(({ name, signature }) => `${name}${signature}`),
    })),
  };
}
