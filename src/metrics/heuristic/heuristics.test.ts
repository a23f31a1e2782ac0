import { describe, expect, test } from "vitest";
import { flattenSignals } from "../../core/score/signal.ts";
import type { BaseMetric } from "../base-metric.ts";
import { ContainsMatch } from "./contains-match.ts";
import { ExactStringMatch } from "./exact-string-match.ts";
import { Latency } from "./latency.ts";
import { LengthConstraint } from "./length-constraint.ts";
import { LevenshteinRatio } from "./levenshtein-ratio.ts";
import { PIILeakageHeuristic } from "./pii-leakage-heuristic.ts";
import { SentenceBLEU } from "./sentence-bleu.ts";

/** The readings of a metric for one item, by group and name. */
async function readings(
  metric: BaseMetric,
  item: Record<string, unknown>,
): Promise<Record<string, Record<string, unknown>>> {
  const { signals } = await metric.execute(item);
  const flat = flattenSignals(metric.getSignals(signals), signals);
  expect(flat.notes).toEqual([]);
  return Object.fromEntries(
    Object.entries(flat.signals).map(([group, list]) => [
      group,
      Object.fromEntries(list.map(({ name, value }) => [name, value])),
    ]),
  );
}

const answer = (actualOutput: string, expectedOutput: string) => ({ actualOutput, expectedOutput });

describe("matches", () => {
  test("an empty answer is an answer", async () => {
    expect(await ExactStringMatch().execute(answer("", ""))).toMatchObject({
      status: "scored",
      score: 1,
      costEstimate: 0,
    });
    expect(await ContainsMatch().execute(answer("", "x"))).toMatchObject({ status: "scored", score: 0 });
  });

  test("a missing expected text is no score", async () => {
    expect(await ExactStringMatch().execute({ actualOutput: "x" })).toMatchObject({
      status: "not-applicable",
      score: null,
    });
  });

  test("the reading says what the score says", async () => {
    expect(await readings(ExactStringMatch(), answer(" a", "a"))).toEqual({ overall: { is_match: true } });
    expect(await readings(ContainsMatch(), answer("abc", "B"))).toEqual({ overall: { is_match: false } });
  });

  test("a mapped field is the one that counts", async () => {
    const mapped = { fieldMapping: { actual_output: "additional_output.summary" } };
    const item = { actualOutput: "no", expectedOutput: "yes", additionalOutput: { summary: "yes" } };
    expect((await ExactStringMatch(mapped).execute(item)).score).toBe(1);
    expect(await ExactStringMatch(mapped).execute({ expectedOutput: "yes" })).toMatchObject({
      status: "not-applicable",
    });
  });
});

describe("similarity", () => {
  test("the threshold is 0.2, and the options reach the arithmetic", async () => {
    expect(LevenshteinRatio().threshold).toBe(0.2);
    expect((await LevenshteinRatio().execute(answer("TIDE", "diet"))).score).toBe(0.25);
    expect((await LevenshteinRatio({ caseSensitive: true }).execute(answer("TIDE", "diet"))).score).toBe(0);
    expect((await LevenshteinRatio({ algorithm: "levenshtein" }).execute(answer("kitten", "sitting"))).score).toBe(
      0.5714,
    );
    const long = "ab".repeat(100);
    expect((await LevenshteinRatio({ autojunk: false }).execute(answer(`x${long}`, long))).score).toBe(0.9975);
  });

  test("its readings explain the ratio", async () => {
    expect(await readings(LevenshteinRatio(), answer("diet", "tide"))).toEqual({
      overall: {
        similarity_ratio: 0.5,
        matched_characters: 2,
        actual_length: 4,
        expected_length: 4,
        autojunk_applied: false,
      },
    });
  });
});

describe("BLEU", () => {
  test("a short answer is explained", async () => {
    const result = await SentenceBLEU().execute(answer("hello world", "hello world"));
    expect(result).toMatchObject({ score: 0 });
    expect(result.explanation).toContain("fewer than 4 tokens");
    expect((await SentenceBLEU({ effectiveOrder: true }).execute(answer("hello world", "hello world"))).score).toBe(1);
  });

  test("it reads the precision of each order", async () => {
    const { overall } = await readings(SentenceBLEU({ nGrams: 2, smoothing: false }), answer("a b c", "a b d"));
    expect(overall).toMatchObject({ precision_1: 2 / 3, precision_2: 0.5, brevity_penalty: 1, short_candidate: false });
  });
});

