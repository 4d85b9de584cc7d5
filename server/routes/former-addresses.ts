// Former addresses: routes of their own that became values of a parameter. They answer what the route answers; /openapi.json
// names them in one sentence.
import type { Route } from "../contract/route.js";

interface FormerAddress extends Pick<Route, "path" | "command"> {
  /** Address today: the path of a route, with the values that are fixed. */
  readonly is: string;
  /** Path of the route, where `is` is not that. */
  readonly of?: string;
  readonly fixed?: Readonly<Record<string, string>>;
}

const FORMER_ADDRESSES: readonly FormerAddress[] = [
  { path: "/", is: "/v1" },
  { path: "/v1/names/{kind}", is: "/v1/{kind}" },
  toFormat("/v1/changes.atom", "/v1/changes", "atom"),
  toFormat("/v1/export/modules.ndjson", "/v1/export/modules", "ndjson"),
  toFormat("/v1/export/modules.csv", "/v1/export/modules", "csv"),
  toMembers("field"),
  toMembers("method"),
];

function toFormat(path: string, of: string, format: string): FormerAddress {
  return { path, is: `${of}?format=${format}`, of, fixed: { format } };
}

function toMembers(what: "field" | "method"): FormerAddress {
  const kind = `${what}s`;
  const command = { name: kind, words: "name" };
  const of = "/v1/members/{kind}";
  return { path: `/v1/${what}`, is: `/v1/members/${kind}`, of, fixed: { kind }, command };
}

/** The routes themselves at their former addresses. */
export function listFormerRoutes(
  routes: readonly Route[],
): readonly (Route & { readonly is: string })[] {
  return FORMER_ADDRESSES.flatMap(({ of, fixed = {}, ...former }) =>
    routes
      .filter(({ path }) => path === (of ?? former.is))
      .map((route) => ({
        ...route,
        ...former,
        fixed,
        parameters: Object.fromEntries(
          Object.entries(route.parameters).filter(([name]) => !Object.hasOwn(fixed, name)),
        ),
      })),
  );
}
