/** Holds how an answer is read: what is said of its mistakes, and how a reply that cannot be read is kept. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toRawText, readItems } from "./reading.ts";

const schema = z.object({ id: z.number(), word: z.enum(["a", "b"], "must be a or b") });
const numbers = (count: number) => new Set(Array.from({ length: count }, (_, place) => place + 1));
const read = (items: readonly unknown[], asked: number) =>
  readItems({ items }, { list: "items", key: "id", noun: "item", schema, asked: numbers(asked) });

describe("items", () => {
  test("ten numbers without an answer are named, of more the rest is counted", () => {
    expect(read([], 10).problem).toBe("item 1, 2, 3, 4, 5, 6, 7, 8, 9, 10: no answer");
    expect(read([], 12).problem).toBe("item 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more: no answer");
  });

  test("a number is asked for as a number, and an answer to another question is not looked at", () => {
    const { good, problem } = read(
      [
        { id: "1", word: "a" },
        { id: 7, word: "nonsense" },
        { id: 1, word: "b" },
      ],
      1,
    );
    expect([...good]).toEqual([[1, { id: 1, word: "b" }]]);
    expect(problem).toBeNull();
  });

  test("one that is given twice is no answer, however good both are", () => {
    const { good, problem } = read(
      [
        { id: 1, word: "a" },
        { id: 1, word: "a" },
        { id: 1, word: "a" },
      ],
      1,
    );
    expect(good.size).toBe(0);
    expect(problem).toBe("item 1: answered more than once");
  });

  test("what does not fit is named with its place", () => {
    expect(read([{ id: 1, word: "c" }], 1).problem).toBe("item 1: word: must be a or b");
  });
});

describe("a reply that could not be read", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;

  test.each<[unknown, string]>([
    ["as it is", "as it is"],
    [undefined, "undefined"],
    [null, "null"],
    [Number.NaN, "NaN"],
    [12n, "12"],
    [{ id: 1 }, '{"id":1}'],
    [{ toJSON: () => undefined }, ""],
  ])("%o is kept as %j", (value, text) => {
    expect(toRawText(value)).toBe(text);
  });

  test("that cannot be written says so", () => {
    expect(toRawText(cycle)).toMatch(/^a value that cannot be converted to text: /);
  });
});
