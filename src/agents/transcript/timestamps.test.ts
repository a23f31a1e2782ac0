import * as fc from "fast-check";
import { expect, test } from "vitest";
import { elapsedMs, parseTime } from "./timestamps.ts";

const utc = Date.UTC(2025, 2, 4, 5, 6, 7, 89);

test.each([
  ["2025-03-04T05:06:07.089Z", utc],
  ["2025-03-04T05:06:07,089Z", utc],
  ["2025-03-04T05:06:07.089999Z", utc],
  ["2025-03-04T07:06:07.089+02:00", utc],
  ["2025-03-03T23:36:07.089-0530", utc],
  ["2025-03-04T05:06:07.089", utc],
  ["2025-03-04T05:06:07Z", utc - 89],
  ["2025-03-04T05:06Z", utc - 7089],
  ["2025-03-04T05:06:07.1Z", utc + 11],
  ["2025-03-04T05:06:07.12Z", utc + 31],
  ["2025-03-04T05:06:60Z", Date.UTC(2025, 2, 4, 5, 7)],
  ["2025-03-04T23:59:07.089+00", Date.UTC(2025, 2, 4, 23, 59, 7, 89)],
  ["2025-03-05T05:05:07.089+23:59", utc],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
  ["2025-02-28T00:00:00+00:00", Date.UTC(2025, 1, 28)],
  ["2025-01-31T00:00:00Z", Date.UTC(2025, 0, 31)],
  ["2025-04-30T00:00:00Z", Date.UTC(2025, 3, 30)],
  ["2025-05-31T00:00:00Z", Date.UTC(2025, 4, 31)],
  ["2025-06-30T00:00:00Z", Date.UTC(2025, 5, 30)],
  ["2025-07-31T00:00:00Z", Date.UTC(2025, 6, 31)],
  ["2025-08-31T00:00:00Z", Date.UTC(2025, 7, 31)],
  ["2025-09-30T00:00:00Z", Date.UTC(2025, 8, 30)],
  ["2025-10-31T00:00:00Z", Date.UTC(2025, 9, 31)],
  ["2025-11-30T00:00:00Z", Date.UTC(2025, 10, 30)],
  ["1971-01-01T00:00:00Z", Date.UTC(1971, 0)],
  ["2025-12-31T23:59:59Z", Date.UTC(2025, 11, 31, 23, 59, 59)],
])("%s is a time", (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test.each([
  [null],
  [""],
  ["2025-03-04"],
  ["05:06:07Z"],
  ["2025-03-04 05:06:07Z"],
  ["4 March 2025 05:06"],
  ["1741064767"],
  ["2025-13-04T05:06:07Z"],
  ["2025-00-04T05:06:07Z"],
  ["2025-02-29T05:06:07Z"],
  ["2024-02-30T05:06:07Z"],
  ["2100-02-29T05:06:07Z"],
  ["2025-01-32T05:06:07Z"],
  ["2025-04-31T05:06:07Z"],
  ["2025-06-31T05:06:07Z"],
  ["2025-09-31T05:06:07Z"],
  ["2025-11-31T05:06:07Z"],
  ["2025-03-04T24:00:00Z"],
  ["2025-03-04T05:06:61Z"],
  ["2025-03-04T05:06:07+24:00"],
  ["2025-03-04T05:06:07+01:60"],
  ["2025-03-00T05:06:07Z"],
  ["2025-03-04T25:06:07Z"],
  ["2025-03-04T05:60:07Z"],
  ["2025-03-04T05:06:07Z\n"],
  ["now"],
  ["9".repeat(100_000)],
])("%j is no full date and time, so it is unknown", (text) => {
  expect(parseTime(text)).toBeNull();
});

test.each([["1970-01-01T00:00:00Z"], ["1970-06-01T12:00:00+01:00"], ["0099-01-01T00:00:00Z"]])(
  "%s comes from a clock that was never set, so it is unknown",
  (text) => {
    expect(parseTime(text)).toBeNull();
  },
);

test("what the platform writes as ISO 8601 is read back exactly", () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date("1971-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z") }),
      (date) => {
        expect(parseTime(date.toISOString())).toBe(date.getTime());
        // The same moment, in the form that takes the longer way.
        expect(parseTime(date.toISOString().replace("Z", "+00:00"))).toBe(date.getTime());
      },
    ),
  );
});

test("time that ran backwards, or is unknown, has no length", () => {
  expect(elapsedMs(10, 30)).toBe(20);
  expect(elapsedMs(10, 10)).toBe(0);
  expect(elapsedMs(30, 10)).toBeNull();
  expect(elapsedMs(null, 10)).toBeNull();
  expect(elapsedMs(10, null)).toBeNull();
});
