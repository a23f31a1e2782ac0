import * as fc from "fast-check";
import { expect, test } from "vitest";
import { listTimeTicks } from "./time-ticks.ts";

const at = (text: string) => Date.parse(text);
const labels = (from: string, to: string, most: number) =>
  listTimeTicks({ from: at(from), to: at(to), grainMs: 60_000 }, most).map(({ label }) => label);

test.each([
  ["an afternoon", "2026-03-02T12:00:00Z", "2026-03-02T18:00:00Z", ["12:00", "15:00", "18:00"]],
  ["a night", "2026-03-01T20:00:00Z", "2026-03-02T04:00:00Z", ["21:00", "2 Mar", "03:00"]],
  ["four days", "2026-03-02T00:00:00Z", "2026-03-05T00:00:00Z", ["2 Mar", "3 Mar", "4 Mar", "5 Mar"]],
  ["weeks begin on Monday", "2026-03-01T00:00:00Z", "2026-03-20T00:00:00Z", ["2 Mar", "9 Mar", "16 Mar"]],
  ["half a year", "2025-11-15T00:00:00Z", "2026-05-02T00:00:00Z", ["2026", "Apr"]],
  ["years", "2020-06-01T00:00:00Z", "2026-06-01T00:00:00Z", ["2022", "2024", "2026"]],
])("%s", (_, from, to, expected) => {
  expect(labels(from, to, 4)).toEqual(expected);
});

test("marks are in order, within the span, and never many more than was asked for", () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 0, max: 40 * 365 * 86_400_000 }),
      fc.integer({ min: 2, max: 12 }),
      (from, span, most) => {
        const ticks = listTimeTicks({ from, to: from + span, grainMs: 60_000 }, most).map((tick) => tick.at);
        expect(ticks).toEqual(ticks.toSorted((one, other) => one - other));
        expect(ticks.every((tick) => tick >= from && tick <= from + span)).toBe(true);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
      },
    ),
  );
});

test("days are not told apart by the hour", () => {
  const span = { from: at("2026-03-02T00:00:00Z"), to: at("2026-03-03T12:00:00Z"), grainMs: 86_400_000 };
  expect(listTimeTicks(span, 9).map(({ label }) => label)).toEqual(["2 Mar", "3 Mar"]);
});
