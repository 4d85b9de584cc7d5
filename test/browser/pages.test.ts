// Pages in a browser: nobody is shut out (axe-core, narrow screens, the dark, no scripts), copying,
// dragging, trying the interface, and modules that mean harm.

import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { findViolations, openBrowser, openPagesOf, unfold } from "./browser-pages.js";
import { writeHostileSnapshot } from "../server/http/hostile-modules.js";
import { serveForFile, serveSharedSnapshot } from "../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const service = await serveSharedSnapshot();
const out = join(makeTemporaryFolder(), "hostile");
await writeHostileSnapshot(out);
const hostile = await serveForFile(out);
const browser = await openBrowser();
const withPage = openPagesOf(browser, service.base);
const withHostilePage = openPagesOf(browser, hostile.base);

const TARGETS = [
  "/",
  "/?q=rental",
  "/?q=remind+customers&platform_version=17.0",
  "/?q=no_such_module_at_all",
  "/?q=x&platform_version=nonsense",
  "/?q=rental.order",
  "/?q=rental&platform_version=17.0&license=AGPL-3",
  "/module/rental_deposit",
  "/module/bank_import_core/17.0",
  "/module/delivery_window/16.0",
  "/module/attendance_kiosk/17.0",
  "/module/no_such_module",
  "/module/invoice_reminder/diff/8.0/17.0",
  "/lineage/note_pad",
  "/model/res.partner?platform_version=17.0",
  "/field/bank.import.transaction/state",
  "/field/partner_id",
  "/method/_compute_display_name",
  "/method/rental.order/action_return",
  "/view/rental_core.rental_order_view_form",
  "/repo/retail",
  "/migrate",
  "/migrate?modules=rental_core%0Ainvoice_reminder&from=16.0&to=17.0",
  "/upgrade?modules=rental_core%0Ainvoice_reminder&from=16.0&to=17.0",
  "/api-changes?module=rental_core&from=16.0&to=17.0",
  "/changes",
  "/diagnostics",
  "/diagnostics?code=python_recovered&repository=meadow-apps%2Fpeople&platform_version=17.0",
  "/api",
];

describe.each(TARGETS)("%s", (target) => {
  // The browser itself complains of a page that is not there.
  const missing = target === "/module/no_such_module" ? /404/ : /^$/;

  test.each([
    ["in the light", { colorScheme: "light" }],
    ["in the dark", { colorScheme: "dark" }],
    ["on a phone", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
    ["on a phone in the dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ] as const)("shuts nobody out %s", async (_, options) => {
    await withPage(
      options,
      async (page) => {
        await page.goto(target);
        expect(await findViolations(page)).toEqual([]);
      },
      missing,
    );
  });

  test("fits on a narrow screen", () =>
    withPage(
      { viewport: { width: 320, height: 640 } },
      async (page) => {
        await page.goto(target);
        const width = await page.evaluate("document.documentElement.scrollWidth");
        expect(width).toBeLessThanOrEqual(320);
      },
      missing,
    ));
});

describe("rows are stacked on a phone, where a table would hide its last columns", () => {
  test.each([
    "/module/delivery_window/16.0",
    "/model/bank.import.transaction?platform_version=17.0",
    "/module/invoice_reminder/diff/8.0/17.0",
    "/diagnostics",
  ])("%s", (target) =>
    withPage({ viewport: { width: 320, height: 640 } }, async (page) => {
      await page.goto(target);
      const cells = page.locator(".stacked td:last-child >> visible=true");
      const last = await cells.last().boundingBox();
      expect(last?.width).toBeGreaterThan(0);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(320);
    }),
  );
});

test("rows of a table are narrowed down and ordered on the page", () =>
  withPage({}, async (page) => {
    await page.goto("/registry/models/rental.order?platform_version=17.0&modules=rental_deposit");
    const rows = page.locator("#table-fields tbody > tr >> visible=true");
    const all = await rows.count();
    expect(all).toBeGreaterThan(10);
    const box = page.getByLabel("Filter: Fields");
    await box.fill("create_ date");
    expect(await rows.count()).toBe(1);
    expect(await page.locator("#field-create_date").isVisible()).toBe(true);
    expect(await page.locator("#table-fields output").innerText()).toBe(`1 of ${all}`);
    await box.fill("");
    expect(await rows.count()).toBe(all);
    const sort = page.locator("#table-fields").getByRole("link", { name: /^Field/ });
    await sort.click();
    await sort.click();
    expect(await rows.first().innerText()).toContain("write_uid");
  }));

test("a phone shows the beginning of a long table, and the rest on request, without a script", () =>
  withPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } }, async (page) => {
    const address = "/registry/models/rental.order?platform_version=17.0&modules=rental_deposit";
    await page.goto(address);
    const rows = page.locator("#table-fields tbody > tr >> visible=true");
    expect(await rows.count()).toBe(3);
    await page
      .locator("#table-fields")
      .getByText(/^Show all \d+ rows$/)
      .click();
    expect(await rows.count()).toBeGreaterThan(10);
    await page.goto(`${address}#field-write_uid`);
    expect(await page.locator("#field-write_uid").isVisible()).toBe(true);
  }));

