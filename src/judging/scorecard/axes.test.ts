import { describe, expect, test } from "vitest";
import type { LatencyBaseline } from "../../core/run/run-facts.ts";
import { completionAxis, errorRateAxis, latencyAxis, resourceEfficiencyAxis, usageParts } from "./score-run.ts";
import { newestSamples, latencyBaseline } from "../../core/run/latency-baseline.ts";
import { tierForScore } from "../../core/run/tier.ts";

const G = 4294967296;

describe("completion", () => {
  test.each([
    ["C1", "COMPLETED", 100, null],
    ["C2", "BLOCKED", 30, null],
    ["C3", "FAILED", 0, null],
    ["C4", null, 50, "no-outcome"],
    ["a word that is no outcome", "completed", 50, "no-outcome"],
  ])("%s: %s is %i points", (_, outcome, score, why) => {
    expect(completionAxis({ outcome, reason: null })).toEqual({ score, defaulted: why !== null, why });
  });
});

describe("error rate", () => {
  test.each([
    ["E01", 0, 0, 50, "no-stages"],
    ["E02", 3, 3, 100, null],
    ["E03, lint and build at once, test after two repairs", 2, 3, 67, null],
    ["E04", 1, 3, 33, null],
    ["E05", 0, 3, 0, null],
    ["E06", 1, 2, 50, null],
    ["E07", 1, 1, 100, null],
    ["E08", 0, 1, 0, null],
    ["E09", 2, 5, 40, null],
    ["E10", 3, 7, 43, null],
    ["E11", 11, 13, 85, null],
    ["E12", 17, 20, 85, null],
    ["E13", 1, 200, 1, null],
    ["E14", 1, 201, 0, null],
    ["E15", 199, 200, 100, null],
    ["E16", 4, 3, 50, "bad-input"],
    ["nothing known", null, null, 50, "bad-input"],
    ["a negative count", -1, 3, 50, "bad-input"],
    ["half a stage", 1.5, 3, 50, "bad-input"],
    ["the greatest safe integers", 2 ** 53 - 1, 2 ** 53 - 1, 100, null],
    ["one short of the greatest", 2 ** 52, 2 ** 53 - 1, 50, null],
    ["more than a safe integer", 1, 2 ** 60, 50, "bad-input"],
  ])("%s: %s of %s is %i", (_, passed, executed, score, why) => {
    expect(errorRateAxis({ passed_first: passed, executed })).toEqual({ score, defaulted: why !== null, why });
  });
});

describe("latency", () => {
  test.each([
    ["L01", 60000, null, 0, 50, "no-baseline"],
    ["L02", 60000, 60000, 4, 50, "few-samples"],
    ["L03", 60000, 60000, 5, 80, null],
    ["L04", 1, 60000, 20, 100, null],
    ["L05", 30000, 60000, 20, 100, null],
    ["L06", 30750, 60000, 20, 100, null],
    ["L07", 30751, 60000, 20, 99, null],
    ["L08", 45000, 60000, 20, 90, null],
    ["L09", 60000, 60000, 20, 80, null],
    ["L10", 72000, 60000, 20, 72, null],
    ["L11", 90000, 60000, 20, 60, null],
    ["L12", 120000, 60000, 20, 40, null],
    ["L13", 179250, 60000, 20, 1, null],
    ["L14", 179251, 60000, 20, 0, null],
    ["L15", 180000, 60000, 20, 0, null],
    ["L16", 600000, 60000, 20, 0, null],
    ["L17", 1, 1, 20, 80, null],
    ["L18", 2, 3, 20, 93, null],
    ["L19", 0, 60000, 20, 50, "bad-input"],
    ["L20", 60000, 0, 20, 50, "bad-input"],
    ["time unknown", null, 60000, 20, 50, "bad-input"],
    ["a fraction of a millisecond", 1.5, 60000, 20, 50, "bad-input"],
    ["samples unknown", 60000, 60000, null, 50, "no-baseline"],
    ["samples that are no count", 60000, 60000, -3, 50, "no-baseline"],
    ["the greatest safe integers", 2 ** 53 - 1, 2 ** 53 - 1, 20, 80, null],
  ])("%s: %s ms at a pace of %s ms from %s runs is %i", (_, wall, pace, samples, score, why) => {
    const inputs = { wall_ms: wall, p50_ms: pace, samples, scope: "workspace", frozen: false, run_ids: [] } as const;
    expect(latencyAxis({ ...inputs, run_ids: [] })).toEqual({ score, defaulted: why !== null, why });
  });
});

