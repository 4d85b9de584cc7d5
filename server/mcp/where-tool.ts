// The tool that says where something is defined.
import { Problem } from "../problem.js";
import type { Route } from "../routes/route.js";
import { fieldRoute, methodRoute, modelRoute, viewRoute } from "../routes/where.js";
import { CARRIER, PAGE, text, VERSION } from "./arguments.js";
import type { Tool, ToolArguments } from "./tool.js";

/** What may be asked: the names that must be given, and no others of them. */
const QUESTIONS: readonly { readonly names: readonly string[]; readonly route: Route }[] = [
  { names: ["model_name"], route: modelRoute },
  { names: ["model_name", "field_name"], route: fieldRoute },
  { names: ["model_name", "method_name"], route: methodRoute },
  { names: ["xml_id"], route: viewRoute },
];

const NAMES = ["model_name", "field_name", "method_name", "xml_id"] as const;

const FALLBACK_LIMIT = "20";

export const whereTool: Tool = {
  name: "where_is",
  title: "Where a model, field, method or view is defined",
  description:
    "Which modules define something and which extend, override or inherit it, in load order: each module after those that it depends on (named in after). Give model_name alone for a model; model_name with field_name for who declares a field; model_name with method_name for the chain of overrides with signatures; or xml_id for a view. Without platform_version it is the newest version that has it.",
  parameters: {
    model_name: text("A model, such as sale.order."),
    field_name: text("A field of the model, such as amount_total."),
    method_name: text("A method of the model, such as action_confirm."),
    xml_id: text("Full id of a view, such as sale.view_order_form."),
    platform_version: VERSION,
    ...CARRIER,
    ...PAGE,
  },
  required: [],
  async answer({ given, ask }) {
    const limit = "limit" in given ? {} : { limit: FALLBACK_LIMIT };
    const { body, page } = await ask(chooseRoute(given), limit);
    const { modules, ...facts } = body as { readonly modules: readonly object[] };
    return { ...facts, total: page?.total, offset: page?.offset, rows: modules.map(toRow) };
  },
};

/** @throws Problem when the names make no question */
function chooseRoute(given: ToolArguments): Route {
  const asked = NAMES.filter((name) => name in given).join();
  const question = QUESTIONS.find(({ names }) => names.join() === asked);
  if (question !== undefined) return question.route;
  const detail =
    "Give model_name alone, model_name with field_name, model_name with method_name, or xml_id alone.";
  throw new Problem("invalid_parameters", detail);
}

interface ClassRow {
  readonly class_name: string;
  readonly inherit_from: readonly string[];
  readonly is_new_model: boolean;
  readonly fields: readonly { readonly name: string; readonly field_type: string }[];
  readonly methods: readonly { readonly name: string; readonly signature: string }[];
}

/** The classes of a model in short: who wants more of a field or method asks for that. */
function toRow(row: object): object {
  if (!("classes" in row)) return row;
  const { classes, ...facts } = row as { readonly classes: readonly ClassRow[] };
  return {
    ...facts,
    classes: classes.map(({ class_name, inherit_from, is_new_model, fields, methods }) => ({
      class_name,
      inherit_from,
      is_new_model,
      fields: fields.map(({ name, field_type }) => `${name}: ${field_type}`),
      methods: methods.map(({ name, signature }) => `${name}${signature}`),
    })),
  };
}
