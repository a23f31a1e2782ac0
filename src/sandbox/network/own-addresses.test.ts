import { expect, test } from "vitest";
import { listOwnAddresses, parseInet6, parseLocalRoutes } from "./own-addresses.ts";

test("addresses of this machine are told from networks and other hosts in the table of routes", () => {
  const table = `Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
Local:
  +-- 0.0.0.0/0 2 0 2
     +-- 93.184.216.0/24 2 0 2
        |-- 93.184.216.34
           /32 host LOCAL
        |-- 93.184.216.255
           /32 link BROADCAST
        |-- 127.0.0.1
           /32 host LOCAL
`;
  expect(parseLocalRoutes(table)).toEqual(["93.184.216.34", "127.0.0.1"]);
});

test("addresses of IPv6 are written with colons", () => {
  expect(parseInet6("26063700000000000000000000000001 02 40 20 80     eth0\n\n")).toEqual([
    "2606:3700:0000:0000:0000:0000:0000:0001",
  ]);
});

test("loopback is always among them", () => {
  expect(listOwnAddresses()).toContain("127.0.0.1");
});
