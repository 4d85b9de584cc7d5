// Tools: questions that an agent may ask, and the routes that answer them. Arguments are the
// parameters of these routes, and answers are theirs. A tool knows neither the protocol nor
// sockets.
import { capitalise } from "../contract/field-words.js";
import type { AnyQuestion } from "../contract/parameter.js";
import { Problem } from "../contract/problem.js";
import type { JsonResource } from "../contract/resource.js";
import type { Lookup } from "../lookup/lookup.js";
import { UNWATCHED_STATE } from "../live/service-state.js";
import { answerQuestion, type BodyAt, type QuestionAt, type RoutePath } from "../routes/ask.js";
import { ROUTES } from "../routes/routes.js";
import {
  listArguments,
  type Arguments,
  type ArgumentSchema,
  type AskedRoutes,
} from "./arguments.js";

interface ToolDeclaration extends AskedRoutes {
  readonly name: string;
  readonly title: string;
  /** For an agent that chooses among tools: what it answers, and which to take instead. */
  readonly description: string;
  /** Routes by arguments: the one with all its `by` given is asked. */
  readonly asks: readonly ToolRoute[];
  /** Arguments with names of modules: the answer says of each what became of it. */
  readonly follows?: readonly string[];
}

type AskedRoute = AskedRoutes["asks"][number];

export interface ToolRoute extends AskedRoute {
  readonly by?: readonly string[];
  /** Additions to the question, or replacements. */
  choose?(question: ToolQuestion): AnyQuestion | Promise<AnyQuestion>;
  /** Fields of the answer to give; default: all, and none beside a layout. */
  readonly tells?: readonly string[];
  /** Fields that are not. */
  readonly leaves?: readonly string[];
  /** Answers where the route's own says `not_in_system`. */
  readonly otherwise?: ToolRoute;
  /** Help for a missing thing. */
  readonly hint?: string;
  /** The answer with what other routes say of it. */
  refine?(answer: ToolBody, question: ToolQuestion): Promise<ToolBody>;
}

export interface Tool extends ToolDeclaration {
  readonly parameters: Arguments;
  readonly required: readonly string[];
}

/** JSON-able; made to fit by answer.ts. */
export type ToolBody = Readonly<Record<string, unknown>>;

export interface ToolQuestion {
  /** Checked against the schemas of the tool. Lists have commas between their words, as addresses have them. */
  readonly given: Readonly<Record<string, string>>;
  /** Asks a path with arguments of the same names; `more` are beside those that were given. */
  ask<P extends RoutePath>(
    path: P,
    more?: Partial<QuestionAt<P>>,
  ): Promise<JsonResource<BodyAt<P>>>;
}

export function defineTool(tool: ToolDeclaration): Tool {
  return { ...tool, ...listArguments(tool) };
}

/** @param maxChars the longest value of an argument */
export function createQuestion(
  lookup: Lookup,
  given: ToolQuestion["given"],
  maxChars: number,
): ToolQuestion {
  const request = { lookup, routes: ROUTES, state: UNWATCHED_STATE, accept: undefined };
  return {
    given,
    async ask<P extends RoutePath>(path: P, more?: Partial<QuestionAt<P>>) {
      const question = { ...given, ...(more as AnyQuestion) };
      const resource = await answerQuestion(request, path, question, maxChars);
      // The route declares its body's type.
      if ("body" in resource) return resource as JsonResource<BodyAt<P>>;
      throw new Error(`${path} answers tools with something else than JSON`);
    },
  };
}

/** Arguments that a route may do without: a list is as long as it is. */
const OF_ANY_ROUTE = new Set(["limit", "offset"]);

/**
 * The route that answers.
 * @throws Problem `invalid_parameters` where none does, or one that has not all that is given
 */
