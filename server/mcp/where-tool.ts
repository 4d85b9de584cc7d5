// The tool that says where something is defined.
import type { ModelRecord } from "../../data/module/records.js";
import type { BodyAt } from "../routes/ask.js";
import { Problem } from "../contract/problem.js";
import {
  fieldRoute,
  javascriptRoute,
  methodRoute,
  modelRoute,
  viewRoute,
} from "../routes/where.js";
import { joinArguments } from "./arguments.js";
import { toViewLine } from "./module/module-view.js";
import { toRows, type GivenArguments, type Tool, type ToolBody } from "./tool.js";

/** What may be asked: the names that must be given, and no others of them. */
const QUESTIONS = [
  { names: ["model_name"], route: modelRoute },
  { names: ["model_name", "field_name"], route: fieldRoute },
  { names: ["model_name", "method_name"], route: methodRoute },
  { names: ["xml_id"], route: viewRoute },
  { names: ["name"], route: javascriptRoute },
] as const;

const NAMES = ["model_name", "field_name", "method_name", "xml_id", "name"] as const;

const PROSE = {
  model_name: "A model: sale.order.",
  field_name: "Its field: amount_total.",
  method_name: "Its method: action_confirm.",
  xml_id: "Full id of a view: sale.view_order_form.",
  name: "PaymentScreen, fields/many2one.",
};

const FALLBACK_LIMIT = 20;

export const whereTool: Tool = {
  name: "where_is",
  title: "Where something is defined",
  description:
    "Which modules define, extend, override, inherit or patch something at one version (default the newest that has it), each after those it depends on (after): model_name alone, with field_name or method_name; xml_id; or name in JavaScript. Rows: in load order if load_order.known; else load_order.unplaced have no known place. Not complete: say so. In a system inspect_system.",
  parameters: joinArguments(
    QUESTIONS.map(({ route }) => route),
    { prose: PROSE, fallbackLimit: FALLBACK_LIMIT },
  ),
  required: [],
  fallbackLimit: FALLBACK_LIMIT,
  async answer({ given, ask }) {
    const { path } = chooseRoute(given);
    const places = await ask(path).catch((error: unknown) => {
      throw path === javascriptRoute.path ? explainName(error) : error;
    });
    const { modules, ...details } = places.body;
    return { ...details, ...toRows(places, modules.map(toRow)) };
  },
};

/** Who looks for a model or a field often gives its `name`. */
function explainName(error: unknown): unknown {
  if (!(error instanceof Problem) || error.status !== 404) return error;
  const detail = `${error.detail} (name is for JavaScript alone: of a model give model_name, of a member field_name or method_name besides, of a view xml_id.)`;
  return new Problem(error.code, detail, error.extension);
}

/** @throws Problem when the names make no question */
function chooseRoute(given: GivenArguments): (typeof QUESTIONS)[number]["route"] {
  const asked = NAMES.filter((name) => name in given).join();
  const question = QUESTIONS.find(({ names }) => names.join() === asked);
  if (question !== undefined) return question.route;
  const detail =
    "Give model_name alone, model_name with field_name, model_name with method_name, xml_id alone, or name alone.";
  throw new Problem("invalid_parameters", detail);
}

type Place = BodyAt<(typeof QUESTIONS)[number]["route"]["path"]>["modules"][number];

/** In short: who wants more of a field or method asks for that, of a module for its parts. */
function toRow({ organization, repository, line_url: _url, installable, ...row }: Place): ToolBody {
  const where = { from: `${organization}/${repository}`, ...(installable ? {} : { installable }) };
  const { technical_name, ...rest } = row;
  const start = { technical_name, ...where };
  if ("patches" in rest) {
    const { classes, functions, registry, patches, ...details } = rest;
    const kinds = { classes, functions, registry, patches };
    const some = Object.entries(kinds).filter(([, rows]) => rows.length > 0);
    return {
      ...start,
      ...details,
      ...Object.fromEntries(some.map(([kind, rows]) => [kind, rows.map(toScriptLine)])),
    };
  }
  if ("classes" in rest) {
    const { classes, ...details } = rest;
    return { ...start, ...details, classes: classes.map(toClass) };
  }
  if ("views" in rest) {
    const { views, ...details } = rest;
    return { ...start, ...details, views: views.map(toViewLine) };
  }
  const { declarations, ...details } = rest;
  return { ...start, ...details, declarations: declarations.map(toDeclaration) };
}

function toClass({
  class_name,
  inherit_from,
  is_new_model,
  file,
  line,
  fields,
  methods,
}: ModelRecord) {
  return {
    class_name: `${class_name} (${file}:${line})`,
    ...(is_new_model ? { inherit_from } : {}),
    fields: fields.map(({ name }) => name),
    methods: methods.map(({ name }) => name),
  };
}

/** Without what is empty, or what the name that was asked for says. */
function toScriptLine({
  file,
  line,
  name: _name,
  ...row
}: CodeLocation & { readonly name?: string }): ToolBody {
  const told = Object.entries(row).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return { at: `${file}:${line}`, ...Object.fromEntries(told) };
}

interface CodeLocation {
  readonly file: string;
  readonly line: number;
}

type Declaration = Extract<Place, { readonly declarations: unknown }>["declarations"][number];

function toDeclaration({ file, line, is_new_model: _new, ...declaration }: Declaration): ToolBody {
  const at = `${file}:${line}`;
  if (!("docstring" in declaration)) return { at, ...declaration };
  const { docstring, ...details } = declaration;
  return { at, ...details, docstring: docstring?.split("\n", 1)[0] };
}
