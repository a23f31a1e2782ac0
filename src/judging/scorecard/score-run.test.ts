import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LatencyBaseline, RunFacts, StageFacts } from "../../core/run/run-facts.ts";
import { type CardAxis, type CardWeights, RunScorecard } from "../../core/run/run-scorecard.ts";
import { defaultCardWeights, recomputeCard, resolveCardWeights, reweightCard, scoreRun } from "./score-run.ts";

const runId = "run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2";

function gate(name: string, firstPassed: boolean): StageFacts {
  const repairs = firstPassed ? 0 : 2;
  return {
    kind: "gate",
    name,
    counts: true,
    executions: 1 + repairs,
    first_passed: firstPassed,
    passed: true,
    repair_loops: repairs,
  };
}

const facts: RunFacts = {
  run_id: runId,
  outcome: "COMPLETED",
  reason: "ok",
  counted: true,
  feeds_baseline: true,
  wall_ms: 72000,
  stages: Array.from({ length: 13 }, (_, index) => gate(`gate-${index}`, index < 11)),
  usage: { source: "cgroup2", peak_bytes: 429496730, limit_bytes: 4294967296, throttled_ms: 0, agent_ms: 65000 },
  baseline_scope: "workspace",
  weights: null,
};

const pace: LatencyBaseline = {
  p50_ms: 60000,
  samples: 20,
  scope: "workspace",
  frozen: false,
  run_ids: ["run_01JQ7J"],
};

/** A card whose axes have these points, whatever they come from. */
function cardWith([completion, errorRate, latency, resources]: readonly number[], weights: CardWeights): RunScorecard {
  const card = scoreRun(facts, pace, null);
  const points: Record<CardAxis, number | undefined> = {
    completion,
    error_rate: errorRate,
    latency,
    resource_efficiency: resources,
  };
  const axes = structuredClone(card.axes);
  for (const name of Object.keys(points) as CardAxis[]) axes[name].score = points[name] ?? Number.NaN;
  return reweightCard({ ...card, axes }, weights);
}

describe("the document", () => {
  test("is the one of the public example", () => {
    const card = scoreRun(facts, pace, null);
    expect(card).toEqual({
      run_id: runId,
      score: 89,
      tier: "Gold",
      formula_version: "2",
      axes: {
        completion: { score: 100, defaulted: false, why: null, inputs: { outcome: "COMPLETED", reason: "ok" } },
        error_rate: { score: 85, defaulted: false, why: null, inputs: { passed_first: 11, executed: 13 } },
        latency: {
          score: 72,
          defaulted: false,
          why: null,
          inputs: {
            wall_ms: 72000,
            p50_ms: 60000,
            samples: 20,
            scope: "workspace",
            frozen: false,
            run_ids: ["run_01JQ7J"],
          },
        },
        resource_efficiency: {
          score: 93,
          defaulted: false,
          why: null,
          inputs: {
            source: "cgroup2",
            peak_bytes: 429496730,
            limit_bytes: 4294967296,
            throttled_ms: 0,
            agent_ms: 65000,
            parts: { memory: { defaulted: false }, cpu: { defaulted: false } },
          },
        },
      },
      weights: { completion: 4000, error_rate: 3000, latency: 2000, resource_efficiency: 1000 },
      weights_source: "default",
      weighted_sum: 892000,
      provisional: false,
      counted: true,
    });
    expect(RunScorecard.parse(card)).toEqual(card);
  });

  test("says that it is provisional when only the processor part is unknown", () => {
    const usage = { source: "proc", peak_bytes: 1, limit_bytes: 2, throttled_ms: null, agent_ms: 9 } as const;
    const card = scoreRun({ ...facts, usage }, pace, null);
    expect(card.axes.resource_efficiency.defaulted).toBe(false);
    expect(card.provisional).toBe(true);
  });

  test("stages that do not count, or never took place, are not in the ratio", () => {
    const setup: StageFacts = { ...gate("setup", true), kind: "setup", counts: false };
    const never: StageFacts = { ...gate("never", true), executions: 0, first_passed: null, passed: null };
    const card = scoreRun({ ...facts, stages: [setup, never, gate("test", false)] }, pace, null);
    expect(card.axes.error_rate.inputs).toEqual({ passed_first: 0, executed: 1 });
  });

  test("without a readable pace only the third axis is defaulted", () => {
    const card = scoreRun(facts, null, null);
    expect(card.axes.latency).toMatchObject({ score: 50, defaulted: true, why: "no-baseline" });
    expect(card.axes.error_rate.defaulted).toBe(false);
    expect(card.provisional).toBe(true);
  });

  test("with everything measured it is not provisional", () => {
    expect(scoreRun(facts, pace, null).provisional).toBe(false);
  });

  test("says whether the run counts, and takes nothing but yes for yes", () => {
    const countedOf = (counted: unknown) => scoreRun({ ...facts, counted: counted as boolean }, pace, null).counted;
    expect([true, false, "true", 1, undefined].map(countedOf)).toEqual([true, false, false, false, false]);
  });

  test("names the scope of its pace, or where there is none the one that was asked for", () => {
    const scopeOf = (given: RunFacts, of: LatencyBaseline | null) =>
      scoreRun(given, of, null).axes.latency.inputs.scope;
    expect(scopeOf(facts, { ...pace, scope: "scenario" })).toBe("scenario");
    expect(scopeOf({ ...facts, baseline_scope: "scenario" }, pace)).toBe("workspace");
    expect(scopeOf({ ...facts, baseline_scope: "scenario" }, null)).toBe("scenario");
  });

  test.each(["cgroup2", "cgroup1", "proc", null])("what was measured by %s says so", (source) => {
    const usage = { ...facts.usage, source } as RunFacts["usage"];
    expect(scoreRun({ ...facts, usage }, pace, null).axes.resource_efficiency.inputs.source).toBe(source);
  });
});

