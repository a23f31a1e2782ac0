import fc from "fast-check";
import { expect, test } from "vitest";
import { isMarkedBy, readLimitMark, toLimitMark } from "./limit-mark.ts";

const table = (locks: number | string, bytes: number | string) =>
  [
    "Limit                     Soft Limit           Hard Limit           Units     ",
    "Max cpu time              unlimited            unlimited            seconds   ",
    `Max resident set          ${bytes}            ${bytes}            bytes     `,
    `Max file locks            ${locks}            ${locks}            locks     `,
    "",
  ].join("\n");

test("a mark is read back from the system's table", () => {
  const mark = toLimitMark("01RUN");
  expect(readLimitMark(table(mark.locks, mark.residentKb * 1024))).toEqual(mark);
});

test("a process without a limit has no mark, and one with a limit of its own belongs to no job", () => {
  expect(readLimitMark(table("unlimited", "unlimited"))).toBeNull();
  expect(readLimitMark("")).toBeNull();
  const own = readLimitMark(table(100, "unlimited"));
  expect(own !== null && isMarkedBy(toLimitMark("01RUN"), own)).toBe(false);
});

test("the mark of another job is never taken for one's own", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other);
      expect(isMarkedBy(toLimitMark(one), toLimitMark(other))).toBe(false);
    }),
  );
});

test("a mark that was lowered still belongs to its job", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), (runId, first, second) => {
      const mark = toLimitMark(runId);
      expect(isMarkedBy(mark, { locks: mark.locks - first, residentKb: mark.residentKb - second })).toBe(true);
    }),
  );
});
