/** Holds promises that only repetition shows: how often intervals cover, and how often an agent differs from itself. */
import { describe, expect, test } from "vitest";
import * as statistics from "./index.ts";

const {
  bootstrapMean,
  compareRuns,
  confidenceSequence,
  createRandom,
  meanInterval,
  normalQuantile,
  sprt,
  wilsonInterval,
} = statistics;

type Random = ReturnType<typeof createRandom>;

const normal = (random: Random) => normalQuantile(Math.max(random.uniform(), 2 ** -60));
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const share = (count: number, happens: (index: number) => boolean) =>
  times(count, happens).filter(Boolean).length / count;

describe("95 percent intervals of 20 values cover the truth in 93 to 97 percent", () => {
  const within = (coverage: number) => {
    expect(coverage).toBeGreaterThanOrEqual(0.93);
    expect(coverage).toBeLessThanOrEqual(0.97);
  };
  const covers = ({ lower, upper }: { lower: number | null; upper: number | null }, truth: number) =>
    lower! <= truth && truth <= upper!;

  test("meanInterval, of scores", () => {
    const random = createRandom("coverage/mean");
    within(share(3000, () => covers(meanInterval(times(20, () => 0.7 + 0.1 * normal(random))), 0.7)));
  });

  test("wilsonInterval, of passes at several rates", () => {
    const random = createRandom("coverage/wilson");
    const rates = [0.3, 0.5, 0.7, 0.9];
    within(
      share(4000, (index) => {
        const rate = rates[index % rates.length]!;
        const passes = times(20, () => random.uniform() < rate).filter(Boolean).length;
        return covers(wilsonInterval(passes, 20)!, rate);
      }),
    );
  });

  test("bootstrapMean, over 20 scenarios", () => {
    const random = createRandom("coverage/bootstrap");
    within(
      share(800, (index) => {
        const data = times(20, () => [[0.6 + 0.1 * normal(random)]]);
        return covers(bootstrapMean(data, { scope: "population", samples: 500, seed: index }), 0.6);
      }),
    );
  });
});

describe("an agent compared with itself", () => {
  const experiments = 300;
  const most = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / experiments);
  const levels = times(10, (index) => 0.5 + index / 25);
  const score = (level: number, random: Random) => level + 0.1 * normal(random);
  const pass = (level: number, random: Random) => Number(random.uniform() < level);

  test.each([
    ["score", "suite", 3],
    ["score", "population", 1],
    ["pass", "suite", 3],
    ["pass", "population", 1],
  ] as const)("by %s in %s scope raises an alarm in at most 5 percent", (metric, scope, trials) => {
    const random = createRandom(`same/${metric}/${scope}`);
    const make = metric === "score" ? score : pass;
    const cells = () =>
      levels.map((level, index) => ({ scenario: `s${index}`, values: times(trials, () => make(level, random)) }));
    const alarms = share(experiments, (seed) => {
      const { verdict, improved } = compareRuns(cells(), cells(), { metric, scope, seed, samples: 300 });
      return verdict === "regressed" || improved;
    });
    expect(alarms).toBeLessThanOrEqual(most);
  });

  test("and with a worse self by five points is found out in nine of ten", () => {
    const random = createRandom("worse/score/suite");
    const cells = (drop: number) =>
      levels.map((level, index) => ({
        scenario: `s${index}`,
        values: times(3, () => level - drop + 0.05 * normal(random)),
      }));
    const found = share(
      200,
      (seed) => compareRuns(cells(0), cells(0.05), { seed, samples: 300 }).verdict === "regressed",
    );
    expect(found).toBeGreaterThanOrEqual(0.9);
  });
});

describe("looking at every trial", () => {
  test("the sequence misses the truth at some look in at most 5 percent of series", () => {
    const random = createRandom("looks");
    const missed = share(200, () => {
      let passes = 0;
      return times(60, (index) => {
        passes += Number(random.uniform() < 0.8);
        const { lower, upper } = confidenceSequence(passes, index + 1)!;
        return lower > 0.8 || upper < 0.8;
      }).some(Boolean);
    });
    expect(missed).toBeLessThanOrEqual(0.05);
  });

  test.each([
    [0.9, "bad", 0.05],
    [0.6, "good", 0.1],
  ] as const)(
    "the sequential test calls a rate of %d %s in at most that share, after about ten trials",
    (rate, wrong, most) => {
      const random = createRandom(`sprt/${rate}`);
      const series = times(2000, () =>
        sprt(
          times(200, () => Number(random.uniform() < rate)),
          { good: 0.9, bad: 0.6, alpha: 0.05, beta: 0.1 },
        ),
      );
      expect(series.filter(({ decision }) => decision === wrong).length / series.length).toBeLessThanOrEqual(most);
      expect(series.reduce((sum, { trials }) => sum + trials, 0) / series.length).toBeLessThanOrEqual(11);
    },
  );
});
