// Makes the pictures of docs/: `make screenshots`, with the demo built and a Chromium on the machine.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../house/source-tree.js";
import { launchBrowser, openPage } from "./browser.js";
import { startService } from "./running-service.js";

interface Shot {
  readonly name: string;
  readonly target: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme?: "dark";
}

const SHOTS: readonly Shot[] = [
  {
    name: "search",
    target: "/?q=remind+customers+who+have+not+paid",
    width: 960,
    height: 640,
  },
  { name: "module", target: "/module/bank_reconcile_rules/17.0", width: 960, height: 640 },
  { name: "repository", target: "/repo/finance", width: 960, height: 640 },
  { name: "diff", target: "/module/invoice_reminder/diff/8.0/17.0", width: 960, height: 640 },
  { name: "phone", target: "/module/rental_deposit", width: 390, height: 780, colorScheme: "dark" },
];

const folder = join(ROOT, "docs");
const service = await startService(join(ROOT, ".demo", "snapshots"));
const browser = await launchBrowser();
await mkdir(folder, { recursive: true });
for (const { name, target, width, height, ...rest } of SHOTS) {
  const { page, close } = await openPage(browser, service.base, {
    viewport: { width, height },
    ...rest,
  });
  await page.goto(target);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  await close();
}
await browser.close();
await service.stop();
