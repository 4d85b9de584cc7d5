// GET /v1/registry/templates, and bundles: what runs in the browser of a system, and who put it there.
import { takeSteps } from "../../../data/yield.js";
import { text } from "../../contract/parameter.js";
import { shape } from "../../contract/route.js";
import { cutSlice } from "../../contract/resource.js";
import { listNearTexts } from "../../lookup/search/near-names.js";
import { measureBundle, type Bundle, type BundlePath } from "../../registry/assets/bundle.js";
import {
  combineTemplate,
  type BundleTemplate,
  type BundleTemplates,
  type TemplateStep,
} from "../../registry/assets/templates.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { writeArch } from "../../registry/view/answer.js";
import { listElements, type ElementNode } from "../../registry/view/tree.js";
import { defineRoute } from "../define-route.js";
import { LISTED, readRecords, tellSystem, toAbsence } from "./read-registry.js";
import { ABOUT_ONE, SYSTEM_PARAMETERS } from "./system-question.js";

const loadShapes = () => import("../../contract/shape/system/registry-assets.js");

/** Description shared by all answers about bundles. */
export const BUNDLES =
  "The installation (system) is that of /v1/plan for the same parameters. Bundles are made of manifests and `ir.asset` records. Modules stand in Odoo's order for assets, which differs from load order.";

const EXAMPLE = "web.assets_backend";

/** @throws Problem `not_in_system`, or `not_indexed` where that is not known */
export async function describeBundle(registry: Registry, name: string) {
  const bundle = await getBundle(registry, name);
  const sizes = measureBundle(registry.system, bundle);
  return {
    ...tellSystem(registry),
    bundle: name,
    paths: bundle.paths.map(toPath),
    files_by_module: Object.fromEntries(sizes.map(({ module, files }) => [module, files])),
    bytes_by_module: Object.fromEntries(sizes.map(({ module, bytes }) => [module, bytes])),
    error: bundle.error ?? null,
  };
}

const registryTemplatesRoute = defineRoute({
  ...ABOUT_ONE,
  path: "/v1/registry/templates",
  operation: "listSystemTemplates",
  summary: "The templates of the browser in a bundle of an installation",
  description: `OWL and QWeb templates in the order in which they are made, with who changes them. ${BUNDLES}`,
  parameters: {
    bundle: text("Name of a bundle.", { example: EXAMPLE, required: true }),
    ...SYSTEM_PARAMETERS,
    ...LISTED,
  },
  answer: { description: "The templates.", shape: shape(loadShapes, "RegistryTemplates") },
  async respond({ lookup: { snapshot } }, { bundle: name, ...values }) {
    const registry = await readRecords(snapshot, values, ["ir.asset"]);
    const { templates, error } = await getTemplates(registry, name);
    const { rows, total } = cutSlice(templates, values);
    return {
      body: {
        ...tellSystem(registry),
        bundle: name,
        templates: rows.map(toTemplate),
        total,
        error: error ?? null,
      },
    };
  },
});

const registryTemplateRoute = defineRoute({
  ...ABOUT_ONE,
  path: "/v1/registry/templates/{template}",
  operation: "getSystemTemplate",
  summary: "A template of the browser in an installation, with all that changes it",
  description: `The combined template, what was applied to it in order, and for each element the step and line that put it there. ${BUNDLES}`,
  parameters: {
    template: text("Its `t-name`.", { example: "base.Layout" }),
    bundle: text("Name of a bundle.", { example: EXAMPLE, required: true }),
    ...SYSTEM_PARAMETERS,
  },
  answer: { description: "The template.", shape: shape(loadShapes, "RegistryTemplate") },
  async respond({ lookup: { snapshot } }, { template: name, bundle, ...values }) {
    const registry = await readRecords(snapshot, values, ["ir.asset"]);
    const { templates, find } = await getTemplates(registry, bundle);
    const template = find(name);
    if (template === undefined) {
      const names = templates.map((one) => one.name);
      throw toAbsence("template", name, registry.known.names, listNearTexts(names, name));
    }
    const { document, errors } = await takeSteps(
      combineTemplate(registry.system.platformVersion, template),
    );
    return {
      body: {
        ...tellSystem(registry),
        name,
        bundle,
        ...toLocation(template.step),
        inherit: template.parent?.name ?? null,
        applied: template.steps.map((step) => ({
          mode: step.mode,
          ...toLocation(step),
          name: step.head.name,
        })),
        arch: document === undefined ? null : writeArch(document),
        elements: (document === undefined ? [] : listElements(document)).map(toElement),
        errors: errors.map(({ step, line, code, detail, spec }) => ({
          step: template.steps.indexOf(step),
          line,
          detail: `${code} ${detail}`.trim(),
          spec,
        })),
      },
    };
  },
});

/** @throws Problem `not_in_system`, or `not_indexed` where that is not known */
async function getBundle(registry: Registry, name: string): Promise<Bundle> {
  const bundles = registry.getBundles();
  const bundle = await takeSteps(bundles.find(name));
  if (bundle !== undefined) return bundle;
  const near = listNearTexts(bundles.listNames(), name);
  throw toAbsence("bundle", name, registry.known.names, near);
}

async function getTemplates(registry: Registry, name: string): Promise<BundleTemplates> {
  return registry.getTemplates(await getBundle(registry, name));
}

const toElement = ({ tag, origin: { view: step, line } }: ElementNode) => ({ tag, step, line });

const toPath = ({ path, step: { path: def, ...step }, isFile: file }: BundlePath) => ({
  path,
  ...step,
  def,
  file,
});

const toLocation = ({ module, head }: TemplateStep) => ({
  module: module.name,
  file: `/${module.name}/${head.file}`,
  line: head.line,
});

const toTemplate = ({ name, step, parent, steps }: BundleTemplate) => ({
  name,
  ...toLocation(step),
  inherit: parent?.name ?? null,
  changed_by: steps.slice(steps.indexOf(step) + 1).map(({ module }) => module.name),
});

export const registryAssetsRoutes = [registryTemplatesRoute, registryTemplateRoute] as const;
