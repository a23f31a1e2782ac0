import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BaseMetric } from "./base-metric.ts";
import { defineMetric } from "./define-metric.ts";
import { fromRaw } from "../core/score.ts";
import type { MetricEvaluationResult } from "../core/score/metric-result.ts";
import { temporaryFile, temporaryFolder } from "./datasets/temporary-file.fixture.ts";
import { evaluateDataset } from "./evaluate-dataset.ts";
import {
  fragile,
  judgedLength,
  createNumberedItems,
  sameLetters,
  scriptedModel,
} from "./evaluation/evaluation.fixture.ts";
import type { EvaluationEvent } from "./evaluation/events.ts";
import type { ResultRow } from "./evaluation/results/row.ts";
import { verdictOf } from "./evaluation/summary/verdict.ts";
import { readRow } from "./evaluation/results/file-row.ts";

function linesOf(path: string): ResultRow[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => readRow(line) as ResultRow);
}

const pairs = (rows: readonly ResultRow[]) => rows.map(({ itemId, name }) => `${itemId}/${name}`).toSorted();

describe("rows", () => {
  test("are one per item and metric, in the order of the dataset, with signals and verdicts", async () => {
    const { results, collected } = await evaluateDataset(createNumberedItems(3), [sameLetters(), fragile()]);
    expect(collected).toBe(true);
    expect(
      results.map(({ testCase, scoreResults }) => [
        testCase.id,
        scoreResults.map(({ name, score, passed }) => [name, score, passed]),
      ]),
    ).toEqual([
      [
        "item-0",
        [
          ["Same Letters", 1, true],
          ["Fragile", 1, true],
        ],
      ],
      [
        "item-1",
        [
          ["Same Letters", 0.5, true],
          ["Fragile", 1, true],
        ],
      ],
      [
        "item-2",
        [
          ["Same Letters", 1, true],
          ["Fragile", 1, true],
        ],
      ],
    ]);
    expect(results[0]?.scoreResults[0]?.signals).toMatchObject({
      overall: [{ name: "same", value: 4, headlineDisplay: true }],
    });
  });

  test("what cannot be measured is no zero: not applicable, or failed with the reason", async () => {
    const items = [
      { id: "a", actual_output: "break" },
      { id: "b", actual_output: "x", expected_output: "" },
    ];
    const { results, summary } = await evaluateDataset(items, [sameLetters(), fragile()]);
    const rows = results.flatMap(({ scoreResults }) =>
      scoreResults.map(({ status, score, why }) => [status, score, why]),
    );
    expect(rows).toEqual([
      ["not-applicable", null, expect.stringMatching(/^the item has no expected_?output$/i)],
      ["failed", null, "fragile threw: broken"],
      ["not-applicable", null, expect.stringMatching(/^the item has no expected_?output$/i)],
      ["scored", 1, undefined],
    ]);
    expect(
      summary.metrics.map(({ n, scored, failed, notApplicable, mean }) => [n, scored, failed, notApplicable, mean]),
    ).toEqual([
      [2, 0, 0, 2, null],
      [2, 1, 1, 0, 1],
    ]);
    expect(summary.warnings).toHaveLength(1);
  });

  test("two of one kind with different options are two rows under two names", async () => {
    const { results } = await evaluateDataset(createNumberedItems(1), [
      sameLetters({ threshold: 0.9 }),
      sameLetters({ threshold: 0 }),
    ]);
    expect(results[0]?.scoreResults.map(({ name, threshold }) => [name, threshold])).toEqual([
      ["Same Letters", 0.9],
      ["Same Letters (2)", 0],
    ]);
    const [one, two] = results[0]?.scoreResults ?? [];
    expect(one?.fingerprint).not.toBe(two?.fingerprint);
  });

  test("thresholds of the evaluation win over those of the metric", async () => {
    const { results } = await evaluateDataset(createNumberedItems(2), [sameLetters()], {
      thresholds: { same_letters: 0.6 },
    });
    expect(results.map(({ scoreResults }) => scoreResults[0]?.passed)).toEqual([true, false]);
  });
});

