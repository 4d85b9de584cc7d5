// Host names that /mcp accepts. A page of the internet whose name was made to lead to this machine
// (DNS rebinding) uses its own name, and is refused.
import { ConfigError } from "../../data/operator-error.js";

export interface AllowedHosts {
  /** @param host a Host header; its port does not matter */
  allowsHost(host: string | undefined): boolean;
  /** @param origin an Origin header; that of a page under an allowed name */
  allowsOrigin(origin: string): boolean;
}

/** Names of this machine. */
const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Allows any name. */
const ANY = "*";

/** Only an attacker uses the name of all addresses. */
const UNSPECIFIED = new Set(["0.0.0.0", "::"]);

/** A name with a port, as programs write it: what else an address can say of a host is refused, not understood. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;

/**
 * @param list names with commas between, beside the local ones; `*` for any
 * @param listening the address that is listened to
 * @throws ConfigError `setting_invalid`
 */
export function parseAllowedHosts(list: string | undefined, listening: string): AllowedHosts {
  const parts = (list ?? "").split(",").map((part) => part.trim().toLowerCase());
  const given = parts.filter((part) => part !== "");
  for (const part of given) if (part !== ANY) checkName(part);
  const own = UNSPECIFIED.has(listening) ? [] : [toHostName(listening)];
  const allowed = new Set([...LOCAL_NAMES, ...own, ...given]);
  const allows = (name: string | undefined): boolean =>
    allowed.has(ANY) || (name !== undefined && allowed.has(name));
  return {
    allowsHost: (host = "") => allows(HOST.exec(host)?.[1]?.toLowerCase()),
    allowsOrigin: (origin) => allows(findHostName(origin)),
  };
}

function checkName(part: string): void {
  if (HOST_NAME.test(part)) return;
  throw new ConfigError({
    code: "setting_invalid",
    message: `--mcp-hosts has "${part}", which is no name of a host; write names or addresses without scheme and port, as in modules.example.org,[2001:db8::1].`,
  });
}

function toHostName(address: string): string {
  return address.includes(":") ? `[${address}]` : address.toLowerCase();
}

/** `undefined` for what is no origin as browsers write one, as in `null`. */
function findHostName(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined;
  const address = new URL(origin);
  return address.origin === origin.toLowerCase() ? address.hostname : undefined;
}
