import { expect, test } from "vitest";
import { ago, shortMoment } from "./moment.ts";

const now = new Date(2026, 10, 15, 12, 0, 0);

test("the nearer a moment, the more of its time is said", () => {
  const said = (moment: Date) => shortMoment(moment.toISOString(), now);
  expect(said(new Date(2026, 10, 15, 9, 5, 7))).toBe("09:05:07");
  expect(said(new Date(2026, 9, 3, 9, 5))).toBe("3 Oct 09:05");
  expect(said(new Date(2025, 9, 3, 9, 5))).toBe("3 Oct 2025");
});

test.each([
  [0, "0 s ago"],
  [59, "59 s ago"],
  [60, "1 min ago"],
  [7200, "2 h ago"],
  [86_400 * 3, "3 d ago"],
  [-5, "0 s ago"],
])("%i seconds are %s", (seconds, words) => {
  expect(ago(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(words);
});

test("what is no moment is unknown", () => {
  expect([shortMoment("soon", now), ago("soon", now)]).toEqual(["unknown", "unknown"]);
});