test("a threshold of the evaluation is what a normalised latency is measured with", async () => {
  const items = [{ id: "a", latency: 1 }];
  const { results } = await evaluateDataset(items, [{ class: "latency", normalize: true }], {
    thresholds: { latency: 2 },
  });
  const [row] = results[0]?.scoreResults ?? [];
  expect(row?.score).toBeCloseTo(Math.exp(-0.5), 12);
  expect(row?.threshold).toBeCloseTo(Math.exp(-1), 12);
  expect([row?.passed, row?.explanation]).toEqual([true, "The answer took 1 s, good for a threshold of 2 s."]);
});

describe("mistakes before the first item", () => {
  test.each([
    ["no metric", createNumberedItems(1), [], {}, "No metric was named"],
    ["an unknown metric", createNumberedItems(1), ["no_such_metric"], {}, 'Unknown metric "no_such_metric"'],
    [
      "a judged metric without a judge",
      createNumberedItems(1),
      [judgedLength()],
      {},
      "judged_length needs a judge, but none is configured",
    ],
    [
      "a threshold for nothing",
      createNumberedItems(1),
      [sameLetters()],
      { thresholds: { other: 1 } },
      "thresholds.other",
    ],
    [
      "a gate on nothing",
      createNumberedItems(1),
      [sameLetters()],
      { gates: { other: { mean: 1 } } },
      'The gate "other" matches no measured metric',
    ],
    ["a concurrency of none", createNumberedItems(1), [sameLetters()], { concurrency: 0 }, "concurrency"],
    [
      "an option that is none",
      createNumberedItems(1),
      [sameLetters()],
      { concurency: 2 } as object,
      'did you mean "concurrency"?',
    ],
    [
      "a latency normalised by nothing",
      createNumberedItems(1),
      [{ class: "latency", normalize: true }],
      { thresholds: { latency: 0 } },
      "latency: normalize needs a threshold above 0, not 0",
    ],
    ["a budget below nothing", createNumberedItems(1), [sameLetters()], { budget: { usd: -1 } }, "usd"],
    ["a file of an unknown kind", "data.txt", [sameLetters()], {}, "the file extension does not tell its format"],
  ] as const)("%s", async (_, dataset, metrics, options, message) => {
    const events: EvaluationEvent[] = [];
    const work = evaluateDataset(dataset, metrics, { ...options, onEvent: (event) => events.push(event) });
    await expect(work).rejects.toThrow(message);
    expect(events).toEqual([]);
  });
});

test("events tell of every item and row, and of the end", async () => {
  const seen: Record<string, number> = {};
  const onEvent = ({ type }: EvaluationEvent) => void (seen[type] = (seen[type] ?? 0) + 1);
  await evaluateDataset(createNumberedItems(4), [sameLetters(), fragile()], { onEvent });
  expect(seen).toEqual({ "evaluation-start": 1, "item-start": 4, "score-end": 8, "item-end": 4, "evaluation-end": 1 });
});

test("slices repeat the summary for each value", async () => {
  const { summary } = await evaluateDataset(createNumberedItems(6), [sameLetters()]);
  expect(summary.slices.map(({ value, metrics }) => [value, metrics[0]?.n, metrics[0]?.mean])).toEqual([
    ["fizz", 2, 0.75],
    ["other", 4, 0.75],
  ]);
});

test("gates give a verdict with numbers; without them there is none", async () => {
  const gates = { same_letters: { mean: 0.8, passRate: 0.5 }, fragile: { maxFailed: 0 } };
  const bad = await evaluateDataset(createNumberedItems(4), [sameLetters(), fragile()], { gates });
  expect(bad.gate).toEqual({
    passed: false,
    reasons: ["same_letters mean 0.75 is below 0.80"],
    metrics: ["Same Letters", "Fragile"],
    limits: [
      { shown: "same_letters", target: "Same Letters", gate: gates.same_letters },
      { shown: "fragile", target: "Fragile", gate: gates.fragile },
    ],
    missed: ["Same Letters"],
  });
  expect((await evaluateDataset(createNumberedItems(4), [sameLetters()])).gate).toBeNull();
});

