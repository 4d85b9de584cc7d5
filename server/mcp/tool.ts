// What a tool is: a question that an agent may ask, answered by routes of the service. A tool knows
// neither the protocol nor sockets.
import { answerQuestion } from "../routes/answer-question.js";
import type { BodyAt, QuestionAt, RoutePath } from "../routes/ask.js";
import type { AnyQuestion } from "../contract/parameter.js";
import { Problem } from "../contract/problem.js";
import type { JsonResource } from "../contract/resource.js";
import { ROUTES } from "../routes/routes.js";
import type { Lookup } from "../lookup/lookup.js";
import { UNWATCHED_STATE } from "../live/service-state.js";
import type { ArgumentSchema, ToolArguments } from "./arguments.js";

export interface Tool extends ToolArguments {
  readonly name: string;
  readonly title: string;
  /** For an agent that chooses among tools: what it answers, and which to take instead. */
  readonly description: string;
  /** Rows when an agent does not say how many; else as the routes have it. */
  readonly fallbackLimit?: number;
  /** @throws Problem as the routes do */
  answer(question: ToolQuestion): Promise<ToolBody>;
}

/** JSON-able; made to fit by answer.ts. */
export type ToolBody = Readonly<Record<string, unknown>>;

export interface ToolQuestion {
  /** Checked against the schemas of the tool. */
  readonly given: GivenArguments;
  /** Asks a path with arguments of the same names; `more` are beside those that were given. */
  ask<P extends RoutePath>(
    path: P,
    more?: Partial<QuestionAt<P>>,
  ): Promise<JsonResource<BodyAt<P>>>;
}

/** Lists have commas between their words, as addresses have them. */
export type GivenArguments = Readonly<Record<string, string>>;

/** @param maxChars the longest value of an argument */
export function createQuestion(
  lookup: Lookup,
  given: GivenArguments,
  maxChars: number,
): ToolQuestion {
  const request = { lookup, routes: ROUTES, state: UNWATCHED_STATE, accept: undefined };
  return {
    given,
    async ask<P extends RoutePath>(path: P, more?: Partial<QuestionAt<P>>) {
      const question = { ...given, ...(more as AnyQuestion) };
      const resource = await answerQuestion(request, path, question, maxChars);
      // Which body a path has, its declaration says.
      if ("body" in resource) return resource as JsonResource<BodyAt<P>>;
      throw new Error(`${path} answers tools with something else than JSON`);
    },
  };
}

/** The rows of a list with the number of all, and where to go on. @param rows what is told of them */
export function toRows({ body, page }: JsonResource, rows: unknown = body): ToolBody {
  return { total: page?.total, offset: page?.offset, rows };
}

/**
 * Arguments as they were sent, as texts. A number stands for a text too: agents write `17` for `"17"`.
 * @throws Problem `invalid_parameters` with every argument that the tool does not take
 */
export function readArguments(
  { parameters, required, fallbackLimit }: Tool,
  sent: Readonly<Record<string, unknown>>,
): GivenArguments {
  const known = Object.keys(parameters).join(", ");
  const faults = Object.keys(sent)
    .filter((name) => !Object.hasOwn(parameters, name))
    .map((parameter) => ({ parameter, detail: `is unknown here; there are ${known}` }));
  const read: [string, string][] =
    fallbackLimit === undefined ? [] : [["limit", String(fallbackLimit)]];
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
function toText(schema: ArgumentSchema, value: unknown): string | undefined {
  if (schema.type === "array") {
    const words = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    const known = schema.items?.enum;
    const isKnown = (word: unknown): boolean =>
      typeof word === "string" && known?.includes(word) !== false;
    // A comma ends a value of a list in an address.
    return words.every(isKnown)
      ? words.map((word) => String(word).replaceAll(",", " ")).join(",")
      : undefined;
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

function describeSchema({ type, items }: ArgumentSchema): string {
  if (type !== "array") return `a ${type}`;
  return items?.enum === undefined ? "a list of texts" : `a list of ${items.enum.join(", ")}`;
}
