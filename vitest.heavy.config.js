// The second tier, `make test-all`: tests that start or kill processes for longer than one waits, or train.
import config, { HEAVY } from "./vitest.config.js";

export default { ...config, test: { ...config.test, include: [HEAVY], exclude: [] } };
