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

/** Processor time of a turn, for others to be answered, as /healthz is. */
const MOST_HELD_MS = 200;

/** Other processes make a turn longer and none shorter: of a long one the least of several counts. */
const REPEATS = 3;

const work = mkdtempSync(path.join(tmpdir(), "module-lookup-torture-"));
const held: RoundOutcome[] = [];
try {
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  print(`${rounds} hostile systems, seed ${seed}`);
  const plan = { snapshot: "", work, what: "systems", seed } as const;
  const { tried, refused, served, failing, failures } = await tryRounds({
    ...plan,
    rounds,
    onRound: note,
  });
  let long = 0;
  for (const { round, heldMs } of held) {
    const tries = [heldMs];
    const onRound = (one: RoundOutcome): void => void tries.push(one.heldMs);
    while (tries.length <= REPEATS && Math.min(...tries) > MOST_HELD_MS) {
      await tryRounds({ ...plan, from: round, rounds: 1, onRound });
    }
    print(`  round ${round} again: ${tries.map(Math.round).join(", ")} ms`);
    if (Math.min(...tries) > MOST_HELD_MS) long += 1;
  }
  print(
    `tried ${tried}: refused ${refused}, served ${served}, ${failing.length} with an answer that failed, ${long} held the process for more than ${MOST_HELD_MS} ms, crashed ${failures.length}`,
  );
  if (failures.length + failing.length + long > 0) process.exitCode = 1;
} finally {
  makeWritable(work);
  rmSync(work, { recursive: true, force: true });
}

function note(outcome: RoundOutcome): void {
  const { round, what, end, by, heldMs, heldBy } = outcome;
  const isHeld = heldMs > MOST_HELD_MS;
  if (isHeld) held.push(outcome);
  const isWrong = isHeld || end !== "served" || by !== "";
  if (!isWrong && !values.verbose) return;
  print(`  ${end} in round ${round} (${what}): held ${Math.round(heldMs)} ms by ${heldBy}; ${by}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
