// The address that takes pushes: whom it believes, what it answers, what it counts.
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { Push } from "../../../builder/watch/push-event.js";
import { createWatchMetrics } from "../../../builder/watch/watch-metrics.js";
import {
  BODY_LIMIT_BYTES,
  createWebhookApp,
  listenForPushes,
} from "../../../builder/watch/webhook-app.js";
import { ConfigError } from "../../../data/operator-error.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import {
  toPushRequest,
  toWebhookRequest,
  WEBHOOK_SECRET,
  type WebhookRequest,
} from "./webhook-requests.js";

const ADDRESS = "https://git.example.org/acme/sales.git";
const KINDS = ["github", "gitlab", "gitea"] as const;

function open(secrets: readonly string[] = ["another secret, of before", WEBHOOK_SECRET]) {
  const pushes: Push[] = [];
  const metrics = createWatchMetrics(() => 0);
  const onPush = (push: Push): readonly string[] => {
    pushes.push(push);
    return push.addresses.includes(ADDRESS) ? ["acme/sales"] : [];
  };
  const app = createWebhookApp({ secrets, metrics, onPush });
  return { app, pushes, metrics };
}

type App = ReturnType<typeof open>["app"];

async function send(app: App, request: Partial<WebhookRequest>, path = "/webhook") {
  const response = await app(new Request(`http://127.0.0.1${path}`, request));
  const text = await response.text();
  return { status: response.status, type: response.headers.get("content-type"), text };
}

describe("a push", () => {
  test.each(KINDS)("of %s is taken, and told by its repository", async (kind) => {
    const { app, pushes } = open();
    const { status, text } = await send(app, toPushRequest(kind, ADDRESS));
    expect(status).toBe(202);
    expect(JSON.parse(text)).toEqual({ state: "accepted", repositories: ["acme/sales"] });
    expect(pushes[0]?.addresses).toContain(ADDRESS);
  });

  test("may be the field of a form", async () => {
    const { app } = open();
    const body = `payload=${encodeURIComponent(toPushRequest("github", ADDRESS).body)}`;
    const request = toWebhookRequest("github", body);
    request.headers["Content-Type"] = "application/x-www-form-urlencoded";
    expect((await send(app, request)).text).toContain("accepted");
  });

  test("to another repository, and another event, is ignored", async () => {
    const { app, pushes } = open();
    const other = toPushRequest("github", "https://git.example.org/acme/other.git");
    expect(JSON.parse((await send(app, other)).text)).toEqual({
      state: "ignored",
      repositories: [],
    });
    const ping = toWebhookRequest("github", "{}", { event: "ping" });
    expect((await send(app, ping)).text).toContain("ignored");
    expect(pushes).toHaveLength(1);
  });
});

describe("what is refused, with the one body of errors, and counted", () => {
  const good = toPushRequest("github", ADDRESS);
  const changed = { ...good, body: good.body.replace("sales", "other") };
  const bare = { method: "POST", body: good.body } as const;
  const unsigned = { ...bare, headers: { "X-GitHub-Event": "push" } };
  const huge = toWebhookRequest("gitlab", `"${"x".repeat(BODY_LIMIT_BYTES)}"`);
  test.each<readonly [string, Partial<WebhookRequest>, number, string]>([
    ["another body than was signed", changed, 401, "signature_invalid"],
    ["no signature", unsigned, 401, "signature_invalid"],
    ["no event", bare, 401, "signature_invalid"],
    ...KINDS.map(
      (kind) =>
        [
          `another secret of ${kind}`,
          toPushRequest(kind, ADDRESS, "not the secret of anyone"),
          401,
          "signature_invalid",
        ] as const,
    ),
    ["no JSON", toWebhookRequest("github", "{"), 400, "malformed_request"],
    ["no repository", toWebhookRequest("gitea", "[]"), 400, "malformed_request"],
    ["no address", toWebhookRequest("gitlab", '{"project":{}}'), 400, "malformed_request"],
    ["a body without end", huge, 413, "body_too_large"],
    ["a question", {}, 405, "method_not_allowed"],
  ])("%s", async (_, request, status, code) => {
    const { app, pushes, metrics } = open();
    const refused = await send(app, request);
    expect(refused).toMatchObject({ status, type: "application/problem+json" });
    expect(JSON.parse(refused.text)).toMatchObject({ type: "about:blank", status, code });
    expect(refused.text).not.toContain(WEBHOOK_SECRET);
    expect(pushes).toEqual([]);
    const counted = `module_lookup_watch_webhooks_total{status="${status}"} 1`;
    expect(metrics.format()).toContain(counted);
  });

  test("another path", async () => {
    const { app } = open();
    expect(await send(app, good, "/v1")).toMatchObject({ status: 404 });
  });
});

test("its numbers are there for Prometheus", async () => {
  const { app, metrics } = open();
  metrics.countLook("built");
  const { status, text } = await send(app, {}, "/metrics");
  expect(status).toBe(200);
  expect(text).toContain('module_lookup_watch_looks_total{outcome="built"} 1\n');
});

const TOO_MUCH = BODY_LIMIT_BYTES + 1;

test.each<readonly [string, string, number]>([
  ["a body that is said to be too large", `POST /webhook\nContent-Length: ${TOO_MUCH}\n\n`, 413],
  [
    "a body that becomes too large",
    `POST /webhook\nTransfer-Encoding: chunked\n\n${TOO_MUCH.toString(16)}\n${"x".repeat(TOO_MUCH)}\n`,
    413,
  ],
  ["an address that is none", "POST //[\nContent-Length: 0\n\n", 400],
  ["a method that nobody may use", "TRACE /webhook\n\n", 400],
])("%s is refused over a socket, before its end", async (_, request, status) => {
  const listening = await listenForPushes(open().app, "127.0.0.1", 0);
  const socket = connect(listening.port, "127.0.0.1");
  const answered = once(socket, "data");
  socket.write(request.replace("\n", " HTTP/1.1\nHost: a\n").replaceAll("\n", "\r\n"));
  const [answer] = await answered;
  expect(String(answer)).toContain(`HTTP/1.1 ${status} `);
  socket.destroy();
  await listening.close();
});

test("who sends all of a body that is too large before reading is told so", async () => {
  const listening = await listenForPushes(open().app, "127.0.0.1", 0);
  const socket = connect(listening.port, "127.0.0.1");
  const length = 4 * TOO_MUCH;
  socket.write(`POST /webhook HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
  await new Promise((sent) => socket.write(Buffer.alloc(length), sent));
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toContain("HTTP/1.1 413 ");
  socket.destroy();
  await listening.close();
});

test("who does not send in time what was promised is told so", async () => {
  const listening = await listenForPushes(open().app, "127.0.0.1", 0, 100);
  const socket = connect(listening.port, "127.0.0.1");
  socket.write("POST /webhook HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toContain("HTTP/1.1 408 ");
  await listening.close();
});

test("a port that is taken is an error for the operator", async () => {
  const { app } = open();
  const listening = await listenForPushes(app, "127.0.0.1", 0);
  const response = await fetch(
    `http://127.0.0.1:${listening.port}/webhook`,
    toPushRequest("github", ADDRESS),
  );
  expect(response.status).toBe(202);
  const error = await awaitOperatorError(listenForPushes(app, "127.0.0.1", listening.port));
  expect(error).toBeInstanceOf(ConfigError);
  expect(error).toMatchObject({
    code: "listen_failed",
    message: expect.stringContaining("EADDRINUSE"),
  });
  await listening.close();
});
