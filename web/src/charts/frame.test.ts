import * as fc from "fast-check";
import { expect, test } from "vitest";
import { layOutFrame } from "./frame.ts";
import { pointsScale, scoreScale } from "./value-scale.ts";

const size = { width: 600, height: 200 };
const day = 86_400_000;

test("a single moment stands in the middle of a few days", () => {
  const frame = layOutFrame(size, { moments: [10 * day], grainMs: day }, pointsScale);
  expect([frame.from, frame.to]).toEqual([8 * day, 12 * day]);
  expect(frame.x(10 * day)).toBe((frame.left + frame.right) / 2);
});

test("values stand between foot and top, also those beyond the scale", () => {
  const { y, top, bottom } = layOutFrame(size, { moments: [0], grainMs: day }, scoreScale);
  expect([y(0), y(100), y(-5), y(500)]).toEqual([bottom, top, bottom, top]);
});

test("every moment lies within the frame, in order, and is found again where it is pointed at", () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
  const moments = fc.uniqueArray(moment, { minLength: 1 }).map((all) => all.toSorted((one, other) => one - other));
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 3_000 }), (all, width) => {
      const frame = layOutFrame({ width, height: 200 }, { moments: all, grainMs: 60_000 }, scoreScale);
      const places = all.map(frame.x);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places.every((x) => x >= frame.left && x <= frame.right)).toBe(true);
      const span = frame.to - frame.from;
      for (const at of all) expect(Math.abs(frame.at(frame.x(at)) - at)).toBeLessThanOrEqual(span * 1e-6);
    }),
  );
});
