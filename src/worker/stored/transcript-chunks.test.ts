import fc from "fast-check";
import { expect, test } from "vitest";
import { readChunkEntries, splitTranscript } from "./transcript-chunks.ts";

test("entries come back in their order, and every chunk says which it holds", () => {
  const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 200_000 }), { maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.nat(1_000_000), (made, start) => {
      const entries = made.map((text) => ({ type: "assistant" as const, timestamp: null, text }));
      const chunks = [...splitTranscript(entries, start)];
      expect(chunks.flatMap(({ content }) => readChunkEntries(content))).toEqual(entries);
      const numbers = chunks.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
      expect(numbers).toEqual(entries.map((_, index) => start + index));
      expect(chunks.map(({ path }) => path).toSorted()).toEqual(chunks.map(({ path }) => path));
    }),
    { numRuns: 50 },
  );
});

test("a transcript without entries has no chunk", () => {
  expect([...splitTranscript([])]).toEqual([]);
});
