// What runs in a compute thread: takes blocks of a phase until none is left, waits for those that
// others have taken, goes on to the next phase.
import { parentPort, workerData } from "node:worker_threads";
import { openMachine } from "./machine.js";
import { runBlock, type Phase } from "./operations.js";
import { MOST_PHASES, type ThreadStart } from "./threads.js";

const { memory, counters } = workerData as ThreadStart;
const machine = openMachine(memory);

parentPort?.on("message", (phases: readonly Phase[]) => {
  phases.forEach((phase, number) => {
    let done = 0;
    for (;;) {
      const block = Atomics.add(counters, number, 1);
      if (block >= phase.blocks) break;
      runBlock(machine, phase, block);
      done += 1;
    }
    waitForOthers(MOST_PHASES + number, done, phase.blocks);
  });
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(undefined);
});

function waitForOthers(slot: number, done: number, blocks: number): void {
  let total = Atomics.add(counters, slot, done) + done;
  if (total >= blocks) {
    Atomics.notify(counters, slot);
    return;
  }
  for (; total < blocks; total = Atomics.load(counters, slot)) Atomics.wait(counters, slot, total);
}
