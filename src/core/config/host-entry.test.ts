import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHost, parseHostEntry, parsePort } from "./host-entry.ts";
import { SandboxInput } from "./sandbox-settings.ts";

// A label after "xn--" is Punycode, and few strings are valid Punycode.
const label = fc.stringMatching(/^[a-z](?:[a-z0-9-]{0,10}[a-z0-9])?$/).filter((text) => !text.startsWith("xn--"));
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => `${labels.join(".")}.example`);
const port = fc.integer({ min: 1, max: 65_535 });

describe("a host", () => {
  test.each([
    ["Example.COM", "name", "example.com"],
    ["example.com.", "name", "example.com"],
    ["bücher.example", "name", "xn--bcher-kva.example"],
    ["BÜCHER.example.", "name", "xn--bcher-kva.example"],
    ["_dmarc.example.com", "name", "_dmarc.example.com"],
    ["intranet", "name", "intranet"],
    ["93.184.216.34", "address", "93.184.216.34"],
    ["93.184.216.34.", "address", "93.184.216.34"],
    ["2130706433", "address", "127.0.0.1"],
    ["0x7f000001", "address", "127.0.0.1"],
    ["0x7f.1", "address", "127.0.0.1"],
    ["0177.0.0.1", "address", "127.0.0.1"],
    ["127.1", "address", "127.0.0.1"],
    ["１２７.0.0.1", "address", "127.0.0.1"],
    ["[::1]", "address", "[::1]"],
    ["[0:0:0:0:0:ffff:7f00:1]", "address", "[::ffff:7f00:1]"],
    ["[::ffff:127.0.0.1]", "address", "[::ffff:7f00:1]"],
    ["[2606:4700::6810:84E5]", "address", "[2606:4700::6810:84e5]"],
  ])("%s is read as a %s, %s", (text, kind, host) => {
    expect(parseHost(text)).toEqual({ kind, text: host });
  });

  test.each([
    "",
    ".",
    "..",
    "a..b",
    "example.com..",
    "a b",
    "a	b",
    "a\nb",
    "user@example.com",
    "a/b",
    "a\\b",
    "a%2eb",
    "a?b",
    "a#b",
    "a:80",
    "::1",
    "[::1",
    "[fe80::1%eth0]",
    "[::1]x",
    "256.1.1.1",
    "1.2.3.4.5",
    "a.0x",
    "xn--a.example",
    "*",
    "*.a",
    "a\0b",
    "x".repeat(64),
    `${"x.".repeat(127)}com`,
    "[]",
    "exa​mple.com",
    "a<b",
  ])("%j is not a host", (text) => {
    expect(parseHost(text)).toBeNull();
  });

  test("a host that was read is read as itself again", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.domain(),
          fc.ipV4(),
          fc.ipV6().map((text) => `[${text}]`),
          name,
        ),
        (text) => {
          const host = parseHost(text);
          if (host !== null) expect(parseHost(host.text)).toEqual(host);
        },
      ),
    );
  });

  test("case and a final dot make no difference", () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(parseHost(text)).toEqual({ kind: "name", text });
        expect(parseHost(`${text.toUpperCase()}.`)).toEqual({ kind: "name", text });
      }),
    );
  });

  test("every way to write an IPv4 address as numbers is that address", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
        const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
        const octal = [a, b, c, d].map((each) => `0${each.toString(8)}`).join(".");
        const host = { kind: "address", text: `${a}.${b}.${c}.${d}` };
        for (const text of [`${whole}`, `0x${whole.toString(16)}`, octal, `${a}.${b * 2 ** 16 + c * 2 ** 8 + d}`])
          expect(parseHost(text)).toEqual(host);
      }),
    );
  });
});

test("a port is a decimal number from 1 to 65535", () => {
  expect(["1", "080", "65535"].map(parsePort)).toEqual([1, 80, 65_535]);
  expect(["", "0", "65536", "-1", "1e3", "0x50", " 80", "٣"].map(parsePort)).toEqual(Array(8).fill(null));
});

