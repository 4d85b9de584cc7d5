// Which addresses of the internet protocol anyone can have, and which mean this machine, its network
// or nobody. By the registries of special-purpose addresses (RFC 6890 and what came after). Pure.
import { BlockList, isIP } from "node:net";

/** What is not for everybody, in IPv4. */
const PRIVATE_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8], // this network, and this machine
  ["10.0.0.0", 8], // RFC 1918
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, and the metadata of clouds
  ["172.16.0.0", 12], // RFC 1918
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // relays of 6to4
  ["192.168.0.0", 16], // RFC 1918
  ["198.18.0.0", 15], // measurements
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

/** Outside of it IPv6 has loopback, link-local, unique local (ULA), multicast and mapped addresses. */
const GLOBAL_IPV6 = ["2000::", 3] as const;

/** Inside of it these are no addresses of machines, or hold one of IPv4. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23], // protocol assignments, Teredo among them
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4
  ["3fff::", 20], // documentation
];

/** The last four bytes are the address of IPv4 that a translator leads to, or that is meant. */
const IPV4_HOLDERS: readonly (readonly [network: string, prefix: number])[] = [
  ["64:ff9b::", 96],
  ["::ffff:0:0", 96],
];

const privateIpv4 = makeList(PRIVATE_IPV4, "ipv4");
const globalIpv6 = makeList([GLOBAL_IPV6], "ipv6");
const specialIpv6 = makeList(SPECIAL_IPV6, "ipv6");
const ipv4Holders = makeList(IPV4_HOLDERS, "ipv6");

/** Can the address, as it is written in numbers, be one of any machine on the internet? */
export function isPublicAddress(address: string): boolean {
  const plain = normaliseAddress(address);
  const version = isIP(plain);
  if (version === 4) return !privateIpv4.check(plain, "ipv4");
  return version === 6 && globalIpv6.check(plain, "ipv6") && !specialIpv6.check(plain, "ipv6");
}

/**
 * One way to write each address: without a zone, in small letters, and that of IPv4 where one of IPv6
 * only stands for it.
 */
export function normaliseAddress(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  if (isIP(plain) !== 6) return plain;
  // The parser of addresses knows every way to write one.
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  if (!ipv4Holders.check(written, "ipv6")) return written;
  const groups = /(?:^|:)([0-9a-f]*):([0-9a-f]*)$/.exec(written);
  const [high, low] = [groups?.[1], groups?.[2]].map((text) => Number.parseInt(text || "0", 16));
  return [high, low].flatMap((group = 0) => [group >> 8, group & 255]).join(".");
}

function makeList(
  rows: readonly (readonly [network: string, prefix: number])[],
  version: "ipv4" | "ipv6",
): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of rows) list.addSubnet(network, prefix, version);
  return list;
}
