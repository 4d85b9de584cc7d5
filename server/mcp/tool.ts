// What a tool is: a question that an agent may ask, answered by routes of the service. A tool knows
// neither the protocol nor sockets.
import type { Lookup } from "../lookup/lookup.js";
import type { Schema } from "../openapi/schema.js";
import { openParameters } from "../parameters.js";
import { Problem } from "../problem.js";
import type { JsonResource, Route } from "../routes/route.js";
import { UNWATCHED_STATE } from "../service-state.js";

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For an agent that chooses among tools: what it answers, and which to take instead. */
  readonly description: string;
  /** JSON schemas of its arguments: texts, whole numbers, truth values, or lists of given words. */
  readonly parameters: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** @throws Problem as the routes do */
  answer(question: ToolQuestion): Promise<ToolBody>;
}

/** JSON-able; made to fit by answer.ts. */
export type ToolBody = Readonly<Record<string, unknown>>;

export interface ToolQuestion {
  /** Checked against the schemas of the tool. */
  readonly given: ToolArguments;
  /** Asks a route with arguments of the same names; `more` are beside those that were given. */
  ask(route: Route, more?: Readonly<Record<string, string>>): Promise<JsonResource>;
}

/** Lists have commas between their words, as addresses have them. */
export type ToolArguments = Readonly<Record<string, string>>;

/** @param maxChars the longest value of an argument */
export function openQuestion(lookup: Lookup, given: ToolArguments, maxChars: number): ToolQuestion {
  return {
    given,
    async ask(route, more = {}) {
      const values = { ...given, ...more };
      const inPath = new Set([...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name));
      const entries = Object.entries(values);
      const path = Object.fromEntries(entries.filter(([name]) => inPath.has(name)));
      const query = new URLSearchParams(entries.filter(([name]) => !inPath.has(name)));
      const resource = await route.answer({
        lookup,
        parameters: openParameters(path, query, maxChars),
        state: UNWATCHED_STATE,
        accept: undefined,
      });
      if ("body" in resource) return resource;
      throw new Error(`${route.path} answers tools with something else than JSON`);
    },
  };
}

/** The rows of a list with the number of all, and where to go on. */
export function toRows({ body, page }: JsonResource): ToolBody {
  return { total: page?.total, offset: page?.offset, rows: body };
}

/**
 * Arguments as they were sent, as texts. A number stands for a text too: agents write `17` for `"17"`.
 * @throws Problem `invalid_parameters` with every argument that the tool does not take
 */
export function readArguments(
  { parameters, required }: Tool,
  sent: Readonly<Record<string, unknown>>,
): ToolArguments {
  const known = Object.keys(parameters).join(", ");
  const faults = Object.keys(sent)
    .filter((name) => !Object.hasOwn(parameters, name))
    .map((parameter) => ({ parameter, detail: `is unknown here; there are ${known}` }));
  const read: [string, string][] = [];
  for (const [parameter, schema] of Object.entries(parameters)) {
    const value = Object.hasOwn(sent, parameter) ? sent[parameter] : undefined;
    const isMissing = value === undefined || value === null || value === "";
    const text = isMissing ? undefined : toText(schema, value);
    if (text !== undefined) read.push([parameter, text]);
    else if (!isMissing) faults.push({ parameter, detail: `is not ${describeSchema(schema)}` });
    else if (required.includes(parameter)) faults.push({ parameter, detail: "is required" });
  }
  if (faults.length === 0) return Object.fromEntries(read);
  const detail = faults.map((fault) => `${fault.parameter} ${fault.detail}`).join("; ");
  throw new Problem("invalid_parameters", `Wrong arguments: ${detail}.`, { errors: faults });
}

/** `undefined` where the value is of another type. What it may be beyond that, routes know. */
function toText(schema: Schema, value: unknown): string | undefined {
  if (schema["type"] === "array") {
    const words = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    const known = listWords(schema);
    return words.every((word) => typeof word === "string" && known.includes(word))
      ? words.join(",")
      : undefined;
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

function describeSchema(schema: Schema): string {
  if (schema["type"] === "array") return `a list of ${listWords(schema).join(", ")}`;
  return `a ${String(schema["type"])}`;
}

function listWords(schema: Schema): readonly string[] {
  return (schema["items"] as { readonly enum: readonly string[] }).enum;
}
