// Addresses that were routes once answer as before, and what their route answers.
import { expect, test } from "vitest";
import { listFormerRoutes } from "../../../server/routes/former-addresses.js";
import { ROUTES } from "../../../server/routes/routes.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const PRESENT: Readonly<Record<string, string>> = {
  "/": "/v1",
  "/v1/names/categories?limit=3": "/v1/categories?limit=3",
  "/v1/changes.atom": "/v1/changes?format=atom",
  "/v1/export/modules.ndjson?limit=2": "/v1/export/modules?limit=2",
  "/v1/export/modules.csv?limit=2": "/v1/export/modules?limit=2&format=csv",
  "/v1/field?name=state": "/v1/members/fields?name=state",
  "/v1/method?name=create": "/v1/members/methods?name=create",
};

test("each is tried", () => {
  const tried = Object.keys(PRESENT).map((former) =>
    former.replace(/\?.*/, "").replace("/categories", "/{kind}"),
  );
  expect(listFormerRoutes(ROUTES).map(({ path }) => path)).toEqual(tried);
});

test.each(Object.entries(PRESENT))("%s is %s", async (former, present) => {
  const [old, now] = await Promise.all(
    [former, present].map((target) => sendRequest(service.port, { target })),
  );
  expect(old?.status).toBe(200);
  expect(old?.headers["content-type"]).toBe(now?.headers["content-type"]);
  expect(old && decodeText(old)).toBe(now && decodeText(now));
});
