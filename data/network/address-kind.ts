// Kinds of IP addresses: public ones, and those that mean this machine, its network or nobody. By
// ipaddr.js, which has the registries of special-purpose addresses (RFC 6890 and later). Pure.
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Outside of it IPv6 has no address of a machine that anyone can have. */
const GLOBAL_IPV6 = "2000::/3";
/** Protocol assignments, of which the library knows some. */
const ASSIGNED_IPV6 = "2001::/23";
/** The last four bytes are the address of IPv4 that a translator leads to, or that is meant. */
const IPV4_HOLDERS = ["64:ff9b::/96", "::ffff:0:0/96"];

/** Can the address, as it is written in numbers, be one of any machine on the internet? */
export function isPublicAddress(address: string): boolean {
  const plain = normaliseAddress(address);
  if (isIP(plain) === 0 || ipaddr.parse(plain).range() !== "unicast") return false;
  return isIP(plain) === 4 || (isWithin(plain, GLOBAL_IPV6) && !isWithin(plain, ASSIGNED_IPV6));
}

/**
 * One way to write each address: without a zone, in small letters, and that of IPv4 where one of IPv6
 * only stands for it.
 */
export function normaliseAddress(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  if (isIP(plain) !== 6) return plain;
  const parsed = ipaddr.parse(plain);
  if (!IPV4_HOLDERS.some((network) => isWithin(plain, network))) return parsed.toString();
  return parsed.toByteArray().slice(-4).join(".");
}

function isWithin(address: string, network: string): boolean {
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 && parsed.match(ipaddr.IPv6.parseCIDR(network));
}
