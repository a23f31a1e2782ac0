import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BadCursor, toPage, readCursor, writeCursor } from "./page.ts";

const moment = fc
  .tuple(fc.date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true }), fc.nat({ max: 999 }))
  .map(([date, micros]) => date.toISOString().replace("Z", `${String(micros).padStart(3, "0")}Z`));
const number = fc.nat().map(String);
const id = fc.stringMatching(/^[A-Za-z0-9_|/ -]{1,60}$/);
const filters = fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string(), fc.integer(), fc.constant(null)));

describe("a cursor", () => {
  test("reads as it was written, with the same filters", () => {
    fc.assert(
      fc.property(moment, id, filters, (key, last, filter) => {
        const cursor = writeCursor({ key, id: last }, filter);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(readCursor(cursor, { filters: filter, kind: "moment" })).toEqual({ key, id: last });
      }),
    );
  });

  test("does not open a list with other filters, in whatever order they are written", () => {
    const cursor = writeCursor({ key: "7", id: "a" }, { agent: "x", scenario: "y" });
    const same = { filters: { scenario: "y", agent: "x" }, kind: "number" } as const;
    expect(readCursor(cursor, same)).toEqual({ key: "7", id: "a" });
    fc.assert(
      fc.property(filters, (other) => {
        expect(() => readCursor(cursor, { filters: other, kind: "number" })).toThrow(BadCursor);
      }),
    );
  });

  test("that somebody made up is refused, never read as SQL", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), number, moment), (text) => {
        expect(() => readCursor(text, { filters: {}, kind: "number" })).toThrow(BadCursor);
      }),
    );
    for (const key of ["1; drop table runs", "-1", "1e9", "9".repeat(16), ""])
      expect(() => readCursor(writeCursor({ key, id: "a" }, {}), { filters: {}, kind: "number" })).toThrow(BadCursor);
  });

  test("is none where there is none", () => {
    expect(readCursor(null, { filters: {}, kind: "number" })).toBeNull();
    expect(readCursor(undefined, { filters: {}, kind: "moment" })).toBeNull();
  });
});

test("pages read with one row more than the limit join to the whole list", () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 20 }), (length, limit) => {
      const rows = Array.from({ length }, (_, index) => length - index);
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const last = readCursor(cursor, { filters: "f", kind: "number" });
        const rest = rows.filter((row) => last === null || row < Number(last.key)).slice(0, limit + 1);
        const page = toPage(rest, { limit, filters: "f", keyOf: (row) => ({ key: String(row), id: "" }) });
        seen.push(...page.data);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(rows);
    }),
  );
});
