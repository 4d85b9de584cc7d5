// Hostile systems by the hundred: nothing holds the process for too long, ends it, or gives a
// defect.
//
//   node dist/test/torture/system-torture.js [--rounds 2000] [--seed 1]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeWritable } from "../support/make-writable.js";
import { tryRounds, type RoundOutcome } from "./crafted-rounds.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    verbose: { type: "boolean", default: false },
  },
});

/** For others to be answered, as /healthz is. */
const MOST_HELD_MS = 200;

const work = mkdtempSync(path.join(tmpdir(), "module-lookup-torture-"));
let held = 0;
try {
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  print(`${rounds} hostile systems, seed ${seed}`);
  const plan = { snapshot: "", work, what: "systems", seed, rounds, onRound } as const;
  const { tried, refused, served, failing, failures } = await tryRounds(plan);
  print(
    `tried ${tried}: refused ${refused}, served ${served}, ${failing.length} with an answer that failed, ${held} held the process for more than ${MOST_HELD_MS} ms, crashed ${failures.length}`,
  );
  if (failures.length + failing.length + held > 0) process.exitCode = 1;
} finally {
  makeWritable(work);
  rmSync(work, { recursive: true, force: true });
}

function onRound({ round, what, end, by, heldMs, heldBy }: RoundOutcome): void {
  const isHeld = heldMs > MOST_HELD_MS;
  if (isHeld) held += 1;
  const isWrong = isHeld || end !== "served" || by !== "";
  if (!isWrong && !values.verbose) return;
  print(`  ${end} in round ${round} (${what}): held ${Math.round(heldMs)} ms by ${heldBy}; ${by}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
