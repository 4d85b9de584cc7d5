// How heavy the pages are, and when they are drawn on a slow connection: requests, bytes as sent, first and
// largest paint, on the width of a phone, with nothing cached. The service must be running.
//
//   node dist/bench/pages.js --base http://127.0.0.1:8080 [--runs 5] [PATH …]
import { parseArgs } from "node:util";
import { formatTable } from "../settings/text-table.js";
import { launchBrowser } from "../tools/browser.js";
import { weighPage, type PageWeight } from "../test/support/page-weight.js";
import { requireOption } from "./options.js";
import { print, spread } from "./spread.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: "string" }, runs: { type: "string", default: "5" } },
});
const base = requireOption("--base URL", values.base);
const paths = positionals.length === 0 ? ["/", "/plan", "/changes", "/diagnostics"] : positionals;

const browser = await launchBrowser();
const rows: string[][] = [];
for (const path of paths) {
  const weights: PageWeight[] = [];
  for (let run = 0; run < Number(values.runs); run++)
    weights.push(await weighPage(browser, base + path));
  const median = (pick: (weight: PageWeight) => number): number => spread(weights.map(pick)).median;
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
