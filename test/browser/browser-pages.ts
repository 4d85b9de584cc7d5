// Pages in the browser as tests look at them: nothing is complained of, and nobody is shut out.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect } from "vitest";

import { launchBrowser, createPage, type WatchedPage } from "../../docs/tools/browser.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The browser while the tests of the file run. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser();
  afterAll(() => browser.close());
  return browser;
}

/** Opens a page for a piece of work, after which nobody may have complained but as expected. */
export type WithPage = (
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
  expected?: RegExp,
) => Promise<void>;

/** @param base `http://127.0.0.1:PORT`, where the pages are */
export function openPagesOf(browser: Browser, base: string): WithPage {
  return async (options, work, expected) => {
    const watched = await createPage(browser, base, options);
    try {
      await work(watched.page);
      expectNoComplaints(watched, expected);
    } finally {
      await watched.close();
    }
  };
}

export function expectNoComplaints({ complaints, strangers }: WatchedPage, expected = /^$/): void {
  expect(complaints.filter((one) => !expected.test(one))).toEqual([]);
  expect(strangers).toEqual([]);
}

/** Opens all that can be folded out. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(
    "document.querySelectorAll('details').forEach((one) => { one.open = true; });" +
      "document.querySelectorAll('#show-facets').forEach((one) => { one.checked = true; })",
  );
}

interface AxeReport {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** Accessibility faults that axe can find. */
export async function findViolations(page: Page): Promise<readonly unknown[]> {
  await unfold(page);
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate("axe.run()")) as AxeReport;
  return violations.map(({ id, nodes }) => [
    id,
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  ]);
}
