import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isReachableAddress } from "./public-address.ts";

describe("an address", () => {
  test.each(["93.184.216.34", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::6810:84e5", "2a00:1450:4001::200e"])(
    "%s is public",
    (address) => expect(isReachableAddress(address, [])).toBe(true),
  );

  test.each([
    ["loopback", ["127.0.0.1", "127.255.255.255", "::1"]],
    ["this network", ["0.0.0.0", "0.1.2.3", "::"]],
    ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"]],
    ["shared", ["100.64.0.1", "100.127.255.255"]],
    ["link-local", ["169.254.169.254", "fe80::1", "febf::1", "fe80::1%lo"]],
    ["multicast", ["224.0.0.1", "239.255.255.250", "ff02::1"]],
    ["reserved and broadcast", ["240.0.0.1", "255.255.255.255", "192.0.0.192"]],
    ["benchmark", ["198.18.0.1", "198.19.255.255", "2001:2::1"]],
    ["documentation", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"]],
    ["compatible and mapped", ["::7f00:1", "::93.184.216.34", "::ffff:93.184.216.34", "::ffff:127.0.0.1"]],
    ["NAT64", ["64:ff9b::5db8:d822", "64:ff9b::127.0.0.1", "64:ff9b:1::1"]],
    ["6to4 and Teredo", ["2002:5db8:d822::", "2001::1", "2001:0:1234::1", "192.88.99.1"]],
    ["unique local and site-local", ["fc00::1", "fd00:ec2::254", "fec0::1"]],
    ["metadata services", ["168.63.129.16", "100.100.100.200"]],
    ["no address at all", ["", "example.com", "1.2.3", "0x7f000001", "2130706433"]],
  ])("%s is not public", (_, addresses) => {
    expect(addresses.filter((address) => isReachableAddress(address, []))).toEqual([]);
  });

  test("those of this machine are not public, in any spelling", () => {
    const own = ["93.184.216.34", "2606:4700::1", "fe80::1"];
    expect(isReachableAddress("93.184.216.34", own)).toBe(false);
    expect(isReachableAddress("2606:4700:0:0::0001", own)).toBe(false);
    expect(isReachableAddress("93.184.216.35", own)).toBe(true);
  });

  test("a public IPv4 address inside an IPv6 address is never public", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const wrapped = [`::${address}`, `::ffff:${address}`, `64:ff9b::${address}`];
        expect(wrapped.filter((each) => isReachableAddress(each, []))).toEqual([]);
      }),
    );
  });

  test("any text gets an answer", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()),
        (text) => typeof isReachableAddress(text, []) === "boolean",
      ),
    );
  });
});
