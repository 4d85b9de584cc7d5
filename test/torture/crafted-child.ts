// Tries crafted snapshots in sequence, with a line of JSON before and after each, so that readers
// know which one ended the process. Started by test/support/crafted-rounds.ts.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { VECTOR_INDEX_FILE } from "../../data/snapshot/format.js";
import { craftSnapshot } from "./crafted-snapshot.js";
import { changeGraph } from "./graph-changes.js";
import { makeWritable } from "../support/make-writable.js";
import { openParsedModules } from "../support/world.js";
import { drawHostileSystem } from "./hostile-systems.js";
import { createRandom, type Random } from "../support/random.js";
import { changeSections } from "./section-changes.js";
import { GRAPH_TARGETS, TARGETS, trySnapshot } from "./try-snapshot.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string", default: "" },
    work: { type: "string", default: "" },
    what: { type: "string", default: "graph" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    to: { type: "string", default: "0" },
  },
});
const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

for (let round = Number(values.from); round < Number(values.to); round++) {
  const random = createRandom(Number(values.seed) * 1_000_003 + round);
  const folder = path.join(values.work, String(round));
  mkdirSync(folder, { recursive: true });
  if (values.what === "systems") {
    const { what, modules, targets } = drawHostileSystem(random);
    tell({ round, what });
    const snapshot = await openParsedModules(folder, modules);
    snapshot.close();
    tell({ round, ...(await trySnapshot(snapshot.folder, targets)) });
  } else {
    const what = craft(folder, random);
    tell({ round, what });
    const targets = values.what === "graph" ? GRAPH_TARGETS : TARGETS;
    tell({ round, ...(await trySnapshot(folder, targets)) });
  }
  makeWritable(folder);
  rmSync(folder, { recursive: true });
}

/** @returns what was changed */
function craft(folder: string, random: Random): string {
  if (values.what === "graph") {
    const graph = readFileSync(path.join(values.snapshot, VECTOR_INDEX_FILE));
    const { what, bytes } = changeGraph(graph, random);
    craftSnapshot(values.snapshot, folder, { graph: () => bytes });
    return what;
  }
  const change = changeSections(random);
  craftSnapshot(values.snapshot, folder, change.changes);
  return change.what;
}
