import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectPii } from "./detect-pii.ts";
import { assessPii, piiScore } from "./pii-score.ts";

const values = (text: string) => detectPii(text).map(({ type, value }) => `${type}: ${value}`);

/** The definition of an address as one pattern: right, but slow where much is dotted. */
const emailPattern = /(?<![\p{L}\p{N}_])[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}(?![\p{L}\p{N}_])/giu;

describe("what is found", () => {
  test("an address is what its pattern says, in any text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "B", "1", ".", "@", "-", "_", "+", " ", "é", "𝒳") });
    fc.assert(
      fc.property(text, (one) => {
        const found = detectPii(one).filter(({ type }) => type === "email");
        expect(found.map(({ value }) => value)).toEqual([...one.matchAll(emailPattern)].map(([value]) => value));
      }),
      { numRuns: 2000 },
    );
  });

  test("positions count code points", () => {
    expect(detectPii("😀😀 a@b.co")).toEqual([{ type: "email", value: "a@b.co", confidence: 0.95, start: 3, end: 9 }]);
  });

  test("a letter of any alphabet goes on a word", () => {
    expect(values("é123-45-6789")).toEqual([]);
    expect(values("§123-45-6789")).toEqual(["ssn: 123-45-6789"]);
  });

  test("numbers of the right shape that cannot be true are dropped", () => {
    expect(values("111-11-1111 and 300.1.1.1 and 4111111111111112")).toEqual([]);
  });

  test("card numbers apart are found when asked for", () => {
    const text = "4111 1111-1111 1111";
    expect(values(text)).toEqual([]);
    expect(detectPii(text, { cardSeparators: true })).toMatchObject([{ type: "credit_card", value: text }]);
  });

  test("a name needs a cue within 100 characters, and no stop word", () => {
    const far = "x ".repeat(60);
    expect(values(`called ${far}John Smith`)).toEqual([]);
    expect(values(`John Smith ${"x ".repeat(40)} called`)).toEqual(["person_name: John Smith"]);
    expect(values("named Maya Marchetti")).toEqual(["person_name: Maya Marchetti"]);
    expect(values("named New York, or March Hare")).toEqual([]);
  });

  test("of two that overlap the surer stays", () => {
    expect(values("meet Main Street at 12 Main Street")).toContain("street_address: 12 Main Street");
    expect(values("A12345678")).toEqual(["passport: A12345678"]);
  });

  test("finds never overlap, and are what stands at their place", () => {
    const text = fc.string({ unit: fc.constantFrom("1", "2", "5", "-", ".", " ", "@", "a", "A", "b", "/", "😀") });
    fc.assert(
      fc.property(text, (one) => {
        const points = [...one];
        let end = 0;
        for (const detection of detectPii(one)) {
          expect(detection.start).toBeGreaterThanOrEqual(end);
          expect(points.slice(detection.start, detection.end).join("")).toBe(detection.value);
          end = detection.end;
        }
      }),
    );
  });
});

describe("the score", () => {
  test("more finds never make a text safer, and it stays between 0 and 1", () => {
    const part = fc.constantFrom("a@b.co", "123-45-6789", "90210", "10.0.0.1", "hello", "01/02/1990");
    fc.assert(
      fc.property(fc.array(part), part, (parts, more) => {
        const [before, after] = [parts, [...parts, more]].map((list) => piiScore(list.join(" | ")));
        expect(after).toBeLessThanOrEqual(before as number);
        expect(after).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("a find below the threshold is counted as found and not as harm", () => {
    expect(assessPii("zip 90210", { confidenceThreshold: 0.7 })).toMatchObject({ score: 1, significant: [] });
    expect(assessPii("zip 90210", { confidenceThreshold: 0.7 }).detections).toHaveLength(1);
  });
});

describe("text made to be slow", () => {
  const million = 1_000_000;
  test.each([
    ["digits", "1".repeat(million)],
    ["dots", ".".repeat(million)],
    ["ats", "@".repeat(million)],
    ["dotted letters before an at", `${"a.".repeat(million / 2)}@`],
    ["a domain that never ends", `a@${"a.".repeat(million / 2)}1`],
    ["numbers apart", "1 ".repeat(million / 2)],
    ["white space", `1${" ".repeat(million)}Aa${" ".repeat(million)}`],
  ])("%s: a megabyte is read to its end", (_, text) => {
    expect(detectPii(text)).toEqual([]);
    expect(detectPii(`${text} 123-45-6789`).map(({ type }) => type)).toEqual(["ssn"]);
  });
});
