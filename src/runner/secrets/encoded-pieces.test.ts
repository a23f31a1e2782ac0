import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "./redact.ts";

/** What must not be left of a secret: this many characters of it in a row, in any form. */
const tellingLength = 16;

const secret = fc
  .string({ unit: "grapheme-ascii", minLength: 16, maxLength: 120 })
  .filter((word) => word.trim() === word && new Set(word).size > 6);

/** What an environment looks like around it. */
const filling = fc.string({ unit: "grapheme-ascii", maxLength: 200 });

const encodings = {
  base64: (text: string) => Buffer.from(text).toString("base64"),
  base64url: (text: string) => Buffer.from(text).toString("base64url"),
  hex: (text: string) => Buffer.from(text).toString("hex"),
  "capital hex": (text: string) => Buffer.from(text).toString("hex").toUpperCase(),
};
type Encoding = keyof typeof encodings;

/** How the lines of a block are told apart, wherever the block is shown. */
const breaks: Record<string, (lines: readonly string[]) => string> = {
  "line feeds": (lines) => lines.join("\n"),
  "carriage returns": (lines) => lines.join("\r\n"),
  indentation: (lines) => lines.join("\n    "),
  JSON: (lines) => JSON.stringify({ output: lines.join("\n") }),
  "JSON in JSON": (lines) => JSON.stringify(JSON.stringify({ output: lines.join("\r\n") })),
  "a list": (lines) => JSON.stringify(lines),
  "a list on several lines": (lines) => JSON.stringify(lines, null, 2),
  quotation: (lines) => lines.map((line) => `> ${line}`).join("\n"),
  "line numbers": (lines) => lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join("\n"),
  "a diff": (lines) => lines.map((line) => `+${line}`).join("\n"),
};

function split(text: string, width: number): string[] {
  return Array.from({ length: Math.ceil(text.length / width) }, (_, at) => text.slice(at * width, (at + 1) * width));
}

/** The longest part of the secret that can be read back from what is left of its block. */
function longestRemainder(written: string, value: string, encoding: Encoding): number {
  const forms = ["", "x", "xx"].map((before) => encodings[encoding](before + value).slice(before === "" ? 0 : 4));
  const rests = written
    .split("[redacted]")
    .map((rest) => rest.replaceAll(/\\+[nrt"]|\d{1,7}→|\s|["',>\\]|^\+|\n\+/g, "").replaceAll(/[^\w+/-]/g, "."));
  let longest = 0;
  for (const form of forms)
    for (let at = 0; at < form.length; at += 1)
      while (rests.some((rest) => rest.includes(form.slice(at, at + longest + 1))) && at + longest < form.length)
        longest += 1;
  return longest;
}

describe("a secret inside a longer encoded text", () => {
  test.each(Object.keys(breaks))("is not left in any column, in lines of any width, with %s", (name) => {
    fc.assert(
      fc.property(
        secret,
        filling,
        filling,
        fc.integer({ min: 5, max: 120 }),
        fc.constantFrom(...(Object.keys(encodings) as Encoding[])),
        (value, before, after, width, encoding) => {
          const encoded = encodings[encoding](`${before}${value}${after}`);
          const written = createRedactor([{ name: "A_KEY", value }]).text(breaks[name]!(split(encoded, width)));
          expect(written).toContain("[redacted]");
          expect(longestRemainder(written, value, encoding)).toBeLessThan(tellingLength);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("is not left where every line is a text of its own, as output is recorded", () => {
    fc.assert(
      fc.property(secret, filling, filling, fc.integer({ min: 30, max: 120 }), (value, before, after, width) => {
        const { text } = createRedactor([{ name: "A_KEY", value }]);
        const lines = split(encodings.base64(`${before}${value}${after}`), width);
        for (const line of lines) expect(longestRemainder(text(line), value, "base64")).toBeLessThan(tellingLength);
      }),
    );
  });

  test("is found in bytes too", () => {
    const value = "the-secret-value-0123456789";
    const { holdsSecret } = createRedactor([{ name: "A_KEY", value }]);
    const wrapped = split(encodings.base64(`PATH=/usr/bin\nA_KEY=${value}\nHOME=/root`), 20).join("\n");
    expect(holdsSecret(Buffer.concat([Buffer.from([0, 255]), Buffer.from(wrapped)]))).toBe(true);
    expect(holdsSecret(Buffer.from(encodings.base64("PATH=/usr/bin\nHOME=/root")))).toBe(false);
  });
});

/** As the programs print them, with the same environment around the key. */
const environment = "HOME=/root\nSHELL=/bin/bash\nSERVICE_KEY=correct-horse-battery-17\nPATH=/usr/local/bin:/usr/bin\n";
test.each([
  ["env | base64", 76],
  ["openssl base64", 64],
  ["encodebytes of Python", 76],
  ["base64 -w 20", 20],
  ["base64 -w 7", 7],
])("%s gives no key away", (_program, width) => {
  const encoded = split(Buffer.from(environment).toString("base64"), width).join("\n");
  const written = createRedactor([{ name: "SERVICE_KEY", value: "correct-horse-battery-17" }]).text(encoded);
  const decoded = Buffer.from(written.replaceAll(/\[redacted\]|\n/g, ""), "base64").toString("latin1");
  expect(written).toContain("[redacted]");
  expect(decoded).not.toMatch(/correct|horse|battery/);
  expect(decoded).toContain("HOME=/root");
});

test("other base64 stays as it is, in one line and in many", () => {
  const { text } = createRedactor([{ name: "A_KEY", value: "the-secret-value-0123456789" }]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.integer({ min: 4, max: 100 }), (bytes, width) => {
      const encoded = split(Buffer.from(bytes).toString("base64"), width).join("\n");
      expect(text(encoded)).toBe(encoded);
    }),
  );
});

test("a text of a megabyte is searched in linear time, whatever it repeats", () => {
  const { text } = createRedactor([{ name: "A_KEY", value: "the-secret-value-0123456789" }]);
  // Each of these would take minutes if a search began again at every character.
  for (const part of ["A", " ", "\\", "\\n", "\n", '"', '","', "A\n", "A \\", "1234567", "+\n"]) {
    const long = part.repeat(Math.ceil(1_048_576 / part.length));
    expect(text(long)).toBe(long);
  }
});
