// All that the page of a module is made of, asked of the interface.
import { readPart, readValue, type PageRequest } from "../../page.js";
import type { Dependencies, Dependents } from "../../../interface/shape/dependencies.js";
import type { ModuleDetail, ModuleSelection } from "../../../interface/shape/module.js";
import type { NameHit } from "../../../interface/shape/search.js";
import type { Ask } from "../../shared/ask.js";

export interface ModuleViewModel {
  readonly name: string;
  readonly version: string;
  /** Every platform version at which somebody carries it, oldest first. */
  readonly versions: readonly string[];
  /** Those at which it can be installed. */
  readonly installableVersions: readonly string[];
  /** Platform versions by `<organization>/<repository>`: all, and those at which it cannot be installed. */
  readonly where: Pick<NameHit, "versions" | "not_installable">;
  readonly detail: ModuleDetail;
  readonly needs: Dependencies;
  readonly dependents: Dependents;
}

export async function readViewModel(request: PageRequest): Promise<ModuleViewModel> {
  const { ask } = request;
  const name = readPart(request, "name");
  const module_name = name;
  const { body: summary } = await ask("/v1/module/{module_name}", { module_name });
  const versions = summary.platform_versions;
  const installableVersions = summary.installable.platform_versions;
  const newest = installableVersions.at(-1) ?? versions.at(-1) ?? "";
  const version = request.path["version"] ?? newest;
  const place = { org: readValue(request, "org"), repo: readValue(request, "repo") };
  const at = { module_name, platform_version: version };
  const details = await ask("/v1/module/{module_name}/{platform_version}", {
    ...at,
    ...place,
    include: "all",
  });
  const carried = details.body.filter(isWhole);
  const detail = carried.find(({ installable }) => installable) ?? carried[0];
  if (detail === undefined) throw new Error("the answer for a module that is there is empty");
  const { organization: org, repository: repo } = detail;
  const path = "/v1/module/{module_name}/{platform_version}";
  const needs = await ask(`${path}/dependencies`, { ...at, org, repo });
  const dependents = await ask(`${path}/dependents`, { ...at, limit: 200 });
  return {
    name,
    version: detail.platform_version,
    versions,
    installableVersions,
    where: await readWhere(ask, name),
    detail,
    needs: needs.body,
    dependents: dependents.body,
  };
}

/** It is where `fields` and `view` do not choose. */
function isWhole(detail: ModuleDetail | ModuleSelection): detail is ModuleDetail {
  return detail.models !== undefined;
}

/** The name itself is always the first hit. */
async function readWhere(ask: Ask, name: string): Promise<ModuleViewModel["where"]> {
  const { body } = await ask("/v1/search/{module_name}", { module_name: name, limit: 1 });
  const hit = body.find(({ technical_name }) => technical_name === name);
  return hit ?? { versions: {}, not_installable: {} };
}
