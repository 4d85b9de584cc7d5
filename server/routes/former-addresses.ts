// Addresses that were routes of their own before they became values of a parameter. They answer what the route answers, and no
// document lists them.
import type { Route } from "../contract/route.js";
import { ROUTES } from "./routes.js";

interface FormerAddress extends Pick<Route, "path" | "command"> {
  /** The path of the route. */
  readonly is: (typeof ROUTES)[number]["path"];
  readonly fixed: Readonly<Record<string, string>>;
}

const FORMER_ADDRESSES: readonly FormerAddress[] = [
  { path: "/", is: "/v1", fixed: {} },
  { path: "/v1/categories", is: "/v1/names/{kind}", fixed: { kind: "categories" } },
  { path: "/v1/licenses", is: "/v1/names/{kind}", fixed: { kind: "licenses" } },
  { path: "/v1/authors", is: "/v1/names/{kind}", fixed: { kind: "authors" } },
  { path: "/v1/changes.atom", is: "/v1/changes", fixed: { format: "atom" } },
  { path: "/v1/export/modules.ndjson", is: "/v1/export/modules", fixed: { format: "ndjson" } },
  { path: "/v1/export/modules.csv", is: "/v1/export/modules", fixed: { format: "csv" } },
  {
    path: "/v1/field",
    is: "/v1/members/{kind}",
    fixed: { kind: "fields" },
    command: { name: "fields", words: "name" },
  },
  {
    path: "/v1/method",
    is: "/v1/members/{kind}",
    fixed: { kind: "methods" },
    command: { name: "methods", words: "name" },
  },
];

export const FORMER_ROUTES: readonly Route[] = FORMER_ADDRESSES.flatMap(
  ({ is, fixed, ...former }) =>
    (ROUTES as readonly Route[])
      .filter(({ path }) => path === is)
      .map((route) => ({
        ...route,
        ...former,
        fixed,
        parameters: Object.fromEntries(
          Object.entries(route.parameters).filter(([name]) => !Object.hasOwn(fixed, name)),
        ),
      })),
);
