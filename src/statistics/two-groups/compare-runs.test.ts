/** Holds the comparison of two runs and the verdict on it. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareRuns } from "./compare-runs.ts";
import { mcnemarExact } from "./exact-tests.ts";
import { newcombePaired } from "./newcombe.ts";
import { stratifiedDifference, stratifiedRateDifference } from "./stratified.ts";
import { verdict } from "./verdict.ts";

function run(values: Record<string, (number | null)[]>, clusters: Record<string, string> = {}) {
  return Object.entries(values).map(([scenario, trials]) => ({
    scenario,
    cluster: clusters[scenario],
    values: trials,
  }));
}

const six = ["a", "b", "c", "d", "e", "f"];
const everywhere = (values: (number | null)[]) => run(Object.fromEntries(six.map((scenario) => [scenario, values])));

describe("verdict", () => {
  const evidence = { estimate: -0.05, lower: -0.08, upper: -0.02, p: 0.01 };

  test("unless said otherwise a drop of 3 points matters, and one verdict in twenty may be wrong", () => {
    expect(verdict({ ...evidence, lower: -0.0299 }).verdict).toBe("no-change");
    expect(verdict({ ...evidence, lower: -0.03 }).verdict).toBe("regressed");
    expect(verdict({ ...evidence, p: 0.05 }).verdict).toBe("regressed");
    expect(verdict({ ...evidence, p: 0.051 }).verdict).toBe("not-enough-data");
  });

  test("a rise is one when its whole interval is above 0 and luck is at most as likely as allowed", () => {
    const rise = { estimate: 0.05, lower: 0.001, upper: 0.1, p: 0.05 };
    expect(verdict(rise).improved).toBe(true);
    expect(verdict({ ...rise, p: 0.051 }).improved).toBe(false);
    expect(verdict({ ...rise, lower: 0 }).improved).toBe(false);
  });

  test("one bound alone proves nothing", () => {
    const rise = { estimate: 0.05, lower: 0.01, upper: null, p: 0.01 };
    expect(verdict(rise)).toEqual({ verdict: "not-enough-data", improved: false });
  });

  test("a drop is a regression only with an interval below zero and a small p", () => {
    expect(verdict(evidence).verdict).toBe("regressed");
    expect(verdict({ ...evidence, p: 0.06 }).verdict).toBe("not-enough-data");
    expect(verdict({ ...evidence, upper: 0 }).verdict).toBe("not-enough-data");
    expect(verdict(evidence, { alpha: 0.005 }).verdict).toBe("not-enough-data");
  });

  test("a drop smaller than the margin is no change, even when it is real", () => {
    expect(verdict(evidence, { margin: 0.1 })).toEqual({ verdict: "no-change", improved: false });
    expect(verdict(evidence, { margin: 0.08 }).verdict).toBe("regressed");
  });

  test("a proven rise is no change for the worse, and an improvement", () => {
    const rise = { estimate: 0.05, lower: 0.01, upper: 0.09, p: 0.02 };
    expect(verdict(rise)).toEqual({ verdict: "no-change", improved: true });
    expect(verdict({ ...rise, p: 0.2 })).toEqual({ verdict: "no-change", improved: false });
  });

  test.each(["lower", "upper", "p"])("without %s there is not enough data", (field) => {
    expect(verdict({ ...evidence, [field]: null })).toEqual({ verdict: "not-enough-data", improved: false });
  });
});

describe("pairing", () => {
  test("scenarios of one run only, and those without a score on a side, are named", () => {
    const before = run({ a: [0.5, 0.6], b: [0.5, 0.5], c: [null, null], old: [1] });
    const after = run({ fresh: [1], c: [0.1, 0.2], b: [0.4, null], a: [0.5, 0.7] });
    expect(compareRuns(before, after)).toMatchObject({
      scenarios: 2,
      gone: ["old"],
      added: ["fresh"],
      dropped: ["c"],
      missingShare: 3 / 12,
      scope: "population",
    });
  });

  test("nothing in common is not enough data, with nothing made up", () => {
    expect(compareRuns(run({ a: [1] }), run({ b: [1] }))).toEqual({
      verdict: "not-enough-data",
      improved: false,
      scope: null,
      method: null,
      scenarios: 0,
      estimate: null,
      lower: null,
      upper: null,
      p: null,
      gone: ["a"],
      added: ["b"],
      dropped: [],
      missingShare: null,
    });
  });
});

describe("suite scope", () => {
  const before = run({ a: [0.5, 0.6, 0.7], b: [0.9, 0.8] });
  const after = run({ a: [0.6, 0.6, 0.9], b: [0.7, 0.9] });

  test("is chosen when every scenario was repeated on both sides, and is the stratified difference", () => {
    const { estimate, lower, upper } = stratifiedDifference(
      [
        [0.5, 0.6, 0.7],
        [0.9, 0.8],
      ],
      [
        [0.6, 0.6, 0.9],
        [0.7, 0.9],
      ],
    );
    expect(compareRuns(before, after)).toMatchObject({ scope: "suite", method: "stratified", estimate, lower, upper });
  });

  test("asked for with single trials it has an estimate and no verdict", () => {
    const result = compareRuns(everywhere([0.5]), everywhere([0.75]), { scope: "suite" });
    expect(result).toMatchObject({ verdict: "not-enough-data", scope: "suite", estimate: 0.25, lower: null });
  });

  test("passes take the pooled rate difference at the confidence that alpha leaves", () => {
    const result = compareRuns(everywhere([1, 1, 0]), everywhere([1, 0, 0]), { metric: "pass", alpha: 0.1 });
    const three = six.map(() => 3);
    const expected = stratifiedRateDifference(
      six.map(() => 2),
      three,
      six.map(() => 1),
      three,
      { confidence: 0.9 },
    );
    expect(result.lower).toBe(expected.lower);
    expect(result.scope).toBe("suite");
  });

  test("unscored trials leave their cell, and nothing else moves", () => {
    const gaps = run({ a: [0.5, null, 0.6, 0.7], b: [null, 0.9, 0.8] });
    const { missingShare, ...rest } = compareRuns(gaps, after);
    const { missingShare: none, ...expected } = compareRuns(before, after);
    expect(rest).toEqual(expected);
    expect([missingShare, none]).toEqual([2 / 12, 0]);
  });
});

describe("population scope", () => {
  const flips = (values: string) =>
    run(Object.fromEntries([...values].map((value, index) => [`s${index}`, [Number(value)]])));

  test("single passes are compared by who flipped", () => {
    const result = compareRuns(flips("1111111100"), flips("0000011100"), { metric: "pass" });
    const { lower, upper } = newcombePaired(3, 5, 0, 2)!;
    expect(result).toMatchObject({ method: "mcnemar", estimate: -0.5, lower, upper, p: mcnemarExact(5, 0) });
  });

  test("shared clusters, or repeated trials, take scenario means and sign flips", () => {
    const shared = { s0: "pair", s1: "pair" };
    const before = run({ s0: [1], s1: [1], s2: [0] }, shared);
    const after = run({ s0: [0], s1: [1], s2: [1] }, shared);
    expect(compareRuns(before, after, { metric: "pass" }).method).toBe("sign-flip");
    expect(compareRuns(everywhere([1, 1]), everywhere([1]), { metric: "pass" }).method).toBe("sign-flip");
  });

  test("fewer clusters than could ever be significant are never enough", () => {
    const drop = [0.2, 0.21, 0.19, 0.2, 0.22, 0.2];
    const before = run(Object.fromEntries(six.map((scenario) => [scenario, [0.9]])));
    const after = run(Object.fromEntries(six.map((scenario, index) => [scenario, [drop[index]!]])));
    expect(compareRuns(before, after)).toMatchObject({ verdict: "regressed", scope: "population", p: 0.03125 });
    expect(compareRuns(before.slice(1), after.slice(1)).verdict).toBe("not-enough-data");
    const clustered = before.map((cell) => ({ ...cell, cluster: cell.scenario < "c" ? "ab" : cell.scenario }));
    expect(compareRuns(clustered, after)).toMatchObject({ verdict: "not-enough-data", scenarios: 6 });
  });

  test("that few clusters did not change is not known either, even where they agree to the last digit", () => {
    const same = run({ a: [0.9], b: [0.8], c: [0.7] });
    expect(compareRuns(same, same, { scope: "population" })).toMatchObject({
      verdict: "not-enough-data",
      estimate: 0,
      lower: 0,
    });
  });

  test("flips are counted only where every scenario has one trial on each side", () => {
    const mixed = run({ ...Object.fromEntries(six.map((scenario) => [scenario, [1]])), f: [1, 0] });
    const options = { metric: "pass", scope: "population" } as const;
    expect(compareRuns(mixed, everywhere([1]), options).method).toBe("sign-flip");
    expect(compareRuns(everywhere([1]), mixed, options).method).toBe("sign-flip");
    expect(compareRuns(everywhere([1]), everywhere([0]), options).method).toBe("mcnemar");
  });

  test("a run without a scenario in common keeps the scope that was asked for", () => {
    expect(compareRuns(run({ a: [1] }), run({ b: [1] }), { scope: "suite" }).scope).toBe("suite");
    expect(compareRuns(run({ a: [1] }), run({ b: [1] })).scope).toBeNull();
  });

  test("scores that happen to be 0 and 1 are no passes: their interval is that of their means", () => {
    const result = compareRuns(everywhere([1, 1, 1]), everywhere([1, 1, 1]), { metric: "score", scope: "population" });
    expect([result.lower, result.upper]).toEqual([0, 0]);
  });

  test("passes that agree by luck keep at least the error of their trials", () => {
    const result = compareRuns(everywhere([1, 1, 1]), everywhere([1, 1, 1]), { metric: "pass", scope: "population" });
    const three = six.map(() => 3);
    const { standardError } = stratifiedRateDifference(three, three, three, three);
    expect(result.estimate).toBe(0);
    expect(result.upper! / standardError!).toBeCloseTo(2.5705818366, 8);
  });
});

describe("every comparison", () => {
  const trial = fc.integer({ min: 0, max: 100 }).map((value) => value / 100);
  const cells = fc.array(
    fc.tuple(fc.array(trial, { minLength: 1, maxLength: 3 }), fc.array(trial, { minLength: 1, maxLength: 3 })),
    {
      minLength: 1,
      maxLength: 3,
    },
  );

  test("turns its signs and keeps its p when the runs change places, and ignores their order", () => {
    fc.assert(
      fc.property(cells, (pairs) => {
        const side = (index: 0 | 1) =>
          pairs.map((pair, scenario) => ({ scenario: `s${scenario}`, values: pair[index] }));
        const [forth, back] = [compareRuns(side(0), side(1)), compareRuns(side(1), side(0))];
        expect(back.estimate).toBeCloseTo(-forth.estimate!, 12);
        expect(back.p).toBe(forth.p);
        if (forth.lower !== null) expect(back.upper).toBeCloseTo(-forth.lower, 10);
        expect(compareRuns(side(0).toReversed(), side(1)).p).toBe(forth.p);
      }),
      { numRuns: 300 },
    );
  });

  test("repeats bit for bit with its seed", () => {
    const [before, after] = [everywhere([0.5, 0.6, 0.8]), everywhere([0.4, 0.6, 0.7])];
    const options = { seed: "plan/permutation/score", samples: 300 };
    expect(compareRuns(before, after, options)).toEqual(compareRuns(before, after, options));
  });

  test("refuses a scenario named twice and a pass that is neither", () => {
    expect(() => compareRuns([...everywhere([1]), ...everywhere([1])], [])).toThrow(
      new RangeError('compareRuns: baseline must name a scenario once, not "a" twice'),
    );
    expect(() => compareRuns([], everywhere([0.5]), { metric: "pass" })).toThrow(
      new RangeError('compareRuns: candidate "a".values[0] must be 0 or 1, not 0.5'),
    );
  });
});