describe("a custom metric", () => {
  const item = { id: "one", actual_output: "x" };
  const returning = (value: unknown) =>
    defineMetric({
      id: "mine",
      title: "Mine",
      about: "Returns a value.",
      needs: ["actualOutput"],
      measure: () => value as number,
    });

  test.each([
    [undefined, "undefined"],
    [null, "null"],
    [Number.NaN, "NaN"],
    [1.5, "1.5"],
    [-0.1, "-0.1"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    ["0.5", '"0.5"'],
    [{}, "{}"],
    [{ score: null }, "null"],
    [{ score: 2 }, "2"],
    [{ score: Number.NaN }, "NaN"],
    [{ score: { status: "scored", value: 50 } }, '{"score":{"status":"scored","value":50}}'],
    [[0.5], "[0.5]"],
  ])("that returns %j fails its own row, naming itself and the value", async (value, shown) => {
    const { results } = await evaluateDataset([item], [returning(value)(), fragile()]);
    const [mine, other] = results[0]?.scoreResults ?? [];
    expect(mine).toMatchObject({
      status: "failed",
      score: null,
      why: `mine returned ${shown}, not a score from 0 to 1`,
    });
    expect(other).toMatchObject({ status: "scored", score: 1 });
  });

  test.each([0.25, { score: 0.25 }, { score: fromRaw(0.25) }])("that returns %j is scored", async (value) => {
    const { results } = await evaluateDataset([item], [returning(value)()]);
    expect(results[0]?.scoreResults[0]).toMatchObject({ status: "scored", score: 0.25 });
  });

  test.each([
    ["returns undefined", () => undefined, "own_code returned undefined, not a score from 0 to 1"],
    ["returns null", () => null, "own_code returned null, not a score from 0 to 1"],
    ["returns a score of 3", () => ({ score: 3 }), "own_code returned 3, not a score from 0 to 1"],
    [
      "returns an unknown status",
      () => ({ status: "fine" }),
      'own_code returned {"status":"fine"}, not a score from 0 to 1',
    ],
    [
      "throws",
      () => {
        throw new Error("no");
      },
      "own_code threw: no",
    ],
  ])("with an execute that %s fails its own row", async (_, run, why) => {
    class OwnCode extends BaseMetric {
      static override config = { ...fragile.config, key: "own_code", name: "Own Code" };
      override async execute(): Promise<MetricEvaluationResult> {
        return run() as unknown as MetricEvaluationResult;
      }
    }
    const { results } = await evaluateDataset([item], [new OwnCode(), fragile()]);
    expect(results[0]?.scoreResults.map(({ status, why: reason }) => [status, reason])).toEqual([
      ["failed", why],
      ["scored", undefined],
    ]);
  });

  test("whose parts break fails its row; a part that only analyses has no threshold", async () => {
    class Parts extends BaseMetric {
      static override config = { ...fragile.config, key: "parts", name: "Parts" };
      static override isMultiMetric = true;
      override async execute(): Promise<MetricEvaluationResult> {
        return { status: "scored", score: 0.4, explanation: "e", signals: null, metadata: {}, costEstimate: 0 };
      }
      override getSubMetrics() {
        return [
          { name: "grade", score: 0.4 },
          { name: "topic", score: 0.9, threshold: 0.95, metricCategory: "analysis" as const },
        ];
      }
    }
    const { results } = await evaluateDataset([item], [new Parts()]);
    expect(results[0]?.scoreResults.map(({ name, threshold, passed }) => [name, threshold, passed])).toEqual([
      ["Parts", 0.5, false],
      ["Parts_grade", 0.5, false],
      ["Parts_topic", null, null],
    ]);
    class Broken extends Parts {
      override getSubMetrics(): never {
        throw new Error("no parts");
      }
    }
    const { results: broken } = await evaluateDataset([item], [new Broken()]);
    expect(broken[0]?.scoreResults).toMatchObject([{ status: "failed", why: "parts threw: no parts" }]);
  });
});

describe("the task", () => {
  test("a mapping from the task's key to the field is refused, with the way to write it", async () => {
    const options = { task: () => ({ reply: "x" }), scoringKeyMapping: { reply: "actual_output" } };
    await expect(evaluateDataset(createNumberedItems(1), [sameLetters()], options)).rejects.toMatchObject({
      message: 'scoringKeyMapping: "reply" is not a field of an item',
      hint: 'Write the field first, then the key of the task\'s result: { actual_output: "reply" }',
    });
  });

  test("fills in what is measured; one that throws makes the rows of its item failed", async () => {
    const task = async ({ id }: { id: string }) => {
      if (id === "item-1") throw new Error("no answer");
      return { reply: "abcd" };
    };
    const items = [
      { id: "item-0", expected_output: "abcd" },
      { id: "item-1", expected_output: "abcd" },
    ];
    const { results } = await evaluateDataset(items, [sameLetters()], {
      task,
      scoringKeyMapping: { actual_output: "reply" },
    });
    expect(results.map(({ scoreResults }) => [scoreResults[0]?.score, scoreResults[0]?.why])).toEqual([
      [1, undefined],
      [null, "the task threw: no answer"],
    ]);
  });
});

describe("many at once", () => {
  test("never more than the concurrency, and always as many as there may be", async () => {
    let running = 0;
    let most = 0;
    const model = scriptedModel(() => ({ score: 1 }));
    const watched = {
      ...model,
      ask: async (...given: Parameters<typeof model.ask>) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        const answer = await model.ask(...given);
        running -= 1;
        return answer;
      },
    } as typeof model;
    await evaluateDataset(createNumberedItems(60), [judgedLength()], { judge: watched, concurrency: 7 });
    expect(most).toBe(7);
    expect(model.asked).toHaveLength(60);
  });

  test("items are pulled only as there is room", async () => {
    let pulled = 0;
    let finished = 0;
    let furthest = 0;
    const items = (async function* () {
      for (const item of createNumberedItems(100)) {
        pulled += 1;
        furthest = Math.max(furthest, pulled - finished);
        yield item;
      }
    })();
    const onEvent = ({ type }: EvaluationEvent) => void (finished += type === "item-end" ? 1 : 0);
    await evaluateDataset(items, [judgedLength()], {
      judge: scriptedModel(() => ({ score: 1 }), { delayMs: 1 }),
      concurrency: 2,
      onEvent,
    });
    expect(finished).toBe(100);
    expect(furthest).toBeLessThanOrEqual(4 * 2 + 2);
  });
});

