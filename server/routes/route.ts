// What a route is: a path and a function from a request to a resource. Routes know lookups and
// parameters; the framework, the socket and the snapshot file are not known here.
import type { Lookup } from "../lookup/lookup.js";
import type { Page, PageRequest } from "../lookup/page.js";
import type { ParameterReader } from "../parameters.js";
import type { ServiceState } from "../service-state.js";

export interface Route {
  /** `:name` stands for one part of the path. Described under the same path in server/openapi/. */
  readonly path: string;
  answer(request: RouteRequest): Promise<Resource> | Resource;
  /** It says something of the process, and reads nothing of the snapshot but its entry. */
  readonly isOfProcess?: boolean;
}

export interface RouteRequest {
  readonly lookup: Lookup;
  readonly parameters: ParameterReader;
  readonly state: ServiceState;
  /** The header Accept. */
  readonly accept: string | undefined;
}

/** A successful answer, before it is encoded. */
export type Resource = JsonResource | TextResource | StreamResource;

interface ResourceFacts {
  /** Which part of a list the body is. */
  readonly page?: PageRequest & { readonly total: number };
  /** True for what must be asked anew each time; other answers change only with the snapshot. */
  readonly isVolatile?: boolean;
  /** True for what looks otherwise to those who would rather have HTML. */
  readonly variesByAccept?: boolean;
}

export interface JsonResource extends ResourceFacts {
  /** JSON-able. */
  readonly body: unknown;
}

export interface TextResource extends ResourceFacts {
  readonly text: string;
  readonly contentType: string;
  /** What a page may do (Content-Security-Policy). */
  readonly policy?: string;
  /** Of a page that says what is wrong; 200 otherwise. */
  readonly status?: number;
  /** True for what never changes at its address. */
  readonly isImmutable?: boolean;
}

/** A long text, made while it is sent. */
export interface StreamResource extends ResourceFacts {
  readonly pieces: Iterable<string>;
  /** Equal for equal texts of one snapshot: the text itself is not at hand to tell. */
  readonly key: string;
  readonly contentType: string;
}

/** `/v1/repo/:repo_name` as documents write it: `/v1/repo/{repo_name}`. */
export function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

export const LARGEST_OFFSET = 1_000_000;

export function readPageRequest(
  parameters: ParameterReader,
  limit: { readonly fallback: number; readonly maximum: number },
): PageRequest {
  return {
    limit: parameters.readInteger("limit", { ...limit, minimum: 1 }),
    offset: parameters.readInteger("offset", { fallback: 0, minimum: 0, maximum: LARGEST_OFFSET }),
  };
}

export function toPageResource<T>(page: Page<T>, request: PageRequest): Resource {
  return { body: page.rows, page: { ...request, total: page.total } };
}
