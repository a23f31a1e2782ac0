import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor, collectSecrets } from "./redact.ts";

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

  test("a line counts from sixteen characters on, however lines end: shorter ones stand in every text", () => {
    const redactor = createRedactor([
      { name: "PEM", value: "sixteen-letters!\r\nfifteen-letters\r\nand the end of it" },
    ]);
    expect(redactor.text("a sixteen-letters! b fifteen-letters c")).toBe("a [redacted] b fifteen-letters c");
  });

  test("of a value that begins like another the whole is taken out, whichever is named first", () => {
    const short = { name: "A_KEY", value: "prefix-12345" };
    const long = { name: "B_KEY", value: "prefix-12345-and-more" };
    for (const secrets of [
      [short, long],
      [long, short],
    ])
      expect(createRedactor(secrets).text("x prefix-12345-and-more y prefix-12345")).toBe("x [redacted] y [redacted]");
  });

  test("in JSON within JSON within JSON not a character of it stays", () => {
    let written = `x ${secret} y`;
    for (let depth = 0; depth < 3; depth += 1) {
      written = JSON.stringify(written);
      expect(text(written)).toMatch(/^[\\"]*x \[redacted\] y[\\"]*$/);
    }
  });

  test.each([
    ["czNjcjN0LVB3IXRhaWw=", "[redacted]XRhaWw="],
    ["eHMzY3IzdC1QdyF0YWls", "eH[redacted]F0YWls"],
    ["eHlzM2NyM3QtUHchdGFpbA==", "eHl[redacted]dGFpbA=="],
  ])("in base64 every character that is of the value alone is taken out: %s", (encoded, expected) => {
    expect(createRedactor([{ name: "K", value: "s3cr3t-Pw!" }]).text(encoded)).toBe(expected);
  });

  test("eight characters are a secret, also where they are the whole text; seven are not", () => {
    const redactor = createRedactor([
      { name: "EIGHT_KEY", value: "aB3-xY7!" },
      { name: "SEVEN_KEY", value: "aB3-xY?" },
    ]);
    expect(redactor.text("aB3-xY7!")).toBe("[redacted]");
    expect(redactor.text("it is aB3-xY? here")).toBe("it is aB3-xY? here");
    expect(redactor.unprotected).toEqual(["SEVEN_KEY"]);
  });

  test("a field is covered where only its key or only its value holds a secret, and so is every place of a list", () => {
    expect(value({ field: `x ${secret}` })).toEqual({ field: "x [redacted]" });
    expect(value({ [secret]: 1 })).toEqual({ "[redacted]": 1 });
    expect(value(["a", secret, "b", [secret], { deep: [0, secret] }])).toEqual([
      "a",
      "[redacted]",
      "b",
      ["[redacted]"],
      { deep: [0, "[redacted]"] },
    ]);
  });

  test("what holds nothing is handed back as it is, not as a copy", () => {
    const list = ["a", { b: 1 }, null];
    const fields = { a: list, b: undefined };
    expect(value(list)).toBe(list);
    expect(value(fields)).toBe(fields);
    const half = { clean: list, other: secret };
    expect(value(half).clean).toBe(list);
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

test.each([
  ["Production", true],
  ["PRODUCTION", true],
  ["my-service.name", true],
  ["123456789012", true],
  ["1234567890123", false],
  ["PRODUCTION1", false],
  ["my-service-2", false],
])("that %s is ordinary is %s", (word, ordinary) => {
  expect(createRedactor([{ name: "A_KEY", value: word }]).unprotected).toEqual(ordinary ? ["A_KEY"] : []);
});

test("an environment's secrets are those named so, and those passed on", () => {
  const env = { PATH: "/usr/bin", AWS_SECRET_ACCESS_KEY: "a", MY_SETTING: "b", EMPTY_TOKEN: "", npm_token: "c" };
  expect(collectSecrets({ ...env, GONE_TOKEN: undefined }, ["MY_SETTING"]).map(({ name }) => name)).toEqual([
    "AWS_SECRET_ACCESS_KEY",
    "MY_SETTING",
    "npm_token",
  ]);
});

describe("well-known shapes", () => {
  const plain = createRedactor([]);
  test.each([
    ["Authorization: Bearer abcdefghijklmnop1234", "Authorization: [redacted]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.abcdefghijk", "[redacted]"],
    ["Authorization: Bearer abcd+efgh/ijkl~mnop==", "Authorization: [redacted]"],
    ["AKIAABCDEFGHIJKLMNOP", "[redacted]"],
    [`sk_live_${"a1".repeat(8)}`, "[redacted]"],
    [`rk_test_${"a1".repeat(8)}`, "[redacted]"],
    ["git+ssh://user:hunter22@host.test/x", "git+ssh://user:[redacted]@host.test/x"],
    [`ghp_${"a1".repeat(18)}`, "[redacted]"],
    [`sk-ant-${"a1".repeat(12)}`, "[redacted]"],
    ["https://user:hunter22@host.test/x", "https://user:[redacted]@host.test/x"],
    ["-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "[redacted]"],
    ["an ordinary sentence, 12:30, a@b.test", "an ordinary sentence, 12:30, a@b.test"],
  ])("%s", (input, expected) => {
    expect(plain.text(input)).toBe(expected);
  });
});

test("the eight latest redactors are kept, and one that is asked for again is among them", () => {
  const numbered = (index: number) => createRedactor([{ name: "A_KEY", value: `numbered-value-${index}` }]);
  const first = numbered(0);
  const second = numbered(1);
  for (let index = 2; index < 8; index += 1) numbered(index);
  expect(numbered(0)).toBe(first);
  numbered(8);
  expect(numbered(0)).toBe(first);
  expect(numbered(1)).not.toBe(second);
});

test("equal secrets have the same redactor, and others never share one", () => {
  const one = createRedactor([{ name: "A_KEY", value: "first-value-1" }]);
  expect(createRedactor([{ name: "A_KEY", value: "first-value-1" }])).toBe(one);
  const other = createRedactor([{ name: "A_KEY", value: "other-value-2" }]);
  expect(other).not.toBe(one);
  expect(one.text("first-value-1 other-value-2")).toBe("[redacted] other-value-2");
  expect(other.text("first-value-1 other-value-2")).toBe("first-value-1 [redacted]");
});
