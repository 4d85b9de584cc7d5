// Tests run as compiled code, the very files that ship: `make test` compiles them first.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["dist/test/**/*.test.js"],
    // They need a browser: see vitest.browser.config.js.
    exclude: ["dist/test/browser/**"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Vitest leaves a core free, which on a machine of two means one file after the other.
    maxWorkers: "100%",
    // One process after the other would load the same files anew for each file of tests, which takes a
    // third of the time. Tests leave nothing behind in their process.
    isolate: false,
  },
});
