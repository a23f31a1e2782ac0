import { expect, test } from "vitest";
import { formatAge, formatDate, formatDateTime, formatMoment, formatShortMoment } from "./moment.ts";

const now = new Date(2026, 10, 15, 12, 0, 0);

test("the more recent a moment is, the more detail its time has", () => {
  const format = (moment: Date) => formatShortMoment(moment.toISOString(), now);
  expect(format(new Date(2026, 10, 15, 9, 5, 7))).toBe("09:05:07");
  expect(format(new Date(2026, 9, 3, 9, 5))).toBe("3 Oct 09:05");
  expect(format(new Date(2025, 9, 3, 9, 5))).toBe("3 Oct 2025");
});

test.each([
  [0, "0 s ago"],
  [59, "59 s ago"],
  [60, "1 min ago"],
  [7200, "2 h ago"],
  [86_400 * 3, "3 d ago"],
  [-5, "0 s ago"],
])("%i seconds are %s", (seconds, words) => {
  expect(formatAge(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(words);
});

test("what is no moment is unknown", () => {
  expect([formatShortMoment("soon", now), formatAge("soon", now)]).toEqual(["unknown", "unknown"]);
});

test("dates and times of charts are in UTC", () => {
  const at = Date.parse("2026-03-02T23:59:00Z");
  expect([formatDate(at), formatDateTime(at)]).toEqual(["2 Mar 2026", "2 Mar 2026 23:59"]);
});

test.each([
  ["2026-03-02T23:59:01.123Z", "2026-03-02 23:59:01 UTC"],
  ["2026-03-02T23:59:01Z", "2026-03-02 23:59:01 UTC"],
  ["", "unknown"],
])("the timestamp %j of a report is shown as %j", (timestamp, text) => {
  expect(formatMoment(timestamp)).toBe(text);
});
