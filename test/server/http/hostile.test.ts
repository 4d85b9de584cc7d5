// Dishonest requests: the answer is never a 500, and every error is a problem.

import { once } from "node:events";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { DEFAULT_LIMITS } from "../../../server/config.js";
import type { ProblemCode } from "../../../server/contract/problem-catalog.js";
import { anyCharacter, countCases } from "../../support/properties.js";
import { ODD_QUESTIONS } from "../../support/odd-questions.js";
import { expectProblem } from "../../support/problem-body.js";
import {
  decodeJson,
  openConnection,
  parseAnswer,
  readToEnd,
  sendRequest,
  type RawAnswer,
} from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

/** Writes bytes on a connection of its own and reads the one answer to them. */
async function send(text: string): Promise<RawAnswer> {
  const socket = await openConnection(service.port);
  const answer = readToEnd(socket);
  socket.write(text, "latin1");
  return parseAnswer(await answer);
}

describe("questions", () => {
  const askable = ODD_QUESTIONS.map(([what, text]) => {
    const target = `/v1/semantic-search?q=${encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ""))}`;
    return [what, text, target] as const;
  }).filter(([, text, target]) => text.trim() !== "" && target.length < 8_000);

  test.each(askable)("%s: a list, perhaps an empty one", async (_, __, target) => {
    const answer = await sendRequest(service.port, { target });
    expect(answer.status).toBe(200);
    const rows = decodeJson(answer) as readonly { readonly score: unknown }[];
    for (const { score } of rows) {
      expect(typeof score === "number" && score > 0 && score <= 1).toBe(true);
    }
  });
});

