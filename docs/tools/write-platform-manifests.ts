// `make platform-manifests`: rewrites data/platform/module-manifests.txt, out of a snapshot of
// Odoo's own modules. Names are taken, no code and no words.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { formatManifestTable, type PlatformManifest } from "../../data/platform/manifest-table.js";
import { findPlatformEdition } from "../../data/platform/module-names.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { findTriggers } from "../../data/snapshot/record/closures.js";
import { listEntriesAtVersion } from "../../server/lookup/memo.js";
import { getRepository, isInstallable } from "../../server/lookup/entries.js";
import { ROOT } from "./project-root.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder of snapshots");
const snapshot = openSnapshot(path.join(folder, "current"));
const table = new Map(
  snapshot.versions.map((version) => [version, listManifests(snapshot, version)]),
);
writeFileSync(
  path.join(ROOT, "data", "platform", "module-manifests.txt"),
  formatManifestTable(table, describeOrigin(snapshot)),
);

/** Modules in the list of Odoo's own names, so that nothing else of a copy comes along. */
function listManifests(
  { readOwnHead }: Snapshot,
  version: string,
): ReadonlyMap<string, PlatformManifest> {
  const manifests = new Map<string, PlatformManifest>();
  for (const entry of listEntriesAtVersion(snapshot, version)) {
    const head = readOwnHead(entry);
    const { technical_name: name, excludes } = head;
    if (!isInstallable(snapshot, entry) || findPlatformEdition(name, version) !== "core") continue;
    const depends = head.has_depends ? [...new Set(head.declared_dependencies.platform)] : [];
    const triggers = findTriggers(head);
    const countries = triggers === undefined ? [] : head.countries;
    manifests.set(name, { name, depends, triggers, countries, excludes });
  }
  return manifests;
}

function describeOrigin({ entries, versions, commits }: Snapshot): readonly string[] {
  const origins = versions.map((version) => {
    const [entry = 0] = listEntriesAtVersion(snapshot, version);
    return `${version}: ${getRepository(snapshot, entry).git}, commit ${commits.get(entries.commit.get(entry))}`;
  });
  return [
    "What the manifests of Odoo Community say of what each module needs. Written by `make platform-manifests`;",
    "data/platform/manifest-table.ts says how to read it.",
    "",
    "Source: Odoo Community (LGPL-3.0), and public copies of it, of which names alone are here:",
    ...origins,
    "",
  ];
}
