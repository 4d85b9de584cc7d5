// Pages of a system in a browser: accessible, colours named too, members narrowed, and complete
// without scripts.

import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { findViolations, openBrowser, openPagesOf } from "./browser-pages.js";
import { serveForFile } from "../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { writeSystemSnapshot, WRITTEN_SYSTEM } from "../server/http/written-system.js";

const out = join(makeTemporaryFolder(), "snapshots");
await writeSystemSnapshot(out);
const service = await serveForFile(out);
const withPage = openPagesOf(await openBrowser(), service.base);

/** Every colour that a share can have, on what stands in one. */
const COLOUR =
  "document.querySelectorAll('.share-1').forEach((one) => { one.classList.replace('share-1', LOOK); })";

const MODEL = `/registry/models/sale.order?${WRITTEN_SYSTEM}`;
const VIEW = `/registry/views/sale.form?${WRITTEN_SYSTEM}`;

const VIEWPORTS = [
  [1280, "light"],
  [1280, "dark"],
  [360, "light"],
] as const;

describe.each([
  "/registry/models",
  `/registry/models?${WRITTEN_SYSTEM}`,
  MODEL,
  VIEW,
  `${VIEW}&at=sale`,
])("%s", (target) => {
  test.each(VIEWPORTS)("shuts nobody out, %d wide, in the %s", (width, colorScheme) =>
    withPage({ viewport: { width, height: 800 }, colorScheme }, async (page) => {
      await page.goto(target);
      expect(await findViolations(page)).toEqual([]);
      const full = await page.evaluate("document.documentElement.scrollWidth");
      expect(full).toBeLessThanOrEqual(width);
    }),
  );
});

test.each(["light", "dark"] as const)("every colour can be read on, in the %s", (colorScheme) =>
  withPage({ colorScheme }, async (page) => {
    await page.goto(VIEW);
    for (let colour = 1; colour <= 6; colour++) {
      const [before, after] = [`share-${Math.max(1, colour - 1)}`, `share-${colour}`];
      await page.evaluate(
        COLOUR.replaceAll("share-1", before).replace("LOOK", JSON.stringify(after)),
      );
      const wash = await page.evaluate(
        `getComputedStyle(document.querySelector('.arch > .${after}')).backgroundColor`,
      );
      expect(wash).toMatch(/^rgb\(/);
      expect([colour, await findViolations(page)]).toEqual([colour, []]);
    }
  }),
);

test.each([`/registry/models?${WRITTEN_SYSTEM}`, MODEL, VIEW])(
  "rows are stacked on a phone: %s",
  (target) =>
    withPage({ viewport: { width: 360, height: 740 } }, async (page) => {
      await page.goto(target);
      const last = await page
        .locator(".stacked td:last-child >> visible=true")
        .last()
        .boundingBox();
      expect(last?.width).toBeGreaterThan(0);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(360);
    }),
);

test("a system is walked through without scripts", () =>
  withPage({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } }, async (page) => {
    await page.goto("/registry/models");
    await page.getByLabel(/^Modules/).fill("sale_stock");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("link", { name: "sale.order" }).click();
    await page.waitForURL("**/registry/models/sale.order?**");
    expect(await page.locator("#table-methods").innerText()).toContain("never reached");
    await page.goto(VIEW);
    await page.getByRole("link", { name: /before, after/ }).click();
    await page.waitForURL("**&at=sale");
    await page.getByRole("link", { name: /next, after/ }).click();
    await page.waitForURL((url) => !url.searchParams.has("at"));
    expect(await page.getByRole("group", { name: "Combined arch" }).innerText()).toContain(
      "sale_stock",
    );
  }));

test("a long list of modules is kept by buttons", () =>
  withPage({ javaScriptEnabled: false }, async (page) => {
    const names = ["sale_stock", ...Array.from({ length: 90 }, (_, at) => `no_such_${at}`)];
    const query = `platform_version=17.0&modules=${names.join(",")}`;
    await page.goto(`/registry/views/sale.form?${query}`);
    await page.getByRole("button", { name: "sale", exact: true }).click();
    await page.waitForURL("**/registry/views/sale.form?**at=sale");
    await page.getByRole("button", { name: "sale.order" }).click();
    await page.waitForURL("**/registry/models/sale.order?**");
    expect(new URL(page.url()).searchParams.get("modules")).toBe(names.join(","));
  }));
