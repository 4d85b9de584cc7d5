// Effort classes of modules.
import { expect, test } from "vitest";
import { toEffort } from "../../../../server/compare/migration/sizes.js";

const NONE = { python: 0, javascript: 0, xml: 0, tests: 0, migrations: 0 };

test.each([
  ["S", { ...NONE, python: 4_000, xml: 1_000, tests: 90_000, migrations: 90_000 }],
  ["M", { ...NONE, python: 4_000, xml: 1_001 }],
  ["L", { ...NONE, javascript: 5_001 }],
  ["XL", { ...NONE, python: 20_001, javascript: 10_000 }],
  ["M", null],
] as const)("%s: %j", (effort, code) => {
  expect(toEffort({ methods: 4, views: 2, code })).toBe(effort);
});
