// Validators, compression and paging headers over a real socket, byte by byte.

import { describe, expect, test } from "vitest";

import { decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

/** An answer that is long enough to be compressed, and one that is not. */
const LONG = "/v1/module/rental_core/17.0";
const SHORT = "/v1/module/rental_core";

function ask(target: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  return sendRequest(service.port, { target, headers });
}

describe("caching headers", () => {
  test.each([
    SHORT,
    LONG,
    "/v1/repo/retail",
    "/v1/search/rental",
    "/v1/search?platform_version=17.0",
    "/v1/semantic-search?q=rental",
    "/problems/unknown_module",
  ])("%s may be kept and checked", async (target) => {
    const { headers, status, bytes } = await ask(target);
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^"[\w-]+"$/);
    expect(headers["cache-control"]).toBe("public, max-age=300, stale-while-revalidate=86400");
    expect(headers["snapshot-id"]).toBe(service.live.entry.id);
    const byAccept = target.startsWith("/problems/") ? "Accept, " : "";
    expect(headers.vary).toBe(`${byAccept}Accept-Encoding`);
    expect(headers["content-length"]).toBe(String(bytes.length));
  });

  test("readiness is asked anew each time", async () => {
    expect((await ask("/readyz")).headers["cache-control"]).toBe("no-store");
    expect((await ask("/healthz")).headers["cache-control"]).toBe("no-store");
  });

  test("the same question has the same validator, another answer another one", async () => {
    const [first, again, other] = [await ask(LONG), await ask(LONG), await ask(SHORT)];
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(other.headers.etag).not.toBe(first.headers.etag);
  });
});

describe("If-None-Match", () => {
  test.each([
    ["the validator", (tag: string) => tag],
    ["a weak form", (tag: string) => `W/${tag}`],
    ["a list", (tag: string) => `"other", W/"another",${tag} , "third"`],
    ["anything", () => "*"],
  ])("%s: 304 without a body, with the headers of the 200", async (_, write) => {
    const whole = await ask(LONG);
    const { status, headers, bytes } = await ask(LONG, {
      "If-None-Match": write(whole.headers.etag ?? ""),
    });
    expect(status).toBe(304);
    expect(bytes).toHaveLength(0);
    for (const name of ["etag", "cache-control", "vary", "snapshot-id"]) {
      expect(headers[name]).toBe(whole.headers[name]);
    }
    expect(headers["content-type"]).toBeUndefined();
  });

  test("HEAD is answered 304 as well", async () => {
    const { etag = "" } = (await ask(LONG)).headers;
    const question = { method: "HEAD", target: LONG, headers: { "If-None-Match": etag } };
    expect((await sendRequest(service.port, question)).status).toBe(304);
  });

  test.each(['"other"', "other", '""', "W/*", '"*"'])("%s: 200", async (tag) => {
    expect((await ask(LONG, { "If-None-Match": tag })).status).toBe(200);
  });

  test("the validator of another encoding is another one", async () => {
    const { etag = "" } = (await ask(LONG, { "Accept-Encoding": "gzip" })).headers;
    expect((await ask(LONG, { "If-None-Match": etag })).status).toBe(200);
    const both = { "If-None-Match": etag, "Accept-Encoding": "gzip" };
    expect((await ask(LONG, both)).status).toBe(304);
  });

  test("an error is an error, whatever the client has", async () => {
    expect((await ask("/v1/module/nothing_here", { "If-None-Match": "*" })).status).toBe(404);
  });
});

