// Every page of the explorer by its address. What shows one is loaded when it is first asked for, so
// that the service starts as fast as without pages.
import type { Page } from "./page.js";
import type { SystemList } from "./page/registry/system.js";

/** @param name export of the loaded module that shows the page */
const toPage = <Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, Page["show"]>>>,
  name: Name,
): Page => ({ path, show: async (request) => (await load())[name](request) });

/** Page of a system's list; without a system, the form. */
const toSystemList = (name: SystemList, load: () => Promise<Page["show"]>): Page => ({
  path: `/registry/${name}`,
  show: async (request) => {
    const { namesSystem, showSystemForm } = await import("./page/registry/system.js");
    return namesSystem(request) ? (await load())(request) : showSystemForm(request, name);
  },
});

const loadAnswers = () => import("./page/registry/answers.js");

const loadDefinitions = () => import("./page/definition-page.js");

export const PAGES: readonly Page[] = [
  toPage("/", () => import("./page/search/search-page.js"), "showSearch"),
  toPage("/module/{name}", () => import("./page/module/page.js"), "showModule"),
  toPage("/module/{name}/{version}", () => import("./page/module/page.js"), "showModule"),
  toPage("/module/{name}/diff/{from}/{to}", () => import("./page/diff-page.js"), "showDiff"),
  toPage("/lineage/{name}", () => import("./page/lineage/page.js"), "showLineage"),
  toPage("/model/{name}", loadDefinitions, "showModel"),
  toPage(
    "/field/{name}",
    async () => ({ show: (await loadDefinitions()).showMembers("field") }),
    "show",
  ),
  toPage("/field/{model}/{name}", loadDefinitions, "showField"),
  toPage(
    "/method/{name}",
    async () => ({ show: (await loadDefinitions()).showMembers("method") }),
    "show",
  ),
  toPage("/method/{model}/{name}", loadDefinitions, "showMethod"),
  toPage("/javascript/{name}", loadDefinitions, "showInJavaScript"),
  toPage("/view/{name}", loadDefinitions, "showView"),
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
  toSystemList("models", async () => (await loadAnswers()).showModels),
  toPage("/registry/models/{name}", loadAnswers, "showSystemModel"),
  toPage("/registry/views/{name}", () => import("./page/registry/view-page.js"), "showSystemView"),
  toSystemList("records", async () => (await loadAnswers()).showRecords),
  toPage("/registry/records/{name}", loadAnswers, "showRecord"),
  toSystemList("menus", async () => (await loadAnswers()).showMenus),
  toSystemList("access", async () => (await loadAnswers()).showAccess),
  toPage("/registry/access/{name}", loadAnswers, "showModelAccess"),
  toSystemList("assets", async () => (await loadAnswers()).showBundles),
  toPage("/registry/assets/{name}", loadAnswers, "showBundle"),
  toPage("/changes", () => import("./page/changes-page.js"), "showChanges"),
  toPage("/diagnostics", () => import("./page/diagnostics-page.js"), "showDiagnostics"),
  toPage("/api", () => import("./page/interface-page.js"), "showInterface"),
];

/**
 * Address of style and scripts; `fingerprint` changes with them, so that they are cached for ever.
 */
export const ASSET_PATH = "/assets/{fingerprint}/{room}/{folder}/{file}";
