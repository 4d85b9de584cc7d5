// Targets of a request, with real servers; names change their addresses as an attacker's do.
import type { LookupAddress } from "node:dns";
import { afterEach, describe, expect, test } from "vitest";
import { createGuard, RefusedTarget, type GuardOptions } from "../../../data/network/guard.js";
import { sendRequest } from "../../../data/network/request.js";
import { startWebServer, type WebServer } from "../../support/web-server.js";

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function start(host = "127.0.0.1"): Promise<WebServer> {
  const server = await startWebServer({ host });
  stops.push(server.stop);
  server.files.set("/file", Buffer.from("inside"));
  return server;
}

/** The status of the answer, or why there is none. */
async function ask(
  address: string,
  { own = address, ...options }: GuardOptions & { readonly own?: string } = {},
): Promise<number | string> {
  const guard = createGuard(new URL(own), options);
  return askThrough(guard, address);
}

async function askThrough(
  guard: ReturnType<typeof createGuard>,
  address: string,
): Promise<number | string> {
  const { signal } = new AbortController();
  const request = { method: "GET", address: new URL(address) } as const;
  const reply = await sendRequest(request, { guard, signal, leavesOrigin: true });
  if (reply instanceof RefusedTarget) return reply.reason;
  if (reply instanceof Error) return (reply as NodeJS.ErrnoException).code ?? reply.message;
  reply.body.resume();
  return reply.status;
}

/** Answers in turn, the last one for ever. */
function resolveTo(...turns: readonly (readonly string[])[]): GuardOptions["findAddresses"] {
  const queue = [...turns];
  return async () => {
    const addresses = (queue.length > 1 ? queue.shift() : queue[0]) ?? [];
    return addresses.map((address): LookupAddress => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
  };
}

const FAR = "93.184.216.34";

describe("a request", () => {
  test("may be to wherever the operator says", async () => {
    const server = await start("127.0.0.2");
    expect(await ask(`${server.address}/file`)).toBe(200);
    const port = new URL(server.address).port;
    const findAddresses = resolveTo(["127.0.0.2"]);
    expect(await ask(`http://inside.test:${port}/file`, { findAddresses })).toBe(200);
  });

  test("may not be led to a private address that the first one is not", async () => {
    const [server, inside] = [await start(), await start("127.0.0.2")];
    const { port } = new URL(inside.address);
    for (const host of ["127.0.0.2", "[::ffff:127.0.0.2]", "0x7f000002", "2130706434", "127.2"]) {
      const location = `http://${host}:${port}/file`;
      server.failNext("/away", { status: 302, headers: { location } });
      expect([host, await ask(`${server.address}/away`)]).toEqual([host, "private"]);
    }
    expect(inside.seen).toEqual([]);
  });

  test("may be led to another port of where it is, and to hosts that are named", async () => {
    const [server, other, inside] = [await start(), await start(), await start("127.0.0.2")];
    server.failNext("/away", { status: 302, headers: { location: `${other.address}/file` } });
    expect(await ask(`${server.address}/away`)).toBe(200);
    server.failNext("/away", { status: 302, headers: { location: `${inside.address}/file` } });
    const privateHosts = ["storage.test", "127.0.0.2"];
    expect(await ask(`${server.address}/away`, { privateHosts })).toBe(200);
  });

  test("is not led inside by a name, whose address is taken when the connection is made", async () => {
    const [server, inside] = [await start(), await start("127.0.0.2")];
    const { port } = new URL(inside.address);
    const location = `http://rebound.test:${port}/file`;
    for (const found of [
      ["127.0.0.2"],
      ["::1", "127.0.0.2"],
      ["::ffff:127.0.0.2"],
      ["169.254.1.1"],
    ]) {
      server.failNext("/away", { status: 302, headers: { location } });
      const findAddresses = resolveTo(found);
      expect(await ask(`${server.address}/away`, { findAddresses })).toBe("private");
    }
    expect(inside.seen).toEqual([]);
  });

  test("is not made again to a name that has moved inside since", async () => {
    const inside = await start("127.0.0.2");
    const { port } = new URL(inside.address);
    const own = new URL(`http://place.test:${port}/file`);
    const guard = createGuard(own, { findAddresses: resolveTo([FAR], ["127.0.0.2"]) });
    // Found at first on the internet, which is not asked here.
    await new Promise((resolve) => guard.lookup(own.hostname, { all: true }, resolve));
    expect(await askThrough(guard, own.href)).toBe("private");
    expect(inside.seen).toEqual([]);
  });

  test("takes of several addresses those that are public alone", async () => {
    const guard = createGuard(new URL("https://place.test/"), {
      findAddresses: resolveTo([FAR], ["10.0.0.1", FAR]),
    });
    const find = (): Promise<unknown> =>
      new Promise((resolve) => {
        guard.lookup("other.test", { all: true }, (_, found) => resolve(found));
      });
    expect(await find()).toEqual([{ address: FAR, family: 4 }]);
    expect(await find()).toEqual([{ address: FAR, family: 4 }]);
  });

  test("may not leave encryption, nor carry names and passwords that it was led to", async () => {
    const own = "https://place.test/";
    expect(await ask("http://place.test/", { own })).toBe("unencrypted");
    for (const address of ["http://user:x@127.0.0.1/", "file:///etc/passwd", "ftp://127.0.0.1/"]) {
      expect(await ask(address, { own: "http://127.0.0.1/" })).toBe("unusable");
    }
  });

  test("is not led in circles", async () => {
    const server = await start();
    const faults = Array.from({ length: 9 }, () => ({
      status: 302,
      headers: { location: "/away" },
    }));
    server.failNext("/away", ...faults);
    expect(await ask(`${server.address}/away`)).toBe("endless");
  });
});
