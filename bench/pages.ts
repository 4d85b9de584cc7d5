// How heavy the pages are, and when they are drawn on a slow connection: requests, bytes as sent, first and
// largest paint, on the width of a phone, with nothing cached. The service must be running.
//
//   node dist/bench/pages.js --base http://127.0.0.1:8080 [--runs 5] [PATH …]
import { parseArgs } from "node:util";
import type { Browser, CDPSession } from "playwright-core";
import { formatTable } from "../settings/text-table.js";
import { launchBrowser } from "../test/support/browser.js";
import { requireOption } from "./options.js";
import { print, spread } from "./spread.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: "string" }, runs: { type: "string", default: "5" } },
});
const base = requireOption("--base URL", values.base);
const paths = positionals.length === 0 ? ["/", "/plan", "/changes", "/diagnostics"] : positionals;

/** Slow 4G, as Lighthouse has it. */
const SLOW = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };

interface Weight {
  readonly requests: number;
  readonly bytes: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
}

const READ_PAINTS = `new Promise((resolve) => {
  const first = performance.getEntriesByName("first-contentful-paint")[0];
  new PerformanceObserver((list) =>
    resolve([first?.startTime, list.getEntries().at(-1)?.startTime]),
  ).observe({ type: "largest-contentful-paint", buffered: true });
})`;

const browser = await launchBrowser();
const rows: string[][] = [];
for (const path of paths) {
  const weights: Weight[] = [];
  for (let run = 0; run < Number(values.runs); run++) weights.push(await weigh(browser, path));
  const median = (pick: (weight: Weight) => number): number => spread(weights.map(pick)).median;
  rows.push([
    path,
    String(median(({ requests }) => requests)),
    (median(({ bytes }) => bytes) / 1_000).toFixed(1),
    median(({ firstPaintMs }) => firstPaintMs).toFixed(0),
    median(({ largestPaintMs }) => largestPaintMs).toFixed(0),
  ]);
}
await browser.close();
const heads = ["page", "requests", "kB", "first paint, ms", "largest paint, ms"];
for (const line of formatTable([heads, ...rows])) print(line);

async function weigh(opened: Browser, path: string): Promise<Weight> {
  const context = await opened.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const sent = await watchTransfers(session);
    await page.goto(base + path, { waitUntil: "networkidle" });
    const [first, largest] = (await page.evaluate(READ_PAINTS)) as readonly [number, number];
    return { ...sent(), firstPaintMs: first, largestPaintMs: largest };
  } finally {
    await context.close();
  }
}

/** @returns what was sent up to now, headers included */
async function watchTransfers(
  session: CDPSession,
): Promise<() => Pick<Weight, "requests" | "bytes">> {
  const sizes: number[] = [];
  session.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
  return () => ({ requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) });
}
