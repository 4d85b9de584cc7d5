// The second tier, `make test-all`: tests that kill processes, start workers or train.
import config, { HEAVY } from "./vitest.config.js";

export default { ...config, test: { ...config.test, include: [HEAVY], exclude: [] } };
