// The templates of a bundle of a system, each after all that change it: `xml` of odoo/addons/base/models/assetsbundle.py.
// A template is known by the module of its file and its name without that module. What extends one changes it at
// once, and a copy of one has what came before it.
import {
  TEMPLATES_KEY,
  toArchsKey,
  toTemplateArchs,
  toTemplateHeads,
  type TemplateArch,
  type TemplateHead,
} from "../../../data/snapshot/loaded/keyed-rows.js";
import { parseArch } from "../../../data/snapshot/loaded/packed-arch.js";
import type { Steps } from "../../../data/yield.js";
import type { LoadedTemplate } from "../../../data/module/loaded-module.js";
import { toGroups } from "../../../data/grouped.js";
import { getModuleOfXmlId, toFullXmlId, toLocalId } from "../../../data/module/xml-id.js";
import { createTemplateSteps, MOST_VIEWS, spendSteps, TooComplex } from "../../lookup/limits.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { LoadedSystem, SystemModule } from "../loaded/loaded-system.js";
import { createRules } from "../view/combine.js";
import type { ViewFaultCode } from "../view/fault.js";
import { applySpecs, describeSpec } from "../view/specs.js";
import {
  createArchRoom,
  createDocument,
  getRoot,
  plantArch,
  type ArchRoom,
  type DocumentNode,
  type ElementNode,
} from "../view/tree.js";
import type { Bundle } from "./bundle.js";

/** A step that makes or changes a template. */
export interface TemplateStep {
  readonly mode: "base" | "primary" | "extension";
  readonly head: TemplateHead;
  readonly module: { readonly name: string };
  readArch(): TemplateArch | undefined;
}

/** All steps of a module, in the order of its files. @param readRow see `LoadedSystem.readRow` */
export function listModuleSteps(
  module: SystemModule,
  readRow: LoadedSystem["readRow"],
): readonly TemplateStep[] {
  const heads = readRow(module, TEMPLATES_KEY, toTemplateHeads) ?? [];
  return heads.map((head) => ({
    mode: toMode(head),
    head,
    module,
    readArch: () => readRow(module, toArchsKey(head.file), toTemplateArchs)?.[head.at],
  }));
}

/** A step of a module that is being written. @param at position in the file */
export const toWrittenStep = (
  { arch, arch_line, ...facts }: LoadedTemplate,
  module: { readonly name: string },
  file: string,
  at: number,
): TemplateStep => ({
  mode: toMode(facts),
  head: { ...facts, file, at },
  module,
  readArch: () => ({ arch, arch_line }),
});

export interface BundleTemplate {
  /** `t-name`. */
  readonly name: string;
  /** Step that makes it. */
  readonly step: TemplateStep;
  /** The template that it is a copy of. */
  readonly parent: BundleTemplate | undefined;
  /** In order: those of its parent until then, what makes it, and what changes it afterwards. */
  readonly steps: readonly TemplateStep[];
}

export interface BundleTemplates {
  readonly templates: readonly BundleTemplate[];
  find(name: string): BundleTemplate | undefined;
  /** Reason why Odoo refuses the bundle's templates; they are those until then. */
  readonly error: string | undefined;
}

interface GrowingTemplate extends BundleTemplate {
  readonly steps: TemplateStep[];
}

/** @throws TooComplex @throws SnapshotError, also later */
export function listTemplates(system: LoadedSystem, bundle: Bundle): BundleTemplates {
  const byModule = new Map<string, Map<string, GrowingTemplate>>();
  const templates: GrowingTemplate[] = [];
  const budget = createTemplateSteps();
  let error = bundle.error;
  for (const step of bundle.error === undefined ? listSteps(system, bundle) : []) {
    error = addStep(step, byModule, templates);
    spendSteps(budget, templates.at(-1)?.steps.length ?? 0);
    if (error !== undefined) break;
  }
  const byName = new Map(templates.toReversed().map((one) => [one.name, one]));
  return { templates, find: (name) => byName.get(name), error };
}

function listSteps(system: LoadedSystem, { paths }: Bundle): readonly TemplateStep[] {
  const getSteps = memoizeEach((module: SystemModule) =>
    toGroups(listModuleSteps(module, system.readRow), ({ head }) => head.file),
  );
  return paths.flatMap(({ path, isFile }) => {
    const [, name = "", ...rest] = isFile && path.endsWith(".xml") ? path.split("/") : [];
    const module = system.find(name);
    if (module === undefined) return [];
    const steps = getSteps(module).get(rest.join("/")) ?? [];
    return steps.filter(({ head }) => !isAppliedLater(head));
  });
}

