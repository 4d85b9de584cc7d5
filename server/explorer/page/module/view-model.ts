// View model of a module's page, asked of the interface.
import { readPart, readValue, type PageRequest } from "../../page.js";
import { catchProblem, readAllParts } from "../../../contract/browser/ask.js";
import type { Dependencies, Dependents } from "../../../contract/shape/dependencies.js";
import { isWhole, type ModuleDetail } from "../../../contract/shape/module.js";
import type { SemanticHit } from "../../../contract/shape/search.js";
import { isNotable, type LineageStep } from "../../../contract/shape/lineage.js";
import { readInstallation, type Installation } from "./install.js";
import type { Ask } from "../../../routes/ask.js";
import { readVersions } from "../search/search-lists.js";
import { readPresences, type VersionPresence } from "../version-strip.js";
import { readReleases, type Release } from "./versions.js";

export interface ModuleViewModel {
  readonly name: string;
  readonly version: string;
  /** Every version of the index from the first of the module on, oldest first. */
  readonly presences: readonly (VersionPresence & { readonly version: string })[];
  /** Every platform version at which somebody has it, oldest first. */
  readonly versions: readonly string[];
  /** Versions at which it can be installed. */
  readonly installableVersions: readonly string[];
  /** All platform versions, newest first. */
  readonly releases: readonly Release[];
  /** Notable steps of its lineage. */
  readonly steps: readonly LineageStep[];
  readonly detail: ModuleDetail;
  /** Address of the detail for programs. */
  readonly address: string;
  readonly needs: Dependencies;
  readonly dependents: Dependents;
  /** None where it cannot be installed. */
  readonly installation: Installation | undefined;
  readonly similar: readonly SemanticHit[];
}

export async function readViewModel(request: PageRequest): Promise<ModuleViewModel> {
  const { ask } = request;
  const name = readPart(request, "name");
  const module_name = name;
  const path = "/v1/module/{module_name}/{platform_version}";
  const provider = { org: readValue(request, "org"), repo: readValue(request, "repo") };
  const askDetails = (platform_version: string) =>
    ask(path, { module_name, platform_version, ...provider, include: "all" });
  const given = request.path["version"];
  // A module that is missing is missing at the version of the address.
  const asked = given === undefined ? undefined : await askDetails(given);
  const { body: summary } = await ask("/v1/module/{module_name}", { module_name });
  const versions = summary.platform_versions;
  const installableVersions = summary.installable.platform_versions;
  const newest = installableVersions.at(-1) ?? versions.at(-1) ?? "";
  const version = given ?? newest;
  const at = { module_name, platform_version: version };
  const details = asked ?? (await askDetails(version));
  const carried = details.body.filter(isWhole);
  const detail = carried.find(({ installable }) => installable) ?? carried[0];
  if (detail === undefined) throw new Error("the answer for a module that is there is empty");
  const { organization: org, repository: repo } = detail;
  const needs = await ask(`${path}/dependencies`, { ...at, org, repo });
  const dependents = await readAllParts("modules", 500, (part) =>
    ask(`${path}/dependents`, { ...at, ...part }),
  );
  const known = (await readVersions(ask)).map((row) => row.platform_version);
  const indexed = known.slice(Math.max(0, known.indexOf(versions[0] ?? "")));
  const ofModule = new Map(versions.map((one) => [one, installableVersions.includes(one)]));
  const findPresence = await readPresences(ask, new Map([[name, ofModule]]), indexed);
  const { body: lineage } = await ask("/v1/lineage/{module_name}", { module_name });
  return {
    name,
    version: detail.platform_version,
    presences: indexed.map((one) => ({ version: one, ...findPresence(name, one) })),
    versions,
    installableVersions,
    releases: await readReleases(ask, name, versions),
    steps: lineage.steps.filter(isNotable),
    detail,
    address: details.address,
    needs: needs.body,
    dependents: dependents.body,
    installation: detail.installable
      ? await readInstallation(request, { name, version, provider: `${org}/${repo}` })
      : undefined,
    similar: await readSimilar(ask, detail),
  };
}

const MOST_SIMILAR = 6;

/** None of a snapshot that was built without vectors. */
async function readSimilar(
  ask: Ask,
  { technical_name: name, name: title, summary, platform_version }: ModuleDetail,
): Promise<readonly SemanticHit[]> {
  const q = [title, summary].filter((text) => text !== "").join(". ");
  // The module itself is the nearest.
  const question = { q, platform_version, limit: MOST_SIMILAR + 1 };
  const hits = await catchProblem(ask("/v1/semantic-search", question), () => undefined);
  const others = hits?.body.filter(({ technical_name: other }) => other !== name) ?? [];
  return others.slice(0, MOST_SIMILAR);
}
