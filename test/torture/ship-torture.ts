// Attacks on shipping, with real archives, sockets and keys: the attacker owns the publish target,
// replays releases, and redirects clients. Prints the attempts; exit code 1 if anything was
// accepted or leaked. `node dist/test/torture/ship-torture.js [--seed N] [--rounds N]`
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "../support/random.js";
import { attackNetwork } from "./ship-network.js";
import { attackReleases } from "./ship-releases.js";
import type { Torture } from "./torture.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "40" },
  },
});
const root = mkdtempSync(path.join(tmpdir(), "ship-torture-"));
const counts = new Map<string, number>();
const failures: string[] = [];
let folders = 0;

const torture: Torture = {
  random: createRandom(Number(values.seed)),
  rounds: Number(values.rounds),
  nextFolder: () => path.join(root, String((folders += 1))),
  tried: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
  failed: (what) => void failures.push(what),
};

try {
  await attackReleases(torture);
  await attackNetwork(torture);
} finally {
  rmSync(root, { recursive: true, force: true });
}
console.log(`seed ${values.seed}, ${values.rounds} rounds`);
for (const [what, count] of counts) console.log(`${String(count).padStart(6)}  ${what}`);
console.log(`${String(failures.length).padStart(6)}  accepted or given away`);
for (const failure of new Set(failures)) console.log(`        ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
