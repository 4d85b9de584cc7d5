// Imports in scripts of a module under development, and browser templates that scripts and
// templates name. Only files in a bundle of its manifest count: others are never loaded.
import type { LoadedBrowser } from "../../../../data/module/loaded-module.js";
import type { ModuleParts } from "../../../../data/module/module-parts.js";
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import { findEntriesByName } from "../../../lookup/entries.js";
import { memoizeEach, once } from "../../../lookup/memo.js";
import { listNearTexts } from "../../../lookup/search/near-names.js";
import { createGlob } from "../../assets/glob.js";
import { readFiles, type SystemModule } from "../../loaded/loaded-system.js";
import type { Judge } from "./judging.js";
import { toMissing, type Judgement, type PlacedJudgement } from "./judgement.js";
import { getTemplates } from "./template-places.js";

type Scripts = ModuleParts["scripts"];

/** Platform libraries and paths outside `static/src` belong to no readable module. */
const SCRIPT = /^@(\w+)\/(?!\.\.)(.+)$/;
/** The name of a script of the former kind. */
const FORMER = /^(\w+)\.[\w.]+$/;
const TEMPLATE = /^[\w.-]+$/;
/** In an arch as JSON. */
const CALLED = /"t-call":"([^"\\]+)"/g;

/** @param isBundled whether a bundle has a file, see `createBundleQuestion` */
export function listJudgedScripts(
  judge: Judge,
  { loaded, scripts }: ModuleUnderDevelopment,
  isBundled: (file: string) => boolean,
): readonly PlacedJudgement[] {
  const judgeImport = createImportJudge(judge);
  const judgeTemplate = createTemplateJudge(judge);
  const judgeService = createServiceJudge(judge);
  const ofScripts = scripts
    .filter(({ file }) => isBundled(file))
    .flatMap(
      ({ file, line, module_id: id, imports, classes, patches }): readonly PlacedJudgement[] => [
        // A module of the former kind requires all that there is.
        ...imports.flatMap(({ from, names }) =>
          judgeImport(
            from,
            names.filter((name) => name !== "default" || id?.startsWith("@") === true),
          ).map((judgement) => ({ file, line, judgement })),
        ),
        ...[...classes, ...patches].flatMap(({ services, line: at }) =>
          services.map((name) => ({ file, line: at, judgement: judgeService(name) })),
        ),
        ...classes.flatMap(({ template, line: at }) =>
          template === null || !TEMPLATE.test(template)
            ? []
            : [{ file, line: at, judgement: judgeTemplate(template) }],
        ),
      ],
    );
  const ofTemplates = [...loaded.browser.templates]
    .filter(([file]) => isBundled(file))
    .flatMap(([file, templates]) =>
      templates.flatMap(({ inherit, line, arch }) =>
        [inherit ?? "", ...Array.from(arch.matchAll(CALLED), ([, name = ""]) => name)]
          .filter((name) => TEMPLATE.test(name))
          .map((name) => ({ file, line, judgement: judgeTemplate(name) })),
      ),
    );
  return [...ofScripts, ...ofTemplates];
}

