// Credentials of a clone address: they go to that very server, wherever it leads.
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { awaitOperatorError } from "../../support/catch-error.js";
import { openCloneStage, SEVENTEEN } from "./clone-stage.js";
import { serveRepositories } from "../../support/git-server.js";

const stage = openCloneStage();
const { outline } = stage;

const EXPECTED = `Basic ${Buffer.from("ann:s3cret").toString("base64")}`;
const before = { ...process.env };

afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
});

function open(address: string): ReturnType<typeof stage.open> {
  const cloneUrl = address.replace("//", "//ann:s3cret@");
  return stage.open(cloneUrl, { clock: { now: () => 0, sleep: async () => undefined } });
}

function ask(response: ServerResponse): true {
  response.writeHead(401, { "WWW-Authenticate": 'Basic realm="here"' }).end();
  return true;
}

/** Server that requires credentials. */
function servePrivately(): Promise<string> {
  return serveRepositories(stage.root, ({ headers }, response) =>
    headers.authorization === EXPECTED ? false : ask(response),
  );
}

describe("credentials of a clone address", () => {
  test("are told to its server, at first and later", async () => {
    const address = await servePrivately();
    for (let time = 0; time < 2; time++) {
      expect(await outline("17.0", await open(`${address}/origin.git`))).toEqual(SEVENTEEN);
    }
  });

  test.each([
    ["at once", false],
    ["once it knows who asks", true],
  ])("go to no other server to which it leads %s", async (_, asks) => {
    const told: (string | undefined)[] = [];
    const listen = ({ headers }: IncomingMessage): void => void told.push(headers.authorization);
    const open401 = await serveRepositories(stage.root, (request, response) => {
      listen(request);
      return ask(response);
    });
    const asksLater = await serveRepositories(stage.root, (request, response) => {
      listen(request);
      return request.method === "POST" ? ask(response) : false;
    });
    const isOpen = await serveRepositories(stage.root, (request) => {
      listen(request);
      return false;
    });
    for (const target of [isOpen, asksLater, open401]) {
      for (const to of [target, target.replace("127.0.0.1", "localhost")]) {
        const server = await serveRepositories(stage.root, ({ headers, url }, response) => {
          if (asks && headers.authorization !== EXPECTED) return ask(response);
          response.writeHead(302, { location: `${to}${url}` }).end();
          return true;
        });
        await open(`${server}/origin.git`).catch((error: unknown) => error);
      }
    }
    expect(told.length).toBeGreaterThanOrEqual(6);
    expect(told.filter((authorization) => authorization !== undefined)).toEqual([]);
  });

  test("follow a redirect within their server", async () => {
    const address = await serveRepositories(stage.root, ({ headers, url = "" }, response) => {
      if (url.startsWith("/old.git")) {
        response.writeHead(301, { location: url.replace("/old.git", "/origin.git") }).end();
        return true;
      }
      return headers.authorization === EXPECTED ? false : ask(response);
    });
    expect(await outline("17.0", await open(`${address}/old.git`))).toEqual(SEVENTEEN);
  });

  test("are refused where they could name another server", async () => {
    const address = "http://ann%0Ahost=example.org:x@127.0.0.1:1/origin.git";
    const error = await awaitOperatorError(stage.open(address));
    expect(error).toMatchObject({
      code: "repository_unreadable",
      message: expect.stringContaining("a line break"),
    });
  });

  test("are not handed to a helper of the operator's, which might store them", async () => {
    const log = path.join(stage.root, "helper.log");
    Object.assign(process.env, {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "credential.helper",
      GIT_CONFIG_VALUE_0: `!cat >> ${log}; echo`,
    });
    const address = await servePrivately();
    expect(await outline("17.0", await open(`${address}/origin.git`))).toEqual(SEVENTEEN);
    expect(existsSync(log)).toBe(false);
  });
});
