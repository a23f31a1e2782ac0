import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WordReader } from "./word-reader.ts";
import { type Word, WordTable } from "./word-table.ts";
import { splitWords } from "./words.ts";

/** A word with a hash of the test's choice. */
function word(text: string, hash: number): Word {
  const bytes = Buffer.from(text);
  return { bytes, start: 0, end: bytes.length, hash };
}

function numberOf(table: WordTable, wanted: Word): number {
  const known = table.find(wanted);
  return known === -1 ? table.add(wanted) : known;
}

describe("a table of words", () => {
  test("gives equal words equal numbers and different words different ones, whatever their hashes", () => {
    const texts = fc.array(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 300 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 5 }), (all, kinds) => {
        const table = new WordTable();
        const model = new Map<string, number>();
        for (const text of all) {
          const number = numberOf(table, word(text, text.charCodeAt(0) % kinds));
          expect(number).toBe(model.get(text) ?? model.size);
          model.set(text, number);
        }
        expect(table.size).toBe(model.size);
      }),
    );
  });

  test("keeps ten thousand words apart that were chosen to have one hash", () => {
    const table = new WordTable();
    const texts = Array.from({ length: 10_000 }, (_, index) => `word${index}`);
    expect(texts.map((text) => numberOf(table, word(text, 7)))).toEqual(texts.map((_, index) => index));
    expect(texts.map((text) => table.find(word(text, 7)))).toEqual(texts.map((_, index) => index));
    expect(table.find(word("another", 7))).toBe(-1);
  });
});

describe("a reader of words", () => {
  const anyText = fc
    .array(
      fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.constantFrom("\n", "The", "İß", "ΑΣ", "é_9", "naïve")),
    )
    .map((parts) => parts.join(""));

  /** For each the place where it first stands, so that words and numbers can be compared. */
  function firstPlaces(list: readonly unknown[]): number[] {
    return list.map((item) => list.indexOf(item));
  }

  test("finds in any text the words that the definition names, in order, and all of its bytes in lines", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const numbers: number[] = [];
        let bytes = 0;
        new WordReader().read(text, {
          word: (number) => void numbers.push(number),
          line: (length) => void (bytes += length),
        });
        expect(firstPlaces(numbers)).toEqual(firstPlaces(splitWords(text)));
        expect(bytes).toBe(Buffer.byteLength(text));
      }),
    );
  });
});
