// A container registry as a publish target: an artifact of its own type, by digest and tag, and its challenges.
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTarget } from "../../../data/ship/remote/open-target.js";
import type { PublishTarget } from "../../../data/ship/remote/target.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { startRegistry, type RegistryChoice } from "./registry-server.js";
import {
  createNetwork,
  makeKeyPair,
  makeSnapshot,
  publishTo,
  pull,
  readCurrentId,
  trust,
} from "../../support/shipping.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { startWebServer, type WebServer } from "../../support/web-server.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const stops: (() => Promise<void>)[] = [];
const ACCOUNT = { MODULE_LOOKUP_PLACE_USER: "user", MODULE_LOOKUP_PLACE_PASSWORD: "secret" };

let snapshot: string;

beforeAll(async () => {
  snapshot = await makeSnapshot(nextFolder(), "one");
});

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function start(choice: RegistryChoice): Promise<WebServer> {
  const server = await startRegistry(choice);
  stops.push(server.stop);
  return server;
}

function open(
  server: WebServer,
  environment: Readonly<Record<string, string>> = {},
): PublishTarget {
  const { host } = new URL(server.address);
  return createTarget(`oci+http://${host}/odoo/main:live`, {
    network: createNetwork(),
    environment,
  });
}

describe("a registry", () => {
  test.each<RegistryChoice["asks"]>(["nothing", "basic", "bearer"])(
    "that asks for %s takes a snapshot and gives it",
    async (asks) => {
      const server = await start({ asks });
      const environment = asks === "nothing" ? {} : ACCOUNT;
      const { contents } = await publishTo(open(server, environment), snapshot, nextFolder());
      const out = nextFolder();
      const target = open(server, environment);
      const outcome = await pull(target, out);
      expect(outcome).toMatchObject({ state: "pulled", id: contents.id });
      expect(await readCurrentId(out)).toBe(contents.id);
      expect(await pull(target, out, { knownTag: outcome?.tag })).toBeUndefined();
      expect(await pull(target, nextFolder(), { id: contents.id })).toMatchObject({
        state: "pulled",
      });
    },
  );

  test("holds an artifact that other tools can read", async () => {
    const server = await start({ asks: "nothing" });
    const { privateKey, publicKey } = makeKeyPair();
    const signing = { keys: [privateKey], sequence: 1 };
    const release = await publishTo(open(server), snapshot, nextFolder(), signing);
    const manifest = server.files.get("/v2/odoo/main/manifests/live")?.toString() ?? "";
    expect(JSON.parse(manifest)).toMatchObject({
      schemaVersion: 2,
      mediaType: "application/vnd.oci.image.manifest.v1+json",
      artifactType: "application/vnd.module-lookup.snapshot.v1",
      layers: [{ digest: `sha256:${release.archive.sha256}`, size: release.archive.bytes }],
      annotations: {
        "module-lookup.statement": release.statement,
        "module-lookup.signatures": JSON.stringify(release.signatures),
      },
    });
    const out = nextFolder();
    expect(await pull(open(server), out, { trust: trust(publicKey) })).toBeDefined();
    const refused = pull(open(server), nextFolder(), { trust: trust(makeKeyPair().publicKey) });
    expect((await awaitOperatorError(refused)).code).toBe("signature_wrong");
  });

  test("that holds what an earlier version published is refused with a remedy", async () => {
    const server = await start({ asks: "nothing" });
    await publishTo(open(server), snapshot, nextFolder());
    const file = "/v2/odoo/main/manifests/live";
    const image = JSON.parse(server.files.get(file)?.toString() ?? "") as object;
    const annotations = { "module-lookup.signature": `${"A".repeat(86)}==` };
    server.files.set(file, Buffer.from(JSON.stringify({ ...image, annotations })));
    const error = await awaitOperatorError(pull(open(server), nextFolder()));
    expect(error).toMatchObject({
      code: "release_format",
      message: expect.stringContaining("format 1"),
    });
    expect(error.message).toContain("publish the snapshot again with this version");
  });

  test("is not sent what it has", async () => {
    const server = await start({ asks: "nothing" });
    for (const file of [nextFolder(), nextFolder()]) await publishTo(open(server), snapshot, file);
    const uploads = server.seen.filter(({ method }) => method === "POST");
    expect(uploads).toHaveLength(2);
  });

  test("is asked for the rest after a cut", async () => {
    const server = await start({ asks: "bearer" });
    const target = open(server, ACCOUNT);
    const { archive } = await publishTo(target, snapshot, nextFolder());
    server.failNext(archive.sha256, { cut: 50 });
    const outcome = await pull(target, nextFolder(), { onProgress: server.cutHeld });
    expect(outcome).toMatchObject({ state: "pulled" });
    expect(server.seen.at(-1)?.headers.range).toBe("bytes=50-");
  });

  test("that refuses is told so, and nothing secret is", async () => {
    for (const asks of ["basic", "bearer"] as const) {
      const server = await start({ asks });
      const wrong = { ...ACCOUNT, MODULE_LOOKUP_PLACE_PASSWORD: "wrong-secret" };
      for (const environment of [{}, wrong, { MODULE_LOOKUP_PLACE_TOKEN: "secret-token" }]) {
        const error = await awaitOperatorError(pull(open(server, environment), nextFolder()));
        expect(error.code).toBe("place_refused");
        expect(error.message).not.toContain("secret");
      }
    }
  });

  test.each<RegistryChoice["asks"]>(["nothing", "basic", "bearer"])(
    "that asks for %s and leads away tells nobody there who asks",
    async (asks) => {
      for (const challenge of ["basic", "bearer"] as const) {
        // A registry that asks for credentials, and names itself as the token service.
        const foreign = await start({ asks: challenge });
        const storage = `${foreign.address}/v2/stolen/blobs/x`;
        const [server, plain] = [await start({ asks, storage }), await start({ asks })];
        const environment = asks === "nothing" ? {} : ACCOUNT;
        await publishTo(open(plain, environment), snapshot, nextFolder());
        for (const [name, bytes] of plain.files) server.files.set(name, bytes);
        const error = await awaitOperatorError(pull(open(server, ACCOUNT), nextFolder()));
        expect(error.code).toBe("place_refused");
        expect(foreign.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
      }
    },
  );

  test("may not ask for a password where it could be overheard, elsewhere or is none", async () => {
    const other = await startWebServer({ host: "127.0.0.2" });
    stops.push(other.stop);
    for (const realm of ["ftp://127.0.0.1/token", "nowhere", `${other.address}/token`]) {
      const server = await start({ asks: "bearer", realm });
      const error = await awaitOperatorError(pull(open(server, ACCOUNT), nextFolder()));
      expect(error.code).toBe("place_invalid");
    }
    expect(other.seen).toEqual([]);
  });

  test("that holds something else, or nothing, is refused", async () => {
    const server = await start({ asks: "nothing" });
    const target = open(server);
    expect((await awaitOperatorError(pull(target, nextFolder()))).code).toBe("place_empty");
    const file = "/v2/odoo/main/manifests/live";
    for (const text of ["", "{}", '{"config":{},"layers":[{}]}']) {
      server.files.set(file, Buffer.from(text));
      expect((await awaitOperatorError(pull(target, nextFolder()))).code).toBe("archive_foreign");
    }
    await publishTo(target, snapshot, nextFolder());
    const manifest = server.files.get(file)?.toString() ?? "";
    const digest = /sha256:[0-9a-f]{64}/.exec(manifest)?.[0] ?? "";
    server.files.set(`/v2/odoo/main/blobs/${digest}`, Buffer.from("{}"));
    expect((await awaitOperatorError(pull(target, nextFolder()))).code).toBe("archive_foreign");
  });
});
