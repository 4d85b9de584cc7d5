// The search page in a browser: typing, Enter, chips, links that are shared, the way back, the keyboard,
// and what a slow or failing service looks like.

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { expectNoComplaints, openBrowser } from "./browser-pages.js";
import { createPage, type WatchedPage } from "../../docs/tools/browser.js";
import { serveSharedSnapshot } from "../support/shared-snapshot.js";

const service = await serveSharedSnapshot();
const browser = await openBrowser();
let watched: WatchedPage;

beforeEach(async () => {
  watched = await createPage(browser, service.base);
});

/** Complaints that the browser may make in a test that makes the service fail. */
let tolerated = /^$/;

afterEach(async () => {
  expectNoComplaints(watched, tolerated);
  tolerated = /^$/;
  await watched.close();
});

const box = () => watched.page.getByRole("searchbox");
const links = () => watched.page.locator(".result h2 a");
const chip = (name: string) => watched.page.locator(`select[name="${name}"]`);
const status = () => watched.page.locator("[data-status]");

function readAddress(): string {
  const { pathname, search } = new URL(watched.page.url());
  return pathname + search;
}

async function type(text: string): Promise<void> {
  await box().pressSequentially(text);
  await watched.page.waitForURL((url) => url.searchParams.get("q") === text);
  await watched.page.locator("[data-results]:not([aria-busy])").waitFor();
}

interface Gate {
  readonly held: Promise<void>;
  release(): void;
}

/** An answer waits at it until it is released. */
function openGate(): Gate {
  const opened = new EventTarget();
  return {
    held: new Promise((resolve) => {
      opened.addEventListener("open", () => resolve(), { once: true });
    }),
    release: () => opened.dispatchEvent(new Event("open")),
  };
}

