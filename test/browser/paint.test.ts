// When pages are drawn on a phone with a slow connection, and what they load before. The limit is what Web Vitals call good; pages take less than
// half of it, so that a busy machine does not fail them.
import { expect, test } from "vitest";

import { openBrowser } from "./browser-pages.js";
import { weighPage } from "./page-weight.js";
import { serveSharedSnapshot } from "../support/shared-snapshot.js";

const MOST_MS = 2_500;

/** Limit of a first visit with all its files. */
const MOST_BYTES = 100_000;

const browser = await openBrowser();
const service = await serveSharedSnapshot();

test.each([
  "/",
  "/?q=rental",
  "/module/rental_core/17.0",
  "/model/rental.order",
  "/repo/retail",
  "/plan?platform_version=17.0&modules=rental_core",
  "/migrate?from=16.0&to=17.0&modules=rental_core",
  "/registry/models/rental.order?platform_version=17.0&modules=rental_core",
])("%s", async (target) => {
  const { largestPaintMs, bytes, blocking, layoutShift } = await weighPage(
    browser,
    service.base + target,
  );
  expect(bytes).toBeLessThan(MOST_BYTES);
  // The first answer is all that is waited for.
  expect(blocking).toBe(0);
  expect(layoutShift).toBe(0);
  expect(largestPaintMs).toBeGreaterThan(0);
  expect(largestPaintMs).toBeLessThan(MOST_MS);
});
