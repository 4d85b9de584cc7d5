// Asking a host with patience and without giving tokens away: limits, faults, redirects, the end.
import { afterEach, describe, expect, test } from "vitest";
import { type Environment, TOKEN_VARIABLES } from "../../../../builder/source/host/host-token.js";
import { expandSources } from "../../../../builder/source/host/expand-sources.js";
import { HOST_KINDS, type HostKind } from "../../../../builder/source/host/host.js";
import { SYSTEM_CLOCK } from "../../../../data/network/clock.js";
import { RETRY_LIMIT } from "../../../../data/network/repeat.js";
import { WAIT_LIMIT_MS } from "../../../../data/network/repeat.js";
import { WAIT_LIMIT_TIMES } from "../../../../builder/source/host/host-request.js";
import { parseSources } from "../../../../builder/source/sources-file.js";
import type { Source } from "../../../../builder/source/source.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import { type CodeHost, startCodeHost } from "./code-host.js";

const SECRET = "token-0123456789-secret";
/** A date that hosts send, in seconds since 1970. */
const HOST_NOW = 1_700_000_000;
const DATE = new Date(HOST_NOW * 1000).toUTCString();

const hosts: CodeHost[] = [];

async function start(kind: HostKind = "github"): Promise<CodeHost> {
  const host = await startCodeHost({ kind, organizations: { OCA: [{ path: "web" }] } });
  hosts.push(host);
  return host;
}

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
});

interface Attempt {
  readonly result: Promise<readonly Source[]>;
  readonly notices: string[];
  /** Milliseconds, in order; no time is spent. */
  readonly waits: number[];
}

function expand(elements: readonly object[], environment: Environment = {}): Attempt {
  const notices: string[] = [];
  const waits: number[] = [];
  const result = expandSources(
    parseSources(JSON.stringify({ sources: elements }), "/sources.json"),
    {
      environment,
      signal: new AbortController().signal,
      clock: {
        now: () => HOST_NOW * 1000,
        sleep: (delayMs) => Promise.resolve(waits.push(delayMs)),
      },
      onNotice: (message) => notices.push(message),
    },
  );
  return { result, notices, waits };
}

function toElement(host: CodeHost, kind: HostKind = "github"): Readonly<Record<string, string>> {
  return { organization: "OCA", host: host.address, kind };
}

describe("a host that asks to wait", () => {
  test.each([
    ["429 with seconds", 429, { "retry-after": "43" }, "", 43],
    ["403 with seconds", 403, { "retry-after": "43" }, "", 43],
    ["a date", 429, { "retry-after": new Date((HOST_NOW + 30) * 1000).toUTCString() }, "", 30],
    [
      "GitHub's reset",
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(HOST_NOW + 90) },
      "",
      90,
    ],
    [
      "GitLab's reset",
      429,
      { "ratelimit-remaining": "0", "ratelimit-reset": String(HOST_NOW + 17) },
      "",
      17,
    ],
    ["a reset that is over", 429, { "x-ratelimit-reset": String(HOST_NOW - 99) }, "", 1],
    ["words only", 403, {}, "You have exceeded a secondary rate limit.", 60],
    ["nothing but 429", 429, {}, "", 60],
  ])("with %s is asked again after the time", async (_, status, headers, body, seconds) => {
    const host = await start();
    host.replyNext({ status, headers: { ...headers, date: DATE }, body });
    const { result, notices, waits } = expand([toElement(host)]);
    expect((await result).length).toBe(1);
    expect(waits).toEqual([seconds * 1000]);
    expect(notices[0]).toBe(`${new URL(host.address).host} asks to wait ${seconds} s`);
  });

  test("too long is a SourceError that advises a token", async () => {
    const host = await start();
    const headers = { "retry-after": String(WAIT_LIMIT_MS / 1000 + 1) };
    host.replyNext({ status: 429, headers });
    const { result, waits } = expand([toElement(host)]);
    const error = await awaitOperatorError(result);
    expect(error).toMatchObject({
      name: "SourceError",
      code: "host_limited",
      message: expect.stringContaining("16 min"),
    });
    expect(error.message).toContain("set MODULE_LOOKUP_GITHUB_TOKEN to a token");
    expect(waits).toEqual([]);
  });

  test("too often is a SourceError", async () => {
    const host = await start();
    const reply = { status: 429, headers: { "retry-after": "2" } };
    host.replyNext(...Array.from({ length: 99 }, () => reply));
    const { result, waits } = expand([toElement(host)], { GITHUB_TOKEN: SECRET });
    const error = await awaitOperatorError(result);
    expect(error.code).toBe("host_limited");
    expect(error.message).toContain("build again later");
    expect(waits.length).toBe(WAIT_LIMIT_TIMES);
  });

  test("is left when the work is stopped", async () => {
    const host = await start();
    host.replyNext({ status: 429, headers: { "retry-after": "600" } });
    const controller = new AbortController();
    const reason = new Error("stopped");
    const entries = parseSources(JSON.stringify({ sources: [toElement(host)] }), "/sources.json");
    const result = expandSources(entries, {
      environment: {},
      signal: controller.signal,
      clock: SYSTEM_CLOCK,
      onNotice: () => controller.abort(reason),
    });
    await expect(result).rejects.toBe(reason);
    expect(host.seen.length).toBe(1);
  });
});

