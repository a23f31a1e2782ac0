import fc from "fast-check";
import { expect, test } from "vitest";
import { readTraceparent, formatTraceparent } from "./trace-context.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test("a trace context is read, and written again as version 00", () => {
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, isSampled: true });
  expect(readTraceparent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, isSampled: false });
  expect(readTraceparent(`cc-${traceId}-${spanId}-01-what-comes-later`)).toEqual({ traceId, spanId, isSampled: true });
  expect(formatTraceparent({ traceId, spanId, isSampled: false })).toBe(`00-${traceId}-${spanId}-00`);
});

test.each([
  undefined,
  null,
  "",
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}-01\n`,
  "-".repeat(55),
])("%j is none", (text) => {
  expect(readTraceparent(text)).toBeNull();
});

test("what is written is read as it was", () => {
  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length });
  fc.assert(
    fc.property(hex(31), hex(15), fc.boolean(), (trace, span, isSampled) => {
      const context = { traceId: `1${trace}`, spanId: `1${span}`, isSampled };
      expect(readTraceparent(formatTraceparent(context))).toEqual(context);
    }),
  );
});
