import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "../ci/hostile.fixture.ts";
import { RepeatedText } from "./repeated-text.ts";
import { SegmentWindow } from "./segment-window.ts";
import { SharedText } from "./shared-text.ts";
import { forEachChunk } from "./text-chunks.ts";
import { findSegments, expandReferences } from "./text-references.ts";

/** Packs the JSON of every value, and reads each of them back alone. */
function roundTrip(values: readonly unknown[], window = new SegmentWindow()) {
  const texts = values.map((value) => JSON.stringify(value));
  const repeated = new RepeatedText();
  for (const text of texts) repeated.scan(text);
  const shared = new SharedText(repeated.listRepeated(), window);
  const packed = texts.map((text) => shared.pack(text));
  shared.close();
  const all = shared.takeSegments();
  const segments = new Map(all.entries());
  const back = packed.map((text) => {
    const needed = new Map([...findSegments(text)].map((number) => [number, segments.get(number) ?? ""]));
    return JSON.parse(expandReferences(text, needed)) as unknown;
  });
  return { back, packed, segments: all };
}

const sentence = (number: number) =>
  `sentence ${number} of a file that many agents read: ${"word ".repeat(number % 40)}\n`;
const file = Array.from({ length: 2000 }, (_, number) => sentence(number)).join("");

test("what two texts have in common stands in the file once", () => {
  const { back, packed, segments } = roundTrip([
    { output: file },
    { output: `before ${file}` },
    { output: file.slice(5000) },
  ]);
  expect(back).toEqual([{ output: file }, { output: `before ${file}` }, { output: file.slice(5000) }]);
  const kept = [...packed, ...segments].reduce((sum, text) => sum + text.length, 0);
  expect(kept).toBeLessThan(1.2 * JSON.stringify(file).length);
});

test("what comes again after its segment is no longer at hand is kept once more, and comes back", () => {
  const numbered = (name: string) => Array.from({ length: 6_000 }, (_, at) => `${name} line ${at} of many`).join("\n");
  const values = ["a", "b", "c", "a", "b", "c"].map(numbered);
  const { back, segments } = roundTrip(values, new SegmentWindow(1));
  expect(back).toEqual(values);
  const kept = segments.reduce((sum, text) => sum + text.length, 0);
  const once = roundTrip(values).segments.reduce((sum, text) => sum + text.length, 0);
  expect(kept).toBeGreaterThan(1.5 * once);
});

test("texts that have nothing in common stay as they are", () => {
  const texts = ["first ".repeat(3), "second ".repeat(3)];
  expect(roundTrip(texts)).toEqual({ back: texts, packed: texts.map((text) => JSON.stringify(text)), segments: [] });
});

test("whatever the texts are, each comes back, also those that look like references", () => {
  const piece = fc.oneof(
    hostileText,
    fc.constantFrom("\u00010 0 5\u0001", "😀".repeat(60), "\uD83D", file.slice(0, 9000)),
  );
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 6 }), (some) => {
      const values = [...some, "x".repeat(30_000), ...some];
      expect(roundTrip(values).back).toEqual(JSON.parse(JSON.stringify(values)));
    }),
    { numRuns: 60 },
  );
});

test("pieces cover a text without gaps, and never part a pair of surrogates", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 4000 }), (text) => {
      const pieces: string[] = [];
      forEachChunk(text, (from, to) => void pieces.push(text.slice(from, to)));
      expect(pieces.join("")).toBe(text);
      expect(pieces.every((piece) => !text.isWellFormed() || piece.isWellFormed())).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("a part that is missing is said, not left out", () => {
  expect(() => expandReferences("[\u00012 0 5\u0001]", new Map())).toThrow('this file lacks the part "shared.2"');
});