describe("typing", () => {
  test("finds names, says why, and keeps the address in step", async () => {
    const { page } = watched;
    await page.goto("/");
    expect(await page.locator("[data-home]").isVisible()).toBe(true);
    await type("rental_d");
    expect(await links().first().innerText()).toBe("Rental Deposit");
    expect(await page.locator(".why").first().innerText()).toBe("name starts with it");
    expect(await page.locator(".result h2 mark").first().innerText()).toBe("Rental");
    expect(readAddress()).toBe("/?q=rental_d");
    expect(await status().innerText()).toMatch(/^(?:\d+ of )?\d+ (?:module|result)s?$/);
    expect(await page.locator("[data-home]").isVisible()).toBe(false);
  });

  test("forgives a typo", async () => {
    await watched.page.goto("/");
    await type("rental_cpre");
    expect(await links().first().getAttribute("href")).toBe("/module/rental_core/19.0");
    expect(await watched.page.locator(".why").first().innerText()).toBe("similar spelling");
  });

  test("nothing leads back to the beginning", async () => {
    await watched.page.goto("/?q=rental");
    await box().fill("");
    await watched.page.waitForURL((url) => url.search === "");
    await watched.page.locator("[data-home]").waitFor({ state: "visible" });
    expect(await links().count()).toBe(0);
  });

  test("shows the answer to what was typed last, whichever comes last", async () => {
    const { page } = watched;
    await page.goto("/");
    const { held, release } = openGate();
    await page.route("**/v1/find?q=gift*", async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await box().fill("gift");
    await page.waitForURL("**/?q=gift");
    await box().fill("rental_fleet");
    await page.locator('.result a[href="/module/rental_fleet/17.0"]').first().waitFor();
    release();
    expect(await links().first().innerText()).toBe("Vehicle Rental");
  });
});

describe("Enter", () => {
  test("finds meanings, in another language", async () => {
    const { page } = watched;
    await page.goto("/");
    await box().fill("relancer les clients pour les factures impayées");
    await box().press("Enter");
    await page.waitForURL("**/?q=relancer**");
    await page.locator("[data-results]:not([aria-busy])").waitFor();
    expect(await links().first().innerText()).toBe("Invoice Reminder");
    expect(await page.locator(".facts").first().innerText()).not.toMatch(/\d %/);
  });
});

describe("chips", () => {
  test("narrow, stand in the address, and can be taken away", async () => {
    const { page } = watched;
    await page.goto("/?q=rental");
    await links().first().waitFor();
    await chip("license").selectOption("AGPL-3");
    await page.waitForURL("**/?q=rental&license=AGPL-3");
    await page.locator("[data-results]:not([aria-busy])").waitFor();
    expect(await page.locator('.facets a[aria-current="true"]').allInnerTexts()).toEqual([
      "AGPL-3",
    ]);
    expect(await page.locator(".why").first().innerText()).toBe("exact match");
    await page.getByRole("link", { name: "Any licence" }).click();
    await page.waitForURL("**/?q=rental");
    expect(await chip("license").inputValue()).toBe("");
    expect(await page.getByRole("link", { name: "Any licence" }).isVisible()).toBe(false);
  });

  test("narrow what was found by meaning", async () => {
    const { page } = watched;
    await page.goto("/?q=remind+customers+who+have+not+paid");
    await chip("repository").selectOption("meadow-apps/finance");
    await page.waitForURL((url) => url.searchParams.get("repository") === "meadow-apps/finance");
    await page.locator("[data-results]:not([aria-busy])").waitFor();
    const providers = await page.locator(".provider").allInnerTexts();
    expect(new Set(providers)).toEqual(new Set(["meadow-apps/finance"]));
    expect(await links().allInnerTexts()).toContain("Invoice Reminder");
  });
});

describe("an address", () => {
  const target =
    "/?q=invoice&platform_version=17.0&repository=meadow-apps%2Ffinance&category=Accounting%2FAccounting";

  test("that is shared shows the same", async () => {
    const { page } = watched;
    await page.goto(target);
    expect(await chip("platform_version").inputValue()).toBe("17.0");
    expect(await chip("category").inputValue()).toBe("Accounting/Accounting");
    expect(await box().inputValue()).toBe("invoice");
    const shown = await links().allTextContents();
    expect(shown).toContain("Invoice Reminder");
    // The script finds what the server found.
    await chip("platform_version").selectOption("16.0");
    await page.waitForURL("**platform_version=16.0**");
    await page.goBack();
    await page.waitForURL(`**${target}`);
    await page.locator("[data-results]:not([aria-busy])").waitFor();
    expect(await links().allTextContents()).toEqual(shown);
  });

  test("leads back and forth", async () => {
    const { page } = watched;
    await page.goto("/?q=rental");
    await links().filter({ hasText: "Rental Deposit" }).click();
    await page.waitForURL("**/module/rental_deposit/19.0");
    await page.goBack();
    expect(await box().inputValue()).toBe("rental");
    for (const text of ["gift", "gift voucher"]) {
      await box().fill(text);
      await page.waitForURL((url) => url.searchParams.get("q") === text);
    }
    await box().press("Enter");
    await page.waitForURL("**/?q=gift+voucher");
    // The whole typing is one step.
    await page.goBack();
    await page.waitForURL("**/?q=rental");
    await page.locator("[data-results]:not([aria-busy])").waitFor();
    expect(await links().first().innerText()).toBe("Rental");
    expect(await box().inputValue()).toBe("rental");
  });
});

test("ten results are on a screen, each in two lines", async () => {
  const { page } = watched;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/?platform_version=17.0");
  const boxes = await Promise.all(
    (await page.locator(".result").all()).map((one) => one.boundingBox()),
  );
  expect(
    boxes.filter((one) => one !== null && one.y + one.height <= 800).length,
  ).toBeGreaterThanOrEqual(10);
});

test("by keyboard alone one finds, opens and comes back", async () => {
  const { page } = watched;
  await page.goto("/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("/");
  expect(await page.evaluate("document.activeElement.id")).toBe("q");
  await page.keyboard.type("rental");
  await page.waitForURL("**/?q=rental");
  await page.locator('.result a[href="/module/rental_core/19.0"]').first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Rental");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/module/rental_core/19.0");
  await page.goBack();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement !== document.body")).toBe(true);
});

test("the box of every other page suggests, and leads on by keyboard alone", async () => {
  const { page } = watched;
  await page.goto("/repo/retail");
  await page.keyboard.press("/");
  expect(await page.evaluate("document.activeElement.id")).toBe("find-box");
  await page.keyboard.type("rental.order");
  const suggested = page.locator("[data-found] a");
  // Suggestions for the partial text may come first.
  await page.locator('[data-found] a[href="/?q=rental.order"]').waitFor();
  expect(await suggested.first().innerText()).toMatch(/^rental\.order\s+model$/);
  expect(await suggested.last().getAttribute("href")).toBe("/?q=rental.order");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  expect(await page.evaluate("document.activeElement.id")).toBe("find-box");
  expect(await page.locator("[data-found]").isVisible()).toBe(false);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/?q=rental.order");
  expect(await links().first().getAttribute("href")).toBe("/model/rental.order");
});

describe("the service", () => {
  test("is waited for, and that is said", async () => {
    const { page } = watched;
    await page.goto("/");
    const { held, release } = openGate();
    await page.route("**/v1/find?**", async (route) => {
      await held;
      await route.continue();
    });
    await box().fill("rental");
    await status().filter({ hasText: "Searching…" }).waitFor();
    expect(await page.locator("[data-results]").getAttribute("aria-busy")).toBe("true");
    release();
    await links().first().waitFor();
    expect(await status().innerText()).toMatch(/^(?:\d+ of )?\d+ results$/);
  });

  test("that fails is asked again", async () => {
    tolerated = /500/;
    const { page } = watched;
    await page.goto("/");
    await page.route("**/v1/find?**", (route) =>
      route.fulfill({ status: 500, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    );
    await box().fill("rental");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").innerText()).toContain("Unexpected answer of the service");
    await page.unroute("**/v1/find?**");
    await page.getByRole("button", { name: "Try again" }).click();
    await links().first().waitFor();
  });

  test("that cannot be reached is no blank page", async () => {
    tolerated = /ERR_FAILED/;
    const { page } = watched;
    await page.goto("/");
    await page.route("**/v1/find?**", (route) => route.abort());
    await box().fill("rental");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").innerText()).toContain("The service is not reachable");
  });

  test("that finds nothing leads on", async () => {
    const { page } = watched;
    await page.goto("/");
    await type("module:no_such_*");
    expect(await status().innerText()).toBe("Nothing found");
    expect(await page.locator("[data-results]").innerText()).toContain(
      "only the indexed repositories",
    );
  });
});

test("the box of a page has what was typed on the page before", async () => {
  await watched.page.goto("/");
  await type("rental.order");
  await links().first().click();
  await watched.page.waitForURL((url) => url.pathname !== "/");
  await watched.page.locator("#find-box").waitFor();
  expect(await watched.page.locator("#find-box").inputValue()).toBe("rental.order");
});
