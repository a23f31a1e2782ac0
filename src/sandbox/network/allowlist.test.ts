import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide, listEntries, parseTarget } from "./allowlist.ts";

function ask(target: string, policy: "open" | readonly string[]): string {
  const parsed = parseTarget(target);
  if (parsed === null) return "unreadable";
  const decision = decide(parsed, listEntries(typeof policy === "string" ? policy : [...policy]));
  return decision.allowed ? "allowed" : decision.reason;
}

describe("a target", () => {
  test.each([
    ["example.com:443", "name", "example.com", 443],
    ["EXAMPLE.com.:80", "name", "example.com", 80],
    ["[::1]:80", "address", "[::1]", 80],
    ["0x7f.1:80", "address", "127.0.0.1", 80],
  ])("%s is read", (text, kind, host, port) => {
    expect(parseTarget(text)).toEqual({ host: { kind, text: host }, port });
  });

  test.each([
    "",
    "example.com",
    ":443",
    "example.com:",
    "example.com:0",
    "example.com:65536",
    "example.com:443:443",
    "user@example.com:443",
    "exämple.com:443",
    "a b:443",
    "a%00b:443",
    "example.com:443/",
    "::1:443",
    "*:443",
    "example.com\n:443",
    `${"x".repeat(300)}:443`,
    "http://example.com:443",
    "[fe80::1%25lo]:80",
  ])("%j is none", (text) => {
    expect(parseTarget(text)).toBeNull();
  });

  test("a port can be assumed", () => {
    expect(parseTarget("example.com", 80)?.port).toBe(80);
    expect(parseTarget("example.com:8080", 80)?.port).toBe(8080);
  });
});

const hostReason = "the host is not in the network list";
const portReason = "the port is not in the network list";
const addressReason = "an address must be in the network list, with its port";
const neverReason = "link-local and reserved addresses are never reached";

describe("a decision", () => {
  test.each([
    ["example.com:443", ["example.com"], "allowed"],
    ["example.com:80", ["example.com"], "allowed"],
    ["example.com:8080", ["example.com"], portReason],
    ["example.com:8080", ["example.com", "example.com:8080"], "allowed"],
    ["example.com:443", ["example.com:8080"], portReason],
    ["example.com:22", ["example.com:*"], "allowed"],
    ["EXAMPLE.COM.:443", ["example.com"], "allowed"],
    ["xn--bcher-kva.example:443", ["bücher.example"], "allowed"],
    ["a.example.com:443", ["example.com"], hostReason],
    ["a.example.com:443", ["*.example.com"], "allowed"],
    ["a.b.c.example.com:443", ["*.example.com"], "allowed"],
    ["example.com:443", ["*.example.com"], hostReason],
    ["evilexample.com:443", ["*.example.com", "example.com"], hostReason],
    ["example.com.evil.org:443", ["*.example.com", "example.com"], hostReason],
    ["anything.org:443", ["*"], "allowed"],
    ["anything.org:22", ["*"], portReason],
    ["anything.org:22", ["*:*"], "allowed"],
    ["anything.org:443", [], hostReason],
    ["93.184.216.34:443", ["*"], addressReason],
    ["93.184.216.34:443", ["*:*"], addressReason],
    ["93.184.216.34:443", ["93.184.216.34:443"], "allowed"],
    ["1572395042:443", ["93.184.216.34:443"], "allowed"],
    ["93.184.216.34:80", ["93.184.216.34:443"], addressReason],
    ["10.0.0.5:5432", ["10.0.0.5:5432"], "allowed"],
    ["127.0.0.1:3000", ["localhost:3000", "*:*"], addressReason],
    ["169.254.169.254:80", ["*:*"], neverReason],
    ["2852039166:80", ["*:*"], neverReason],
    ["0xa9fea9fe:80", ["*:*"], neverReason],
    ["0251.0376.0251.0376:80", ["*:*"], neverReason],
    ["[::ffff:169.254.169.254]:80", ["*:*"], neverReason],
    ["[64:ff9b::a9fe:a9fe]:80", ["*:*"], neverReason],
    ["[fd00:ec2::254]:80", ["*:*"], neverReason],
    ["[::1]:80", ["*:*"], neverReason],
    ["[2002:7f00:1::]:80", ["*:*"], neverReason],
  ] as const)("%s with %j: %s", (target, policy, expected) => {
    expect(ask(target, policy)).toBe(expected);
  });

  test("localhost is never reached through the proxy, whatever the policy says", () => {
    for (const target of ["localhost:3000", "LOCALHOST.:3000", "app.localhost:3000"])
      expect(ask(target, ["*:*", "localhost:3000"])).toContain("localhost is not reached through the proxy");
  });

  test("open is every host on ports 80 and 443", () => {
    expect(ask("a.org:443", "open")).toBe("allowed");
    expect(ask("a.org:8443", "open")).toBe(portReason);
    expect(listEntries("none")).toEqual([]);
  });

  test("a list never allows what none of its entries allows alone", () => {
    const host = fc.constantFrom("a.org", "b.a.org", "c.b.a.org", "x.net", "93.184.216.34", "[2606:4700::1]");
    const entries = ["a.org", "*.a.org", "b.a.org:22", "*:8080", "x.net:*", "93.184.216.34:443", "[2606:4700::1]:80"];
    fc.assert(
      fc.property(host, fc.constantFrom(22, 80, 443, 8080), fc.subarray(entries), (text, port, list) => {
        const alone = list.some((entry) => ask(`${text}:${port}`, [entry]) === "allowed");
        expect(ask(`${text}:${port}`, list) === "allowed").toBe(alone);
      }),
    );
  });
});

test("an entry that cannot be read is the user's mistake", () => {
  expect(() => listEntries(["http://a.b"])).toThrow('"http://a.b" is a URL');
});
