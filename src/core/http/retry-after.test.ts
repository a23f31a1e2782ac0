import { expect, test } from "vitest";
import { readRetryAfterMs } from "./retry-after.ts";

const now = Date.parse("2025-06-01T12:00:00Z");

const rows: [headers: Record<string, string>, waitMs: number | undefined][] = [
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": " 2 " }, 2_000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "301" }, 301_000],
  [{ "retry-after-ms": "1500" }, 1_500],
  [{ "retry-after-ms": "1500", "retry-after": "9" }, 1_500],
  [{ "retry-after-ms": "soon", "retry-after": "9" }, 9_000],
  [{ "retry-after": "Sun, 01 Jun 2025 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Sun, 01 Jun 2025 11:00:00 GMT" }, undefined],
  [{ "retry-after": "-5" }, undefined],
  [{ "retry-after-ms": "-5" }, undefined],
  [{ "retry-after": "NaN" }, undefined],
  [{ "retry-after": "Infinity" }, undefined],
  [{ "retry-after": "1e9" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{ "retry-after": "later, perhaps" }, undefined],
  [{ "retry-after": "0x10" }, undefined],
  [{}, undefined],
];

test.each(rows)("%o asks for %s ms", (headers, waitMs) => {
  expect(readRetryAfterMs(headers, now)).toBe(waitMs);
});

test("without headers nothing is asked for", () => {
  expect(readRetryAfterMs(undefined, now)).toBeUndefined();
});
