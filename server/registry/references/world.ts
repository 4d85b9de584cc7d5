// All modules of a platform version as one system, though nobody installs them together: so everything that is there resolves
// names.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listDepends } from "../../lookup/dependency/dependency-graph.js";
import { listEntriesAtVersion } from "../../lookup/derived.js";
import { getTechnicalName, listDistinct } from "../../lookup/entries.js";
import { createAddonsPath } from "../addons-path.js";
import { createRegistryCache, loadRegistry, type Registry } from "../loaded/registry-cache.js";
import { orderMembers } from "../plan.js";
import type { Installed, System } from "../resolve.js";

/** Memory of the registries of all versions together; they grow with each question. */
const MOST_BYTES = 24 * 1024 * 1024;

const getKept = createRegistryCache(MOST_BYTES);

/** Registry of all modules of a version; of several with one name, the one that plans take. */
export function getWorldRegistry(snapshot: Snapshot, version: string): Registry {
  return getKept(snapshot, version, () => loadWorld(snapshot, version));
}

function loadWorld(snapshot: Snapshot, platformVersion: string): Registry {
  const modules = listDistinct(
    listEntriesAtVersion(snapshot, platformVersion).map((one) => getTechnicalName(snapshot, one)),
  );
  const question = { platformVersion, modules };
  const path = createAddonsPath(snapshot, question);
  const installed = new Map(
    modules.flatMap((name): readonly (readonly [string, Installed])[] => {
      const entry = path.find(name);
      if (entry === undefined) return [];
      const depends = listDepends(snapshot, entry);
      return [[name, { name, entry, depends, origin: "requested", triggers: [] }]];
    }),
  );
  const needed = [...installed.values()].flatMap(({ depends }) => depends);
  const system: System = {
    question,
    path,
    installed,
    standIns: new Map(),
    missing: new Map(
      needed.filter((name) => !installed.has(name)).map((name) => [name, "unknown"] as const),
    ),
    couldAutoInstall: [],
  };
  return loadRegistry(snapshot, { system, order: orderMembers(snapshot, system).order });
}
