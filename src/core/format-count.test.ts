import { expect, test } from "vitest";
import { formatCount } from "./format-count.ts";

test.each([
  [0, "0 items"],
  [1, "1 item"],
  [2, "2 items"],
])("%d is %s", (count, text) => {
  expect(formatCount(count, "item")).toBe(text);
});
