/** Holds the random stream to its published words, and its draws to fairness. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, randomUint32 } from "./random.ts";

test("the same seed gives the same stream, another seed another", () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.string()), (seed) => {
      expect(randomUint32(seed, 5)).toEqual(randomUint32(seed, 5));
    }),
  );
  expect(randomUint32("run/mean/score", 4)).not.toEqual(randomUint32("run/mean/pass", 4));
});

test("a number is taken modulo 2^32", () => {
  expect(randomUint32(2 ** 32 + 1, 3)).toEqual(randomUint32(1, 3));
  expect(randomUint32(-1, 3)).toEqual(randomUint32(2 ** 32 - 1, 3));
});

test("a text is hashed by its bytes, letters beyond ASCII too", () => {
  expect(randomUint32("a", 1)).toEqual(randomUint32(0xe40c292c, 1));
  expect(randomUint32("", 1)).toEqual(randomUint32(2_166_136_261, 1));
  expect(randomUint32("é", 2)).not.toEqual(randomUint32("e", 2));
});

test("a uniform number takes two words, 53 bits of them", () => {
  const [first = 0, second = 0, third] = randomUint32(3, 3);
  const random = createRandom(3);
  expect(random.uniform()).toBe(((first >>> 5) * 2 ** 26 + (second >>> 6)) / 2 ** 53);
  expect(random.uint32()).toBe(third);
});

test("a whole number below n is the word's remainder, and words of the last broken round are drawn again", () => {
  const n = 3_000_000_000;
  const random = createRandom(1);
  const kept = randomUint32(1, 50).filter((word) => word < n);
  expect(kept.length).toBeLessThan(50);
  expect(kept.map(() => random.integer(n))).toEqual(kept);
});

test("every remainder is as likely as another", () => {
  const random = createRandom("fair");
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (let draw = 0; draw < 70_000; draw += 1) counts[random.integer(7)]! += 1;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test("the whole range of words and the range of one are possible", () => {
  expect(createRandom(1).integer(2 ** 32)).toBe(393288148);
  expect(createRandom(1).integer(1)).toBe(0);
});

test.each([0, -1, 1.5, NaN, 2 ** 32 + 1])("no whole number is drawn below %d", (n) => {
  expect(() => createRandom(1).integer(n)).toThrow(
    new RangeError(`integer: n must be a whole number from 1 to 2^32, not ${n}`),
  );
});

test("no words are a stream of none", () => {
  expect(randomUint32(1, 0)).toEqual([]);
});
