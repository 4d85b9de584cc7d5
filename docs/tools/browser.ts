// The system's Chromium and pages in it that tell what went wrong in them. Nothing is downloaded.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** @throws Error that says what to do when there is none */
export function findChromium(): string {
  const named = process.env["CHROMIUM"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const all = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = (named === undefined ? all : [named]).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new Error(
    named === undefined
      ? "No Chromium was found. Install one (Debian: apt install chromium), or name it in CHROMIUM."
      : `CHROMIUM names ${named}, and there is no such file.`,
  );
}

export function launchBrowser(): Promise<Browser> {
  // Its sandbox refuses root, the user of containers.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: findChromium(), args });
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors of scripts, and what the browser complained of: refused by the policy, not found, … */
  readonly complaints: readonly string[];
  /** Addresses of other hosts that were asked for. */
  readonly strangers: readonly string[];
  close(): Promise<void>;
}

/** A page of its own, without anything of others. @param base `http://127.0.0.1:PORT` */
export async function createPage(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: base, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) strangers.push(request.url());
  });
  return { page, complaints, strangers, close: () => context.close() };
}
