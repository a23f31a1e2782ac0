import { expect, test } from "vitest";
import { epochTime } from "./epoch.ts";
import { bracketedFailure, plainFailure, statusFailure, toOutage } from "./failure.ts";

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

test.each([
  ["[API Error: 401 the key]", "auth"],
  ['[API Error: {"error":{"code":429,"message":"slow"}}]', "rate-limit"],
  ["[API Error: terminated]", "network"],
  ["[API Error: 200 odd]", "network"],
  ["the text [API Error: 401]", undefined],
  ["", undefined],
])("the message %j in brackets means %s", (message, code) => {
  expect(bracketedFailure(message)).toBe(code);
});

test("an outage has the failure of its status, or none was answered at all", () => {
  expect(toOutage(429)).toEqual({ code: "rate-limit", message: "The model's server answered with status 429" });
  expect(toOutage(undefined)).toEqual({ code: "network", message: "The model's server could not be reached" });
});
