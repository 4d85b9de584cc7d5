// Addresses that anyone can have, and those that mean this machine, its network or nobody.
import { describe, expect, test } from "vitest";
import { isPublicAddress, normaliseAddress } from "../../../data/network/address-kind.js";

describe("an address", () => {
  test.each([
    ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
    ["unspecified", ["0.0.0.0", "0.1.2.3", "::"]],
    ["of RFC 1918", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"]],
    ["of a provider's translation", ["100.64.0.1", "100.127.255.255"]],
    ["link-local", ["169.254.169.254", "fe80::1", "fe80::1%eth0", "febf::1"]],
    ["unique local", ["fc00::1", "fd12:3456::1"]],
    ["multicast or broadcast", ["224.0.0.1", "239.1.1.1", "255.255.255.255", "ff02::1"]],
    [
      "reserved",
      ["192.0.0.8", "192.0.2.1", "198.18.0.1", "203.0.113.9", "240.0.0.1", "2001:db8::1"],
    ],
    ["of IPv4 within one of IPv6", ["::ffff:127.0.0.1", "::FFFF:a00:1", "64:ff9b::a9fe:a9fe"]],
    ["of old ways to IPv6", ["2002:7f00:1::", "2001:0:1::", "::127.0.0.1", "64:ff9b:1::1"]],
    ["that is none", ["", "localhost", "1.2.3", "1.2.3.4.5", "g::1"]],
  ])("%s is not public", (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  test("beside those is public", () => {
    const addresses = `1.1.1.1 9.255.255.255 11.0.0.0 172.15.255.255 172.32.0.0 100.128.0.0
      223.255.255.255 2606:4700::1111 2a00::1 ::ffff:8.8.8.8 64:ff9b::808:808`.split(/\s+/);
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  test("has one way to be written", () => {
    expect(normaliseAddress("2001:0DB8:0:0::0001")).toBe("2001:db8::1");
    expect(normaliseAddress("::ffff:7f00:1")).toBe("127.0.0.1");
    expect(normaliseAddress("64:ff9b::")).toBe("0.0.0.0");
    expect(normaliseAddress("fe80::1%eth0")).toBe("fe80::1");
  });
});
