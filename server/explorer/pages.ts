// Every page of the explorer by its address. What shows one is loaded when it is first asked for, so
// that the service starts as fast as without pages.
import type { Page } from "./page.js";
import type { SystemList } from "./page/registry/system.js";

/** @param name what of the loaded module shows it */
const toPage = <Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, Page["show"]>>>,
  name: Name,
): Page => ({ path, show: async (request) => (await load())[name](request) });

const toMemberPages = (kind: "field" | "method"): readonly Page[] => [
  {
    path: `/${kind}/{name}`,
    show: async (request) => (await import("./page/member-page.js")).showMembers(request, kind),
  },
  {
    path: `/${kind}/{model}/{name}`,
    show: async (request) => (await import("./page/member-page.js")).showMember(request, kind),
  },
];

/** A list of what a system has; where none is named the page that asks for one. */
const toSystemList = (name: SystemList, load: () => Promise<Page["show"]>): Page => ({
  path: `/registry/${name}`,
  show: async (request) => {
    const { namesSystem, showSystemForm } = await import("./page/registry/system.js");
    return namesSystem(request) ? (await load())(request) : showSystemForm(request, name);
  },
});

/** What a system has many of: all, and one. */
const toSystemPages = (
  name: SystemList,
  load: (kind: "list" | "one") => Promise<Page["show"]>,
): readonly Page[] => [
  toSystemList(name, () => load("list")),
  { path: `/registry/${name}/{name}`, show: async (request) => (await load("one"))(request) },
];

export const PAGES: readonly Page[] = [
  toPage("/", () => import("./page/search/search-page.js"), "showSearch"),
  toPage("/module/{name}", () => import("./page/module/page.js"), "showModule"),
  toPage("/module/{name}/{version}", () => import("./page/module/page.js"), "showModule"),
  toPage("/module/{name}/diff/{from}/{to}", () => import("./page/diff-page.js"), "showDiff"),
  toPage("/lineage/{name}", () => import("./page/lineage/page.js"), "showLineage"),
  toPage("/model/{name}", () => import("./page/model-page.js"), "showModel"),
  ...toMemberPages("field"),
  ...toMemberPages("method"),
  toPage("/javascript/{name}", () => import("./page/javascript-page.js"), "showInJavaScript"),
  toPage("/view/{name}", () => import("./page/view-page.js"), "showView"),
  toPage(
    "/repo/{organization}/{name}",
    () => import("./page/repository/page.js"),
    "showRepository",
  ),
  toPage("/repo/{name}", () => import("./page/repository/page.js"), "showRepository"),
  { ...toPage("/plan", () => import("./page/plan/page.js"), "showPlan"), takesForms: true },
  {
    ...toPage("/migrate", () => import("./page/migration/page.js"), "showMigration"),
    takesForms: true,
  },
  {
    ...toPage("/upgrade", () => import("./page/migration/upgrade-page.js"), "showUpgrade"),
    takesForms: true,
  },
  toPage("/api-changes", () => import("./page/migration/api-changes-page.js"), "showApiChanges"),
  ...toSystemPages("models", async (kind) =>
    kind === "list"
      ? (await import("./page/registry/models-page.js")).showModels
      : (await import("./page/registry/model-page.js")).showSystemModel,
  ),
  toPage("/registry/views/{name}", () => import("./page/registry/view-page.js"), "showSystemView"),
  ...toSystemPages("records", async (kind) => {
    const pages = await import("./page/registry/records-page.js");
    return kind === "list" ? pages.showRecords : pages.showRecord;
  }),
  toSystemList("menus", async () => (await import("./page/registry/records-page.js")).showMenus),
  ...toSystemPages("access", async (kind) => {
    const pages = await import("./page/registry/access-page.js");
    return kind === "list" ? pages.showAccess : pages.showModelAccess;
  }),
  ...toSystemPages("assets", async (kind) => {
    const pages = await import("./page/registry/bundles-page.js");
    return kind === "list" ? pages.showBundles : pages.showBundle;
  }),
  toPage("/changes", () => import("./page/changes-page.js"), "showChanges"),
  toPage("/diagnostics", () => import("./page/diagnostics-page.js"), "showDiagnostics"),
  toPage("/api", () => import("./page/interface-page.js"), "showInterface"),
];

/** Where style and scripts lie; `fingerprint` changes with them, so that they can be kept for ever. */
export const ASSET_PATH = "/assets/{fingerprint}/{room}/{folder}/{file}";
