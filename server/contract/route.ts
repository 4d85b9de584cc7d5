// What a route is: one declaration of its path, parameters, answer and problems, and the function that
// answers. OpenAPI, tools for agents, `module-lookup query`, the pages' questions and the clients' types all
// follow from it. What it answers from is not known here: see routes/define-route.ts.
import type { ValueOf } from "../../data/shape.js";
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
  /** Its operationId. */
  readonly operation: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Those that the path names are read from it, the others from the query. */
  readonly parameters: ParameterTable;
  readonly answer: AnswerDeclaration;
  /** Beside those that every operation has; `invalid_parameters` follows from the parameters. */
  readonly problems?: readonly ProblemCode[];
  /** How `module-lookup query` asks it, where its path does not say: see query.ts. */
  readonly command?: RouteCommand;
  /** Texts that are made of the JSON answer. */
  readonly formats?: AnswerFormats<never, never, never>;
  /** Of a former address: values of the parameters that it says. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** It takes long enough that its answers are cached, see routes/answer-cache.ts: they follow from the values alone. */
  readonly isCostly?: true;
  /** It says something of the process, and reads nothing of the snapshot but its entry. */
  readonly isOfProcess?: true;
  /** @throws Problem */
  respond(request: never, values: never): Promise<Resource> | Resource;
}

interface RouteCommand<Name extends string = string> {
  /** In place of the first word of the path. */
  readonly name?: string;
  /** The parameter that takes all words that remain. */
  readonly words?: Name;
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

export interface AnswerDeclaration<Body = unknown> {
  readonly description: string;
  /** The shape of a JSON answer, loaded by who writes schemas; none where only texts are given. */
  readonly shape?: LazyShape<Body>;
  /** How it is read; pages, texts, spreadsheets and tools follow from it. */
  readonly layout?: LazyLayout<Body>;
  /** Of a command that asks for it the exit code is then 1. */
  isFailure?(body: Body): boolean;
  /** What else it may be, by media type; of a route with formats those. */
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
  /** Of JSON that is no object. */
  readonly type?: "array";
  /** The only text that there is. */
  readonly const?: string;
}

/** A shape by the module that has it and its name there. */
export interface LazyShape<Body = unknown> {
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

/** The names that stand in a path. */
export function listPathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