describe("the pace", () => {
  const thousands = (count: number) => Array.from({ length: count }, (_, index) => 1000 * (index + 1));

  test.each([
    ["M01", [10, 20, 30, 40, 50], 30],
    ["M02", [50, 10, 40, 20, 30], 30],
    ["M03", [10, 20, 30, 40, 50, 60], 35],
    ["M04", [1000, 1001, 1002, 1003, 1004, 1005], 1003],
    ["M05", [1, 2, 3, 4, 1000000], 3],
    ["M06", thousands(20), 10500],
    ["M07, the oldest drops out", thousands(21), 11500],
    ["two values that sum to more than a safe integer", [2 ** 53 - 1, 2 ** 53 - 1], 2 ** 53 - 1],
    ["nothing", [], null],
  ])("%s", (_, times, p50) => {
    const samples = times.map((wall, index) => ({ run_id: `run_${index}`, wall_ms: wall }));
    const pace: LatencyBaseline = latencyBaseline(samples, "workspace");
    expect(pace.p50_ms).toBe(p50);
    expect(pace.samples).toBe(Math.min(times.length, 20));
  });

  test("names its runs newest first", () => {
    const samples = [1, 2, 3].map((wall) => ({ run_id: `run_${wall}`, wall_ms: wall }));
    expect(latencyBaseline(samples, "scenario").run_ids).toEqual(["run_3", "run_2", "run_1"]);
  });

  test("takes the newest runs that completed, count, feed it and belong to it", () => {
    const run = { outcome: "COMPLETED", counted: true, feeds_baseline: true, wall_ms: 5, scenario: "a" } as const;
    const left = [
      { ...run, outcome: "FAILED" as const },
      { ...run, counted: false },
      { ...run, feeds_baseline: false },
      { ...run, wall_ms: null },
      { ...run, wall_ms: 0 },
      { ...run, wall_ms: 1.5 },
      { ...run, scenario: "b" },
    ];
    const runs = Array.from({ length: 30 }, (_, index) => [{ ...run, wall_ms: index + 1 }, ...left]).flat();
    const newest = newestSamples(runs, ({ scenario }) => scenario === "a");
    expect(newest.map(({ wall_ms }) => wall_ms)).toEqual(Array.from({ length: 20 }, (_, index) => index + 11));
    expect(newestSamples(left, () => true).map(({ scenario }) => scenario)).toEqual(["b"]);
  });

  test("one run of one millisecond is a sample, and a pace that is not frozen", () => {
    const only = { outcome: "COMPLETED", counted: true, feeds_baseline: true, wall_ms: 1, run_id: "run_1" } as const;
    expect(
      latencyBaseline(
        newestSamples([only], () => true),
        "scenario",
      ),
    ).toEqual({
      p50_ms: 1,
      samples: 1,
      scope: "scenario",
      frozen: false,
      run_ids: ["run_1"],
    });
  });
});

describe("resource efficiency", () => {
  test.each([
    ["R01", 42949673, G, 0, 100000, 99, null],
    ["R02", 429496730, G, 0, 100000, 93, null],
    ["R03", 1073741824, G, 25000, 100000, 75, null],
    ["R04", 2147483648, G, 0, 100000, 65, null],
    ["R05", 2147483648, G, 50000, 100000, 50, null],
    ["R06", G, G, 0, 100000, 30, null],
    ["R07", 42949673, G, 100000, 100000, 69, null],
    ["R08", G, G, 100000, 100000, 0, null],
    ["R09", 1, 536870912, 0, 1000, 100, null],
    ["R10", 1, 536870912, 1000, 1000, 70, null],
    ["R11, more than the limit counts as all of it", 8589934592, G, 0, 1000, 30, null],
    ["R12, throttled longer than it ran", 2147483648, G, 5000, 1000, 35, null],
    ["R13", 1, 1, 0, 1, 30, null],
    ["R14", 2147483648, G, null, 1000, 50, null],
    ["R15", G, G, null, 1000, 15, null],
    ["R16, a peak of nothing is no measurement", 0, G, 0, 1000, 50, "no-usage"],
    ["R17", 1, 0, 0, 1000, 50, "no-usage"],
    ["R18", 1, G, 0, 0, 50, "no-usage"],
    ["a throttled time that makes no sense is unknown", 2147483648, G, -5, 1000, 50, null],
    ["a peak beyond safe integers", 2 ** 60, G, 0, 1000, 50, "no-usage"],
    ["products beyond 2^53", 2 ** 52, 2 ** 53 - 1, 2 ** 52, 2 ** 53 - 1, 50, null],
  ])("%s", (_, peak, limit, throttled, agent, score, why) => {
    const usage = { source: null, peak_bytes: peak, limit_bytes: limit, throttled_ms: throttled, agent_ms: agent };
    expect(resourceEfficiencyAxis(usage)).toEqual({ score, defaulted: why !== null, why });
  });

  test("an unknown processor part is said, and leaves the axis computed", () => {
    const usage = { source: "proc", peak_bytes: 5, limit_bytes: 10, throttled_ms: null, agent_ms: 1 } as const;
    expect(usageParts(usage)).toEqual({ memory: { defaulted: false }, cpu: { defaulted: true } });
    expect(resourceEfficiencyAxis(usage).defaulted).toBe(false);
  });

  test("without a measurement neither part is from one, whatever is known of throttling", () => {
    const usage = { source: "proc", peak_bytes: null, limit_bytes: 10, throttled_ms: 0, agent_ms: 1 } as const;
    expect(usageParts(usage)).toEqual({ memory: { defaulted: true }, cpu: { defaulted: true } });
  });
});

describe("tiers", () => {
  test.each([
    [0, "Bronze"],
    [39, "Bronze"],
    [39.99, "Bronze"],
    [40, "Silver"],
    [69, "Silver"],
    [70, "Gold"],
    [89.5, "Gold"],
    [90, "Elite"],
    [100, "Elite"],
    [null, "Unranked"],
  ])("%s is %s", (score, tier) => {
    expect(tierForScore(score)).toBe(tier);
  });
});
