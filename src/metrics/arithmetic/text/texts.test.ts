import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countCodePoints, createCodePointPositions } from "./code-points.ts";
import { lengthCheck } from "./length-check.ts";
import { computeBleu, sentenceBleu } from "./sentence-bleu.ts";
import { countSentences } from "./sentences.ts";
import { containsMatch, exactMatch } from "./string-match.ts";
import { splitTokens, trimWhiteSpace } from "./white-space.ts";

const anyText = fc.string({ unit: "binary" });
const words = fc.array(fc.constantFrom("the", "cat", "sat", "on", "a", "mat"), { maxLength: 12 });

describe("white space", () => {
  test("separators and next line are white space, a byte order mark is not", () => {
    expect(trimWhiteSpace("\u001c\u0085\u3000 x\u001f\u2028")).toBe("x");
    expect(trimWhiteSpace("\ufeffx")).toBe("\ufeffx");
    expect(splitTokens("a\u0085b\u001dc\ufeffd")).toEqual(["a", "b", "c\ufeffd"]);
  });

  test("tokens joined again hold what the text held", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(splitTokens(splitTokens(text).join(" "))).toEqual(splitTokens(text));
      }),
    );
  });
});

describe("code points", () => {
  test("positions lead there and back", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const positions = createCodePointPositions(text);
        const length = countCodePoints(text);
        expect(length).toBe([...text].length);
        for (let point = 0; point <= length; point += 1)
          expect(positions.toPoints(positions.toUnits(point))).toBe(point);
        expect(positions.toUnits(-5)).toBe(0);
        expect(positions.toUnits(length + 5)).toBe(text.length);
      }),
    );
  });
});

describe("string matches", () => {
  test("an exact match is a contained one", () => {
    fc.assert(
      fc.property(anyText, anyText, (actual, expected) => {
        expect(exactMatch(actual, actual)).toBe(1);
        expect(containsMatch(actual, expected)).toBeGreaterThanOrEqual(exactMatch(actual, expected));
      }),
    );
  });

  test("half of a character is not contained in it", () => {
    expect(containsMatch("😀", "\ud83d")).toBe(0);
    expect(containsMatch("a\ud83db", "\ud83d")).toBe(1);
  });

  test("case counts", () => {
    expect(exactMatch("Yes", "yes")).toBe(0);
    expect(containsMatch("Yes", "yes")).toBe(0);
  });
});

describe("BLEU", () => {
  test("it lies between 0 and 1, and is 1 for a long enough sentence and itself", () => {
    fc.assert(
      fc.property(words, words, (candidate, reference) => {
        const score = sentenceBleu(candidate.join(" "), reference.join(" "));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(sentenceBleu(candidate.join(" "), candidate.join(" "))).toBe(candidate.length >= 4 ? 1 : 0);
      }),
    );
  });

  test("a short candidate scores 0 even if identical, and 1 by its effective order", () => {
    expect(computeBleu("hello world", "hello world")).toMatchObject({ score: 0, shortCandidate: true });
    expect(sentenceBleu("hello world", "hello world", { effectiveOrder: true })).toBe(1);
    expect(sentenceBleu("", "", { effectiveOrder: true })).toBe(0);
  });

  test("a word that is repeated counts as often as the reference has it", () => {
    expect(computeBleu("the the the", "the cat", { nGrams: 1, smoothing: false }).precisions).toEqual([1 / 3]);
  });

  test("tokens that hold unusual characters are not mixed up", () => {
    expect(sentenceBleu("a\u0000b c", "a b\u0000c", { nGrams: 2, smoothing: false })).toBe(0);
  });

  test("n-grams longer than any text cost nothing", () => {
    expect(sentenceBleu("a b c", "a b c", { nGrams: 1_000_000_000 })).toBe(0);
  });
});

describe("sentences", () => {
  test("an abbreviation or a single letter ends none, whatever its case", () => {
    expect(countSentences("PROF. Moody and J. R. Smith met. They talked.")).toBe(2);
    expect(countSentences("Vitamin É. Next.")).toBe(1);
  });

  test("own abbreviations replace the usual ones, with or without their dot", () => {
    expect(countSentences("See Fig. A. Dr. No came.", ["Fig."])).toBe(2);
  });

  test("a text of white space has none", () => {
    expect(countSentences(" \n\u0085 ")).toBe(0);
  });

  test("no text has more sentences than tokens", () => {
    const text = fc.string({ unit: fc.constantFrom("A", "b", ".", "!", " ", "\n", "(") });
    fc.assert(
      fc.property(text, (one) => {
        expect(countSentences(one)).toBeLessThanOrEqual(splitTokens(one).length);
      }),
    );
  });
});

describe("length", () => {
  test("characters are code points, and the limit itself fits", () => {
    expect(lengthCheck("😀".repeat(5), { maxChars: 5 })).toEqual({ score: 1, charCount: 5, sentenceCount: 1 });
    expect(lengthCheck("😀".repeat(6), { maxChars: 5 }).score).toBe(0);
  });

  test("a limit of 0 is a limit", () => {
    expect(lengthCheck("a", { maxChars: 0 }).score).toBe(0);
    expect(lengthCheck("A. B. C.", { sentenceRange: [null, 0] }).score).toBe(0);
  });
});
