// Asks a container registry (OCI distribution specification): finds out from its challenge who may
// do what, and asks again with what it wants. Knows nothing of what is stored there.
import {
  askPlace,
  readSmallText,
  type Network,
  type PlaceReply,
  type PlaceRequest,
} from "../http-request.js";
import { invalidPlace, refusedPlace } from "../ship-error.js";
import type { Credentials } from "./credentials.js";

export interface RegistryChoice {
  readonly label: string;
  /** With its port; nothing else. */
  readonly origin: URL;
  readonly credentials: Credentials;
  readonly network: Network;
}

export interface Registry {
  /** Any answer but a refusal. @throws ShipError `place_refused` after the registry was told who asks */
  ask(request: PlaceRequest): Promise<PlaceReply>;
}

interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN_LIMIT_BYTES = 65_536;

export function openRegistry(choice: RegistryChoice): Registry {
  const { origin, network, label, credentials } = choice;
  let authorization = credentials.kind === "token" ? `Bearer ${credentials.token}` : undefined;
  const send = (request: PlaceRequest): Promise<PlaceReply> => {
    const isOwn = request.address.origin === origin.origin;
    const own = isOwn && authorization !== undefined ? { authorization } : {};
    return askPlace({ ...request, headers: { ...request.headers, ...own } }, network);
  };
  return {
    async ask(request) {
      const first = await send(request);
      if (first.status !== 401) return requireAccess(first, choice);
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
    if (!URL.canParse(realm)) throw invalidPlace(label, "a challenge without a realm");
    const address = new URL(realm);
    // Who asks is told to the realm, so that it must be as private as the registry itself.
    if (address.protocol !== "https:" && address.protocol !== origin.protocol) {
      throw invalidPlace(label, "a realm without encryption");
    }
    for (const name of ["service", "scope"]) {
      const value = parameters.get(name);
      if (value !== undefined) address.searchParams.set(name, value);
    }
    const headers = known.kind === "password" ? { authorization: known.basic } : {};
    const reply = await askPlace({ method: "GET", address, headers }, network);
    const text = await readSmallText(reply, TOKEN_LIMIT_BYTES);
    if (reply.status !== 200) throw refused(reply.status, choice);
    return `Bearer ${parseToken(text, label)}`;
  }
}

function requireAccess(reply: PlaceReply, choice: RegistryChoice): PlaceReply {
  if (reply.status !== 401 && reply.status !== 403) return reply;
  reply.body.destroy();
  throw refused(reply.status, choice);
}

function refused(status: number, { label, credentials }: RegistryChoice): Error {
  return refusedPlace(label, status, credentials.remedy);
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
    // Told below, without the text, which may hold a token.
  }
  throw invalidPlace(label, "an answer without a token");
}
