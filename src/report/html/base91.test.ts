import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeBase91, encodeBase91 } from "./base91.ts";

const everyPair = new Uint8Array(Uint16Array.from({ length: 65_536 }, (_, value) => value).buffer);

test("bytes of any length come back as they were, and no more", () => {
  for (let length = 0; length < 40; length += 1)
    for (const factor of [0, 1, 89, 255]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at + 1) * factor);
      expect(decodeBase91(encodeBase91(bytes))).toEqual(bytes);
    }
});

test("every pair of bytes comes back", () => {
  expect(Buffer.from(everyPair).equals(decodeBase91(encodeBase91(everyPair)))).toBe(true);
});

test("has no character that HTML could take for markup, and is shorter than base64", () => {
  const text = encodeBase91(everyPair);
  expect(text).toMatch(/^[!-%'-;=?-~]+$/);
  expect(text.length / Buffer.from(everyPair).toString("base64").length).toBeLessThan(0.924);
});

test("compressed data never begins as it does in base64, so a page can tell them apart", () => {
  const packed = gzipSync("anything");
  expect(packed.toString("base64").startsWith("H4sI")).toBe(true);
  expect(encodeBase91(packed).startsWith("H4sI")).toBe(false);
});
