// A container registry on this machine, as far as artifacts need one: uploads in two steps, blobs
// by digest with ranges, manifests by tag, and a challenge for clients without token or password.
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { startWebServer, type WebRequest, type WebServer } from "../../support/web-server.js";

export interface RegistryChoice {
  /** Kind of authentication. */
  readonly asks: "nothing" | "basic" | "bearer";
  /** Address of the token service; default: here. */
  readonly realm?: string;
  /** Redirect of blobs; default: none. */
  readonly storage?: string;
}

/** Its one account, `user:secret`. */
const ACCOUNT = `Basic ${Buffer.from("user:secret").toString("base64")}`;
const TOKEN = "short-lived-token";
const MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";

export function startRegistry(choice: RegistryChoice): Promise<WebServer> {
  return startWebServer({
    answer: (request, response, server) => answer(request, response, { choice, server }),
  });
}

interface Answering {
  readonly choice: RegistryChoice;
  readonly server: WebServer;
}

function answer(request: WebRequest, response: ServerResponse, answering: Answering): boolean {
  const { choice, server } = answering;
  const { method, target, headers, body } = request;
  const end = (status: number, given: Record<string, string> = {}, text?: string): true => {
    response.writeHead(status, given).end(text);
    return true;
  };
  if (target.startsWith("/token?")) {
    if (headers.authorization !== ACCOUNT) return end(401, {}, "secret is wrong");
    return end(200, {}, JSON.stringify({ token: TOKEN }));
  }
  const wanted = { nothing: undefined, basic: ACCOUNT, bearer: `Bearer ${TOKEN}` }[choice.asks];
  if (headers.authorization !== wanted) {
    const realm = choice.realm ?? `${server.address}/token`;
    const challenge = `Bearer realm="${realm}",service="here",scope="repository:odoo/main:pull,push"`;
    const basic = 'Basic realm="here"';
    return end(401, { "www-authenticate": choice.asks === "basic" ? basic : challenge });
  }
  if (method === "GET" && choice.storage !== undefined && target.includes("/blobs/sha256:")) {
    return end(307, { location: choice.storage });
  }
  if (method === "POST" && target.endsWith("/blobs/uploads/")) {
    return end(202, { location: `${target}1?state=a` });
  }
  const upload = /^(.*\/blobs\/)uploads\/1\?state=a&digest=(sha256%3A[0-9a-f]{64})$/.exec(target);
  if (method === "PUT" && upload !== null) {
    const digest = decodeURIComponent(upload[2] ?? "");
    if (digest !== toDigest(body)) return end(400);
    server.files.set(`${upload[1]}${digest}`, body);
    return end(201);
  }
  if (method === "PUT" && target.includes("/manifests/")) {
    if (headers["content-type"] !== MANIFEST_TYPE) return end(400);
    server.files.set(target, body);
    return end(201);
  }
  const file = server.files.get(target);
  if (file !== undefined && headers["if-none-match"] === `"${toDigest(file)}"`) return end(304);
  return false;
}

function toDigest(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