describe("a host with trouble", () => {
  test("is left at once when the work is stopped", async () => {
    const host = await start();
    const controller = new AbortController();
    const reason = new Error("stopped");
    host.replyNext({ instead: () => controller.abort(reason) });
    const entries = parseSources(JSON.stringify({ sources: [toElement(host)] }), "/sources.json");
    const { signal } = controller;
    const result = expandSources(entries, { environment: {}, signal, onNotice: expect.fail });
    await expect(result).rejects.toBe(reason);
  });

  test("is asked again, each time later", async () => {
    const host = await start();
    host.replyNext({ status: 502, body: "<html>" }, "drop", { status: 500 });
    const { result, notices, waits } = expand([toElement(host)]);
    expect((await result).length).toBe(1);
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(notices[0]).toBe(
      `${new URL(host.address).host} fails (status 502); next attempt in 1 s`,
    );
  });

  test("is given the time that it asks for", async () => {
    const host = await start();
    host.replyNext({ status: 503, headers: { "retry-after": "20" } });
    const { result, waits } = expand([toElement(host)]);
    await result;
    expect(waits).toEqual([20_000]);
  });

  test("that lasts is a SourceError", async () => {
    const host = await start();
    host.replyNext(...Array.from({ length: 99 }, () => ({ status: 503 })));
    const { result } = expand([toElement(host)]);
    const error = await awaitOperatorError(result);
    expect(error).toMatchObject({ name: "SourceError", code: "host_unreachable" });
    expect(error.message).toContain("status 503");
    expect(host.seen.length).toBe(RETRY_LIMIT + 1);
  });

  test("that is not there is a SourceError", async () => {
    const host = await start();
    await host.stop();
    const { result, waits } = expand([toElement(host)]);
    const error = await awaitOperatorError(result);
    expect(error).toMatchObject({
      code: "host_unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    expect(error.message).toContain('check "host"');
    expect(waits.length).toBe(RETRY_LIMIT);
  });
});

describe("a token", () => {
  test.each(HOST_KINDS)("for %s is sent to its host", async (kind) => {
    const host = await start(kind);
    const [own = "", general = ""] = TOKEN_VARIABLES[kind];
    await expand([toElement(host, kind)], { [own]: ` ${SECRET}\n`, [general]: "other" }).result;
    await expand([toElement(host, kind)], { [own]: "", [general]: SECRET }).result;
    expect(host.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      `Bearer ${SECRET}`,
    ]);
  });

  test("of another kind is not sent", async () => {
    const host = await start("gitea");
    const environment = { GITHUB_TOKEN: SECRET, MODULE_LOOKUP_GITLAB_TOKEN: SECRET };
    await expand([toElement(host, "gitea")], environment).result;
    expect(host.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test("does not follow a redirect to another host", async () => {
    const [host, other] = [await start(), await start()];
    host.replyNext({ status: 302, headers: { location: `${other.address}/api/v3/x` } });
    const error = await awaitOperatorError(
      expand([toElement(host)], { GITHUB_TOKEN: SECRET }).result,
    );
    expect(error).toMatchObject({ name: "SourceError", code: "host_answer_invalid" });
    expect(error.message).toContain(`a redirect to ${other.address}); correct "host"`);
    expect(other.seen).toEqual([]);
  });

  test("follows a redirect within its host", async () => {
    const host = await start();
    host.replyNext({ status: 301, headers: { location: "/api/v3/orgs/OCA/repos?per_page=1" } });
    const { result } = expand([toElement(host)], { GITHUB_TOKEN: SECRET });
    expect((await result).length).toBe(1);
    expect(host.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      `Bearer ${SECRET}`,
    ]);
  });

  test.each([[undefined], ["http://["], ["/api/v3/orgs/OCA/repos"]])(
    "is of no use on a redirect to %s for ever",
    async (location) => {
      const host = await start();
      const headers = location === undefined ? {} : { location };
      host.replyNext(...Array.from({ length: 99 }, () => ({ status: 302, headers })));
      const error = await awaitOperatorError(expand([toElement(host)]).result);
      expect(error).toMatchObject({ name: "SourceError", code: "host_answer_invalid" });
      expect(host.seen.length).toBeLessThan(10);
    },
  );

  test("that is wrong is a SourceError that names its variable", async () => {
    const host = await start();
    host.replyNext({ status: 401, body: { message: `Bad credentials ${SECRET}` } });
    const error = await awaitOperatorError(
      expand([toElement(host)], { GITHUB_TOKEN: SECRET }).result,
    );
    expect(error).toMatchObject({ name: "SourceError", code: "host_refused" });
    expect(error.message).toContain("refuses the token in GITHUB_TOKEN (status 401)");
    expect(error.message).not.toContain(SECRET);
  });

  test("that is missing is advised", async () => {
    const host = await start("gitlab");
    host.replyNext({ status: 401 });
    const error = await awaitOperatorError(expand([toElement(host, "gitlab")]).result);
    expect(error.code).toBe("host_refused");
    expect(error.message).toContain("set MODULE_LOOKUP_GITLAB_TOKEN to a token");
  });

  test("is never in a source or a notice", async () => {
    const host = await start();
    host.replyNext({ status: 500, body: SECRET }, { status: 429, body: SECRET });
    const { result, notices } = expand([toElement(host)], { GITHUB_TOKEN: SECRET });
    expect(JSON.stringify([await result, notices])).not.toContain(SECRET);
    expect(notices.length).toBe(3);
  });

  test("with blanks in it is refused and not shown", async () => {
    const host = await start();
    const environment = { MODULE_LOOKUP_GITHUB_TOKEN: `${SECRET} ${SECRET}` };
    const error = await awaitOperatorError(expand([toElement(host)], environment).result);
    expect(error).toMatchObject({ name: "ConfigError", code: "token_invalid" });
    expect(error.message).toContain("MODULE_LOOKUP_GITHUB_TOKEN");
    expect(error.message).not.toContain(SECRET);
  });
});

describe("several hosts of a kind", () => {
  test("are no place for one token", async () => {
    const [first, second] = [await start(), await start()];
    const elements = [toElement(first), toElement(second)];
    const error = await awaitOperatorError(expand(elements, { GITHUB_TOKEN: SECRET }).result);
    expect(error).toMatchObject({ name: "ConfigError", code: "token_ambiguous" });
    expect(error.message).toContain(`${first.address} or ${second.address}`);
    expect([...first.seen, ...second.seen]).toEqual([]);
  });

  test("need none", async () => {
    const [first, second] = [await start(), await start()];
    const { result } = expand([toElement(first), { ...toElement(second), organization: "OCA" }]);
    expect((await result).length).toBe(1);
  });

  test("have tokens of their own", async () => {
    const [first, second] = [await start(), await start()];
    const elements = [toElement(first), { ...toElement(second), token: "ACME_TOKEN" }];
    const environment = { GITHUB_TOKEN: "first", ACME_TOKEN: "second" };
    await expand(elements, environment).result;
    expect(first.seen[0]?.headers.authorization).toBe("Bearer first");
    expect(second.seen[0]?.headers.authorization).toBe("Bearer second");
  });

  test("do not share a variable that one of them names", async () => {
    const [first, second] = [await start(), await start()];
    const elements = [toElement(first), { ...toElement(second), token: "GITHUB_TOKEN" }];
    await expand(elements, { GITHUB_TOKEN: SECRET }).result;
    expect(first.seen[0]?.headers.authorization).toBeUndefined();
    expect(second.seen[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
  });

  test("whose variable is not set are refused", async () => {
    const host = await start();
    const element = { ...toElement(host), token: "ACME_TOKEN" };
    const error = await awaitOperatorError(expand([element]).result);
    expect(error).toMatchObject({ name: "ConfigError", code: "token_missing" });
    expect(error.message).toContain("ACME_TOKEN");
  });
});
