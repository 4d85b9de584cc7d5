// Routes: one declaration of path, parameters, answer and problems, and the function that answers.
// OpenAPI, tools for agents, `module-lookup query`, the pages' questions and the clients' types
// follow from it. routes/define-route.ts knows the source of answers.
import type { Shape, ValueOf } from "../../data/shape.js";
import type { LazyLayout } from "./layout.js";
import type { ParameterTable, PathNames, Values } from "./parameter.js";
import type { ProblemCode } from "./problem-catalog.js";
import type { Resource } from "./resource.js";
import type { RenderedBytes, RenderedText } from "./text-formats.js";

export type Tag = "modules" | "definitions" | "systems" | "repositories" | "search" | "service";

/** A route for those to whom its types do not matter. */
export interface Route {
  /** An address as OpenAPI writes it: `/v1/repo/{repo_name}`. */
  readonly path: string;
  /** OpenAPI's operationId. */
  readonly operation: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Summary for each word of the choice in its path. */
  readonly summaries?: Readonly<Record<string, string>>;
  readonly description: string;
  /** Parameters: path values and query values. */
  readonly parameters: ParameterTable;
  readonly answer: AnswerDeclaration;
  /** Beside those that every operation has; `invalid_parameters` follows from the parameters. */
  readonly problems?: readonly ProblemCode[];
  /** Form of `module-lookup query`, if the path does not tell it: see query.ts. */
  readonly command?: RouteCommand;
  /** Texts that are made of the JSON answer. */
  readonly formats?: AnswerFormats<never, never, never>;
  /** Parameter values that a former address implies. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /**
   * Slow: its answers, which follow from the values alone, are cached, see routes/answer-cache.ts.
   */
  readonly isCostly?: true;
  /** Set for facts of the process; it reads only the snapshot's entry. */
  readonly isOfProcess?: true;
  /** Question with POST at the same path. */
  readonly posted?: PostedQuestion;
  /** @throws Problem */
  respond(request: never, values: never): Promise<Resource> | Resource;
}

/** A question that is too long for an address: JSON in the body of a POST. */
interface PostedQuestion extends Pick<
  Route,
  "operation" | "summary" | "description" | "answer" | "problems"
> {
  readonly body: LazyShape;
  readonly mostBytes: number;
  /** @param body parsed, and nothing else @throws Problem */
  respond(request: never, body: unknown): Promise<Resource>;
}

interface RouteCommand<Name extends string = string> {
  /** In place of the first word of the path. */
  readonly name?: string;
  /** The parameter that takes all words that remain. */
  readonly words?: Name;
  /** A switch that is on unless the answer is asked for as JSON. */
  readonly asText?: Name;
}

/** A route whose declarations are checked against what answers. */
export interface TypedRoute<
  Path extends string,
  Table extends ParameterTable,
  Body,
  Request = never,
> extends Route {
  readonly path: Path;
  readonly parameters: Table & Readonly<Record<PathNames<Path>, unknown>>;
  readonly answer: AnswerDeclaration<Body>;
  readonly formats?: AnswerFormats<NoInfer<Body>, Request, Values<Path, Table>>;
  readonly command?: RouteCommand<keyof Table & string>;
  respond(
    request: Request,
    values: Values<Path, Table>,
  ): Promise<Resource<NoInfer<Body>>> | Resource<NoInfer<Body>>;
}

interface AnswerDeclaration<Body = unknown> {
  readonly description: string;
  /** The shape of a JSON answer, loaded by who writes schemas; none where only texts are given. */
  readonly shape?: LazyShape<Body>;
  /** Layout; pages, texts, spreadsheets and tools follow from it. */
  readonly layout?: LazyLayout<Body>;
  /** One row as CSV, whatever lists it has. */
  readonly isRow?: true;
  /** Other representations, by media type; for a route with formats those. */
  readonly texts?: Readonly<Record<string, TextForm>>;
  /** The list is given in parts, with Link and X-Total-Count. */
  readonly isPaged?: true;
}

/** The parameter `format` chooses one, or else the header Accept: an answer that it chooses is not cached for all. */
export interface AnswerFormats<Body, Request, Asked> {
  /** By media type. */
  readonly texts: Readonly<Record<string, TextForm>>;
  /** The header chooses none. */
  readonly isAskedFor?: boolean;
  /** The first of a media type, as the parameter names it. */
  find(mediaType: string): string | undefined;
  render(
    name: never,
    body: Body,
    request: Request,
    values: Asked,
    /** Rows of the whole list, where the body is a part of one. */
    total?: number,
  ): Promise<RenderedText | RenderedBytes>;
}

interface TextForm {
  readonly description?: string;
  /** Set for JSON that is an array. */
  readonly type?: "array";
  /** The only text that there is. */
  readonly const?: string;
}

/** A shape by the module that has it and its name there. */
interface LazyShape<Body = unknown> {
  load(): Promise<Readonly<Record<string, unknown>>>;
  readonly name: string;
  /** Known to the compiler only. */
  readonly body?: Body;
}

/** @param load imports the module of the shape, so that starting the service does not */
export function shape<M extends object, const Name extends keyof M & string>(
  load: () => Promise<M>,
  name: Name,
): LazyShape<ValueOf<M[Name]>> {
  return { load: load as () => Promise<Readonly<Record<string, unknown>>>, name };
}

export async function loadShape({ load, name }: LazyShape): Promise<Shape> {
  return (await load())[name] as Shape;
}

/** Addresses of a route: a choice in its path stands for each of its words, and for no other. */
export function openChoices(route: Route): readonly Route[] {
  const name = listPathNames(route.path).find((one) => route.parameters[one]?.kind === "choice");
  const { [name ?? ""]: choice, ...parameters } = route.parameters;
  if (name === undefined || choice?.kind !== "choice") return [route];
  return choice.words.map((word) => ({
    ...route,
    path: route.path.replace(`{${name}}`, word),
    summary: route.summaries?.[word] ?? route.summary,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([one, parameter]) => {
        const example = parameter.examples?.[word];
        return [one, example === undefined ? parameter : { ...parameter, example }];
      }),
    ),
    fixed: { ...route.fixed, [name]: word },
  }));
}

export function listPathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