test("samples of a judged metric are averaged, and all of them are kept", async () => {
  let turn = 0;
  const judge = scriptedModel(() => ({ score: (turn += 1) % 2 }));
  const { results, cost } = await evaluateDataset(createNumberedItems(1), [judgedLength()], { judge, samples: 4 });
  const [row] = results[0]?.scoreResults ?? [];
  expect(row?.score).toBe(0.5);
  expect(row?.metadata).toMatchObject({ samples: { values: [1, 0, 1, 0] } });
  expect(row?.costEstimate).toBeCloseTo(0.04);
  expect(cost.calls).toBe(4);
});

describe("a tree", () => {
  const tree = {
    metric: { letters: { class: "same_letters" }, whole: { class: "fragile" } },
    model: { QUALITY: { letters: 0.5, whole: 0.5 }, SOLID: { _strategy: "min", whole: 1 } },
    weights: { QUALITY: 3, SOLID: 1 },
  };

  test("has a row per node, rolled up, and an overall score; a leaf in two places counts once", async () => {
    const { metricRegistry } = await import("./registry.ts");
    metricRegistry.register(sameLetters as never);
    metricRegistry.register(fragile as never);
    const result = await evaluateDataset(createNumberedItems(2), tree, { thresholds: { QUALITY: 0.9 } });
    metricRegistry.reset();
    const rows = result.results[1]?.scoreResults.map(({ name, type, parent, score, passed }) => [
      name,
      type,
      parent,
      score,
      passed,
    ]);
    expect(rows).toEqual([
      ["model", "component", null, 0.8125, null],
      ["QUALITY", "component", "model", 0.75, false],
      ["letters", "metric", "QUALITY", 0.5, true],
      ["whole", "metric", "QUALITY", 1, true],
      ["SOLID", "component", "model", 1, null],
      ["whole", "metric", "SOLID", 1, true],
    ]);
    expect(result.overallScore).toBe((1 + 0.8125) / 2);
    expect(result.categoryScores).toEqual({ QUALITY: 0.875, SOLID: 1 });
    expect(result.metricScores).toEqual({ letters: 0.75, whole: 1 });
    expect(result.summary.metrics.find(({ name }) => name === "whole")?.n).toBe(2);
  });

  test.each([
    [{ ...tree, model: { A: { nobody: 1 } }, weights: {} }, 'the leaf "nobody" has no entry'],
    [{ ...tree, weights: { NOPE: 1 } }, "weights.NOPE"],
    [{ ...tree, model: { A: { _strategy: "median", letters: 1 } }, weights: {} }, "median"],
  ])("mistakes in one are said before anything is measured", async (spec, message) => {
    const { metricRegistry } = await import("./registry.ts");
    metricRegistry.register(sameLetters as never);
    metricRegistry.register(fragile as never);
    await expect(evaluateDataset(createNumberedItems(1), spec)).rejects.toThrow(message);
    metricRegistry.reset();
  });
});