/** Whether the manifest of a module puts a file of it into a bundle. */
export function createBundleQuestion(
  technicalName: string,
  { assets }: LoadedBrowser,
): (file: string) => boolean {
  const patterns = assets
    .filter(({ directive }) => directive !== "remove" && directive !== "include")
    .flatMap(({ path }) => (path === null ? [] : createGlob(path.replace(/^\//, ""))));
  return memoizeEach((file: string) => patterns.some((fits) => fits(`${technicalName}/${file}`)));
}

/** A function to what is said of a script, and of each name that it should export. */
function createImportJudge({ registry: { system }, modules }: Judge) {
  const findOwn = (name: string): ModuleUnderDevelopment | undefined =>
    modules.find(({ technicalName }) => technicalName === name);
  const read = memoizeEach((name: string): Scripts | undefined => {
    const module = system.find(name);
    const ofSystem = (): Scripts | undefined =>
      module && system.snapshot.readParts(module.entry).scripts;
    return findOwn(name)?.scripts ?? ofSystem();
  });
  const listFiles = (name: string): readonly string[] =>
    findOwn(name)?.loaded.browser.files ?? readFiles(system, name).files;
  const everywhere = once(() => [
    ...modules.flatMap(({ scripts }) => scripts),
    ...system.modules.flatMap(({ name }) => read(name) ?? []),
  ]);
  return (from: string, names: readonly string[]): readonly Judgement[] => {
    const [, module = "", path = ""] = SCRIPT.exec(from) ?? FORMER.exec(from) ?? [];
    if (module === "") return [];
    const scripts = read(module);
    // An import from a module outside the dependencies may still load if that is installed.
    if (scripts === undefined || scripts.length === 0) return ["run_time"];
    const isMeant = ({ module_id: id, alias }: Scripts[number]) => id === from || alias === from;
    const found = scripts.filter(isMeant);
    // A module may give a name of the former kind as if it were of another one.
    if (found.length === 0 && FORMER.test(from) && everywhere().some(isMeant)) return ["exists"];
    if (found.length === 0) {
      const file = `static/src/${path.replace(/\.js$/, "")}`;
      const isFile = listFiles(module).some((one) => one.startsWith(`${file}.`));
      if (isFile) return ["exists"];
      const near = listNearTexts(
        scripts.flatMap(({ module_id: id }) => id ?? []),
        from,
      );
      return [toMissing("unknown-script", from, { near })];
    }
    const exported = FORMER.test(from) ? [] : found.flatMap(({ exports }) => exports);
    // A script of a former kind gives what its function returns.
    if (exported.length === 0 || exported.includes("*")) return ["exists"];
    return names.map((name) =>
      name === "*" || exported.includes(name)
        ? "exists"
        : toMissing("unknown-script", `${from}.${name}`, { near: listNearTexts(exported, name) }),
    );
  };
}

const listServices = (scripts: Scripts): readonly string[] =>
  scripts.flatMap(({ registry }) =>
    registry.flatMap(({ category, key }) => (category === "services" ? key : [])),
  );

/** `useService` throws where nobody has registered one of the name. */
function createServiceJudge({ registry: { system }, modules, isWhole }: Judge) {
  const read = ({ entry }: SystemModule) => listServices(system.snapshot.readParts(entry).scripts);
  const own = once(() => modules.flatMap(({ scripts }) => listServices(scripts)));
  // Most are of one module, and reading the scripts of all takes longer than all else.
  const ofWeb = once(() => system.modules.filter(({ name }) => name === "web").flatMap(read));
  const all = once(() => system.modules.flatMap(read));
  return (name: string): Judgement => {
    if ([own, ofWeb, all].some((list) => list().includes(name))) return "exists";
    if (!isWhole || all().length === 0) return "run_time";
    return toMissing("unknown-service", name, { near: listNearTexts([...own(), ...all()], name) });
  };
}

function createTemplateJudge(judge: Judge) {
  const {
    registry: { system },
    modules,
  } = judge;
  const known = once(() => {
    const templates = getTemplates(judge);
    const steps = templates.names.flatMap(templates.listSteps);
    return new Set(
      steps.flatMap(({ module, head: { name } }) =>
        name === null ? [] : [name, `${module.name}.${name}`],
      ),
    );
  });
  return (name: string): Judgement => {
    if (known().has(name)) return "exists";
    const [module = ""] = name.split(".", 1);
    // A module outside the system may provide the template once it is installed.
    const isOfOther =
      system.find(module) === undefined &&
      !modules.some(({ technicalName }) => technicalName === module) &&
      findEntriesByName(system.snapshot, module) !== undefined;
    return isOfOther
      ? "run_time"
      : toMissing("unknown-template", name, { near: listNearTexts([...known()], name) });
  };
}
