// Reports of migrations over a socket: how they are written, and that they are the same each time.
import { expect, test } from "vitest";
import { expectProblem } from "../../support/problem-body.js";
import { decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const ask = (query: string, accept = "*/*"): Promise<RawAnswer> =>
  sendRequest(service.port, {
    target: `/v1/migration?from=16.0&to=17.0&modules=rental_core,leave_calendar${query}`,
    headers: { Accept: accept },
  });

test.each([
  ["", "*/*", "application/json", '{"from":"16.0","to":"17.0"'],
  ["", "text/csv", "text/csv", "technical_name,origin,state,required_by"],
  ["", "text/markdown", "text/markdown", "# "],
  ["&format=CSV", "application/json", "text/csv", "technical_name"],
  ["&format=markdown", "*/*", "text/markdown", "# "],
  ["&format=text", "*/*", "text/plain", ""],
  ["&format=json", "text/csv", "application/json", "{"],
])("%s with Accept: %s is %s", async (query, accept, mediaType, start) => {
  const answer = await ask(query, accept);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe(`${mediaType}; charset=utf-8`);
  expect(answer.headers.vary).toBe("Accept, Accept-Encoding");
  expect(decodeText(answer).startsWith(start)).toBe(true);
  expect((await ask(query, accept)).headers.etag).toBe(answer.headers.etag);
});

test("another form is refused", async () => {
  const refused = { status: 400, code: "invalid_parameters", instance: "/v1/migration" } as const;
  expectProblem(await ask("&format=toml"), refused);
});
