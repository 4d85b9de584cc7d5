// Asks a container registry (OCI distribution specification): finds out from its challenge who may
// do what, and asks again with what it wants. Only the registry's own challenge is answered: not that
// of a server to which it leads, which would get the password. Knows nothing of what is stored.
import type { WebReply, WebRequest } from "../../network/request.js";
import { askTarget, readSmallText, type TargetNetwork } from "./http-request.js";
import { invalidTarget, refusedAccess } from "../ship-error.js";
import type { Credentials } from "./credentials.js";

export interface RegistryChoice {
  readonly label: string;
  /** With its port; nothing else. */
  readonly origin: URL;
  readonly credentials: Credentials;
  readonly network: TargetNetwork;
}

interface Registry {
  /** Any answer but a refusal. */
  ask(request: WebRequest): Promise<WebReply>;
}

interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN_LIMIT_BYTES = 65_536;

export function openRegistry(choice: RegistryChoice): Registry {
  const { origin, network, label, credentials } = choice;
  let authorization = credentials.kind === "token" ? `Bearer ${credentials.token}` : undefined;
  const send = (request: WebRequest): Promise<WebReply> => {
    const isOwn = request.address.origin === origin.origin;
    const own = isOwn && authorization !== undefined ? { authorization } : {};
    return askTarget({ ...request, headers: { ...request.headers, ...own } }, network);
  };
  return {
    async ask(request) {
      const first = await send(request);
      if (first.status !== 401) return requireAccess(first, choice);
      if (first.address.origin !== origin.origin) return requireAccess(first, choice);
      first.body.resume();
      const challenge = parseChallenge(first.headers["www-authenticate"] ?? "");
      authorization = await answerChallenge(challenge, choice);
      return requireAccess(await send(request), choice);
    },
  };

  /** The header that the registry wants. */
  async function answerChallenge(
    { scheme, parameters }: Challenge,
    { credentials: known }: RegistryChoice,
  ): Promise<string> {
    if (scheme === "basic" && known.kind === "password") return known.basic;
    if (scheme !== "bearer" || known.kind === "token") throw refused(401, choice);
    const realm = parameters.get("realm") ?? "";
    if (!URL.canParse(realm)) throw invalidTarget(label, "a challenge without a realm");
    const address = new URL(realm);
    if (!mayKnow(address, origin))
      throw invalidTarget(label, "a realm that must not get credentials");
    for (const name of ["service", "scope"]) {
      const value = parameters.get(name);
      if (value !== undefined) address.searchParams.set(name, value);
    }
    const headers = known.kind === "password" ? { authorization: known.basic } : {};
    const reply = await askTarget({ method: "GET", address, headers }, network);
    const text = await readSmallText(reply, TOKEN_LIMIT_BYTES);
    if (reply.status !== 200) throw refused(reply.status, choice);
    return `Bearer ${parseToken(text, label)}`;
  }
}

/**
 * Decides whether the realm of a registry may get credentials. Over TLS the registry itself named
 * it, and it may be on another host. Without TLS anyone may have, so it must be the registry's own
 * host.
 */
function mayKnow(realm: URL, origin: URL): boolean {
  if (realm.username !== "" || realm.password !== "") return false;
  if (origin.protocol === "https:") return realm.protocol === "https:";
  return /^https?:$/.test(realm.protocol) && realm.hostname === origin.hostname;
}

function requireAccess(reply: WebReply, choice: RegistryChoice): WebReply {
  if (reply.status !== 401 && reply.status !== 403) return reply;
  reply.body.destroy();
  throw refused(reply.status, choice);
}

function refused(status: number, { label, credentials }: RegistryChoice): Error {
  return refusedAccess(label, status, credentials.remedy);
}

/** `Bearer realm="…",service="…"` */
function parseChallenge(header: string): Challenge {
  const [, scheme = "", rest = ""] = /^(\w+)\s*(.*)$/.exec(header) ?? [];
  const pairs = [...rest.matchAll(/(\w+)="([^"]*)"/g)];
  const parameters = new Map(pairs.map(([, name = "", value = ""]) => [name.toLowerCase(), value]));
  return { scheme: scheme.toLowerCase(), parameters };
}

function parseToken(text: string, label: string): string {
  try {
    const { token, access_token: other } = JSON.parse(text) as Record<string, unknown>;
    const value = token ?? other;
    if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  } catch {
    // Reported below, without the text, which may hold a token.
  }
  throw invalidTarget(label, "an answer without a token");
}
