/** The contract of metrics, as a suite: `testMetric(MyMetric, { item, judge })`. */
import { describe, expect, test } from "vitest";
import type { Metric, MetricContext, RegisteredMetric } from "../../core/metric.ts";
import { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import type { Model } from "../../core/model.ts";
import { FlatSignals, flattenSignals } from "../../core/score/signal.ts";

export interface MetricContract {
  /** An item that the metric can score. */
  readonly item: Readonly<Record<string, unknown>>;
  /** Creates a judge that answers all questions about that item; for judged metrics. */
  readonly judge?: () => Model;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Anything else that the metric needs. */
  readonly context?: MetricContext;
}

/** Runs the contract on a metric. */
export function testMetric(type: RegisteredMetric, contract: MetricContract): void {
  const make = (more: object = {}) => Reflect.construct(type, [{ ...contract.options, ...more }]) as Metric;
  const { config } = type;

  describe(`metric ${config.key}`, () => {
    testConstruction(type, make);
    testMeasuring(make, contract);
    testMissingFields(make, contract, config.requiredFields);
    if (config.judged) testJudgeFailures(make, contract);

    test("an abort rejects with its reason", async () => {
      const reason = new Error("enough");
      const abort = AbortSignal.abort(reason);
      await expect(make().execute(contract.item, { ...contract.context, abort })).rejects.toBe(reason);
    });
  });
}

type MakeMetric = (more?: object) => Metric;

function testConstruction({ config }: RegisteredMetric, make: MakeMetric): void {
  test("creating it has no side effects, always gives the same metric, and freezes its options", () => {
    const [one, other] = [make(), make()];
    expect(one.options).toEqual(other.options);
    expect(Object.isFrozen(one.options)).toBe(true);
    expect(one).toMatchObject({ key: config.key, name: config.name, threshold: config.defaultThreshold });
    expect(config.description).toMatch(/\S/);
    expect(() => make({ noSuchOption: 1 })).toThrow("noSuchOption");
  });
}

function testMeasuring(make: MakeMetric, contract: MetricContract): void {
  test("it scores its item within its range, with an explanation and a headline, and repeatably", async () => {
    const metric = make();
    const [one, other] = await Promise.all([measure(metric, contract), measure(metric, contract)]);
    expect({ status: one.result.status, why: one.result.why }).toEqual({ status: "scored" });
    expect(MetricEvaluationResult.parse(one.result).explanation).toMatch(/\S/);
    expect(one.result.score).toBe(other.result.score);
    const [least, most] = metric.scoreRange ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    expect(one.result.score).toBeGreaterThanOrEqual(least);
    expect(one.result.score).toBeLessThanOrEqual(most);
    const { signals, notes } = flattenSignals(metric.getSignals(one.result.signals), one.result.signals);
    expect(notes).toEqual([]);
    const flat = Object.values(FlatSignals.parse(signals)).flat();
    expect(flat.filter(({ headlineDisplay }) => headlineDisplay)).not.toEqual([]);
  });

  test.runIf(contract.item["actualOutput"] !== undefined)("a mapped answer is measured like a direct one", async () => {
    const { actualOutput, ...rest } = contract.item;
    const additionalOutput = {
      ...(rest["additionalOutput"] as object | undefined),
      elsewhere: [{ text: actualOutput }],
    };
    const mapped = make({ fieldMapping: { actual_output: "additional_output.elsewhere.0.text" } });
    const plain = await measure(make(), contract);
    const found = await measure(mapped, { ...contract, item: { ...rest, additionalOutput } });
    expect(found.result).toMatchObject({ status: plain.result.status, score: plain.result.score });
  });
}

function testMissingFields(make: MakeMetric, contract: MetricContract, requiredFields: readonly string[]): void {
  test.runIf(requiredFields.length > 0).each(requiredFields.map((field) => [field]))(
    "without %s it does not apply, says so, and asks no judge",
    async (field) => {
      const metric = make();
      const mapped = make({ fieldMapping: { [field]: "metadata.no.such.place" } });
      for (const { result, calls } of [
        await measure(mapped, contract),
        await measure(metric, { ...contract, item: {} }),
      ]) {
        expect(result).toMatchObject({ status: "not-applicable", score: null });
        expect(result.why).toContain(field);
        expect(calls()).toBe(0);
      }
      expect(metric.verdict((await measure(metric, { ...contract, item: {} })).result).passed).toBeNull();
    },
  );
}

function testJudgeFailures(make: MakeMetric, contract: MetricContract): void {
  test("without a judge it fails with a reason, never with a number", async () => {
    const result = await make().execute(contract.item, contract.context);
    expect(result).toMatchObject({ status: "failed", score: null });
    expect(result.why).toMatch(/\S/);
  });

  test("an unavailable judge causes a failure, never a number", async () => {
    const { result } = await measure(make(), { ...contract, judge: () => downJudge });
    expect(result).toMatchObject({ status: "failed", score: null });
  });
}

/** Measures one item and counts the judge's calls. */
async function measure(metric: Metric, { item, judge, context }: MetricContract) {
  const asked = judge?.();
  let calls = 0;
  const counting: Model | undefined = asked && {
    id: asked.id,
    ask: (question, options) => {
      calls += 1;
      return asked.ask(question, options);
    },
  };
  const result = await metric.execute(item, { ...context, ...(counting === undefined ? {} : { judge: counting }) });
  return { result, calls: () => calls };
}

const downJudge: Model = {
  id: "down/judge",
  ask: async () => ({ status: "failed", code: "transport", why: "it is down", spending: { costUsd: 0, calls: 1 } }),
};
