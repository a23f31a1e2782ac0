import fc from "fast-check";
import { expect, test } from "vitest";
import { hasKnownShape, knownShapes } from "./redact.ts";

const letters = (count: number) => "Ab3".repeat(count).slice(0, count);
const capitals = (count: number) => "AB3".repeat(count).slice(0, count);

/** The shortest of each shape. */
const shortest = [
  `Bearer ${letters(16)}`,
  `bearer ${letters(16)}`,
  `eyJ${letters(8)}.${letters(8)}.${letters(8)}`,
  `AKIA${capitals(16)}`,
  `ASIA${capitals(16)}`,
  ...["p", "o", "u", "s", "r"].map((kind) => `gh${kind}_${letters(30)}`),
  `github_pat_${letters(30)}`,
  ...["a", "b", "e", "p", "r", "s"].map((kind) => `xox${kind}-${letters(10)}`),
  ...["rk_live_", "rk_test_", "sk_live_", "sk_test_"].map((kind) => kind + letters(16)),
  `AIza${letters(35)}`,
  `sk-${letters(20)}`,
];

test.each(shortest)("%s is found alone, at either end, in the middle and between quotes", (token) => {
  const around = "some words around it, and more of them";
  for (const text of [
    token,
    `${token} ${around}`,
    `${around} ${token}`,
    `${around} ${token} ${around}`,
    `{"a":"${token}"}`,
  ])
    expect(hasKnownShape(text)).toBe(true);
});

test.each(shortest)("%s is not found where a character is missing", (token) => {
  expect(hasKnownShape(`it is ${token.slice(0, -1)} here`)).toBe(false);
});

test.each(shortest)("%s is not found in the middle of a word", (token) => {
  expect(hasKnownShape(`it is x${token} here`)).toBe(false);
});

test("a token is found at any distance from the beginning, after short words and after long ones", () => {
  for (let before = 0; before < 80; before += 1) {
    for (const filling of ["x", " ", "ab ", "a-path/that/is/long.ts ", "é"]) {
      const text = `${filling.repeat(before).slice(0, before)} xoxb-1234567890`;
      expect(hasKnownShape(text)).toBe(true);
    }
  }
});

test("it says of every text what the pattern says", () => {
  const piece = fc.oneof(
    fc.constantFrom(...shortest),
    fc.constantFrom("Bearer ", "bearer", "eyJ", "AKIA", "ghp_", "github_pat_", "xoxb-", "sk_live_", "AIza", "sk-"),
    fc.constantFrom(" ", "  ", "\n", '"', "\\n", "=", ":", "é", "\u2028", "\ud83d", ".", "_", "-", "/", "~", "+"),
    fc.integer({ min: 1, max: 40 }).map(letters),
    fc.integer({ min: 1, max: 20 }).map(capitals),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      expect(hasKnownShape(text)).toBe(new RegExp(knownShapes).test(text));
    }),
    { numRuns: 10_000 },
  );
});