describe("the results file", () => {
  test("has one line per row, and nothing of an earlier one when it is begun anew", async () => {
    const out = temporaryFile("r.jsonl", '{"old":1}\n');
    await evaluateDataset(createNumberedItems(5), [sameLetters(), fragile()], { out, resume: false });
    expect(pairs(linesOf(out))).toHaveLength(10);
    expect(new Set(pairs(linesOf(out))).size).toBe(10);
  });

  test("a folder that is not there is said before anything is measured", async () => {
    const out = join(temporaryFolder(), "none", "r.jsonl");
    await expect(evaluateDataset(createNumberedItems(1), [sameLetters()], { out })).rejects.toThrow(
      "could not be written (ENOENT)",
    );
  });

  test("beyond 10,000 items rows are only in the file", async () => {
    const out = join(temporaryFolder(), "r.jsonl");
    const { results, collected, summary } = await evaluateDataset(createNumberedItems(10_001), [fragile()], { out });
    expect([results.length, collected, summary.items]).toEqual([0, false, 10_001]);
    expect(linesOf(out)).toHaveLength(10_001);
  });
});

describe("going on with a results file", () => {
  const data = createNumberedItems(40);

  test("measures only what is missing, also after a torn line, and ends with the same summary", async () => {
    const whole = await evaluateDataset(data, [sameLetters(), judgedLength()], {
      judge: scriptedModel(() => ({ score: 1 })),
    });
    const out = join(temporaryFolder(), "r.jsonl");
    await evaluateDataset(data, [sameLetters(), judgedLength()], { out, judge: scriptedModel(() => ({ score: 1 })) });
    const text = readFileSync(out, "utf8");
    for (const share of [0.1, 0.5, 0.97]) {
      writeFileSync(out, text.slice(0, Math.floor(text.length * share)));
      const kept = linesOf2(out).filter(({ key }) => key === "judged_length").length;
      const judge = scriptedModel(() => ({ score: 1 }));
      const again = await evaluateDataset(data, [sameLetters(), judgedLength()], { out, judge });
      expect(judge.asked).toHaveLength(40 - kept);
      expect(pairs(linesOf(out))).toEqual(pairs(linesOf3(text)));
      expect(again.results.map(({ scoreResults }) => scoreResults.map(({ score }) => score))).toEqual(
        whole.results.map(({ scoreResults }) => scoreResults.map(({ score }) => score)),
      );
      expect(again.summary).toEqual(whole.summary);
    }
  });

  /** The whole lines of a file whose last one may be torn. */
  const linesOf2 = (path: string) => linesOf3(readFileSync(path, "utf8").replace(/[^\n]*$/, ""));
  const linesOf3 = (text: string) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => readRow(line) as ResultRow);

  test("another dataset, other options or a shorter dataset are refused with what differs", async () => {
    const out = join(temporaryFolder(), "r.jsonl");
    await evaluateDataset(data, [sameLetters()], { out });
    const edited = data.map((item, index) => (index === 7 ? { ...item, actual_output: "zzzz" } : item));
    await expect(evaluateDataset(edited, [sameLetters()], { out })).rejects.toThrow(
      'items[7] of the dataset (id "item-7") is a different item now',
    );
    await expect(evaluateDataset(data.slice(0, 10), [sameLetters()], { out })).rejects.toThrow(
      "it belongs to a longer dataset: 40 items then, 10 now",
    );
    await expect(evaluateDataset(data, [sameLetters({ threshold: 0.1 })], { out })).rejects.toThrow(
      'rows of "Same Letters" that were measured with other options',
    );
    await expect(evaluateDataset(data, [fragile()], { out })).rejects.toThrow("are not requested now");
    expect(linesOf(out)).toHaveLength(40);
  });

  test("failed rows are measured again on demand, and then count once", async () => {
    const out = join(temporaryFolder(), "r.jsonl");
    let isUp = false;
    const judge = scriptedModel(() => {
      if (!isUp) throw new Error("down");
      return { score: 1 };
    });
    const broken = {
      ...judge,
      ask: async (...given: Parameters<typeof judge.ask>) =>
        isUp
          ? judge.ask(...given)
          : { status: "failed", code: "transport", why: "down", spending: { costUsd: 0, calls: 1 } },
    } as typeof judge;
    const first = await evaluateDataset(createNumberedItems(4), [judgedLength()], { out, judge: broken });
    expect(first.summary.metrics[0]).toMatchObject({ failed: 4, failureReasons: [{ reason: "down", count: 4 }] });
    isUp = true;
    expect(
      (await evaluateDataset(createNumberedItems(4), [judgedLength()], { out, judge: broken })).summary.metrics[0]
        ?.failed,
    ).toBe(4);
    const again = await evaluateDataset(createNumberedItems(4), [judgedLength()], {
      out,
      judge: broken,
      retryFailed: true,
    });
    expect(again.summary.metrics[0]).toMatchObject({ n: 4, failed: 0, scored: 4 });
    expect(linesOf(out)).toHaveLength(4);
  });

  test("what is no results file is left alone", async () => {
    const out = temporaryFile("notes.jsonl", "my notes\n");
    await expect(evaluateDataset(data, [sameLetters()], { out })).rejects.toThrow("line 1: not a row of results");
    expect(readFileSync(out, "utf8")).toBe("my notes\n");
  });
});

