import fc from "fast-check";
import { expect, test } from "vitest";
import { byteLength } from "./byte-length.ts";

test("any text has as many bytes as Node counts", () => {
  const pieces = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("é", "€", "😀", "\uD800", "\uDC00", "ascii"));
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      expect(byteLength(text)).toBe(Buffer.byteLength(text));
    }),
  );
});
