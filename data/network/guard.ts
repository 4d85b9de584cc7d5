// Guard of connections made for an address that the operator named. An answer (redirects, uploads,
// token services) must not lead into the operator's own network. The decision falls when the
// connection is made, on the actual addresses, so a name that changes its address in between gains
// nothing.
import { lookup as lookupAddress, type LookupAddress } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, normaliseAddress } from "./address-kind.js";

type FindAddresses = (name: string) => Promise<readonly LookupAddress[]>;

export interface GuardOptions {
  /** Names with private addresses to which answers may lead too. Default: none. */
  readonly privateHosts?: readonly string[] | undefined;
  /** Default: as the system finds them. */
  readonly findAddresses?: FindAddresses | undefined;
}

export interface Guard {
  /** Scheme, host and port that the operator named. */
  readonly origin: string;
  /** Reason to refuse an address, as far as its text tells. */
  findFault(address: URL): RefusedTarget | undefined;
  /** Looks names up, and refuses those whose addresses are not allowed. */
  readonly lookup: LookupFunction;
  /** Connections are not shared with what another guard allows. */
  readonly agents: { readonly "http:": HttpAgent; readonly "https:": HttpsAgent };
}

/** Somewhere that an answer leads to and that is not asked. */
export class RefusedTarget extends Error {
  override readonly name = "RefusedTarget";
  readonly code = "TARGET_REFUSED";

  constructor(
    readonly reason: "endless" | "foreign" | "private" | "unencrypted" | "unusable",
    /** Host of the target, or its origin if that matters; empty without one. */
    readonly target: string,
  ) {
    super(`${reason} target`);
  }
}

/**
 * Guard of the requests made for `own`. Allowed are public addresses, the addresses of `own`, and
 * those of `privateHosts`; from an encrypted origin only encrypted ones. A name that was public at
 * its first lookup must stay so.
 */
export function createGuard(own: URL, options: GuardOptions = {}): Guard {
  const { findAddresses = findSystemAddresses } = options;
  const privateHosts = new Set(options.privateHosts?.map((name) => name.toLowerCase()));
  const ownHost = toHost(own);
  let ownAddresses: ReadonlySet<string> | undefined;

  const isAllowed = (host: string, address: string): boolean =>
    isPublicAddress(address) ||
    privateHosts.has(host) ||
    ownAddresses?.has(normaliseAddress(address)) === true;
  const learnOwn = (found: readonly LookupAddress[]): void => {
    const isInside =
      ownAddresses === undefined || ![...ownAddresses].every((known) => isPublicAddress(known));
    const believed = isInside ? found : found.filter(({ address }) => isPublicAddress(address));
    ownAddresses = new Set(believed.map(({ address }) => normaliseAddress(address)));
  };

  const find = async (name: string): Promise<readonly LookupAddress[]> => {
    const host = name.toLowerCase();
    const found = await findAddresses(host);
    // A proxy finds addresses by itself; only its own are looked up here.
    if (isProxied()) return found;
    if (host === ownHost) learnOwn(found);
    const allowed = found.filter(({ address }) => isAllowed(host, address));
    if (allowed.length === 0) throw new RefusedTarget("private", host);
    return allowed;
  };
  if (isIP(ownHost) !== 0) ownAddresses = new Set([normaliseAddress(ownHost)]);

  return {
    origin: own.origin,
    agents: makeAgents(),
    lookup(name, { all }, callback) {
      find(name).then(
        (found) => {
          const [first] = found;
          if (all === true || first === undefined) callback(null, [...found]);
          else callback(null, first.address, first.family);
        },
        (error: unknown) => callback(error as NodeJS.ErrnoException, []),
      );
    },
    findFault(address) {
      const host = toHost(address);
      const isWeb = address.protocol === "https:" || address.protocol === "http:";
      if (!isWeb || host === "" || address.username !== "" || address.password !== "") {
        return new RefusedTarget("unusable", host);
      }
      if (address.protocol === "http:" && own.protocol === "https:") {
        return new RefusedTarget("unencrypted", host);
      }
      // Numbers are not looked up.
      const isRefused = isIP(host) !== 0 && !isAllowed(host, host);
      return isRefused ? new RefusedTarget("private", host) : undefined;
    },
  };
}

/** Host as `lookup` wants it: IPv6 without brackets. */
function toHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function findSystemAddresses(name: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookupAddress(name, { all: true }, (error, found) => {
      if (error === null) resolve(found);
      else reject(error);
    });
  });
}

/** True if Node.js uses the proxies of the environment (from version 24 on, if told to). */
function isProxied(): boolean {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return major >= 24 && process.env["NODE_USE_ENV_PROXY"] === "1";
}

function makeAgents(): Guard["agents"] {
  const options = { keepAlive: true, ...(isProxied() ? { proxyEnv: process.env } : {}) };
  return { "http:": new HttpAgent(options), "https:": new HttpsAgent(options) };
}
