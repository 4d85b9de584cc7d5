// S3 as a publish target: every request is signed as its service checks it.
import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { createTarget } from "../../../data/ship/remote/open-target.js";
import { signS3Request } from "../../../data/ship/remote/s3-signature.js";
import { awaitOperatorError, catchOperatorError } from "../../support/catch-error.js";
import {
  createNetwork,
  makeSnapshot,
  publishTo,
  pull,
  readCurrentId,
} from "../../support/shipping.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { startWebServer, type WebServer } from "../../support/web-server.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const stops: (() => Promise<void>)[] = [];

/** The keys of the examples in Amazon's description of the signature. */
const EXAMPLE = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

function hash(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Storage that checks credentials, and signatures of bodies. */
async function startStorage(): Promise<WebServer> {
  const server = await startWebServer({
    answer(request, response, { address }) {
      const { method, target, headers, body } = request;
      const signed = signS3Request(
        {
          method,
          address: new URL(target, address),
          bodySha256: hash(body),
          now: createNetwork().clock.now(),
        },
        { ...EXAMPLE, sessionToken: "session" },
      );
      if (Object.entries(signed).every(([name, value]) => headers[name] === value)) {
        return false;
      }
      response.writeHead(403).end(EXAMPLE.secretAccessKey);
      return true;
    },
  });
  stops.push(server.stop);
  return server;
}

const ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: EXAMPLE.accessKeyId,
  AWS_SECRET_ACCESS_KEY: EXAMPLE.secretAccessKey,
  AWS_SESSION_TOKEN: "session",
};

/** When the examples were signed. */
const EXAMPLE_TIME = Date.parse("2013-05-24T00:00:00Z");

function sign(request: Omit<Parameters<typeof signS3Request>[0], "now">): string | undefined {
  const headers = signS3Request({ ...request, now: EXAMPLE_TIME }, EXAMPLE);
  return headers["authorization"]?.split("Signature=")[1];
}

describe("the signature", () => {
  test("of the examples in its description is that of the description", () => {
    const host = "https://examplebucket.s3.amazonaws.com";
    expect(
      sign({
        method: "GET",
        address: new URL(`${host}/test.txt`),
        headers: { range: "bytes=0-9" },
        bodySha256: hash(""),
      }),
    ).toBe("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    expect(
      sign({
        method: "PUT",
        address: new URL(`${host}/test%24file.text`),
        headers: {
          date: "Fri, 24 May 2013 00:00:00 GMT",
          "x-amz-storage-class": "REDUCED_REDUNDANCY",
        },
        bodySha256: hash("Welcome to Amazon S3."),
      }),
    ).toBe("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    for (const [query, signature] of [
      ["lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
      ["max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
    ]) {
      const address = new URL(`${host}/?${query}`);
      expect(sign({ method: "GET", address, bodySha256: hash("") })).toBe(signature);
    }
  });
});

describe("a storage", () => {
  test("takes a snapshot and gives it", async () => {
    const server = await startStorage();
    const environment = { ...ENVIRONMENT, AWS_ENDPOINT_URL: server.address };
    const target = createTarget("s3://bucket/a folder/odoo", {
      network: createNetwork(),
      environment,
    });
    const snapshot = await makeSnapshot(nextFolder(), "one");
    const { contents } = await publishTo(target, snapshot, nextFolder());
    const out = nextFolder();
    const { tag } = (await pull(target, out)) ?? {};
    expect(await readCurrentId(out)).toBe(contents.id);
    expect(await pull(target, out, { knownTag: tag })).toBeUndefined();
    expect([...server.files.keys()]).toContain("/bucket/a%20folder/odoo/current.json");
  });

  test("that refuses is told so, and nothing secret is", async () => {
    const server = await startStorage();
    const wrong = { AWS_SECRET_ACCESS_KEY: "other-secret", AWS_ENDPOINT_URL: server.address };
    const options = { network: createNetwork(), environment: { ...ENVIRONMENT, ...wrong } };
    const error = await awaitOperatorError(
      pull(createTarget("s3://bucket", options), nextFolder()),
    );
    expect(error.code).toBe("place_refused");
    expect(error.message).not.toMatch(/secret|wJalr|AKIA/);
  });

  test("is not asked without keys", () => {
    const options = { network: createNetwork(), environment: {} };
    const error = catchOperatorError(() => createTarget("s3://bucket", options));
    expect(error.code).toBe("credentials_invalid");
  });
});

describe("what cannot be a publish target", () => {
  test.each([
    "https://user:hunter2@host/",
    "https://host/?token=hunter2",
    "ftp://hunter2/",
    "oci://host",
    "oci://host/Name",
    "oci://host/name:tag:hunter2",
    "s3://",
  ])("%s is refused, and not repeated", (written) => {
    const options = { network: createNetwork(), environment: ENVIRONMENT };
    const error = catchOperatorError(() => createTarget(written, options));
    expect(error.code).toBe("place_wrong");
    expect(error.message).not.toContain("hunter2");
  });

  test("a registry's name in capitals is told how names are written", () => {
    const options = { network: createNetwork(), environment: ENVIRONMENT };
    const { message } = catchOperatorError(() => createTarget("oci://host/OCA/snapshots", options));
    expect(message).toContain("the name in small letters");
  });

  test("are half of the credentials", () => {
    for (const environment of [
      { MODULE_LOOKUP_PLACE_USER: "user" },
      { MODULE_LOOKUP_PLACE_PASSWORD: "hunter2" },
      { MODULE_LOOKUP_PLACE_TOKEN: "hunter2 \u{1f600}" },
    ]) {
      const options = { network: createNetwork(), environment };
      const error = catchOperatorError(() => createTarget("https://host/", options));
      expect(error.code).toBe("credentials_invalid");
      expect(error.message).not.toContain("hunter2");
    }
  });
});
