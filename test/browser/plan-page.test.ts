// The pages of plans and of migrations in a browser: nobody is shut out, a list is pasted and sent with and without
// scripts, and one that is too long for an address is read on the spot.

import { describe, expect, test } from "vitest";

import { findViolations, openBrowser, openPagesOf } from "./browser-pages.js";
import { serveSharedSnapshot } from "../support/shared-snapshot.js";

const service = await serveSharedSnapshot();
const withPage = openPagesOf(await openBrowser(), service.base);

describe.each([
  "/plan",
  "/plan?modules=rental_deposit,fleet_logbook,rental_cor,sale_amazon,delivery_window&min_status=mature",
  "/plan?text=odoo14-addon-rental_core%0Alxml&repositories=no/such",
  "/plan?modules=rental_deposit&lock=harbor-works/retail@0000000,rental_gone@1.0",
  "/plan?modules=a&platform_version=3.0",
  "/migrate",
  "/migrate?from=16.0&to=17.0&modules=rental_core,rental_deposit,leave_calendar,no_such_module,sale,delivery_window,invoice_reminder",
  "/migrate?text=odoo14-addon-rental_core%0Alxml&to=17.0",
])("%s", (target) => {
  test.each([
    [1280, "light"],
    [390, "light"],
    [390, "dark"],
  ] as const)("shuts nobody out, %d wide, in the %s", (width, colorScheme) =>
    withPage({ viewport: { width, height: 800 }, colorScheme }, async (page) => {
      await page.goto(target);
      expect(await findViolations(page)).toEqual([]);
      const full = await page.evaluate("document.documentElement.scrollWidth");
      expect(full).toBeLessThanOrEqual(width);
    }),
  );
});

const REPORT =
  "/migrate?from=16.0&to=17.0&modules=rental_core,rental_deposit,leave_calendar,no_such_module,sale,delivery_window,invoice_reminder";

test.each([
  ["/plan?modules=rental_core&platform_version=17.0", /modules at 17\.0/],
  ["/registry/access?modules=rental_core&platform_version=17.0", "Rights of an installation"],
] as const)("the answer stands above the fold, and the form is folded: %s", (target, answer) =>
  withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(target);
    expect(await page.locator("main form").first().isVisible()).toBe(false);
    const box = await page.getByRole("heading", { name: answer }).boundingBox();
    expect(box?.y).toBeLessThan(400);
    await page.getByText("Change", { exact: true }).click();
    expect(await page.locator("main form").first().isVisible()).toBe(true);
  }),
);

test("a report comes before its form, and no column is cut off", () =>
  withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(REPORT);
    expect(await page.getByLabel(/^Modules$/).isVisible()).toBe(false);
    expect(await page.getByRole("heading", { name: "From 16.0 to 17.0" }).isVisible()).toBe(true);
    const hidden =
      "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length";
    expect(await page.evaluate(hidden)).toBe(0);
    await page.getByText("from Odoo 16.0 to 17.0").click();
    expect(await page.getByLabel(/^Modules$/).isVisible()).toBe(true);
  }));

test("a report of seven modules is no more than three screens of a phone", () =>
  withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto(REPORT);
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(3 * 844);
  }));

test.each([true, false])("a pasted list is planned, with scripts: %s", (javaScriptEnabled) =>
  withPage({ javaScriptEnabled, viewport: { width: 390, height: 800 } }, async (page) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Plan", exact: true }).click();
    await page.getByLabel(/^Modules$/).fill("odoo-addon-rental_deposit>=17.0,<17.1\nlxml\n");
    await page.getByRole("button", { name: "Plan" }).click();
    await page.waitForURL("**/plan?text=**");
    await page.getByText("Python package that is not a module").waitFor();
    expect(await page.locator("#verdict").innerText()).toContain("at 17.0");
    await page.getByRole("link", { name: "Link to this plan" }).click();
    await page.waitForURL("**/plan?platform_version=17.0&modules=rental_deposit");
    // Every column is there on a phone too.
    const heads = page.getByRole("group", { name: "Modules asked for" }).getByRole("columnheader");
    expect(await heads.allInnerTexts()).toHaveLength(6);
  }),
);

test("a list that is too long for an address is sent as a form", () =>
  withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.goto("/plan");
    const rows = Array.from({ length: 2_000 }, (_, at) => `module_${at},uninstalled`);
    const box = page.getByLabel(/^Modules$/);
    const table = ["name,state", "rental_deposit,installed", ...rows].join("\n");
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(table)})`);
    await box.press("Control+V");
    await page.getByRole("button", { name: "Plan" }).click();
    await page.getByText("2000 × not installed, says its state: module_0").waitFor();
    expect(await page.getByLabel(/^Modules$/).inputValue()).toBe("rental_deposit");
    expect(await page.locator("#verdict").innerText()).toContain("Installable");
  }));

test.each([true, false])("a pasted list is migrated, with scripts: %s", (javaScriptEnabled) =>
  withPage({ javaScriptEnabled, viewport: { width: 390, height: 800 } }, async (page) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Migrate", exact: true }).click();
    await page.getByLabel(/^Modules$/).fill("odoo-addon-rental_deposit>=16.0,<16.1\nlxml\n");
    await page.locator("[name=to]").selectOption("17.0");
    await page.getByRole("button", { name: "Report" }).click();
    await page.waitForURL("**/migrate?text=**");
    await page.getByText("Python package that is not a module").waitFor();
    expect(await page.locator("#verdict").innerText()).toContain("From 16.0 to 17.0");
    await page.getByRole("link", { name: "Link to this report" }).click();
    await page.waitForURL("**/migrate?from=16.0&to=17.0&modules=rental_deposit");
  }),
);
