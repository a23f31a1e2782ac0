/** Signals go to other processes only. Signal 0 asks whether one could be sent, and sends nothing. */
import { expect, test } from "vitest";
import { sendSignal } from "./end-processes.ts";

test.each([0, 1, -1, process.pid, -process.pid, Number.NaN, 1.5, Number.POSITIVE_INFINITY])(
  "the target %d is refused",
  (target) => {
    expect(sendSignal(target, 0)).toBe(false);
  },
);

test("another process can be reached, and one that cannot exist is not there", () => {
  expect(sendSignal(process.ppid, 0)).toBe(true);
  expect(sendSignal(2 ** 30, 0)).toBe(false);
});
