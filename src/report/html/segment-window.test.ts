import fc from "fast-check";
import { expect, test } from "vitest";
import { SegmentWindow, segmentLength } from "./segment-window.ts";

const whole = (text: string) => ({ from: 0, to: text.length });

test("a piece stands where it was put, and no other does", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 80 }), { minLength: 1 }), (pieces) => {
      const window = new SegmentWindow();
      const places = pieces.map((piece) => window.add(piece, whole(piece)));
      for (const [number, piece] of pieces.entries()) {
        expect(window.matches(`before ${piece}`, { from: 7, to: 7 + piece.length }, places[number] ?? -1)).toBe(true);
        expect(window.matches(`${piece.slice(0, -1)}\u0000`, whole(piece), places[number] ?? -1)).toBe(
          piece.endsWith("\u0000"),
        );
      }
      window.close();
      expect(window.takeClosed()).toEqual([pieces.join("")]);
      expect(window.takeClosed()).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

const half = (letter: string) => letter.repeat(segmentLength / 2);

test("a segment that is full is closed, and the last so many are at hand", () => {
  const window = new SegmentWindow(2);
  const places = ["a", "b", "c", "d", "e"].map((letter) => window.add(half(letter), whole(half(letter))));
  expect(places).toEqual([0, 0.5, 1, 1.5, 2].map((segments) => segments * segmentLength));
  expect(places.map((place) => window.holds(place))).toEqual([false, false, true, true, true]);
  expect(window.matches(half("d"), whole(half("d")), places[3] ?? 0)).toBe(true);
  expect(window.openLength).toBe(segmentLength / 2);
  window.close();
  expect(window.takeClosed()).toEqual([half("a") + half("b"), half("c") + half("d"), half("e")]);
});

test("what stood there before is not taken for what stands there now", () => {
  const window = new SegmentWindow(2);
  for (const letter of ["a", "a", "b", "b", "c"]) window.add(half(letter), whole(half(letter)));
  // Behind the five and the rest of the third segment there still is what the first one held.
  const rest = `${half("c").slice(-5)}${"a".repeat(5)}`;
  expect(window.matches(rest, whole(rest), 2.5 * segmentLength - 5)).toBe(false);
  window.close();
  expect(window.matches(rest, whole(rest), 2.5 * segmentLength - 5)).toBe(false);
  expect(window.matches("ccccc", whole("ccccc"), 2.5 * segmentLength - 5)).toBe(true);
});

test("after it is cleared it begins anew", () => {
  const window = new SegmentWindow(2);
  window.add("first file", whole("first file"));
  window.clear();
  expect(window.add("second", whole("second"))).toBe(0);
  window.close();
  expect(window.takeClosed()).toEqual(["second"]);
});
