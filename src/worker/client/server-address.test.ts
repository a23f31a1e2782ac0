import { expect, test } from "vitest";
import { readServerAddress } from "./server-address.ts";

const AXIS_TOKEN = "axis_abc_def-ghi";

test.each([
  ["https://axis.example.test", "https://axis.example.test/"],
  ["https://example.test/axis", "https://example.test/axis/"],
  ["http://127.0.0.1:4747/", "http://127.0.0.1:4747/"],
  ["http://localhost:4747", "http://localhost:4747/"],
  ["http://[::1]:4747", "http://[::1]:4747/"],
])("%s is asked at %s", (AXIS_URL, base) => {
  expect(readServerAddress({ AXIS_URL, AXIS_TOKEN })).toEqual({ base: new URL(base), token: AXIS_TOKEN });
});

test.each(["http://axis.example.test", "http://10.0.0.1:4747", "http://127.0.0.1.example.test", "http://0.0.0.0"])(
  "The token would be sent to %s unencrypted, and is asked only with consent",
  (AXIS_URL) => {
    expect(() => readServerAddress({ AXIS_URL, AXIS_TOKEN })).toThrow("unencrypted");
    expect(() => readServerAddress({ AXIS_URL, AXIS_TOKEN, AXIS_ALLOW_HTTP: "true" })).toThrow("unencrypted");
    expect(readServerAddress({ AXIS_URL, AXIS_TOKEN, AXIS_ALLOW_HTTP: "1" })?.base.href).toBe(`${AXIS_URL}/`);
  },
);

test.each(["axis.example.test", "ftp://axis.example.test", "https://a:b@axis.example.test", "https://x.test/?a=b"])(
  "%s is not a valid URL of a server",
  (AXIS_URL) => {
    expect(() => readServerAddress({ AXIS_URL, AXIS_TOKEN })).toThrow("AXIS_URL is not a valid server address");
  },
);

test("without an address there is nobody to ask; without a token it is said", () => {
  expect(readServerAddress({ AXIS_TOKEN })).toBeUndefined();
  expect(readServerAddress({ AXIS_URL: "" })).toBeUndefined();
  for (const token of [undefined, ""])
    expect(() => readServerAddress({ AXIS_URL: "https://x.test", AXIS_TOKEN: token })).toThrow("AXIS_TOKEN is not");
});

test("what cannot stand in a header is no token, and is not repeated", () => {
  const asked = () => readServerAddress({ AXIS_URL: "https://x.test", AXIS_TOKEN: "secret\r\nX: y" });
  expect(asked).toThrow("not a valid AXIS token");
  expect(asked).not.toThrow("secret");
});
