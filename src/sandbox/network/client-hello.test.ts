import fc from "fast-check";
import { expect, test } from "vitest";
import { captureHello, makeHello, toRecords } from "./client-hello.fixture.ts";
import { readClientHello } from "./client-hello.ts";

test("the server name of a real hello is read", async () => {
  expect(readClientHello(await captureHello("registry.npmjs.org"))).toEqual({
    state: "complete",
    serverName: "registry.npmjs.org",
  });
});

test("a real hello without a server name is complete", async () => {
  expect(readClientHello(await captureHello(null))).toEqual({ state: "complete", serverName: null });
});

test("every beginning of a hello is incomplete, and what follows it makes no difference", async () => {
  const hello = await captureHello("example.com");
  for (let length = 0; length < hello.length; length += 1)
    expect(readClientHello(hello.subarray(0, length)).state).toBe("incomplete");
  expect(readClientHello(Buffer.concat([hello, Buffer.from("anything")])).state).toBe("complete");
});

test("a hello that is spread over records is read", () => {
  const message = makeHello(["example.com"]);
  for (const size of [8, 40, 1000])
    expect(readClientHello(toRecords(message, size))).toEqual({ state: "complete", serverName: "example.com" });
});

test.each([
  ["a plain request", Buffer.from("GET / HTTP/1.1\r\n")],
  ["ssh", Buffer.from("SSH-2.0-OpenSSH_9.2\r\n")],
  ["HTTP/2 without TLS", Buffer.from("PRI * HTTP/2.0\r\n\r\n")],
  ["a single wrong byte", Buffer.from([0])],
  ["an alert", Buffer.from([21, 3, 1, 0, 2, 2, 40])],
  ["a server's hello", toRecords(Buffer.from([2, 0, 0, 1, 0]))],
  ["SSL 2", Buffer.from([0x80, 0x2e, 1, 3, 1])],
  ["another version of records", Buffer.from([22, 4, 1, 0, 1, 1])],
  ["an empty record", Buffer.from([22, 3, 1, 0, 0])],
  ["a record that is too long", Buffer.from([22, 3, 1, 0xff, 0xff, 1])],
  ["a hello that is too long", toRecords(Buffer.from([1, 0xff, 0xff, 0xff]))],
  ["a hello of one byte per record", toRecords(makeHello(["example.com"]), 1)],
  ["a hello that ends early", toRecords(Buffer.from([1, 0, 0, 2, 3, 3]))],
  ["two server names", toRecords(makeHello(["example.com", "evil.org"]))],
  ["two lists of server names", toRecords(makeHello(["example.com"], ["evil.org"]))],
])("%s is invalid", (_, bytes) => {
  expect(readClientHello(bytes)).toEqual({ state: "invalid" });
});

test("any bytes, and any damage to a hello, get an answer", () => {
  const hello = toRecords(makeHello(["example.com"]));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(hello.length - 1), fc.nat(255), (noise, at, value) => {
      const damaged = Buffer.from(hello);
      damaged[at] = value;
      for (const bytes of [Buffer.from(noise), damaged, Buffer.concat([hello.subarray(0, at), noise])])
        expect(["incomplete", "invalid", "complete"]).toContain(readClientHello(bytes).state);
    }),
  );
});
