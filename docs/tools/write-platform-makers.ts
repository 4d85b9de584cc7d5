// `make platform-manifests`: rewrites data/platform/model-makers.txt too, out of the same snapshot.
// Names are taken, no code and no words.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { toRecord } from "../../data/grouped.js";
import { formatMakerTable } from "../../data/platform/model-makers.js";
import { findPlatformEdition } from "../../data/platform/module-names.js";
import { openSnapshot } from "../../data/snapshot/decode.js";
import {
  getPlatformVersion,
  getTechnicalName,
  isInstallable,
} from "../../server/lookup/entries.js";
import { ROOT } from "./project-root.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder of snapshots");
const snapshot = openSnapshot(path.join(folder, "current"));
const { definitions, versions } = snapshot;
const made = toRecord(versions, () => new Map<string, string[]>());
for (let model = 0; model < definitions.models.length; model += 1) {
  for (const entry of definitions.listDefiningEntries(model)) {
    const version = getPlatformVersion(snapshot, entry);
    const module = getTechnicalName(snapshot, entry);
    const isOwn = isInstallable(snapshot, entry) && findPlatformEdition(module, version) === "core";
    const name = definitions.models.get(model);
    if (isOwn) made[version]?.set(name, [...(made[version].get(name) ?? []), module].toSorted());
  }
}
const head = [
  "Which modules of Odoo Community make which models. Written by `make platform-manifests`;",
  "data/platform/model-makers.ts says how to read it. The head of module-manifests.txt names the sources.",
  "",
];
writeFileSync(
  path.join(ROOT, "data", "platform", "model-makers.txt"),
  formatMakerTable(new Map(Object.entries(made)), head),
);