describe("an entry", () => {
  test.each([
    ["example.com", { kind: "name", host: "example.com", ports: "web" }],
    ["Example.com.:8080", { kind: "name", host: "example.com", ports: 8080 }],
    ["bücher.example:*", { kind: "name", host: "xn--bcher-kva.example", ports: "all" }],
    ["*.npmjs.org", { kind: "below", host: "npmjs.org", ports: "web" }],
    ["*.npmjs.org:*", { kind: "below", host: "npmjs.org", ports: "all" }],
    ["*", { kind: "every", host: "", ports: "web" }],
    ["*:22", { kind: "every", host: "", ports: 22 }],
    ["*:*", { kind: "every", host: "", ports: "all" }],
    ["10.0.0.5:5432", { kind: "address", host: "10.0.0.5", ports: 5432 }],
    ["[2606:4700::1111]:443", { kind: "address", host: "[2606:4700::1111]", ports: 443 }],
    ["localhost:3000", { kind: "localhost", host: "localhost", ports: 3000 }],
  ])("%s is read", (text, entry) => {
    expect(parseHostEntry(text)).toEqual({ entry });
  });

  test.each([
    ["https://example.com", "is a URL; write only its host"],
    ["example.com/path", "may contain only a host and a port"],
    ["user@example.com", "may contain only a host and a port"],
    ["example .com", "may contain only a host and a port"],
    ["example.com:0", "has an invalid port"],
    ["example.com:65536", "has an invalid port"],
    ["example.com:http", "has an invalid port"],
    ["example.com:", "has an invalid port"],
    ["exa*mple.com", "has * in an unsupported place"],
    ["a.*.com:*", "has * in an unsupported place"],
    ["**.com", "has * in an unsupported place"],
    ["*.10.0.0.1:80", "has * before an address"],
    ["10.0.0.5", "is an address, which needs one port, such as 10.0.0.5:443"],
    ["10.0.0.5:*", "is an address, which needs one port"],
    ["127.0.0.1:3000", "is this machine; write localhost:3000"],
    ["2130706433:3000", "is this machine; write localhost:3000"],
    ["[::1]:3000", "is this machine; write localhost:3000"],
    ["169.254.169.254:80", "is never reached"],
    ["0xa9fea9fe:80", "is never reached"],
    ["[fe80::1]:80", "is never reached"],
    ["[::ffff:169.254.169.254]:80", "is never reached"],
    ["[64:ff9b::a9fe:a9fe]:80", "is never reached"],
    ["[fd00:ec2::254]:80", "is never reached"],
    ["168.63.129.16:80", "is never reached"],
    ["0.0.0.0:80", "is never reached"],
    ["255.255.255.255:80", "is never reached"],
    ["2001:db8::1", "has an IPv6 address without brackets"],
    ["::1", "has an IPv6 address without brackets"],
    ["localhost", "needs one port"],
    ["localhost:*", "needs one port"],
    ["app.localhost:3000", "write localhost and a port"],
    ["*.localhost:3000", "write localhost and a port"],
    ["localhost:80", "has a port below 1024"],
    ["localhost:3128", "has the port that the proxy uses"],
    ["localhost:8383", "has the port that the gateway uses"],
    ["a..b", "is not a host name"],
    ["", "is not a host name"],
  ])("%s is a mistake", (text, what) => {
    expect(parseHostEntry(text)).toEqual({ problem: expect.stringContaining(what) });
  });

  test("any text is either read or a problem that quotes it", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.domain().map((host) => `https://${host}/`),
          fc.ipV6(),
        ),
        (text) => {
          const parsed = parseHostEntry(text);
          if ("problem" in parsed) expect(parsed.problem).toContain(text);
          else
            expect(parsed.entry.ports === "web" || parsed.entry.ports === "all" || parsed.entry.ports > 0).toBe(true);
        },
      ),
    );
  });

  test("a name with any port is read", () => {
    fc.assert(
      fc.property(name, port, (host, ports) => {
        expect(parseHostEntry(`${host}:${ports}`)).toEqual({ entry: { kind: "name", host, ports } });
        expect(parseHostEntry(`*.${host}`)).toEqual({ entry: { kind: "below", host, ports: "web" } });
      }),
    );
  });
});

test("the settings name every bad entry by its place", () => {
  const { error } = SandboxInput.safeParse({ network: ["example.com", "http://a.b", "localhost"] });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["network.1", '"http://a.b" is a URL; write only its host, such as example.com'],
    ["network.2", '"localhost" needs one port, such as localhost:3000'],
  ]);
});