test("nothing of a page moves while it arrives on a phone", () =>
  withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto("/module/rental_deposit/17.0");
    const parts = await page.locator(".split > *").all();
    const boxes = await Promise.all(parts.map((one) => one.boundingBox()));
    expect(parts).toHaveLength(4);
    const tops = boxes.map((one) => one?.y ?? Number.NaN);
    expect(tops).toEqual(tops.toSorted((left, right) => left - right));
  }));

test("one way to install is shown, and another when it is chosen, without a script", () =>
  withPage({ javaScriptEnabled: false }, async (page) => {
    await page.goto("/module/rental_deposit/17.0");
    const clone = page.locator(".quick").getByText("git clone --branch");
    expect(await clone.isVisible()).toBe(true);
    await page.getByText("pip", { exact: true }).click();
    expect(await clone.isVisible()).toBe(false);
    expect(await page.getByText("odoo-addon-rental_deposit").isVisible()).toBe(true);
  }));

test("the picture of a repository is seen on a phone, beside long names too", () =>
  withPage({ viewport: { width: 320, height: 640 } }, async (page) => {
    await page.goto("/repo/retail");
    const first = await page.locator(".coverage td.yes").first().boundingBox();
    expect(first?.x).toBeLessThan(280);
  }));

test("the dark is dark", () =>
  withPage({ colorScheme: "dark" }, async (page) => {
    await page.goto("/");
    const colour = (await page.evaluate(
      "getComputedStyle(document.body).backgroundColor",
    )) as string;
    const [red = 255] = (colour.match(/\d+/g) ?? []).map(Number);
    expect(red).toBeLessThan(60);
  }));

test("a module, a search and their links work without scripts", () =>
  withPage({ javaScriptEnabled: false }, async (page) => {
    await page.goto("/");
    await page.getByRole("searchbox").fill("remind customers who have not paid");
    await page.getByRole("searchbox").press("Enter");
    await page.waitForURL("**/?q=remind+**");
    await page.getByRole("link", { name: "Invoice Reminder" }).first().click();
    await page.waitForURL("**/module/invoice_reminder/**");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Invoice Reminder");
    expect(await page.locator("[data-copy]").first().isVisible()).toBe(false);
    expect(await page.getByText("delay_days", { exact: true }).first().isVisible()).toBe(true);
    await page.locator("#versions").getByRole("link", { name: "8.0", exact: true }).click();
    await page.waitForURL("**/module/invoice_reminder/8.0");
  }));

test("lines are copied", () =>
  withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.goto("/module/rental_deposit/17.0");
    for (const [title, line] of [
      ["Python packages", "pip install html2text"],
      ["Aggregate", "gitaggregate -c repos.yaml"],
    ] as const) {
      if (title === "Aggregate") await page.getByText("git-aggregator", { exact: true }).click();
      const button = page.getByRole("button", { name: `Copy: ${title}` }).locator("visible=true");
      await button.click();
      await button.filter({ hasText: "Copied" }).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(line);
    }
  }));

test("the interface is tried, its errors too", () =>
  withPage(
    {},
    async (page) => {
      await page.goto("/api");
      await page
        .getByText("GET /v1/module/{module_name}/{platform_version}", { exact: true })
        .click();
      const form = page.locator("form[action='/v1/module/{module_name}/{platform_version}']");
      await form.getByLabel("module_name").fill("rental_core");
      await form.getByRole("button", { name: "Try it" }).click();
      await form.locator("pre").waitFor();
      expect(await form.locator("[data-tried]").innerText()).toContain("Status 200");
      expect(await form.locator("pre").innerText()).toContain('"technical_name": "rental_core"');
      await form.getByLabel("module_name").fill("none such");
      await form.getByRole("button", { name: "Try it" }).click();
      await form.locator("[data-tried]").filter({ hasText: "Status 404" }).waitFor();
    },
    /404/,
  ));

test("of a long answer the beginning is taken and shown", () =>
  withPage({}, async (page) => {
    await page.route("**/v1/export/modules", (route) =>
      route.fulfill({ body: "a line\n".repeat(400_000) }),
    );
    await page.goto("/api");
    await page.getByText("GET /v1/export/modules", { exact: true }).click();
    const form = page.locator("form[action='/v1/export/modules']");
    await form.getByRole("button", { name: "Try it" }).click();
    await form.locator("pre").waitFor();
    expect(await form.locator("[data-tried]").innerText()).toMatch(
      /more than 2,\d+,\d+ characters/,
    );
  }));

describe("what hostile modules say harms nobody", () => {
  test.each([
    "/?q=hostile",
    "/?platform_version=17.0",
    "/module/hostile_markdown",
    "/module/hostile_rst/17.0",
    "/module/hostile_rst/diff/16.0/17.0",
    "/repo/sales",
    "/changes",
  ])("%s", (target) =>
    withHostilePage({}, async (page) => {
      await page.goto(target);
      await unfold(page);
      const title = await page.title();
      expect(title).toContain("module-lookup");
      // Typing shows the same by script.
      if (target.startsWith("/?")) {
        await page.getByRole("searchbox").fill("hostile_");
        await page.waitForURL("**q=hostile_**");
        await page.locator("[data-results]:not([aria-busy])").waitFor();
        expect(await page.locator(".result").count()).toBe(2);
      }
      expect(await page.title()).not.toBe("harmed");
      expect(
        await page
          .locator("script:not([src], [type='application/ld+json']), iframe, main img, main style")
          .count(),
      ).toBe(0);
    }),
  );
});
