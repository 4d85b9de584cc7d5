// API changes of a module, as a page.
import { expect, test } from "vitest";
import { API_SYSTEM } from "../compare/api/api-system.js";
import { openParsedModules } from "../../support/world.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const out = makeTemporaryFolder();

const snapshot = await openParsedModules(out, API_SYSTEM);
const service = await serveForFile(snapshot.folder);
snapshot.close();

async function read(target: string): Promise<string> {
  const headers = { Accept: "text/html" };
  return decodeText(await sendRequest(service.port, { target, headers }));
}

test("a form asks for a module and two versions", async () => {
  const page = await read("/api-changes?to=17.0");
  expect(page).toMatch(/<input\s+name="module"/);
  expect(page).toMatch(/<option value="16\.0"\s+selected>/);
  expect(page).not.toContain("<table");
});

test("a change has what was, what is, what says so and who uses it", async () => {
  const page = (await read("/api-changes?from=16.0&to=17.0&module=trade")).replaceAll(
    "<wbr />",
    "",
  );
  expect(page).toMatch(/<dt>Renamed<\/dt>\s*<dd>\d+<\/dd>/);
  expect(page).toMatch(/<code>trade\.line\.quantity_done<\/code>/);
  expect(page).toMatch(/href="\/module\/trade_extra\/16\.0"/);
  expect(page).toMatch(
    /data-head="Change">renamed<[^]*?data-head="New name">trade\.line\.quantity</,
  );
  expect(page).not.toContain('data-head="In"');
  expect(page).toContain('href="/module/trade/diff/16.0/17.0"');
});

test("what is not known is said", async () => {
  expect(await read("/api-changes?from=16.0&to=17.0&module=no_such")).toMatch(/role="alert"/);
  expect(await read("/api-changes?from=16.0&to=99.0&module=trade")).toMatch(/role="alert"/);
});

test("the page of a field says what the next version makes of it", async () => {
  const page = (await read("/field/trade.line/fee")).replaceAll("<wbr />", "");
  expect(page).toMatch(
    /Later<[^]*?href="\/field\/trade\.line\/charge"[^>]*>renamed to trade\.line\.charge at 17\.0/,
  );
  expect(await read("/field/trade.line/old")).toMatch(/Later<[^]*?removed at 17\.0/);
  expect(await read("/field/trade.line/order_id")).not.toContain("Later<");
});