test.each(["Host: a\r\nHost: b\r\n", "host: a\r\nX-Other: 1\r\nHOST: a\r\n"])(
  "two names of the host, as %j, are malformed_request",
  async (hosts) => {
    for (const target of ["/healthz", "/mcp"]) {
      const answer = await send(`GET ${target} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expectProblem(answer, { status: 400, code: "malformed_request", instance: target });
    }
  },
);

describe("paths", () => {
  test.each(["/v1/module/%zz", "/v1/module/%", "/v1/module/%ED%A0%80", "/v1/module/%C3", "/%zz"])(
    "%s is no percent-encoding",
    async (target) => {
      const answer = await sendRequest(service.port, { target });
      expectProblem(answer, { status: 400, code: "malformed_path", instance: target });
    },
  );

  test.each(["a%00b", "a%2Fb", "%E2%80%AE%D7%90", "%F0%9F%98%80", "..%2F..%2Fetc%2Fpasswd", "%25"])(
    "/v1/module/%s is a name that no module has",
    async (name) => {
      const target = `/v1/module/${name}`;
      const answer = await sendRequest(service.port, { target });
      const body = expectProblem(answer, { status: 404, code: "unknown_module", instance: target });
      expect(body["detail"]).toBe(
        `The module "${decodeURIComponent(name)}" is not in this index. Search for it in other words, or add its repository to the index.`,
      );
    },
  );

  test.each([
    "http://other.example/v1/module/rental_core",
    "HTTPS://9007199254740993:99999/v1/module/rental_core?x=http://y/",
    "http://[/v1/module/rental_core",
  ])("the whole address may be the target, as proxies write it: %s", async (target) => {
    const answer = await sendRequest(service.port, { target });
    expect(decodeJson(answer)).toMatchObject({ technical_name: "rental_core" });
  });

  test.each(["http://other.example", "http://other.example?x=1"])(
    "%s is the start",
    async (target) => {
      const answer = await sendRequest(service.port, { target });
      expect(decodeJson(answer)).toMatchObject({ service: "module-lookup" });
    },
  );

  test.each(["ftp://other.example/v1", "other.example:80", "v1/repo/retail"])(
    "%s is no target",
    async (target) => {
      const answer = await send(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      const expected = { status: 400, code: "malformed_request" as const, instance: undefined };
      expectProblem(answer, expected);
    },
  );

  test("OPTIONS * asks the whole service", async () => {
    const answer = await sendRequest(service.port, { method: "OPTIONS", target: "*" });
    expect(answer.status).toBe(204);
    expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS");
  });

  test.each([
    ["/v1/module/../repo/retail", 200],
    ["/v1/module/%2e%2e/repo/retail", 200],
    ["/../../../../etc/passwd", 404],
    ["/v1/repo/..%2f..%2f..%2fetc%2fpasswd", 404],
    ["/v1/repo/....//....//etc/passwd", 404],
    ["/v1/repo/%252e%252e%252fetc", 404],
    ["/..\\..\\etc\\passwd", 404],
    ["/package.json", 404],
    ["/problems/..%2f..%2fpackage.json", 404],
  ] as const)("%s leads to no file", async (target, status) => {
    const answer = await send(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(answer.bytes.toString()).not.toMatch(/root:|devDependencies/);
  });

  test.each([
    "[",
    "a b",
    "x".repeat(300),
    "other.example:99999",
    "9007199254740993",
    "256.256.256.256",
    "0x100000000",
    "[::1]:x",
    "xn--",
    "a..b",
    "%",
    "%00",
    "user:secret@host",
    "host/path?query#part",
    "-",
  ])("a host %j that is none changes nothing", async (host) => {
    const request = { target: "/v1/repo/retail", headers: { Host: host } };
    expect((await sendRequest(service.port, request)).status).toBe(200);
  });
});

describe("what would change the service or its answers", () => {
  test.each([
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "__defineGetter__",
  ])("%s is a name as any other", async (name) => {
    for (const target of [`/v1/module/${name}`, `/v1/repo/${name}`, `/problems/${name}`]) {
      expect((await sendRequest(service.port, { target })).status).toBe(404);
    }
    const query = `${name}=1&${name}[polluted]=1&org=${name}&repo=${name}`;
    const target = `/v1/module/rental_core/17.0?${query}`;
    expect((await sendRequest(service.port, { target })).status).toBe(404);
    const search = `/v1/search?platform_version=17.0&term=${name}&category=${name}&depends_on=${name}`;
    expect(decodeJson(await sendRequest(service.port, { target: search }))).toEqual([]);
    expect(({} as Readonly<Record<string, unknown>>)["polluted"]).toBeUndefined();
  });

  test.each([
    "/v1/search?platform_version=17.0&limit=1&x=%0d%0aX-Injected:%201",
    "/v1/search?platform_version=17.0&limit=1&x=%E5%98%8A%E5%98%8DX-Injected:1",
    "/v1/semantic-search?q=rental&limit=1&%0d%0aSet-Cookie:a=%0a",
  ])("%s puts nothing into the headers", async (target) => {
    const { headers, status } = await sendRequest(service.port, { target });
    expect(status).toBe(200);
    expect(headers["x-injected"]).toBeUndefined();
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["link"]).toMatch(/^<[!-~]+>; rel="next"$/);
  });

  test("two lengths of a body are one too many", async () => {
    const both = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    const answer = await send(
      `POST /healthz HTTP/1.1\r\nHost: x\r\n${both}GET /nothing HTTP/1.1\r\n`,
    );
    const expected = { status: 400, code: "malformed_request" as const, instance: undefined };
    expectProblem(answer, expected);
  });

  test("there is no tunnel", async () => {
    const answer = await send(
      "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n",
    );
    const expected = { status: 405, code: "method_not_allowed" as const, instance: undefined };
    expectProblem(answer, expected);
    expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS");
  });

  test("nothing is upgraded, and an Expect that is none is refused", async () => {
    const upgrade = { Connection: "Upgrade", Upgrade: "websocket" };
    const target = "/healthz";
    expect((await sendRequest(service.port, { target, headers: upgrade })).status).toBe(200);
    const answer = await sendRequest(service.port, { target, headers: { Expect: "wonders" } });
    expectProblem(answer, { status: 417, code: "expectation_failed", instance: target });
  });
});

describe("too long", () => {
  test("an address beyond the limit is 414, one at the limit is read", async () => {
    const start = "/v1/search/a?x=";
    const atLimit = start + "y".repeat(DEFAULT_LIMITS["max-url-bytes"] - start.length);
    expect((await sendRequest(service.port, { target: atLimit })).status).toBe(200);
    const answer = await sendRequest(service.port, { target: `${atLimit}y` });
    expectProblem(answer, { status: 414, code: "url_too_long", instance: "/v1/search/a" });
  });

  test.each([
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${"y".repeat(DEFAULT_LIMITS["max-header-bytes"])}\r\n\r\n`,
    `GET /${"y".repeat(DEFAULT_LIMITS["max-header-bytes"])} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ])("headers beyond the limit are 431 with a body", async (request) => {
    const expected = { status: 431, code: "headers_too_large" as ProblemCode, instance: undefined };
    const answer = await send(request);
    expectProblem(answer, expected);
    expect(answer.headers.connection).toBe("close");
  });
});

describe("no HTTP", () => {
  test.each([
    "NONSENSE\r\n\r\n",
    "GET /v1/module/\xe9 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
    "GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  ])("%j is 400 with a body", async (request) => {
    const expected = { status: 400, code: "malformed_request" as ProblemCode, instance: undefined };
    expectProblem(await send(request), expected);
  });

  test("a client that goes away in the middle harms nobody", async () => {
    const socket = await openConnection(service.port);
    socket.write("GET /v1/semantic-search?q=rental HTTP/1.1\r\nHost:");
    socket.destroy();
    await once(socket, "close");
    expect((await sendRequest(service.port, { target: "/healthz" })).status).toBe(200);
  });
});

const TEXTS = [
  "\0",
  "\ud800",
  "\udfff\ud800",
  "\u202eשלום\u200f",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  "e\u0301".repeat(500),
  "'; DROP TABLE modules; --",
  "<script>alert(1)</script>",
  "${7*7} %s %d {{x}}",
  "\r\nSet-Cookie: a=b",
  "(((((((((([[[[[",
  "ﷺ".repeat(400),
  "x".repeat(10_000),
];

/** Percent-encoded UTF-8; an unpaired surrogate as browsers send it, as U+FFFD. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text, "utf8").toString("utf8"));
}

async function expectHonestAnswer(target: string): Promise<void> {
  const answer = await sendRequest(service.port, { target });
  expect([200, 400, 404, 414]).toContain(answer.status);
  expect(typeof decodeJson(answer)).toBe("object");
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(answer.bytes.toString("utf8")).not.toContain('"score":null');
}

function listTargets(text: string): readonly string[] {
  const word = encode(text);
  return [
    `/v1/module/${word}`,
    `/v1/module/${word}/${word}`,
    `/v1/module/rental_core/17.0?org=${word}&repo=${word}`,
    `/v1/repo/${word}`,
    `/v1/search/${word}?platform_version=${word}&installable=${word}`,
    `/v1/search/${word}`,
    `/v1/search?platform_version=17.0&term=${word}`,
    `/v1/search?platform_version=17.0&category=${word}&depends_on=${word}`,
    `/v1/search?platform_version=17.0&limit=${word}&offset=${word}`,
    `/v1/semantic-search?q=${word}`,
    `/problems/${word}`,
  ];
}

describe("any text in any place", () => {
  test.each(TEXTS)("%j", async (text) => {
    for (const target of listTargets(text)) {
      // Node itself refuses more than 16 KiB, in the words of "too long" above.
      if (target.length < 16_000) await expectHonestAnswer(target);
    }
  });

  test("and whatever comes by chance", async () => {
    const property = fc.asyncProperty(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }),
      fc.nat(10),
      async (text, place) => expectHonestAnswer(listTargets(text)[place] ?? "/"),
    );
    await fc.assert(property, { numRuns: countCases(300) });
  });
});
