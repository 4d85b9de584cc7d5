// Tests of pages in the system's Chromium: `make test-browser`.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["dist/test/browser/**/*.test.js"],
    globalSetup: ["dist/test/browser/require-browser.js", "dist/test/support/shared-fixtures.js"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each file has a browser and a service of its own.
    maxWorkers: 2,
  },
});
