import { expect, test } from "vitest";
import { epochTime } from "./epoch.ts";
import { plainFailure, statusFailure } from "./failure.ts";

test.each([
  [399, undefined],
  [400, "network"],
  [401, "auth"],
  [403, "auth"],
  [404, "network"],
  [429, "rate-limit"],
  [599, "network"],
  [600, undefined],
  [401.5, undefined],
  [NaN, undefined],
  [undefined, undefined],
])("the status %s is a failure of kind %s", (status, code) => {
  expect(statusFailure(status)).toBe(code);
});

test("without a status it counts whether the model had answered", () => {
  expect([plainFailure(true), plainFailure(false)]).toEqual(["agent", "network"]);
});

test.each([
  [1, "1970-01-01T00:00:00.001Z"],
  [Date.UTC(2026, 0, 1), "2026-01-01T00:00:00.000Z"],
  [0, undefined],
  [-1, undefined],
  [1e18, undefined],
  [undefined, undefined],
])("%s milliseconds since 1970 are %s", (milliseconds, time) => {
  expect(epochTime(milliseconds)).toBe(time);
});
