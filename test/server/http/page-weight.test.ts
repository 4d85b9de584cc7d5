// Weight of every page of the demo: bytes as sent, and requests, with all its files.
import { expect, test } from "vitest";
import { memoizeEach } from "../../../server/lookup/memo.js";
import { listAddresses } from "./page-markup.js";
import { decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { sampleCases } from "../../support/properties.js";

const service = await serveSharedSnapshot();

function open(target: string): Promise<RawAnswer> {
  const headers = { Accept: "text/html", "Accept-Encoding": "br, gzip" };
  return sendRequest(service.port, { target, headers });
}

/** Files are the same for all pages. */
const openFile = memoizeEach(open);

const SYSTEM = "platform_version=17.0&modules=rental_deposit";

const MOST_REQUESTS = 16;

const MOST_BYTES = 24_000;

/** Every route has a form there: half a kilobyte each. */
const MOST_BYTES_OF_ROUTES = 36_000;

test.each(
  sampleCases([
    "/",
    "/?q=rental",
    "/module/rental_deposit",
    "/module/invoice_reminder/diff/8.0/17.0",
    "/lineage/note_pad",
    "/?q=rental&platform_version=17.0&license=AGPL-3",
    "/model/res.partner?platform_version=17.0",
    "/field/partner_id",
    "/field/bank.import.transaction/state",
    "/method/_compute_display_name",
    "/method/rental.order/action_return",
    "/view/rental_core.rental_order_view_form",
    "/repo/retail",
    "/plan",
    `/plan?${SYSTEM}`,
    `/registry/models?${SYSTEM}`,
    `/registry/models/rental.order?${SYSTEM}`,
    `/registry/views/rental_core.rental_order_view_form?${SYSTEM}`,
    `/registry/access?${SYSTEM}`,
    `/registry/access/rental.order?${SYSTEM}`,
    `/registry/menus?${SYSTEM}`,
    `/registry/records?${SYSTEM}`,
    `/registry/records/base.menu_contacts?${SYSTEM}`,
    `/registry/assets?${SYSTEM}`,
    "/migrate",
    "/migrate?modules=rental_core&from=16.0&to=17.0",
    "/upgrade",
    "/upgrade?modules=rental_core&from=16.0&to=17.0",
    "/upgrade?modules=rental_core&from=16.0&to=17.0&module=rental_core",
    "/api-changes?module=rental_core&from=16.0&to=17.0",
    "/changes",
    "/diagnostics",
    "/api",
  ]),
)("%s is small, all that it loads included", async (target) => {
  const page = await open(target);
  expect(page.status).toBe(200);
  const loaded = listAddresses(decodeText(page)).filter(
    ([tag, address]) => tag !== "a" && tag !== "form" && !address.startsWith("#"),
  );
  const parts = await Promise.all([...new Set(loaded.map(([, address]) => address))].map(openFile));
  expect(parts.filter(({ status }) => status !== 200)).toEqual([]);
  expect(1 + parts.length).toBeLessThanOrEqual(MOST_REQUESTS);
  const bytes = [page, ...parts].reduce((sum, part) => sum + part.bytes.length, 0);
  expect(bytes).toBeLessThanOrEqual(target === "/api" ? MOST_BYTES_OF_ROUTES : MOST_BYTES);
});
