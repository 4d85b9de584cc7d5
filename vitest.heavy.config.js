// The second tier, `make test-all`: tests that start or kill processes for longer than one waits, train, clone, ask every
// address of the demo, or read what is as large as a limit allows.
import config, { HEAVY, SmallProcessesFirst } from "./vitest.config.js";

/** Files of tests that take longest: beside them the others are run. */
const LONGEST =
  /every-address|build-and-publish|crafted-snapshot|failing-network|inherited-names|refresh|workers/;

class LongestFirst extends SmallProcessesFirst {
  async sort(files) {
    const sorted = await SmallProcessesFirst.prototype.sort.call(this, files);
    return sorted.toSorted((left, right) => toPlace(left) - toPlace(right));
  }
}

function toPlace({ moduleId }) {
  return LONGEST.test(moduleId) ? 0 : 1;
}

/** With `--mode all` both tiers: one beside the other, and what they share is made once. */
export default ({ mode }) => ({
  ...config,
  test: {
    ...config.test,
    ...(mode !== "all" && { include: [HEAVY] }),
    exclude: config.test.exclude.filter((pattern) => pattern !== HEAVY),
    env: { ALL_CASES: "1" },
    // Time for a machine with seven times its work.
    testTimeout: 240_000,
    // One more than cores, since most wait for processes and for each other.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
