// What a route is: a path and a function from a request to a resource. Routes know lookups and
// parameters; the framework, the socket and the snapshot file are not known here.
import type { Lookup } from "../lookup/lookup.js";
import type { Page, PageRequest } from "../lookup/page.js";
import type { ParameterReader } from "../parameters.js";
import type { SnapshotRefusal } from "../snapshot-refusal.js";

export interface Route {
  /** `:name` stands for one part of the path. */
  readonly path: string;
  answer(request: RouteRequest): Promise<Resource> | Resource;
}

export interface RouteRequest {
  readonly lookup: Lookup;
  readonly parameters: ParameterReader;
  /** Why a newer snapshot than that of `lookup` is not served. */
  readonly refusal: SnapshotRefusal | undefined;
}

/** A successful answer, before it is encoded. */
export interface Resource {
  /** JSON-able. */
  readonly body: unknown;
  /** Which part of a list the body is. */
  readonly page?: PageRequest & { readonly total: number };
  /** True for what must be asked anew each time; other answers change only with the snapshot. */
  readonly isVolatile?: boolean;
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
