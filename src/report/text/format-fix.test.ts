import { expect, test } from "vitest";
import { formatFixPoints } from "./format-fix.ts";

test.each([
  [{ least: 0.1, most: 2.3 }, "0.1 to 2.3"],
  [{ least: 0.011, most: 1.678 }, "0 to 1.7"],
  [{ least: 0.91, most: 0.94 }, "0.9"],
  [{ least: 0, most: 0 }, "0"],
  [{ least: 3, most: 3 }, "3.0"],
])("the points of %o are %s", (points, text) => {
  expect(formatFixPoints(points)).toBe(text);
});
