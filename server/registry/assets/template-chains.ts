// A browser template and what changes it, of some modules and in no bundle: the steps that make it, from the template that it
// is a copy of on, each followed by what extends it.
import { finishSteps } from "../../../data/yield.js";
import { toTemplateId } from "../../../data/module/labels.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import { withinLimits } from "../../lookup/limits.js";
import { combineTemplate, type SpecError, type TemplateStep } from "./templates.js";

/** Steps of some modules. */
export interface TemplateModules {
  readonly platformVersion: string;
  /** In the order of its files; none of an unknown module. */
  listSteps(module: string): readonly TemplateStep[];
}

/** The steps that make a template: those of what it is a copy of, then its own. */
type Chain = readonly TemplateStep[];

/** No real template is copied through more levels. */
const DEEPEST_COPY = 16;

/** @param id of the template with its module, as `t-inherit` has it */
export function findChain(modules: TemplateModules, id: string, depth = 0): Chain | undefined {
  const owner = getModuleOfXmlId(id);
  if (depth > DEEPEST_COPY) return undefined;
  const own = modules
    .listSteps(owner)
    .find(({ mode, head }) => mode !== "extension" && toTemplateId(owner, head) === id);
  if (own === undefined || own.head.inherit === null) return own && [own];
  const above = findChain(modules, toFullXmlId(owner, own.head.inherit), depth + 1);
  return above && [...above, own];
}

/**
 * Each step of a chain with what extends it: a copy has what came before it.
 * @param names modules in load order @param own left out
 */
export function weaveChain(
  { listSteps }: TemplateModules,
  chain: Chain,
  names: readonly string[],
  own: TemplateStep,
): Chain {
  const all = names.flatMap(listSteps);
  return chain.flatMap((made, at) => {
    const id = toTemplateId(made.module.name, made.head);
    const copy = chain[at + 1];
    const before = copy === undefined ? all : all.slice(0, Math.max(0, all.indexOf(copy)));
    const isExtending = ({ mode, module, head }: TemplateStep) =>
      mode === "extension" && toTemplateId(module.name, head) === id;
    return [made, ...before.filter((one) => one !== own && isExtending(one))];
  });
}

/** @returns specs of a step that find nothing in a template; none if that is not known */
export function listLostSpecs(
  { platformVersion }: TemplateModules,
  chain: Chain,
  own: TemplateStep,
): readonly SpecError[] {
  const template = { name: own.head.name ?? "", steps: [...chain, own] };
  const combine = () => finishSteps(combineTemplate(platformVersion, template)).errors;
  return withinLimits(combine, []).filter(({ step, code }) => step === own && code === "not_found");
}

/** A line may have several. */
export const holdsSpec = (errors: readonly SpecError[], { line, spec }: SpecError): boolean =>
  errors.some((one) => one.line === line && one.spec === spec);
