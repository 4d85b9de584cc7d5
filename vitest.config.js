// Tests run as compiled code, the very files that ship: `make test` compiles them first.
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

/** What takes seconds by its nature: vitest.heavy.config.js. */
export const HEAVY = "dist/test/**/*.heavy.test.js";

/** Tests that start many processes: each is made as a copy of the one that starts it, in whose memory all is laid out anew. */
const STARTS_PROCESSES =
  /\/dist\/test\/(?:builder\/(?!parse|catalog|index)|cli|fixtures|data\/(?:network|ship))/;

/** They come first, while those that run the tests are small. */
export class SmallProcessesFirst extends BaseSequencer {
  async sort(files) {
    // By how long they took the last time.
    const byTime = await BaseSequencer.prototype.sort.call(this, files);
    return byTime.toSorted((left, right) => toPlace(left) - toPlace(right));
  }
}

function toPlace({ moduleId }) {
  return STARTS_PROCESSES.test(moduleId) ? 0 : 1;
}

export default defineConfig({
  test: {
    include: ["dist/test/**/*.test.js"],
    // They need a browser: see vitest.browser.config.js.
    exclude: ["dist/test/browser/**", HEAVY],
    globalSetup: ["dist/test/support/shared-fixtures.js"],
    setupFiles: [
      "dist/test/support/fast-equality.js",
      "dist/test/support/properties.js",
      ...(process.env.NODE_V8_COVERAGE ? ["dist/test/support/keep-coverage.js"] : []),
    ],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once on a quiet machine; on a busy one it takes its time.
    expect: { poll: { timeout: 30_000 } },
    // Vitest leaves a core free, which on a machine of two means one file after the other.
    maxWorkers: "100%",
    // No module keeps anything of a test: files share a process and what it has loaded, which saves a third of the work.
    isolate: false,
    // As many threads for garbage as there are workers already: more of them only wait for each other. Young objects get
    // 32 MB, since most die young: a twentieth of the work less. Old ones are looked through for the first time at 800 MB.
    execArgv: ["--single-threaded-gc", "--max-semi-space-size=32", "--initial-old-space-size=800"],
    sequence: { sequencer: SmallProcessesFirst },
    // Compiled code needs nothing of Vite: Node loads it, twice as fast.
    server: { deps: { external: [/\/dist\//] } },
  },
});
