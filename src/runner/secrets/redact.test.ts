import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor, secretsIn } from "./redact.ts";

const secret = 's3cr3t-value/with+odd=chars"and\\more';
const { text, value, holdsSecret } = createRedactor([{ name: "MY_TOKEN", value: secret }]);

const encodings: [string, (secret: string) => string][] = [
  ["as is", (plain) => plain],
  ["in JSON", (plain) => JSON.stringify(plain)],
  ["in a URL", (plain) => encodeURIComponent(plain)],
  ["in base64", (plain) => Buffer.from(plain).toString("base64")],
  ["in base64, one byte later", (plain) => Buffer.from(`x${plain}y`).toString("base64")],
  ["in base64, two bytes later", (plain) => Buffer.from(`xx${plain}yy`).toString("base64")],
  ["in base64url", (plain) => Buffer.from(plain).toString("base64url")],
];

describe("exact values", () => {
  test.each(encodings)("a secret %s is taken out", (_name, encode) => {
    const written = text(`before ${encode(secret)} after`);
    expect(written).toContain("[redacted]");
    expect(written).not.toContain("s3cr3t");
    expect(written.startsWith("before ")).toBe(true);
    expect(written.endsWith(" after")).toBe(true);
  });

  test("no random secret survives in any encoding", () => {
    const printable = fc
      .string({ unit: "grapheme-ascii", minLength: 12, maxLength: 40 })
      .filter((word) => !/^[A-Za-z]+$|^[a-z]+([-_.][a-z]+)*$|^\d+$/.test(word));
    fc.assert(
      fc.property(
        printable,
        fc.constantFrom(...encodings),
        fc.string(),
        fc.string(),
        (random, [, encode], before, after) => {
          const redactor = createRedactor([{ name: "K", value: random }]);
          const hidden = encode(random);
          fc.pre(!`${before}${after}`.includes(random) && !"[redacted]".includes(hidden));
          // Between its neighbours a few characters of base64 may stay; never the secret, nor what decodes to it.
          const written = redactor.text(`${before} ${hidden} ${after}`);
          expect(written).not.toContain(random);
          expect(written).toContain("[redacted]");
        },
      ),
    );
  });

  test("each long line of a secret with several lines is a secret", () => {
    const redactor = createRedactor([{ name: "PEM", value: "first-line-of-the-key\nsecond-line-of-the-key" }]);
    expect(redactor.text("x second-line-of-the-key y")).toBe("x [redacted] y");
  });

  test("keys and values of a document are both covered", () => {
    expect(value({ [secret]: [secret, 1, null], plain: true })).toEqual({
      "[redacted]": ["[redacted]", 1, null],
      plain: true,
    });
  });

  test("bytes are searched too", () => {
    expect(holdsSecret(Buffer.concat([Buffer.from([0, 255]), Buffer.from(secret)]))).toBe(true);
    expect(holdsSecret(Buffer.from("harmless"))).toBe(false);
  });
});

test.each([
  ["sixteen letters, as some services hand out", "qwmznxbvlaksjdhf"],
  ["letters of both cases", "QwErTyUiOp"],
  ["several words", "correct-horse-battery-staple"],
])("a password of %s is no ordinary word", (_what, password) => {
  const redactor = createRedactor([{ name: "SERVICE_PASSWORD", value: password }]);
  expect(redactor.text(`It is ${password}.`)).toBe("It is [redacted].");
  expect(redactor.unprotected).toEqual([]);
});

test("short and ordinary values are not replaced, and their names are known", () => {
  const redactor = createRedactor([
    { name: "SHORT_KEY", value: "abc123" },
    { name: "AUTH_MODE", value: "production" },
    { name: "AUTH_HOST", value: "localhost" },
  ]);
  expect(redactor.text("abc123 in production on localhost")).toBe("abc123 in production on localhost");
  expect(redactor.unprotected).toEqual(["SHORT_KEY", "AUTH_MODE", "AUTH_HOST"]);
});

test("an environment's secrets are those named so, and those passed on", () => {
  const env = { PATH: "/usr/bin", AWS_SECRET_ACCESS_KEY: "a", MY_SETTING: "b", EMPTY_TOKEN: "" };
  expect(secretsIn(env, ["MY_SETTING"]).map(({ name }) => name)).toEqual(["AWS_SECRET_ACCESS_KEY", "MY_SETTING"]);
});

describe("well-known shapes", () => {
  const plain = createRedactor([]);
  test.each([
    ["Authorization: Bearer abcdefghijklmnop1234", "Authorization: [redacted]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.abcdefghijk", "[redacted]"],
    ["AKIAABCDEFGHIJKLMNOP", "[redacted]"],
    [`ghp_${"a1".repeat(18)}`, "[redacted]"],
    [`sk-ant-${"a1".repeat(12)}`, "[redacted]"],
    ["https://user:hunter22@host.test/x", "https://user:[redacted]@host.test/x"],
    ["-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "[redacted]"],
    ["an ordinary sentence, 12:30, a@b.test", "an ordinary sentence, 12:30, a@b.test"],
  ])("%s", (input, expected) => {
    expect(plain.text(input)).toBe(expected);
  });
});

test("equal secrets have the same redactor, and others never share one", () => {
  const one = createRedactor([{ name: "A_KEY", value: "first-value-1" }]);
  expect(createRedactor([{ name: "A_KEY", value: "first-value-1" }])).toBe(one);
  const other = createRedactor([{ name: "A_KEY", value: "other-value-2" }]);
  expect(other).not.toBe(one);
  expect(one.text("first-value-1 other-value-2")).toBe("[redacted] other-value-2");
  expect(other.text("first-value-1 other-value-2")).toBe("first-value-1 [redacted]");
});
