// A web server as a publish target: its requests, the cost of a cut connection, and the receivers
// of credentials.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTarget } from "../../../data/ship/remote/open-target.js";
import type { PublishTarget } from "../../../data/ship/remote/target.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import {
  createNetwork,
  makeSnapshot,
  publishTo,
  pull,
  readCurrentId,
  type RecordedNetwork,
} from "../../support/shipping.js";
import { listOut } from "../../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { startWebServer, type WebServer, type WebServerChoice } from "../../support/web-server.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const stops: (() => Promise<void>)[] = [];

let snapshot: string;

beforeAll(async () => {
  snapshot = await makeSnapshot(nextFolder(), "one");
});

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

interface WebTarget {
  readonly server: WebServer;
  readonly target: PublishTarget;
  readonly network: RecordedNetwork;
  readonly id: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly out: string;
}

async function start(
  choice: WebServerChoice = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<WebTarget> {
  const server = await startWebServer(choice);
  stops.push(server.stop);
  const network = createNetwork();
  const target = createTarget(`${server.address}/odoo`, { network, environment });
  const release = await publishTo(target, snapshot, `${nextFolder()}.tar.gz`);
  const { bytes, sha256 } = release.archive;
  return { server, target, network, id: release.contents.id, bytes, sha256, out: nextFolder() };
}

function listRanges({ seen }: WebServer): readonly (string | undefined)[] {
  return seen
    .filter(({ method, target }) => method === "GET" && target.endsWith(".tar.gz"))
    .map(({ headers }) => headers.range);
}

describe("a web server", () => {
  test("is given the archive first and the current release last", async () => {
    const { server, id } = await start();
    expect(server.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `PUT /odoo/${id}.tar.gz`,
      `PUT /odoo/${id}.json`,
      "PUT /odoo/current.json",
    ]);
  });

  test("is asked with the tag of the last time", async () => {
    const { server, target, out, id } = await start();
    const { tag } = (await pull(target, out)) ?? {};
    expect(await readCurrentId(out)).toBe(id);
    expect(await pull(target, out, { knownTag: tag })).toBeUndefined();
    expect(server.seen.at(-1)?.headers).toMatchObject({ "if-none-match": tag });
    const next = await publishTo(target, await makeSnapshot(nextFolder(), "two"), `${out}.tar.gz`);
    expect(await pull(target, out, { knownTag: tag })).toMatchObject({ id: next.contents.id });
  });

  test("is asked for the rest after every cut", async () => {
    const { server, target, out, id } = await start();
    server.failNext(".tar.gz", { cut: 100 }, { cut: 0 }, { cut: 200 });
    const network = createNetwork();
    expect(await pull(target, out, { ...network, onProgress: server.cutHeld })).toMatchObject({
      state: "pulled",
      id,
    });
    expect(listRanges(server)).toEqual([undefined, "bytes=100-", "bytes=100-", "bytes=300-"]);
    expect(network.waitsMs).toEqual([1_000, 1_000]);
    expect(network.notices[0]).toContain("was cut off (ECONNRESET); next attempt in 1 s");
    expect(await readCurrentId(out)).toBe(id);
  });

  test("that cannot give ranges begins anew", async () => {
    const { server, target, out, id } = await start({ hasRanges: false });
    server.failNext(".tar.gz", { cut: 100 });
    const outcome = await pull(target, out, { onProgress: server.cutHeld });
    expect(outcome).toMatchObject({ state: "pulled", id });
    expect(listRanges(server)).toEqual([undefined, "bytes=100-"]);
  });

  test("that is cut for good leaves a part, with which the next pull goes on", async () => {
    const { server, target, out, id, sha256 } = await start();
    server.failNext(".tar.gz", { cut: 100 }, ...Array.from({ length: 5 }, () => ({ cut: 0 })));
    const error = await awaitOperatorError(pull(target, out, { onProgress: server.cutHeld }));
    expect(error.code).toBe("place_unreachable");
    expect(listOut(out)).toEqual([`.pulling-${sha256}`]);
    expect(await pull(target, out)).toMatchObject({ state: "pulled", id });
    expect(listRanges(server).at(-1)).toBe("bytes=100-");
    expect(listOut(out)).toEqual([id, "current"].toSorted());
  });

  test("is asked from the beginning when what was left is damaged or too long", async () => {
    for (const left of [Buffer.alloc(100), Buffer.alloc(100_000)]) {
      const { server, target, id, sha256, out } = await start();
      const pulling = path.join(out, `.pulling-${sha256}`);
      mkdirSync(pulling, { recursive: true });
      writeFileSync(path.join(pulling, "archive"), left);
      expect(await pull(target, out)).toMatchObject({ state: "pulled", id });
      expect(listRanges(server).at(-1)).toBeUndefined();
    }
  });

  test("may not send more than it stated", async () => {
    const { server, target, id, out } = await start();
    const file = `/odoo/${id}.tar.gz`;
    server.files.set(
      file,
      Buffer.concat([server.files.get(file) ?? Buffer.alloc(0), Buffer.alloc(100_000)]),
    );
    const error = await awaitOperatorError(pull(target, out));
    expect(error).toMatchObject({
      code: "archive_damaged",
      message: expect.stringContaining("more"),
    });
    expect(listOut(out)).toEqual([]);
  });

  test("is asked again after faults that pass", async () => {
    const { server, target, out, network } = await start();
    server.failNext("current.json", { status: 503 }, { status: 429 }, { cut: 0 });
    expect(await pull(target, out)).toMatchObject({ state: "pulled" });
    expect(network.waitsMs).toEqual([1_000, 2_000, 4_000]);
    expect(network.notices[0]).toMatch(
      /^127\.0\.0\.1:\d+ fails \(status 503\); next attempt in 1 s$/,
    );
    server.failNext("current.json", ...Array.from({ length: 5 }, () => ({ status: 500 })));
    const error = await awaitOperatorError(pull(target, out));
    expect(error).toMatchObject({
      code: "place_unreachable",
      message: expect.stringContaining("status 500"),
    });
  });

  test("that answers otherwise is told so", async () => {
    const { server, target, out } = await start();
    server.failNext("current.json", { status: 404 }, { status: 403 }, { status: 418 });
    const codes = [];
    for (let turn = 0; turn < 3; turn++)
      codes.push((await awaitOperatorError(pull(target, out))).code);
    expect(codes).toEqual(["place_empty", "place_refused", "place_invalid"]);
    server.files.set("/odoo/current.json", Buffer.alloc(300_000));
    expect((await awaitOperatorError(pull(target, out))).code).toBe("place_invalid");
  });

  test("that is gone cannot be reached", async () => {
    const { server, target, out } = await start();
    await server.stop();
    const error = await awaitOperatorError(pull(target, out));
    expect(error).toMatchObject({
      code: "place_unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

test("a web server without TLS that is asked for it: what to write instead, at once", async () => {
  const server = await startWebServer();
  stops.push(server.stop);
  const { host } = new URL(server.address);
  for (const address of [`https://${host}/odoo`, `oci://${host}/odoo`]) {
    const network = createNetwork();
    const target = createTarget(address, { network, environment: {} });
    const error = await awaitOperatorError(pull(target, nextFolder()));
    expect(error.code).toBe("place_unencrypted");
    expect(error.message).toContain("begin its address with oci+http:// (a registry) or http://");
    expect(network.notices).toEqual([]);
  }
});

describe("a web server that leads to a private address", () => {
  test("is not followed, unless the host is named", async () => {
    const inside = await startWebServer({ host: "127.0.0.2" });
    stops.push(inside.stop);
    const { server, target, out, id } = await start();
    const file = `/odoo/${id}.tar.gz`;
    inside.files.set("/blob", server.files.get(file) ?? Buffer.alloc(0));
    const fault = { status: 307, headers: { location: `${inside.address}/blob` } };
    server.failNext(file, fault);
    const error = await awaitOperatorError(pull(target, out));
    expect(error.code).toBe("target_refused");
    expect(error.message).toContain("127.0.0.2, which has a private address");
    expect(inside.seen).toEqual([]);
    server.failNext(file, fault);
    const named = createTarget(`${server.address}/odoo`, {
      network: createNetwork(),
      environment: {},
      guard: { privateHosts: ["127.0.0.2"] },
    });
    expect(await pull(named, out)).toMatchObject({ state: "pulled" });
  });
});

describe("credentials", () => {
  const environment = { MODULE_LOOKUP_PLACE_TOKEN: "secret-token" };
  const requireToken: WebServerChoice = {
    answer({ headers }, response) {
      if (headers.authorization === "Bearer secret-token") return false;
      response.writeHead(401).end("secret-token is wrong");
      return true;
    },
  };

  test("are told to the target", async () => {
    const { target, out } = await start(requireToken, environment);
    expect(await pull(target, out)).toMatchObject({ state: "pulled" });
  });

  test("are not told to where it leads, and no message holds them", async () => {
    const foreign = await startWebServer();
    stops.push(foreign.stop);
    const { server, target, out, id } = await start(requireToken, environment);
    const file = `/odoo/${id}.tar.gz`;
    foreign.files.set("/blob?key=1", server.files.get(file) ?? Buffer.alloc(0));
    server.failNext(file, { status: 307, headers: { location: `${foreign.address}/blob?key=1` } });
    expect(await pull(target, out)).toMatchObject({ state: "pulled" });
    expect(foreign.seen[0]?.headers.authorization).toBeUndefined();
    server.failNext("current.json", { status: 307, headers: { location: "file:///etc/passwd" } });
    const error = await awaitOperatorError(pull(target, out));
    expect(error.code).toBe("place_invalid");
  });

  test("that are wrong are refused without being repeated", async () => {
    const { server } = await start(requireToken, environment);
    for (const [name, value] of [
      ["MODULE_LOOKUP_PLACE_TOKEN", "other-secret"],
      ["MODULE_LOOKUP_UNUSED", "x"],
    ] as const) {
      const options = { network: createNetwork(), environment: { [name]: value } };
      const target = createTarget(`${server.address}/odoo/`, options);
      const error = await awaitOperatorError(pull(target, nextFolder()));
      expect(error.code).toBe("place_refused");
      expect(error.message).not.toContain("secret");
      expect(error.message).toContain("MODULE_LOOKUP_PLACE_TOKEN");
    }
  });
});