function toMode({ inherit, mode }: Pick<TemplateHead, "inherit" | "mode">): TemplateStep["mode"] {
  if (inherit === null) return "base";
  return mode === "extension" ? "extension" : "primary";
}

/** Until 16.0 the browser itself applies what has `t-extend` and no name. */
function isAppliedLater({ name, inherit, extend }: TemplateHead): boolean {
  return name === null && inherit === null && extend !== null;
}

/** @returns why Odoo refuses it */
function addStep(
  step: TemplateStep,
  byModule: Map<string, Map<string, GrowingTemplate>>,
  templates: GrowingTemplate[],
): string | undefined {
  const { mode, head, module } = step;
  const own = byModule.get(module.name) ?? new Map<string, GrowingTemplate>();
  byModule.set(module.name, own);
  const name = head.name === null ? null : withoutModule(head.name, module.name);
  let parent: GrowingTemplate | undefined;
  if (head.inherit !== null) {
    parent = findParent(head.inherit, module.name, byModule);
    if (parent === undefined)
      return `Cannot create "${head.name}": "${head.inherit}" is not found.`;
    if (mode === "extension") {
      parent.steps.push(step);
      return undefined;
    }
  }
  if (name === null || name === "" || head.name === null)
    return `Template name is missing in file "${head.file}".`;
  if (mode === "base" && own.has(name)) {
    return `Template "${name}" already exists in module "${module.name}".`;
  }
  const made = { name: head.name, step, parent, steps: [...(parent?.steps ?? []), step] };
  own.set(name, made);
  templates.push(made);
  return undefined;
}

function withoutModule(name: string, module: string): string {
  return name.startsWith(`${module}.`) ? name.slice(module.length + 1) : name;
}

/** `module.name`, or a name with points of the own module where no template of such a module was met. */
function findParent(
  written: string,
  module: string,
  byModule: ReadonlyMap<string, ReadonlyMap<string, GrowingTemplate>>,
): GrowingTemplate | undefined {
  const id = toFullXmlId(module, written);
  const of = byModule.get(getModuleOfXmlId(id));
  return of === undefined ? byModule.get(module)?.get(written) : of.get(toLocalId(id));
}

export interface SpecError {
  readonly step: TemplateStep;
  readonly line: number;
  readonly code: ViewFaultCode;
  readonly detail: string;
  /** Target of the change: the expression of an `xpath`, else its tag with its attributes. */
  readonly spec: string;
}

/**
 * @returns the template, whose origins are steps by number, and what could not be applied, for which Odoo refuses
 *   the bundle
 * @throws TooComplex @throws SnapshotError
 */
export function* combineTemplate(
  platformVersion: string,
  { name, steps }: Pick<BundleTemplate, "name" | "steps">,
): Steps<{ readonly document: DocumentNode | undefined; readonly errors: readonly SpecError[] }> {
  if (steps.length > MOST_VIEWS) {
    throw new TooComplex(`The template ${name} is combined of more than ${MOST_VIEWS} others.`);
  }
  const rules = createRules(platformVersion, "template");
  const room = createArchRoom("template");
  const errors: SpecError[] = [];
  let document: DocumentNode | undefined;
  for (const [at, step] of steps.entries()) {
    const root = plantStep(step, at, room);
    if (document === undefined) {
      document = createDocument(root);
      continue;
    }
    const target = step.mode === "primary" ? withTag(document, root.tag) : document;
    const specs: ElementNode = { ...root, tag: "data", children: [...root.children] };
    for (const child of specs.children) child.parent = specs;
    yield* applySpecs(target, specs, rules, (spec, { code, detail }) =>
      errors.push({ step, line: spec.origin.line, code, detail, spec: describeSpec(spec) }),
    );
    if (step.mode === "primary") setAttributes(getRoot(target), root);
    document = target;
  }
  return { document, errors };
}

/** Changes in place, since nobody else uses the old one. */
function withTag(document: DocumentNode, tag: string): DocumentNode {
  const root: ElementNode = { ...getRoot(document), tag };
  for (const child of root.children) child.parent = root;
  return createDocument(root);
}

/** Attributes of the copy: its own beside its parent's. */
function setAttributes(copy: ElementNode, { attributes, origin }: ElementNode): void {
  for (const [name, value] of attributes) {
    if (name === "t-inherit" || name === "t-inherit-mode") continue;
    copy.attributes.set(name, value);
    copy.changed ??= new Map();
    copy.changed.set(name, origin);
  }
}

function plantStep({ head, readArch }: TemplateStep, at: number, room: ArchRoom): ElementNode {
  const { arch_line: line, arch } = readArch() ?? { arch_line: head.line, arch: '["t",{},0,[]]' };
  return plantArch(parseArch(arch), { view: at, module: null, line }, room);
}