describe("stopping", () => {
  test("a budget in dollars: no call goes beyond it, nothing is written as failed, a larger one completes it", async () => {
    const out = join(temporaryFolder(), "r.jsonl");
    const judge = scriptedModel(() => ({ score: 1 }));
    const part = await evaluateDataset(createNumberedItems(20), [judgedLength(), sameLetters()], {
      out,
      judge,
      budget: { usd: 0.055 },
    });
    expect(judge.asked).toHaveLength(5);
    expect(part.stopped).toMatchObject({ by: "budget", why: "the budget reached $0.055" });
    expect(part.summary.metrics[0]).toMatchObject({ n: 5, failed: 0, scored: 5 });
    const measured = part.summary.metrics.reduce((sum, { n }) => sum + n, 0);
    expect(part.stopped?.pending).toBe(40 - measured);
    const rest = await evaluateDataset(createNumberedItems(20), [judgedLength(), sameLetters()], {
      out,
      judge,
      budget: { usd: 1 },
    });
    expect(rest.stopped).toBeUndefined();
    expect(judge.asked).toHaveLength(20);
    expect(new Set(pairs(linesOf(out))).size).toBe(40);
    expect(linesOf(out)).toHaveLength(40);
  });

  test.each([
    [{ calls: 3 }, 3, "reached 3 calls"],
    [{ tokens: 400 }, 4, "reached 400 tokens"],
  ])("a budget of %j allows %i calls", async (budget, calls, why) => {
    const judge = scriptedModel(() => ({ score: 1 }));
    const { stopped } = await evaluateDataset(createNumberedItems(9), [judgedLength()], { judge, budget });
    expect(judge.asked).toHaveLength(calls);
    expect(stopped?.why).toContain(why);
    expect(stopped?.pending).toBe(9 - calls);
  });

  test("a limit in dollars cannot be kept where a price is not known, and that is said", async () => {
    const judge = scriptedModel(() => ({ score: 1 }), { spending: { costUsd: null, calls: 1 } });
    const { stopped, cost } = await evaluateDataset(createNumberedItems(9), [judgedLength()], {
      judge,
      budget: { usd: 1 },
    });
    expect(stopped?.why).toContain("a call has no known price");
    expect(cost.usd).toBeNull();
    expect(judge.asked).toHaveLength(1);
  });

  test("an abort leaves what is under way for later, and keeps what was finished", async () => {
    const out = join(temporaryFolder(), "r.jsonl");
    const stop = new AbortController();
    const judge = scriptedModel(() => ({ score: 1 }), { delayMs: 1 });
    const onEvent = ({ type }: EvaluationEvent) => {
      if (type === "item-end") stop.abort();
    };
    const { stopped } = await evaluateDataset(createNumberedItems(50), [judgedLength()], {
      out,
      judge,
      abort: stop.signal,
      onEvent,
    });
    expect(stopped).toMatchObject({ by: "abort", pending: null });
    const kept = linesOf(out);
    expect(kept.every(({ status }) => status === "scored")).toBe(true);
    expect(kept.length).toBeLessThan(50);
    const again = await evaluateDataset(createNumberedItems(50), [judgedLength()], { out, judge });
    expect(again.summary.items).toBe(50);
    expect(new Set(pairs(linesOf(out))).size).toBe(50);
    expect(linesOf(out)).toHaveLength(50);
  });

  test.each([
    ["a budget", { budget: { calls: 2 } }, "budget"],
    ["an abort", {}, "abort"],
  ] as const)(
    "%s that is reached while the last items are open leaves pairs, says so, and no gate passes",
    async (_, options, by) => {
      const stop = new AbortController();
      const model = scriptedModel(() => ({ score: 1 }), { delayMs: 5 });
      const judge = {
        ...model,
        ask: async (...given: Parameters<typeof model.ask>) => {
          const answer = await model.ask(...given);
          if (by === "abort" && model.asked.length === 3) stop.abort();
          return answer;
        },
      } as typeof model;
      const gates = { judged_length: { mean: 0.5 } };
      const result = await evaluateDataset(createNumberedItems(3), [judgedLength()], {
        judge,
        gates,
        abort: stop.signal,
        ...options,
      });
      const [metric] = result.summary.metrics;
      expect(result.stopped).toMatchObject({ by, pending: 3 - (metric?.n ?? 0) });
      expect(result.stopped?.pending).toBeGreaterThan(0);
      expect(result.gate?.passed).toBe(false);
      expect(verdictOf(result).ok).toBe(false);
      expect(new Set(verdictOf(result).reasons).size).toBe(verdictOf(result).reasons.length);
    },
  );

  test("an abort that comes after the last pair stopped nothing", async () => {
    const stop = new AbortController();
    const onEvent = ({ type }: EvaluationEvent) => (type === "item-end" ? stop.abort() : undefined);
    const { stopped, summary } = await evaluateDataset(createNumberedItems(1), [sameLetters()], {
      abort: stop.signal,
      onEvent,
    });
    expect([stopped, summary.items]).toEqual([undefined, 1]);
  });

  test("what questions of an unfinished pair cost is counted: by a refusal it is known, by an abort it is not", async () => {
    const judge = scriptedModel(() => ({ score: 1 }));
    const refused = await evaluateDataset(createNumberedItems(1), [judgedLength()], {
      judge,
      samples: 3,
      budget: { calls: 2 },
    });
    expect(refused.stopped?.pending).toBe(1);
    expect(refused.cost).toMatchObject({ usd: 0.02, calls: 2 });
    const stop = new AbortController();
    const slow = scriptedModel(() => ({ score: 1 }), { delayMs: 20 });
    const onEvent = ({ type }: EvaluationEvent) => {
      if (type === "item-start") setImmediate(() => stop.abort());
    };
    const aborted = await evaluateDataset(createNumberedItems(1), [judgedLength()], {
      judge: slow,
      abort: stop.signal,
      onEvent,
    });
    expect([aborted.stopped?.by, aborted.cost.usd]).toEqual(["abort", null]);
  });

  test("a dataset that breaks in the middle ends the evaluation, and what was measured is kept", async () => {
    const out = join(temporaryFolder(), "r.jsonl");
    const path = temporaryFile("d.jsonl", '{"actual_output":"a"}\n{"actual_output":"b"}\nnope\n');
    await expect(evaluateDataset(path, [fragile()], { out })).rejects.toThrow("line 3: is not valid JSON");
    expect(existsSync(out)).toBe(true);
    expect(linesOf(out)).toHaveLength(2);
  });
});
