// Arguments of tools, out of the parameters of the routes that they ask: the same names and kinds, in words
// for agents where these need others.
import type { Parameter } from "../interface/parameter.js";
import { listPathNames, type Route } from "../interface/route.js";

/** JSON schemas of arguments: texts, whole numbers, truth values, or lists of words. */
export type Arguments = Readonly<Record<string, ArgumentSchema>>;

export interface ArgumentSchema {
  readonly type: "string" | "integer" | "boolean" | "array";
  readonly description: string;
  readonly minimum?: number;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: "string"; readonly enum?: readonly string[] };
}

export interface ToolArguments {
  readonly parameters: Arguments;
  readonly required: readonly string[];
}

/** Words for agents, by the name of the parameter, where a tool has no own ones. */
const PROSE: Readonly<Record<string, string>> = {
  module_name: "Technical name of a module, such as sale_order_type.",
  platform_version: 'Odoo version, such as "17.0"; "17" means "17.0".',
  org: "Only this organization, such as OCA.",
  repo: "Only this repository, such as sale-workflow.",
  limit: "Most rows.",
  offset: "Rows to pass over; take next_offset of the answer before.",
};

/** How agents are given an answer is the tool's affair. */
const NOT_FOR_AGENTS = new Set(["format", "explain"]);

interface ArgumentOptions {
  readonly prose?: Readonly<Record<string, string>>;
  /** Parameters that the tool chooses itself. */
  readonly without?: readonly string[];
  /** Required by the route, and known to the tool when they are not given. */
  readonly optional?: readonly string[];
}

export function takeArguments(
  { path, parameters }: Pick<Route, "path" | "parameters">,
  { prose = {}, without = [], optional = [] }: ArgumentOptions = {},
): ToolArguments {
  const inPath = listPathNames(path);
  const taken = Object.entries(parameters).filter(
    ([name]) => !NOT_FOR_AGENTS.has(name) && !without.includes(name),
  );
  return {
    parameters: Object.fromEntries(
      taken.map(([name, parameter]) => [
        name,
        toArgument(parameter, prose[name] ?? PROSE[name] ?? parameter.description),
      ]),
    ),
    required: taken
      .filter(([name, parameter]) => inPath.includes(name) || parameter.required === true)
      .map(([name]) => name)
      .filter((name) => !optional.includes(name)),
  };
}

function toArgument(parameter: Parameter, description: string): ArgumentSchema {
  switch (parameter.kind) {
    case "flag":
      return { type: "boolean", description };
    case "integer":
      return { type: "integer", minimum: parameter.minimum, description };
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
