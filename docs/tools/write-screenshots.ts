// Makes the pictures of docs/: `make screenshots`, with the demo built and a Chromium on the machine.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "./project-root.js";
import { launchBrowser, createPage } from "./browser.js";

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
const service = spawn(
  process.execPath,
  [
    join(ROOT, "dist/cli/main.js"),
    "serve",
    "--snapshot",
    join(ROOT, ".demo/snapshots"),
    "--port",
    "0",
  ],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const [said] = (await once(service.stdout.setEncoding("utf8"), "data")) as [string];
const [base] = /http:\/\/[\d.]+:\d+/.exec(said) ?? [];
if (base === undefined) throw new Error(`the service does not say where it listens: ${said}`);
const browser = await launchBrowser();
await mkdir(folder, { recursive: true });
for (const { name, target, width, height, ...rest } of SHOTS) {
  const { page, close } = await createPage(browser, base, {
    viewport: { width, height },
    ...rest,
  });
  await page.goto(target);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  await close();
}
await browser.close();
service.kill();
