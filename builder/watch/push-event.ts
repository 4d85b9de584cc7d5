// Webhooks of hosts: authenticity of a push, and its repository. Pure.
import { createHmac, createHash, timingSafeEqual } from "node:crypto";
import { isObject, parseJson } from "../../data/json.js";

/** A header of a request by its name in small letters; `null` where there is none. */
type ReadHeader = (name: string) => string | null;

/** The repository of a push. */
export interface Push {
  /** Its addresses, for people and for git. */
  readonly addresses: readonly string[];
}

interface HostKind {
  /** The header that names the event; who has it is of this kind. */
  readonly eventHeader: string;
  readonly pushEvents: readonly string[];
  /** Key of the repository in the message, and its keys with addresses. */
  readonly repositoryKey: string;
  readonly addressKeys: readonly string[];
  /** The header in which the host says who it is, and what a secret and a body give for it. */
  readonly proofHeader: string;
  prove(secret: string, body: Uint8Array): string;
}

const toSignature = (secret: string, body: Uint8Array): string =>
  createHmac("sha256", secret).update(body).digest("hex");

const ADDRESS_KEYS = ["html_url", "clone_url", "ssh_url"];
const PUSH_EVENTS = ["push", "create", "delete"];

/** Gitea, and Forgejo with it, comes first: it sends what GitHub sends, too. */
const KINDS: readonly HostKind[] = [
  {
    eventHeader: "x-gitea-event",
    pushEvents: PUSH_EVENTS,
    repositoryKey: "repository",
    addressKeys: ADDRESS_KEYS,
    proofHeader: "x-gitea-signature",
    prove: toSignature,
  },
  {
    eventHeader: "x-gitlab-event",
    pushEvents: ["Push Hook", "System Hook"],
    repositoryKey: "project",
    addressKeys: ["web_url", "git_http_url", "git_ssh_url"],
    proofHeader: "x-gitlab-token",
    prove: (secret) => secret,
  },
  {
    eventHeader: "x-github-event",
    pushEvents: PUSH_EVENTS,
    repositoryKey: "repository",
    addressKeys: ADDRESS_KEYS,
    proofHeader: "x-hub-signature-256",
    prove: (secret, body) => `sha256=${toSignature(secret, body)}`,
  },
];

function findKind(header: ReadHeader): HostKind | undefined {
  return KINDS.find(({ eventHeader }) => header(eventHeader) !== null);
}

/** True if the sender knows one of the secrets. Every secret is compared, in constant time. */
export function isProven(
  header: ReadHeader,
  body: Uint8Array,
  secrets: readonly string[],
): boolean {
  const kind = findKind(header);
  const said = kind === undefined ? null : header(kind.proofHeader);
  if (kind === undefined || said === null) return false;
  const same = secrets.map((secret) => isEqual(said, kind.prove(secret, body)));
  return same.includes(true);
}

/** Digests have one length, whatever was sent. */
function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(toDigest(left), toDigest(right));
}

function toDigest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** `ignored`: another event than a push; `undefined`: nothing that a host sends. */
export function parsePush(header: ReadHeader, body: Uint8Array): Push | "ignored" | undefined {
  const kind = findKind(header);
  if (kind === undefined) return undefined;
  if (!kind.pushEvents.includes(header(kind.eventHeader) ?? "")) return "ignored";
  const document = parseBody(header("content-type") ?? "", Buffer.from(body).toString("utf8"));
  const repository = isObject(document) ? document[kind.repositoryKey] : undefined;
  if (!isObject(repository)) return undefined;
  const addresses = kind.addressKeys.flatMap((key) => {
    const value = repository[key];
    return typeof value === "string" ? [value] : [];
  });
  return addresses.length === 0 ? undefined : { addresses };
}

/** JSON, by itself or as the field of a form. */
function parseBody(type: string, text: string): unknown {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  return parseJson(isForm ? (new URLSearchParams(text).get("payload") ?? "") : text);
}
