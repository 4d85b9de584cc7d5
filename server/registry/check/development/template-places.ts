// Changes of a module under development to browser templates: Odoo refuses the whole bundle where one finds nothing. Bundles are
// not read, nor the order of files in them: a place is lost if it is not in the template alone, nor after all others
// changed it.
import { toFullXmlId } from "../../../../data/module/xml-id.js";
import type { ModuleUnderDevelopment } from "../../../../data/module/module-under-development.js";
import type { Steps } from "../../../../data/yield.js";
import { deriveOnce, memoizeEach } from "../../../lookup/memo.js";
import {
  findChain,
  holdsSpec,
  listLostSpecs,
  weaveChain,
  type TemplateModules,
} from "../../assets/template-chains.js";
import {
  listModuleSteps,
  toWrittenStep,
  type SpecError,
  type TemplateStep,
} from "../../assets/templates.js";
import { toDoubt, toMissing, type PlacedJudgement } from "./judgement.js";
import type { Judge } from "./judging.js";

/** One template a step. @param isBundled whether a bundle has a file @returns nothing for a place that is found */
export function* listLostPlaces(
  judge: Judge,
  { technicalName }: ModuleUnderDevelopment,
  isBundled: (file: string) => boolean,
): Steps<readonly PlacedJudgement[]> {
  const modules = getTemplates(judge);
  const doubt = toDoubt(judge);
  const found: PlacedJudgement[] = [];
  for (const own of modules.listSteps(technicalName)) {
    const { inherit, file } = own.head;
    if (inherit === null || !isBundled(file)) continue;
    yield;
    for (const { spec, line } of listLost(judge, own, inherit)) {
      const missing = toMissing("unknown-place", spec, { detail: inherit });
      found.push({ file, line, judgement: doubt === "not_indexed" ? doubt : missing });
    }
  }
  return found;
}

function listLost(judge: Judge, own: TemplateStep, inherit: string): readonly SpecError[] {
  const modules = getTemplates(judge);
  const chain = findChain(modules, toFullXmlId(own.module.name, inherit));
  const lost = chain === undefined ? [] : listLostSpecs(modules, chain, own);
  if (chain === undefined || lost.length === 0) return [];
  const woven = weaveChain(modules, chain, modules.names, own);
  const stillLost = listLostSpecs(modules, woven, own);
  return lost.filter((one) => holdsSpec(stillLost, one));
}

interface WrittenTemplates extends TemplateModules {
  /** Modules of the system, then those that are being written. */
  readonly names: readonly string[];
}

/** Templates of the system, and of the modules that are being written. */
export const getTemplates = deriveOnce((judge: Judge): WrittenTemplates => {
  const {
    registry: { system },
    modules,
  } = judge;
  const written = new Map(modules.map((one) => [one.technicalName, one]));
  const listSteps = memoizeEach((name: string): readonly TemplateStep[] => {
    const own = written.get(name);
    if (own !== undefined) {
      return [...own.loaded.browser.templates].flatMap(([file, templates]) =>
        templates.map((one, at) => toWrittenStep(one, { name }, file, at)),
      );
    }
    const module = system.find(name);
    return module === undefined ? [] : listModuleSteps(module, system.readRow);
  });
  const names = [...system.modules.map(({ name }) => name), ...written.keys()];
  return { platformVersion: system.platformVersion, names, listSteps };
});
