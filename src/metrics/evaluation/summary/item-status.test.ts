import { expect, test } from "vitest";
import { findItemStatus, ItemStatuses } from "./item-status.ts";

const rows = {
  passed: { status: "scored", passed: true },
  below: { status: "scored", passed: false },
  plain: { status: "scored", passed: null },
  broken: { status: "failed", passed: null },
  none: { status: "not-applicable", passed: null },
} as const;

test.each([
  ["passed", [rows.passed, rows.plain, rows.none]],
  ["failed", [rows.passed, rows.below, rows.broken]],
  ["error", [rows.passed, rows.broken]],
  ["unscored", [rows.plain, rows.none]],
  ["unscored", []],
] as const)("an item is %s with the rows %o", (status, itemRows) => {
  expect(findItemStatus(itemRows)).toBe(status);
});

test("the order in which rows arrive does not matter", () => {
  for (const order of [
    [rows.below, rows.passed],
    [rows.passed, rows.below],
  ]) {
    const statuses = new ItemStatuses<string>();
    for (const row of order) statuses.add("q-1", row);
    expect([...statuses.entries()]).toEqual([["q-1", "failed"]]);
    expect(statuses.get("q-2")).toBeUndefined();
  }
});
