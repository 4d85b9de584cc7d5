// Every page of the explorer by its address. What shows one is loaded when it is first asked for, so
// that the service starts as fast as without pages.
import type { Page } from "./page.js";

export const PAGES: readonly Page[] = [
  {
    path: "/",
    show: async (request) => (await import("./page/search/search-page.js")).showSearch(request),
  },
  {
    path: "/module/{name}",
    show: async (request) => (await import("./page/module/page.js")).showModule(request),
  },
  {
    path: "/module/{name}/{version}",
    show: async (request) => (await import("./page/module/page.js")).showModule(request),
  },
  {
    path: "/module/{name}/diff/{from}/{to}",
    show: async (request) => (await import("./page/diff-page.js")).showDiff(request),
  },
  {
    path: "/lineage/{name}",
    show: async (request) => (await import("./page/lineage/page.js")).showLineage(request),
  },
  {
    path: "/model/{name}",
    show: async (request) => (await import("./page/model-page.js")).showModel(request),
  },
  {
    path: "/field/{name}",
    show: async (request) => (await import("./page/member-page.js")).showMembers(request, "field"),
  },
  {
    path: "/field/{model}/{name}",
    show: async (request) => (await import("./page/member-page.js")).showMember(request, "field"),
  },
  {
    path: "/method/{name}",
    show: async (request) => (await import("./page/member-page.js")).showMembers(request, "method"),
  },
  {
    path: "/method/{model}/{name}",
    show: async (request) => (await import("./page/member-page.js")).showMember(request, "method"),
  },
  {
    path: "/view/{name}",
    show: async (request) => (await import("./page/view-page.js")).showView(request),
  },
  {
    path: "/repo/{name}",
    show: async (request) => (await import("./page/repository/page.js")).showRepository(request),
  },
  {
    path: "/plan",
    show: async (request) => (await import("./page/plan/page.js")).showPlan(request),
  },
  {
    path: "/migrate",
    show: async (request) => (await import("./page/migration/page.js")).showMigration(request),
  },
  {
    path: "/registry/models",
    show: async (request) => (await import("./page/registry/models-page.js")).showModels(request),
  },
  {
    path: "/api-changes",
    show: async (request) =>
      (await import("./page/migration/api-changes-page.js")).showApiChanges(request),
  },
  {
    path: "/registry/models/{name}",
    show: async (request) =>
      (await import("./page/registry/model-page.js")).showSystemModel(request),
  },
  {
    path: "/registry/views/{name}",
    show: async (request) => (await import("./page/registry/view-page.js")).showSystemView(request),
  },
  {
    path: "/changes",
    show: async (request) => (await import("./page/changes-page.js")).showChanges(request),
  },
  {
    path: "/diagnostics",
    show: async (request) => (await import("./page/diagnostics/page.js")).showDiagnostics(request),
  },
  {
    path: "/api",
    show: async (request) => (await import("./page/interface-page.js")).showInterface(request),
  },
];

/** Where style and scripts lie; `fingerprint` changes with them, so that they can be kept for ever. */
export const ASSET_PATH = "/assets/{fingerprint}/{room}/{folder}/{file}";