describe("totals at the default weights", () => {
  test.each([
    ["T01", [100, 85, 72, 93], 89, "Gold"],
    ["T02", [100, 100, 100, 100], 100, "Elite"],
    ["T03", [0, 0, 0, 0], 0, "Bronze"],
    ["T04", [100, 100, 80, 50], 91, "Elite"],
    ["T05", [100, 100, 50, 50], 85, "Gold"],
    ["T06", [100, 67, 50, 50], 75, "Gold"],
    ["T07", [100, 0, 0, 0], 40, "Silver"],
    ["T08", [30, 100, 100, 100], 72, "Gold"],
    ["T09", [30, 67, 50, 50], 47, "Silver"],
    ["T10", [30, 0, 0, 0], 12, "Bronze"],
    ["T11", [0, 100, 100, 100], 60, "Silver"],
    ["T12", [0, 0, 50, 50], 15, "Bronze"],
    ["T13", [50, 50, 50, 50], 50, "Silver"],
    ["T14", [0, 31, 1, 0], 10, "Bronze"],
    ["T15", [0, 3, 2, 2], 2, "Bronze"],
    ["T16", [30, 67, 9, 55], 39, "Bronze"],
    ["T17", [30, 67, 12, 50], 40, "Silver"],
    ["T18", [100, 67, 0, 93], 69, "Silver"],
    ["T19", [100, 67, 22, 50], 70, "Gold"],
    ["T20", [100, 100, 72, 50], 89, "Gold"],
    ["T21", [100, 100, 50, 95], 90, "Elite"],
    ["T22", [100, 100, 97, 100], 99, "Elite"],
    ["T23", [100, 100, 100, 95], 100, "Elite"],
    ["T24", [0, 0, 0, 4], 0, "Bronze"],
    ["T25", [0, 0, 0, 5], 1, "Bronze"],
  ])("%s: %s is %i %s", (_, points, score, tier) => {
    expect(cardWith(points, defaultCardWeights)).toMatchObject({ score, tier });
  });
});

describe("totals at other weights", () => {
  test.each([
    ["W01", [100, 85, 72, 93], [2500, 2500, 2500, 2500], 88, "Gold"],
    ["W02", [100, 100, 80, 50], [5000, 3000, 2000, 0], 96, "Elite"],
    ["W03", [100, 0, 0, 0], [3333, 3333, 3333, 1], 33, "Bronze"],
    ["W04", [100, 100, 100, 0], [3333, 3333, 3333, 1], 100, "Elite"],
    ["W05", [30, 67, 50, 50], [6000, 2000, 1000, 1000], 41, "Silver"],
    ["W06", [100, 67, 50, 50], [0, 10000, 0, 0], 67, "Silver"],
    ["W07", [1, 0, 0, 0], [5000, 2000, 2000, 1000], 1, "Bronze"],
  ])("%s: %s at %s is %i %s", (_, points, [completion, errorRate, latency, resources], score, tier) => {
    const given = resolveCardWeights({
      completion: (completion ?? 0) / 10000,
      error_rate: (errorRate ?? 0) / 10000,
      latency: (latency ?? 0) / 10000,
      resource_efficiency: (resources ?? 0) / 10000,
    });
    expect(given.weights_source).toBe("workspace");
    expect(cardWith(points, given.weights)).toMatchObject({ score, tier });
  });
});