describe("latency", () => {
  test("raw seconds pass strictly below the threshold", async () => {
    const metric = Latency();
    expect(metric.verdict(await metric.execute({ latency: 5 }))).toEqual({ threshold: 5, passed: false });
    expect(metric.verdict(await metric.execute({ latency: 4.999 }))).toEqual({ threshold: 5, passed: true });
    expect((await metric.execute({ latency: 700 })).score).toBe(700);
  });

  test.each([
    ["exponential", Math.exp(-1)],
    ["sigmoid", 0.5],
    ["reciprocal", 0.5],
    ["linear", 0],
  ] as const)(
    "normalised by the %s method it passes exactly when raw seconds do",
    async (normalizationMethod, mark) => {
      const metric = Latency({ normalize: true, normalizationMethod });
      for (const latency of [0, 2.5, 4.999999999999999, 5, 5.000000000000001, 50]) {
        const verdict = metric.verdict(await metric.execute({ latency }));
        expect(verdict).toEqual({ threshold: mark, passed: latency < 5 });
      }
    },
  );

  test("another threshold at the verdict decides on seconds too", async () => {
    const metric = Latency({ normalize: true, normalizationMethod: "linear" });
    expect(metric.verdict(await metric.execute({ latency: 3 }), 2)).toEqual({ threshold: 0.6, passed: false });
  });

  test("normalising without a threshold above 0 is a mistake when it is made", () => {
    expect(() => Latency({ normalize: true, threshold: 0 })).toThrow(
      "latency: normalize needs a threshold above 0, not 0",
    );
    expect(() => Latency({ normalize: true, threshold: null })).toThrow(/above 0/);
    expect(() => Latency({ normalizationMethod: "cubic" } as never)).toThrow(/normalizationMethod/);
  });

  test("its range is seconds without end, or a share where it is normalised", () => {
    expect(Latency.config.scoreRange).toEqual([0, Infinity]);
    expect(Latency({ normalize: true }).scoreRange).toEqual([0, 1]);
  });

  test("it is put in words", async () => {
    const word = async (latency: number) => (await readings(Latency(), { latency }))["overall"]?.["performance"];
    expect([await word(2.4), await word(2.5), await word(5), await word(7.5)]).toEqual([
      "excellent",
      "good",
      "acceptable",
      "poor",
    ]);
  });
});

describe("length", () => {
  test("without an answer there is nothing to measure, and an empty one is short", async () => {
    expect(await LengthConstraint().execute({ query: "q" })).toMatchObject({ status: "not-applicable" });
    expect(await LengthConstraint().execute({ actualOutput: "" })).toMatchObject({ status: "scored", score: 1 });
  });

  test("its threshold is 1, and a range makes sentences a headline", async () => {
    const metric = LengthConstraint({ sentence_range: [2, null] } as never);
    expect(metric.threshold).toBe(1);
    const { signals } = await metric.execute({ actualOutput: "One. Two." });
    const headlines = metric.getSignals(signals).filter(({ headlineDisplay }) => headlineDisplay);
    expect(headlines.map(({ name }) => name)).toEqual(["char_count", "sentence_count"]);
  });

  test("a range the wrong way round is a mistake; no limit is one", async () => {
    expect(() => LengthConstraint({ sentenceRange: [3, 2] })).toThrow(/sentenceRange/);
    expect((await LengthConstraint({ maxChars: null }).execute({ actualOutput: "x".repeat(5000) })).score).toBe(1);
  });
});

describe("personal data", () => {
  const text = "Write to john.doe@example.com or call 555-123-4567";

  test("what was found is masked to its last four characters, everywhere", async () => {
    const result = await PIILeakageHeuristic().execute({ actualOutput: text });
    expect(JSON.stringify(result)).not.toContain("john.doe");
    expect(JSON.stringify(result)).not.toContain("555-123");
    const all = await readings(PIILeakageHeuristic(), { actualOutput: text });
    expect(all["detection_0"]).toMatchObject({
      pii_type: "email",
      detected_value: "****************.com",
      position: "9-29",
    });
    expect(all["detection_0"]?.["context"]).toContain("********4567");
  });

  test("it is shown when somebody asked for it", async () => {
    const all = await readings(PIILeakageHeuristic({ reveal: true }), { actualOutput: text });
    expect(all["detection_1"]).toMatchObject({ detected_value: "555-123-4567", confidence: 0.9 });
  });

  test("an answer full of addresses is counted to its end and shown in part", async () => {
    const all = await readings(PIILeakageHeuristic(), { actualOutput: "a@b.co ".repeat(5_000) });
    expect(all["overall"]).toMatchObject({ privacy_score: 0, total_detections: 5_000, significant_detections: 5_000 });
    expect(Object.keys(all).filter((group) => group.startsWith("detection_"))).toHaveLength(100);
    expect(String(all["overall"]?.["score_calculation"])).toMatch(/ \+ 4980 more\)$/);
  });

  test("the threshold of confidence decides what counts", async () => {
    expect((await PIILeakageHeuristic().execute({ actualOutput: "zip 90210" })).score).toBeCloseTo(0.88, 12);
    expect(
      (await PIILeakageHeuristic({ confidenceThreshold: 0.61 }).execute({ actualOutput: "zip 90210" })).score,
    ).toBe(1);
  });
});
