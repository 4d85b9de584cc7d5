// The second tier, `make test-all`: tests that start or kill processes for longer than one waits, train, clone, ask every
// address of the demo, or read what is as large as a limit allows.
import config, { HEAVY } from "./vitest.config.js";

// Time for a machine with seven times its work.
export default {
  ...config,
  test: { ...config.test, include: [HEAVY], exclude: [], testTimeout: 240_000 },
};
