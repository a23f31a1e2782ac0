import { expect, test } from "vitest";
import { didYouMean, probablyMeant } from "./suggest.ts";

test("a usual name is answered only where its key is allowed", () => {
  expect(probablyMeant("timeout", ["limits", "prompt"])).toBe("limits.time_minutes");
  expect(probablyMeant("timeout", ["command", "timeout_minutes"])).toBeUndefined();
  expect(probablyMeant("timeout", ["time_minutes", "tokens"])).toBe("time_minutes");
  expect(probablyMeant("maxTokens", ["time_minutes", "tokens"])).toBe("tokens");
  expect(probablyMeant("timeMinutes", ["run", "scenario"])).toBe("scenario.time_minutes");
  expect(probablyMeant("constructor", ["prompt"])).toBeUndefined();
});

test("a name near nothing is answered with what there is, cut where it is long", () => {
  expect(didYouMean("zzz", ["alpha", "beta"])).toBe('There is: "alpha", "beta".');
  expect(
    didYouMean(
      "zzzzzz",
      Array.from({ length: 25 }, (_, index) => `name-${index}`),
    ),
  ).toContain(" and 5 more.");
  expect(didYouMean("zzz", [])).toBe("None are available.");
});
