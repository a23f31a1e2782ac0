import fc from "fast-check";
import { expect, test } from "vitest";
import { makeAxis, toPercent } from "./axis.tsx";

test("an axis has round ticks around its values", () => {
  expect(makeAxis([81.5, 96.5])).toEqual({ from: 80, to: 100, ticks: [80, 85, 90, 95, 100] });
  expect(makeAxis([-12, 10.4])).toEqual({ from: -15, to: 15, ticks: [-15, -10, -5, 0, 5, 10, 15] });
  expect(makeAxis([0.61, 0.93])).toMatchObject({ from: 0.6, to: 1 });
  expect(makeAxis([-0.13, 0]).ticks).toEqual([-0.15, -0.1, -0.05, 0]);
});

test("an axis stays within its limits", () => {
  expect(makeAxis([97, 99.9], { most: 100 }).to).toBe(100);
  expect(makeAxis([-3, 50], { least: 0, most: 100 }).from).toBe(0);
});

test("one value, and none at all, still make an axis", () => {
  expect(makeAxis([50])).toMatchObject({ to: 50 });
  expect(makeAxis([])).toEqual({ from: 0, to: 1, ticks: [0, 1] });
});

test("every value is on the axis, and no axis has many ticks", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 1 }), (values) => {
      const axis = makeAxis(values);
      expect(axis.to).toBeGreaterThan(axis.from);
      expect(axis.ticks.length).toBeLessThan(10);
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(axis.from - 1e-6);
        expect(value).toBeLessThanOrEqual(axis.to + 1e-6);
      }
    }),
  );
});

test("a value beyond an end is drawn at that end", () => {
  const axis = { from: 80, to: 100, ticks: [] };
  expect([toPercent(axis, 85), toPercent(axis, 20), toPercent(axis, 120)]).toEqual(["25.00%", "0.00%", "100.00%"]);
});
