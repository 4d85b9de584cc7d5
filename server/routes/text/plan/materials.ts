// A plan as a bill of materials, CycloneDX 1.6: modules, Python packages and programs, and which needs
// which. It has no time and no serial number: the same plan gives the same text. The only file that knows the
// library.
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import type { Plan, PlanModule } from "../../../contract/shape/system/plan.js";
import { toPurl, toPythonPurl } from "../../../lookup/module/purl.js";
import { toPackageName } from "../../../contract/browser/package-names.js";

const { ComponentScope, ComponentType, ExternalReferenceType } = Enums;
const { Bom, Component, ExternalReference, NamedLicense, SpdxLicense } = Models;

export function renderMaterials(plan: Plan): string {
  const bom = new Bom();
  const system = new Component(ComponentType.Application, "odoo", {
    bomRef: "system",
    version: plan.platform_version,
  });
  bom.metadata.component = system;
  const modules = new Map(
    plan.modules.map((module) => [module.technical_name, toComponent(plan, module)] as const),
  );
  for (const { technical_name: name } of plan.missing) {
    if (!modules.has(name)) modules.set(name, toUnknown(name));
  }
  for (const component of modules.values()) bom.components.add(component);
  for (const { technical_name: name, origin, depends } of plan.modules) {
    const component = modules.get(name);
    if (component === undefined) continue;
    if (origin === "requested") system.dependencies.add(component.bomRef);
    for (const needed of depends) {
      const found = modules.get(needed);
      if (found !== undefined) component.dependencies.add(found.bomRef);
    }
  }
  const add = (other: Models.Component, requiredBy: Iterable<string>): void => {
    bom.components.add(other);
    for (const name of requiredBy) modules.get(name)?.dependencies.add(other.bomRef);
  };
  for (const { name, specifier, requirements } of plan.python) {
    add(
      toPackage(toPackageName(name), specifier),
      requirements.flatMap(({ required_by: names }) => names),
    );
  }
  for (const { name, required_by: names } of plan.binaries) add(toProgram(name), names);
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  const materials = JSON.parse(serializer.serialize(bom, { sortLists: true })) as object;
  return `${JSON.stringify({ ...materials, compositions: [toComposition(plan)] }, null, 2)}\n`;
}

/** Completeness of the bill; the library has no such part. */
function toComposition({ complete, missing, modules }: Plan): object {
  const isWhole =
    complete && missing.length === 0 && !modules.some((module) => module.from_platform_table);
  return { aggregate: isWhole ? "complete" : "incomplete", dependencies: ["system"] };
}

/** A module that is needed and not indexed: its name is all that is known. */
function toUnknown(name: string): Models.Component {
  return new Component(ComponentType.Library, name, {
    bomRef: `module:${name}`,
    scope: ComponentScope.Required,
  });
}

function toComponent({ platform_version, repositories }: Plan, module: PlanModule) {
  const { technical_name: name, organization, repository, version, license } = module;
  const git = repositories.find(
    (one) => one.organization === organization && one.repository === repository,
  )?.git;
  const component = new Component(ComponentType.Library, name, {
    bomRef: `module:${name}`,
    group: `${organization}/${repository}`,
    ...(version === null ? {} : { version: `${platform_version}.${version}` }),
    ...(module.purl === null ? {} : { purl: module.purl }),
    scope: ComponentScope.Required,
  });
  if (git !== undefined) {
    component.externalReferences.add(new ExternalReference(git, ExternalReferenceType.VCS));
  }
  if (module.distribution_purl !== null) {
    component.externalReferences.add(
      new ExternalReference(module.distribution_purl, ExternalReferenceType.Distribution),
    );
  }
  const { license_spdx: spdx } = module;
  if (license !== null && spdx !== null && license.trim() !== "") {
    component.licenses.add(
      spdx.startsWith("LicenseRef-") ? new NamedLicense(license) : new SpdxLicense(spdx),
    );
  }
  return component;
}

/** A version is known where manifests ask for one alone. */
function toPackage(name: string, specifier: string): Models.Component {
  const version = /^==([^,*=]+)$/.exec(specifier)?.[1];
  return new Component(ComponentType.Library, name, {
    bomRef: `python:${name}`,
    purl: toPythonPurl(name, version),
    scope: ComponentScope.Required,
    ...(version === undefined ? {} : { version }),
  });
}

function toProgram(name: string): Models.Component {
  return new Component(ComponentType.Application, name, {
    bomRef: `program:${name}`,
    purl: toPurl({ type: "generic", name }),
    scope: ComponentScope.Required,
  });
}
