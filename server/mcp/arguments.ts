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
export type Arguments = Readonly<Record<string, ArgumentSchema>>;

export interface ArgumentSchema {
  readonly type: "string" | "integer" | "boolean" | "array";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: "string"; readonly enum?: readonly string[] };
}

/** Source of arguments; tool.ts explains each. */
export interface AskedRoutes {
  readonly asks: readonly {
    readonly route: Route;
    /** Parameters that are no arguments. */
    readonly without?: readonly string[];
    /** Characters of an answer, where an agent does not say how many; by default as many as any has. */
    readonly chars?: number;
  }[];
  /** Arguments of no route. Of one that stands in `by` the first word, or false, is as if it was not given. */
  readonly own?: Arguments;
  /** Words for agents, by the name of the parameter, where they need others. */
  readonly prose?: Readonly<Record<string, string>>;
  /** Required by a route, and known to the tool when they are not given. */
  readonly optional?: readonly string[];
  /** Rows when an agent does not say how many; else as the routes have it. */
  readonly fallbackLimit?: number;
}

/** Words for agents, by the name of the parameter, where a tool has no own ones. */
const PROSE: Readonly<Record<string, string>> = {
  module_name: "As sale_order_type.",
  platform_version: "Odoo version, as 19.0.",
  org: "As OCA.",
  repo: "As sale-workflow.",
  offset: "As next_offset says.",
  from: "Odoo version now.",
  to: "Version to reach.",
  ...mapLists((name) => LIST_OPTIONS[name].forAgents),
  ...mapSwitches((name) => SWITCH_OPTIONS[name].forAgents),
};

/** The tool decides on the form of answers. */
const NOT_FOR_AGENTS = new Set(["format", "rest", "explain"]);

/** Characters of JSON that an answer has at most, notes on what was cut aside. */
export const MOST_CHARS = 40_000;

/** Parameters of lists come last. */
const LAST = new Set(["limit", "offset"]);

const CHARS: ArgumentSchema = {
  type: "integer",
  description: `At most ${MOST_CHARS}.`,
};

/** The parameters of the routes that a tool may ask, each once; required is what all of them require. */
export function listArguments({
  asks,
  own = {},
  prose = {},
  optional = [],
  fallbackLimit,
}: AskedRoutes): { readonly parameters: Arguments; readonly required: readonly string[] } {
  const tables = asks.map(listTaken);
  const taken = new Map(tables.flatMap((table) => Object.entries(table)).toReversed());
  const names = [
    ...new Set([...tables.flatMap(Object.keys).filter((name) => !LAST.has(name)), ...LAST]),
  ].filter((name) => taken.has(name));
  const parameters = names.map((name) => {
    const parameter = taken.get(name) as Parameter;
    const words =
      name === "limit"
        ? describeLimit(parameter, fallbackLimit)
        : (prose[name] ?? PROSE[name] ?? parameter.description);
    return [name, toArgument(parameter, words)] as const;
  });
  const isRequired = (name: string): boolean =>
    asks.every(
      ({ route: { path, parameters: all } }) =>
        listPathNames(path).includes(name) || all[name]?.required === true,
    );
  return {
    parameters: {
      ...Object.fromEntries(parameters),
      ...own,
      ...(asks.some(({ chars }) => chars !== undefined) && { chars: CHARS }),
    },
    required: names.filter((name) => isRequired(name) && !optional.includes(name)),
  };
}

function listTaken({
  route,
  without = [],
}: AskedRoutes["asks"][number]): Readonly<Record<string, Parameter>> {
  const taken = Object.entries(route.parameters).filter(
    ([name]) => !NOT_FOR_AGENTS.has(name) && !without.includes(name),
  );
  return Object.fromEntries(taken);
}

/** Number of rows without a limit, and the largest limit. */
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
