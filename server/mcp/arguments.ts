// Arguments of tools, out of the parameters of the routes that they ask: the same names and kinds, in words
// for agents where these need others.
import {
  LIST_OPTIONS,
  mapLists,
  mapSwitches,
  SWITCH_OPTIONS,
} from "../contract/browser/plan-question.js";
import { ALL_ROWS, type Parameter } from "../contract/parameter.js";
import { listPathNames, type Route } from "../contract/route.js";

/** JSON schemas of arguments: texts, whole numbers, truth values, or lists of words. */
type Arguments = Readonly<Record<string, ArgumentSchema>>;

export interface ArgumentSchema {
  readonly type: "string" | "integer" | "boolean" | "array";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: "string"; readonly enum?: readonly string[] };
}

export interface ToolArguments {
  readonly parameters: Arguments;
  readonly required: readonly string[];
}

/** Words for agents, by the name of the parameter, where a tool has no own ones. */
const PROSE: Readonly<Record<string, string>> = {
  module_name: "As sale_order_type.",
  platform_version: "Odoo version, as 19.0.",
  org: "As OCA.",
  repo: "As sale-workflow.",
  offset: "As next_offset says.",
};

/** Words for the parameters of systems. */
export const SYSTEM_PROSE = {
  ...mapLists((name) => LIST_OPTIONS[name].forAgents),
  ...mapSwitches((name) => SWITCH_OPTIONS[name].forAgents),
};

/** How agents are given an answer is the tool's affair. */
const NOT_FOR_AGENTS = new Set(["format", "explain"]);

interface ArgumentOptions {
  readonly prose?: Readonly<Record<string, string>>;
  /** Parameters that the tool chooses itself. */
  readonly without?: readonly string[];
  /** Required by the route, and known to the tool when they are not given. */
  readonly optional?: readonly string[];
  /** Rows that the tool asks for where an agent does not say how many; else as the route has it. */
  readonly fallbackLimit?: number;
}

export function takeArguments(
  { path, parameters }: Pick<Route, "path" | "parameters">,
  { prose = {}, without = [], optional = [], fallbackLimit }: ArgumentOptions = {},
): ToolArguments {
  const inPath = listPathNames(path);
  const taken = Object.entries(parameters).filter(
    ([name]) => !NOT_FOR_AGENTS.has(name) && !without.includes(name),
  );
  return {
    parameters: Object.fromEntries(
      taken.map(([name, parameter]) => [
        name,
        toArgument(
          parameter,
          name === "limit"
            ? describeLimit(parameter, fallbackLimit)
            : (prose[name] ?? PROSE[name] ?? parameter.description),
        ),
      ]),
    ),
    required: taken
      .filter(([name, parameter]) => inPath.includes(name) || parameter.required === true)
      .map(([name]) => name)
      .filter((name) => !optional.includes(name)),
  };
}

/** Those of several routes, of which a tool asks one; of one name the last counts. */
export function joinArguments(
  routes: readonly Pick<Route, "path" | "parameters">[],
  options: ArgumentOptions,
): Arguments {
  return Object.assign({}, ...routes.map((route) => takeArguments(route, options).parameters));
}

/** How many rows there are without a limit, and at most with one. */
function describeLimit(parameter: Parameter, fallback: number | undefined): string {
  if (parameter.kind !== "integer") return parameter.description;
  const most = parameter.maximum >= ALL_ROWS ? "" : `, at most ${parameter.maximum}`;
  return `Rows; default ${fallback ?? parameter.default ?? "all"}${most}.`;
}

function toArgument(parameter: Parameter, description: string): ArgumentSchema {
  switch (parameter.kind) {
    case "flag":
      return { type: "boolean", description };
    case "integer":
      return { type: "integer", description };
    case "choice":
      return { type: "string", enum: parameter.words, description };
    case "choices":
      return { type: "array", items: { type: "string", enum: parameter.words }, description };
    case "list":
      return { type: "array", items: { type: "string" }, description };
    case "text":
    case "version":
    case "moment":
      return { type: "string", description };
  }
}
