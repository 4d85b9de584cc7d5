// Cost of opening a page on a phone with a slow connection and an empty cache.
import type { Browser, CDPSession } from "playwright-core";

/** Slow 4G, as Lighthouse has it: milliseconds, bytes a second. */
const SLOW = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };

export interface PageWeight {
  readonly requests: number;
  /** Files without which the browser draws nothing. */
  readonly blocking: number;
  /** Bytes sent, headers included. */
  readonly bytes: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** Sum of all layout shifts while it loads. */
  readonly layoutShift: number;
}

const READ_PAINTS = `new Promise((resolve) => {
  const first = performance.getEntriesByName("first-contentful-paint")[0];
  new PerformanceObserver((list) =>
    resolve([first?.startTime, list.getEntries().at(-1)?.startTime]),
  ).observe({ type: "largest-contentful-paint", buffered: true });
})`;

/** Keeps the sum in the page from its beginning. */
const WATCH_SHIFTS = `globalThis.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) globalThis.layoutShift += value;
}).observe({ type: "layout-shift", buffered: true });`;

const COUNT_BLOCKING = `performance.getEntriesByType("resource")
  .filter((one) => one.renderBlockingStatus !== "non-blocking").length`;

export async function weighPage(browser: Browser, address: string): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const sent = await watchTransfers(session);
    await page.addInitScript(WATCH_SHIFTS);
    await page.goto(address, { waitUntil: "networkidle" });
    const [first, largest] = (await page.evaluate(READ_PAINTS)) as readonly [number, number];
    const blocking = (await page.evaluate(COUNT_BLOCKING)) as number;
    const layoutShift = (await page.evaluate("globalThis.layoutShift")) as number;
    return { ...sent(), blocking, firstPaintMs: first, largestPaintMs: largest, layoutShift };
  } finally {
    await context.close();
  }
}

/** @returns what was sent up to now, headers included */
async function watchTransfers(
  session: CDPSession,
): Promise<() => Pick<PageWeight, "requests" | "bytes">> {
  const sizes: number[] = [];
  session.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
  return () => ({ requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) });
}