describe("weights", () => {
  const four = (completion: unknown, errorRate: unknown, latency: unknown, resources: unknown) => ({
    completion,
    error_rate: errorRate,
    latency,
    resource_efficiency: resources,
  });

  test.each([
    ["one key", { completion: 0.6 }],
    ["a sum above 1", four(0.4, 0.3, 0.2, 0.2)],
    ["a sum just below 1", four(0.4, 0.3, 0.2, 0.0999)],
    ["a negative one", four(1.1, -0.1, 0, 0)],
    ["a fifth decimal", four(0.33335, 0.33335, 0.3333, 0)],
    ["a fifth key", { ...four(0.4, 0.3, 0.2, 0.1), speed: 0 }],
    ["a string", four("0.4", 0.3, 0.2, 0.1)],
    ["no number at all", four(Number.NaN, 0.3, 0.2, 0.1)],
    ["a list", [0.4, 0.3, 0.2, 0.1]],
    ["a word", "heavy"],
    [
      "an object that throws",
      {
        get completion(): number {
          throw new Error("no");
        },
      },
    ],
  ])("%s is refused, and the card says so", (_, given) => {
    expect(resolveCardWeights(given)).toEqual({ weights: defaultCardWeights, weights_source: "default-after-error" });
  });

  test.each([[{}], [null], [undefined]])("%s means none", (given) => {
    expect(resolveCardWeights(given).weights_source).toBe("default");
  });
});

const anyReading = fc.oneof(
  fc.nat(),
  fc.maxSafeNat(),
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, Number.NaN, -1, 2 ** 60, 0.5, -0, Infinity),
);
const anyStage = fc.record({
  kind: fc.constantFrom("setup", "agent", "gate", "check"),
  name: fc.string(),
  counts: fc.boolean(),
  executions: fc.nat(3),
  first_passed: fc.option(fc.boolean()),
  passed: fc.option(fc.boolean()),
  repair_loops: fc.nat(3),
});
const anyUsage = fc.record({
  source: fc.constantFrom("cgroup2", "cgroup1", "proc", null),
  peak_bytes: anyReading,
  limit_bytes: anyReading,
  throttled_ms: anyReading,
  agent_ms: anyReading,
});
const anyFacts = fc.record({
  run_id: fc.string(),
  outcome: fc.constantFrom("COMPLETED", "BLOCKED", "FAILED", null),
  reason: fc.constantFrom("ok", "no-output", null),
  counted: fc.boolean(),
  feeds_baseline: fc.boolean(),
  wall_ms: anyReading,
  stages: fc.array(anyStage, { maxLength: 8 }),
  usage: fc.option(anyUsage),
  baseline_scope: fc.constantFrom("workspace", "scenario"),
  weights: fc.constant(null),
}) as fc.Arbitrary<RunFacts>;
const anyPace = fc.option(
  fc.record({
    p50_ms: anyReading,
    samples: anyReading,
    scope: fc.constantFrom("workspace", "scenario"),
    frozen: fc.boolean(),
    run_ids: fc.array(fc.string(), { maxLength: 3 }),
  }),
) as fc.Arbitrary<LatencyBaseline | null>;