describe("compression", () => {
  test.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "gzip"],
    ["gzip;q=0.5, br;q=0.9", "br"],
    ["br;q=0, gzip", "gzip"],
    ["BR", "br"],
    ["*", "br"],
    ["identity;q=0, *", "br"],
    ["*;q=0, gzip", "gzip"],
  ])("Accept-Encoding %j gives %s and the same text", async (accepted, encoding) => {
    const identity = await ask(LONG);
    expect(identity.headers["content-encoding"]).toBeUndefined();
    const encoded = await ask(LONG, { "Accept-Encoding": accepted });
    expect(encoded.headers["content-encoding"]).toBe(encoding);
    expect(encoded.headers["content-length"]).toBe(String(encoded.bytes.length));
    expect(encoded.bytes.length).toBeLessThan(identity.bytes.length);
    expect(encoded.headers.vary).toBe("Accept-Encoding");
    expect(encoded.headers.etag).not.toBe(identity.headers.etag);
    expect(decodeText(encoded)).toBe(decodeText(identity));
  });

  test.each(["", "identity", "gzip;q=0, br;q=0", "deflate, zstd", "nonsense;;=,", "gzip;q=0"])(
    "Accept-Encoding %j gives plain text",
    async (accepted) => {
      const answer = await ask(LONG, { "Accept-Encoding": accepted });
      expect(answer.status).toBe(200);
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.bytes.equals((await ask(LONG)).bytes)).toBe(true);
    },
  );

  test("short answers are not worth it, unless plain text is refused", async () => {
    const plain = await ask(SHORT, { "Accept-Encoding": "gzip, br" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBe("Accept-Encoding");
    const forced = await ask(SHORT, { "Accept-Encoding": "gzip, identity;q=0" });
    expect(forced.headers["content-encoding"]).toBe("gzip");
    expect(decodeText(forced)).toBe(decodeText(plain));
  });

  test("every answer of the fixtures is the same in every encoding", async () => {
    const targets = ["/v1/search?platform_version=16.0&limit=200", "/v1/semantic-search?q=invoice"];
    for (const name of ["attendance_kiosk", "invoice_rounding_fr", "helpdesk_lite", "base"]) {
      targets.push(`/v1/module/${name}/16.0`);
    }
    for (const target of targets) {
      const identity = decodeText(await ask(target));
      for (const encoding of ["gzip", "br"]) {
        expect(decodeText(await ask(target, { "Accept-Encoding": encoding }))).toBe(identity);
      }
    }
  });
});

/** The addresses of a Link header by relation. */
function readLinks({ headers }: RawAnswer): Readonly<Record<string, string>> {
  const links = [...String(headers["link"] ?? "").matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(links.map(([, address, relation]) => [relation, address]));
}

describe("paging", () => {
  test.each([
    "/v1/search?platform_version=17&limit=7",
    "/v1/search?term=invoice%20&platform_version=16.0&limit=2&extra=%26%3D",
    "/v1/semantic-search?q=bank+%26+invoice&limit=5",
  ])("following next from %s gives the whole, prev leads back", async (start) => {
    const rows: unknown[] = [];
    const first = await ask(start);
    const total = Number(first.headers["x-total-count"]);
    let answer = first;
    let pages = 1;
    for (;;) {
      rows.push(...(JSON.parse(decodeText(answer)) as unknown[]));
      const { next } = readLinks(answer);
      if (next === undefined) break;
      answer = await ask(next);
      pages += 1;
      expect(answer.headers["x-total-count"]).toBe(String(total));
    }
    expect(rows).toHaveLength(total);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(total);
    for (let back = pages; back > 1; back--) answer = await ask(readLinks(answer)["prev"] ?? "");
    expect(readLinks(answer)["prev"]).toBeUndefined();
    expect(decodeText(answer)).toBe(decodeText(first));
  });

  test("beyond the end: nothing, the total, and the way back to the last rows", async () => {
    const answer = await ask("/v1/search?platform_version=17.0&limit=5&offset=900");
    expect(decodeText(answer)).toBe("[]");
    expect(answer.headers["x-total-count"]).toBe("36");
    const { prev = "", next } = readLinks(answer);
    expect(next).toBeUndefined();
    expect(JSON.parse(decodeText(await ask(prev)))).toHaveLength(5);
  });

  test("a limit above the maximum goes on as the maximum", async () => {
    const filtered = await ask("/v1/search?platform_version=17.0&limit=9999&offset=3");
    const semantic = await ask("/v1/semantic-search?q=invoice&limit=9999&offset=3");
    expect(readLinks(filtered)["prev"]).toContain("limit=200&");
    expect(readLinks(semantic)["prev"]).toContain("limit=50&");
  });

  test("what is not paged has neither header", async () => {
    const { headers } = await ask("/v1/repo/retail");
    expect(headers["link"]).toBeUndefined();
    expect(headers["x-total-count"]).toBeUndefined();
  });
});