export function chooseRoute({ asks, own = {} }: Tool, given: ToolQuestion["given"]): ToolRoute {
  const subjects = new Set(asks.flatMap(({ by = [] }) => by));
  const asked = Object.keys(given).filter((name) => subjects.has(name));
  const chosen = asks.find(
    ({ by = [] }) => by.length === asked.length && by.every((name) => asked.includes(name)),
  );
  if (chosen === undefined) throw refuse(`Give ${asks.map(describeForm).join(", or ")}.`);
  const { route, otherwise, without = [] } = chosen;
  const known = { ...route.parameters, ...otherwise?.route.parameters, ...own };
  const lost = Object.keys(given).filter(
    (name) =>
      !OF_ANY_ROUTE.has(name) &&
      !chosen.by?.includes(name) &&
      (!Object.hasOwn(known, name) || without.includes(name)),
  );
  if (lost.length === 0) return chosen;
  throw refuse(
    `${lost.join(", ")} cannot be given with ${chosen.by?.join(", ") ?? "this question"}: leave ${lost.join(", ")} out.`,
  );
}

function describeForm({ by: [first, ...others] = [] }: ToolRoute): string {
  if (first === undefined) return "none of these";
  return others.length === 0 ? `${first} alone` : `${first} with ${others.join(" and ")}`;
}

function refuse(detail: string): Problem {
  return new Problem("invalid_parameters", capitalise(detail));
}

/**
 * Arguments as they were sent, as texts. A number stands for a text too: agents write `17` for `"17"`.
 * @throws Problem `invalid_parameters` with every argument that the tool does not take
 */
export function readArguments(
  { parameters, required, own = {} }: Tool,
  sent: Readonly<Record<string, unknown>>,
): ToolQuestion["given"] {
  const known = Object.keys(parameters).join(", ");
  const faults = Object.keys(sent)
    .filter((name) => !Object.hasOwn(parameters, name))
    .map((parameter) => ({ parameter, detail: `is unknown here; there are ${known}` }));
  const read: [string, string][] = [];
  for (const [parameter, schema] of Object.entries(parameters)) {
    const value = Object.hasOwn(sent, parameter) ? sent[parameter] : undefined;
    const isMissing = value === undefined || value === null || value === "";
    const text = isMissing ? undefined : toArgumentText(schema, value, own[parameter]?.enum);
    const isDefault = own[parameter] !== undefined && text === (schema.enum?.[0] ?? "false");
    if (text !== undefined && !isDefault) read.push([parameter, text]);
    else if (!isMissing && !isDefault) {
      faults.push({ parameter, detail: `is not ${describeSchema(schema)}` });
    } else if (required.includes(parameter)) faults.push({ parameter, detail: "is required" });
  }
  if (faults.length === 0) return Object.fromEntries(read);
  const detail = faults.map((fault) => `${fault.parameter} ${fault.detail}`).join("; ");
  throw new Problem("invalid_parameters", `Wrong arguments: ${detail}.`, { errors: faults });
}

/** `undefined` where the value is of another type. What it may be beyond that, routes know. */
function toArgumentText(
  schema: ArgumentSchema,
  value: unknown,
  ownWords: readonly string[] | undefined,
): string | undefined {
  if (schema.type === "array") {
    const words = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap(
      splitNames,
    );
    const known = schema.items?.enum;
    const isKnown = (word: unknown): boolean =>
      typeof word === "string" && known?.includes(word) !== false;
    return words.every(isKnown) ? words.join(",") : undefined;
  }
  if (!["string", "number", "boolean"].includes(typeof value)) return undefined;
  const text = String(value);
  return ownWords?.includes(text) === false ? undefined : text;
}

/** Names with commas between them, or a list of JSON as a text: agents write both. */
const NAMES = /^\[?\s*["']?[^\s,"']+["']?(?:\s*,\s*["']?[^\s,"']+["']?)*\s*\]?$/;

/** The names of a text; of one with other words the text itself, without commas, which end a value in an address. */
function splitNames(word: unknown): readonly unknown[] {
  if (typeof word !== "string") return [word];
  if (!NAMES.test(word)) return [word.replaceAll(",", " ")];
  return word
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((name) => name.replaceAll(/["'\s]/g, ""));
}

function describeSchema({ type, enum: words, items }: ArgumentSchema): string {
  if (words !== undefined) return `one of ${words.join(", ")}`;
  if (type !== "array") return `a ${type}`;
  return items?.enum === undefined ? "a list of texts" : `a list of ${items.enum.join(", ")}`;
}
