// All that the page of a module is made of, asked of the interface.
import { readPart, readValue, type PageRequest } from "../page.js";
import type { NameHit } from "../shared/answers.js";
import { askBody, toPath, toQuery, type Ask } from "../shared/ask.js";
import type { Dependencies, Dependents, ModuleDetail, ModuleSummary } from "./module-answers.js";

export interface ModuleStory {
  readonly name: string;
  readonly version: string;
  /** Every platform version at which somebody carries it, oldest first. */
  readonly versions: readonly string[];
  /** Platform versions by `<organization>/<repository>`. */
  readonly places: Readonly<Record<string, readonly string[]>>;
  readonly detail: ModuleDetail;
  readonly needs: Dependencies;
  readonly dependents: Dependents;
}

export async function readStory(request: PageRequest): Promise<ModuleStory> {
  const { ask } = request;
  const name = readPart(request, "name");
  const summary = await askBody<ModuleSummary>(ask, toPath("v1", "module", name));
  const versions = summary.platform_versions;
  const version = request.path["version"] ?? versions.at(-1) ?? "";
  const place = { org: readValue(request, "org"), repo: readValue(request, "repo") };
  const address = toPath("v1", "module", name, version);
  const whole = address + toQuery({ ...place, include: "all" });
  const details = await askBody<readonly ModuleDetail[]>(ask, whole);
  const [detail] = details;
  if (detail === undefined) throw new Error("the answer for a module that is there is empty");
  const { organization: org, repository: repo } = detail;
  const needs = `${address}/dependencies${toQuery({ org, repo })}`;
  return {
    name,
    version: detail.platform_version,
    versions,
    places: await readPlaces(ask, name),
    detail,
    needs: await askBody<Dependencies>(ask, needs),
    dependents: await askBody<Dependents>(ask, `${address}/dependents?limit=200`),
  };
}

/** The name itself is always the first hit. */
async function readPlaces(ask: Ask, name: string): Promise<ModuleStory["places"]> {
  const hits = await askBody<readonly NameHit[]>(ask, `${toPath("v1", "search", name)}?limit=1`);
  return hits.find((hit) => hit.technical_name === name)?.versions ?? {};
}
