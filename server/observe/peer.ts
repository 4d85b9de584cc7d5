// Address of the peer: the other end of the connection, or, for a trusted proxy, the address that
// it names.
import { BlockList, isIP } from "node:net";
import { ConfigError } from "../../data/operator-error.js";

export interface TrustedProxies {
  /**
   * Goes through X-Forwarded-For from the nearest to the farthest as long as who wrote it is
   * trusted; what others wrote there is not believed.
   * @param peer the address at the other end of the connection
   */
  findClient(peer: string, forwardedFor: string | undefined): string;
}

/**
 * @param list addresses and networks (`10.0.0.0/8`) with commas between
 * @throws ConfigError `setting_invalid`
 */
export function parseTrustedProxies(list: string | undefined): TrustedProxies {
  const trusted = new BlockList();
  const parts = (list ?? "").split(",").map((part) => part.trim());
  for (const part of parts) if (part !== "") addNetwork(trusted, part);
  const isTrusted = (address: string): boolean => trusted.check(address, toFamily(address));
  return {
    findClient(peer, forwardedFor) {
      if (list === undefined || forwardedFor === undefined) return peer;
      let client = peer;
      for (const hop of forwardedFor.split(",").toReversed()) {
        const address = hop.trim();
        // Beyond what is no address nothing can be known.
        if (!isTrusted(client) || isIP(address) === 0) break;
        client = address;
      }
      return client;
    },
  };
}

function addNetwork(trusted: BlockList, part: string): void {
  const [address = "", bits, ...rest] = part.split("/");
  const longest = isIP(address) === 4 ? 32 : 128;
  const length = bits === undefined ? longest : Number(bits);
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && length <= longest);
  if (isIP(address) === 0 || !isLength || rest.length > 0) {
    throw new ConfigError({
      code: "setting_invalid",
      message: `--trusted-proxies must be addresses and networks such as 127.0.0.1,10.0.0.0/8, not "${part}".`,
    });
  }
  trusted.addSubnet(address, length, toFamily(address));
}

function toFamily(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
