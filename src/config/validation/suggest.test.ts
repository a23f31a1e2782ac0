import { expect, test } from "vitest";
import { suggestName, guessMeaning } from "./suggest.ts";

test("a usual name is answered only where its key is allowed", () => {
  expect(guessMeaning("timeout", ["limits", "prompt"])).toBe("limits.time_minutes");
  expect(guessMeaning("timeout", ["command", "timeout_minutes"])).toBeUndefined();
  expect(guessMeaning("timeout", ["time_minutes", "tokens"])).toBe("time_minutes");
  expect(guessMeaning("maxTokens", ["time_minutes", "tokens"])).toBe("tokens");
  expect(guessMeaning("timeMinutes", ["run", "scenario"])).toBe("scenario.time_minutes");
  expect(guessMeaning("constructor", ["prompt"])).toBeUndefined();
});

test("a name near nothing is answered with what there is, cut where it is long", () => {
  expect(suggestName("zzz", ["alpha", "beta"])).toBe('Available: "alpha", "beta".');
  expect(
    suggestName(
      "zzzzzz",
      Array.from({ length: 25 }, (_, index) => `name-${index}`),
    ),
  ).toContain(" and 5 more.");
  expect(suggestName("zzz", [])).toBe("None are available.");
});
