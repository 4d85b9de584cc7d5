// Tests run as compiled code, the very files that ship: `make test` compiles them first.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["dist/test/**/*.test.js"],
    // They need a browser: see vitest.browser.config.js.
    exclude: ["dist/test/browser/**"],
    globalSetup: ["dist/test/support/shared-fixtures.js"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Vitest leaves a core free, which on a machine of two means one file after the other.
    maxWorkers: "100%",
    // No module keeps anything of a test: files share a process and what it has loaded, which saves a third of the work.
    isolate: false,
    // Compiled code needs nothing of Vite: Node loads it, twice as fast.
    server: { deps: { external: [/\/dist\//] } },
  },
});
