// How long the report of a migration takes when nothing of the snapshot was asked for before, and when it is asked
// again: processor time, since other work on the machine has a say in any other.
//
//   node dist/bench/migration.js --snapshot DIR [--from 14.0] [--to 17.0] [--modules 60] [--runs 12]
import { parseArgs } from "node:util";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { answerMigration } from "../server/change/migration/report-cache.js";
import { getVersionTable } from "../server/registry/version-table.js";
import { requireOption } from "./options.js";
import { print, showSpread, spread } from "./spread.js";

const { values } = parseArgs({
  options: {
    snapshot: { type: "string" },
    from: { type: "string", default: "14.0" },
    to: { type: "string", default: "17.0" },
    modules: { type: "string", default: "60" },
    runs: { type: "string", default: "12" },
  },
});
const folder = locateSnapshot(requireOption("--snapshot DIR", values.snapshot));
const { from, to } = values;

const first: number[] = [];
const again: number[] = [];
const rows: number[] = [];
for (let run = 0; run < Number(values.runs); run++) {
  // Opened anew, so that no history is in memory.
  const snapshot = openSnapshot(folder);
  const names = [...getVersionTable(snapshot, from).carriers.keys()];
  const step = Math.max(1, Math.floor(names.length / Number(values.modules)));
  const modules = names
    .filter((_, at) => at % step === run % step)
    .slice(0, Number(values.modules));
  const ask = async (): Promise<number> => {
    const start = process.cpuUsage();
    const { report } = await answerMigration(snapshot, { from, to, modules });
    const { user, system } = process.cpuUsage(start);
    rows.push(report.counts.modules);
    return (user + system) / 1000;
  };
  first.push(await ask());
  again.push(await ask());
  snapshot.close();
}
print(`${values.modules} names of ${from} to ${to}, rows: ${showSpread(spread(rows), 0)}`);
print("minimum / median / maximum, ms of processor time");
print(`very first: ${first[0]?.toFixed(0)}`);
print(`first: ${showSpread(spread(first.slice(1)), 0)}`);
print(`again: ${showSpread(spread(again), 2)}`);