describe("whatever the facts", () => {
  test("the card is a valid document with whole scores of 0 to 100", () => {
    fc.assert(
      fc.property(anyFacts, anyPace, (given, baseline) => {
        const card = scoreRun(given, baseline, given.weights);
        expect(RunScorecard.parse(card)).toEqual(card);
      }),
    );
  });

  test("the stored card is derived again from its stored inputs, byte for byte", () => {
    fc.assert(
      fc.property(anyFacts, anyPace, (given, baseline) => {
        const stored = JSON.stringify(scoreRun(given, baseline, null));
        expect(JSON.stringify(recomputeCard(RunScorecard.parse(JSON.parse(stored))))).toBe(stored);
      }),
    );
  });

  test("the order of the stages does not matter", () => {
    fc.assert(
      fc.property(anyFacts, anyPace, (given, baseline) => {
        const turned = { ...given, stages: given.stages.toReversed() };
        expect(scoreRun(turned, baseline, null)).toEqual(scoreRun(given, baseline, null));
      }),
    );
  });

  test("no input, however broken, makes it throw, and every axis still has its say", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (given, baseline, weights) => {
        const card = scoreRun(given as RunFacts, baseline as LatencyBaseline, weights);
        expect(card.score).toBeGreaterThanOrEqual(0);
        expect(card.score).toBeLessThanOrEqual(100);
      }),
    );
  });

  test("facts that throw when they are looked at cost each axis its inputs and nothing else", () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    const card = scoreRun(trap as RunFacts, null, null);
    expect(card).toMatchObject({ score: 50, tier: "Silver", run_id: "", counted: false, provisional: true });
    expect(card.axes.latency).toMatchObject({ score: 50, defaulted: true, why: "error" });
    expect(RunScorecard.parse(card)).toEqual(card);
    expect(recomputeCard(card)).toEqual(card);
  });

  test("equal axes give that total under any valid weights", () => {
    const anyCuts = fc.tuple(fc.nat(10000), fc.nat(10000), fc.nat(10000));
    fc.assert(
      fc.property(fc.nat(100), anyCuts, (points, cuts) => {
        const [a = 0, b = 0, c = 0] = cuts.toSorted((x, y) => x - y);
        const weights = { completion: a, error_rate: b - a, latency: c - b, resource_efficiency: 10000 - c };
        expect(cardWith([points, points, points, points], weights).score).toBe(points);
      }),
    );
  });
});

describe("monotone", () => {
  const resourcesOf = (usage: Partial<NonNullable<RunFacts["usage"]>>) =>
    scoreRun(
      {
        ...facts,
        usage: { source: "cgroup2", peak_bytes: 1, limit_bytes: 1000, throttled_ms: 0, agent_ms: 1000, ...usage },
      },
      pace,
      null,
    ).axes.resource_efficiency.score;
  const latencyOf = (wall: number, p50: number) =>
    scoreRun({ ...facts, wall_ms: wall }, { ...pace, p50_ms: p50 }, null).axes.latency.score;

  test("a longer run never scores higher", () => {
    const time = fc.integer({ min: 1, max: 2 ** 50 });
    fc.assert(
      fc.property(time, time, time, (wall, longer, p50) => {
        expect(latencyOf(wall + longer, p50)).toBeLessThanOrEqual(latencyOf(wall, p50));
      }),
    );
  });

  test("the latency is the same when time and pace grow alike", () => {
    const time = fc.integer({ min: 1, max: 10 ** 9 });
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 10 ** 6 }), (wall, p50, times) => {
        expect(latencyOf(wall * times, p50 * times)).toBe(latencyOf(wall, p50));
      }),
    );
  });

  test("more memory or more throttling never scores higher", () => {
    const amount = fc.integer({ min: 1, max: 3000 });
    fc.assert(
      fc.property(amount, amount, amount, (base, more, other) => {
        const memory = (peak: number) => resourcesOf({ peak_bytes: peak, throttled_ms: other });
        const processor = (throttled: number) => resourcesOf({ throttled_ms: throttled, peak_bytes: other });
        expect(memory(base + more)).toBeLessThanOrEqual(memory(base));
        expect(processor(base + more)).toBeLessThanOrEqual(processor(base));
      }),
    );
  });

  test("more first passes never score lower", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (passes) => {
        const scoreOf = (each: readonly boolean[]) => {
          const stages = each.map((passed, index) => gate(`gate-${index}`, passed));
          return scoreRun({ ...facts, stages }, pace, null).axes.error_rate.score;
        };
        const better = passes.with(passes.indexOf(false), true);
        if (passes.includes(false)) expect(scoreOf(better)).toBeGreaterThanOrEqual(scoreOf(passes));
        else expect(scoreOf(passes)).toBe(100);
      }),
    );
  });
});
