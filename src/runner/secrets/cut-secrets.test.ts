import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter, Tail } from "../../process/lines.ts";
import { formatOutputTail, GateOutput } from "../gates/output.ts";
import { keepEnd } from "../keep-end.ts";
import { formatOutputEnd } from "../verify/command.ts";
import { createRedactor } from "./redact.ts";

const tellingLength = 16;

/** Mixed characters, so that no part of it is an ordinary word or repeats. */
const value = fc
  .array(fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_/+"\\ '), {
    minLength: 20,
    maxLength: 60,
  })
  .map((letters) => `K${letters.join("")}9`)
  .filter((word) => new Set(word).size > 12);

const forms: Record<string, (plain: string) => string> = {
  plain: (plain) => plain,
  JSON: (plain) => JSON.stringify(plain).slice(1, -1),
  URL: (plain) => encodeURIComponent(plain),
  base64: (plain) => Buffer.from(plain).toString("base64").replaceAll("=", ""),
};

const limit = 200;

/** Bounds a text as AXIS does somewhere, before the redactor sees it. */
const cuts: Record<string, (text: string) => string> = {
  "the end of stderr": (text) => `failed: exit code 1\n${keepEnd(text, limit)}`,
  "the output of a check": (text) => `exit code 1\n${formatOutputEnd(text + "x".repeat(2_000 - limit), "")}`,
  "the beginning of a value": (text) => `out.json is "${text.slice(0, limit)}…, not true`,
  "a message of a provider": (text) => `HTTP 400: ${text.slice(0, limit)}...`,
  "the end of a stream": (text) => {
    const tail = new Tail(limit);
    tail.push(Buffer.from(text));
    return tail.text();
  },
  "a line that is too long": (text) => {
    const lines = new LineSplitter({ lineBytes: limit, totalBytes: Number.POSITIVE_INFINITY });
    return lines.push(Buffer.from(`${text}\n`)).join("\n");
  },
};

/** The longest part of a form that is left. */
function longestRest(written: string, form: string): number {
  let longest = 0;
  for (let at = 0; at + longest < form.length; at += 1)
    while (at + longest < form.length && written.includes(form.slice(at, at + longest + 1))) longest += 1;
  return longest;
}

describe.each(Object.entries(cuts))("a secret that is cut in half at %s", (_where, cut) => {
  test.each(Object.entries(forms))("leaves no telling part of it, %s", (_form, write) => {
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 2 * limit }), (secret, before) => {
        const written = write(secret);
        const text = `${"x ".repeat(limit).slice(0, before)}${written}${" y".repeat(limit)}`.slice(0, 3 * limit);
        const redacted = createRedactor([{ name: "A_KEY", value: secret }]).text(cut(text));
        expect(longestRest(redacted, written)).toBeLessThan(tellingLength);
      }),
      { numRuns: 200 },
    );
  });
});

test("the output of a gate, whose middle is left out, gives no part away on either side", () => {
  const secret = "Kq7-mixed_Letters/and+digits-4f9Q-that-are-long";
  const { text } = createRedactor([{ name: "A_KEY", value: secret }]);
  for (let shift = 0; shift < secret.length; shift += 3) {
    const output = new GateOutput();
    output.push(Buffer.from("x".repeat(256 * 1024 - shift) + secret + "y".repeat(100_000)));
    output.push(Buffer.from(secret + "z".repeat(768 * 1024 - shift)));
    const redacted = text(output.text());
    expect(longestRest(redacted, secret)).toBeLessThan(tellingLength);
    expect(longestRest(formatOutputTail(redacted), secret)).toBeLessThan(tellingLength);
  }
});

test("what only looks like the beginning of a path or an address stays", () => {
  const { text } = createRedactor([
    { name: "PROJECT_FOLDER", value: "/home/user/project/sub/folder" },
    { name: "AUTH_URL", value: "https://login.example.test/tenant/42" },
  ]);
  expect(text("cd /home/user/project")).toBe("cd /home/user/project");
  expect(text("see https://login.example.test")).toBe("see https://login.example.test");
  expect(text("cd /home/user/project/su… and on")).toBe("cd [redacted]… and on");
});
