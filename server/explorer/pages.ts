// Every page of the explorer by its address. What shows one is loaded when it is first asked for, so
// that the service starts as fast as without pages.
import type { Page } from "./page.js";
import type { SystemList } from "./page/registry/system.js";

const toPage = (path: string, load: () => Promise<Page["show"]>): Page => ({
  path,
  show: async (request) => (await load())(request),
});

/** Page of a list of a system; without a system, the form that asks for one. */
const toSystemList = (name: SystemList, load: () => Promise<Page["show"]>): Page =>
  toPage(`/registry/${name}`, async () => {
    const { namesSystem, showSystemForm } = await import("./page/registry/system.js");
    return async (request) =>
      namesSystem(request) ? (await load())(request) : showSystemForm(request, name);
  });

const loadAsked = () => import("./page/asked-page.js");
const loadAnswers = () => import("./page/registry/answers.js");
const loadDefinitions = () => import("./page/definition-page.js");
const loadLaid = () => import("./page/laid-page.js");
const loadModule = async () => (await import("./page/module/page.js")).showModule;
const loadRepository = async () => (await import("./page/repository/page.js")).showRepository;

export const PAGES: readonly Page[] = [
  toPage("/", async () => (await import("./page/search/search-page.js")).showSearch),
  toPage("/module/{name}", loadModule),
  toPage("/module/{name}/{version}", loadModule),
  toPage(
    "/module/{name}/diff/{from}/{to}",
    async () => (await import("./page/diff-page.js")).showDiff,
  ),
  toPage("/lineage/{name}", async () => (await loadLaid()).showLineage),
  toPage("/model/{name}", async () => (await loadDefinitions()).showDefinition("model")),
  toPage("/field/{name}", async () => (await loadDefinitions()).showMembers("field")),
  toPage("/field/{model}/{name}", async () => (await loadDefinitions()).showMember("field")),
  toPage("/method/{name}", async () => (await loadDefinitions()).showMembers("method")),
  toPage("/method/{model}/{name}", async () => (await loadDefinitions()).showMember("method")),
  toPage("/javascript/{name}", async () => (await loadDefinitions()).showDefinition("javascript")),
  toPage("/view/{name}", async () => (await loadDefinitions()).showDefinition("view")),
  toPage("/repo/{organization}/{name}", loadRepository),
  toPage("/repo/{name}", loadRepository),
  {
    ...toPage("/plan", async () => (await import("./page/plan/page.js")).showPlan),
    takesForms: true,
  },
  {
    ...toPage("/migrate", async () => (await import("./page/migration/page.js")).showMigration),
    takesForms: true,
  },
  {
    ...toPage(
      "/upgrade",
      async () => (await import("./page/migration/upgrade-page.js")).showUpgrade,
    ),
    takesForms: true,
  },
  toPage("/api-changes", async () => (await loadAsked()).showApiChanges),
  toSystemList("models", async () => (await loadAnswers()).showModels),
  toPage("/registry/models/{name}", async () => (await loadAnswers()).showSystemModel),
  toPage(
    "/registry/views/{name}",
    async () => (await import("./page/registry/view-page.js")).showSystemView,
  ),
  toSystemList("records", async () => (await loadAnswers()).showRecords),
  toPage("/registry/records/{name}", async () => (await loadAnswers()).showRecord),
  toSystemList("menus", async () => (await loadAnswers()).showMenus),
  toSystemList("access", async () => (await loadAnswers()).showAccess),
  toPage("/registry/access/{name}", async () => (await loadAnswers()).showModelAccess),
  toSystemList("assets", async () => (await loadAnswers()).showBundles),
  toPage("/registry/assets/{name}", async () => (await loadAnswers()).showBundle),
  toPage("/changes", async () => (await loadLaid()).showChanges),
  toPage("/copies", async () => (await loadLaid()).showCopies),
  toPage("/snapshot", async () => (await loadLaid()).showSnapshot),
  toPage("/problems/{code}", async () => (await loadLaid()).showProblemKind),
  toPage("/references", async () => (await loadAsked()).showReferences),
  toPage("/diagnostics", async () => (await loadLaid()).showDiagnostics),
  toPage("/api", async () => (await import("./page/interface-page.js")).showInterface),
];

/**
 * Address of style and scripts; `fingerprint` changes with them, so that they are cached for ever.
 */
export const ASSET_PATH = "/assets/{fingerprint}/{room}/{folder}/{file}";
