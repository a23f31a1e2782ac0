/** Every kind of nonsense is refused with a RangeError that names the function and the argument; nothing is NaN. */
import { expect, test } from "vitest";
import * as statistics from "./index.ts";

const S = statistics;
const counts = { passes: 7, n: 10, truePositives: 4, humanPositives: 5, trueNegatives: 4, humanNegatives: 5 };
const noise = { between: 0.01, withinA: 0.01, withinB: 0.01 };
const design = { scenarios: 5, trialsA: 2, trialsB: 2, ...noise };
const levels = { good: 0.9, bad: 0.6, alpha: 0.05, beta: 0.1 };
const evidence = { estimate: 0, lower: -0.1, upper: 0.1, p: 0.5 };
const cell = { scenario: "a", values: [1, 0] };
const suite = { scope: "suite" } as const;
const wrong = (value: string) => value as never;

/** What is called, what it must name, and the call. */
const refused: readonly (readonly [name: string, argument: string, call: () => unknown])[] = [
  ["studentTCdf", "t", () => S.studentTCdf(NaN, 3)],
  ["studentTCdf", "df", () => S.studentTCdf(1, 0)],
  ["studentTQuantile", "p", () => S.studentTQuantile(1.1, 3)],
  ["studentTQuantile", "df", () => S.studentTQuantile(0.5, Infinity)],
  ["quantile", "values[1]", () => S.quantile([1, NaN], 0.5)],
  ["quantile", "p", () => S.quantile([1], -0.1)],
  ["createRandom", "seed", () => S.createRandom(NaN)],
  ["randomUint32", "seed", () => S.randomUint32(Infinity, 1)],
  ["randomUint32", "count", () => S.randomUint32(1, -1)],
  ["wilsonInterval", "successes", () => S.wilsonInterval(6, 5)],
  ["wilsonInterval", "successes", () => S.wilsonInterval(-1, 5)],
  ["wilsonInterval", "successes", () => S.wilsonInterval(1.5, 5)],
  ["wilsonInterval", "n", () => S.wilsonInterval(0, NaN)],
  ["wilsonInterval", "confidence", () => S.wilsonInterval(1, 5, 1)],
  ["wilsonInterval", "confidence", () => S.wilsonInterval(1, 5, 0)],
  ["clusteredWilsonInterval", "successes and trials", () => S.clusteredWilsonInterval([1], [1, 2])],
  ["clusteredWilsonInterval", "successes[1]", () => S.clusteredWilsonInterval([1, 3], [2, 2])],
  ["clusteredWilsonInterval", "trials[0]", () => S.clusteredWilsonInterval([1, 3], [2.5, 3])],
  ["clusteredWilsonInterval", "confidence", () => S.clusteredWilsonInterval([1], [1], 95)],
  ["passAtK", "k", () => S.passAtK(5, 3, 0)],
  ["passAtK", "c", () => S.passAtK(5, 6, 1)],
  ["passAtK", "n", () => S.passAtK(5.5, 3, 1)],
  ["passHatK", "k", () => S.passHatK(5, 3, 1.5)],
  [
    "meanPassAtK",
    "cells[1].c",
    () =>
      S.meanPassAtK(
        [
          [5, 3],
          [2, 3],
        ],
        1,
      ),
  ],
  ["meanPassHatK", "k", () => S.meanPassHatK([], -1)],
  ["clusteredStandardError", "values and clusters", () => S.clusteredStandardError([1, 2], ["a"])],
  ["clusteredStandardError", "values[0]", () => S.clusteredStandardError([Infinity], ["a"])],
  ["clusteredStandardError", "clusters[0]", () => S.clusteredStandardError([1], [NaN])],
  ["meanInterval", "values[0]", () => S.meanInterval([NaN])],
  ["meanInterval", "confidence", () => S.meanInterval([1], { confidence: -1 })],
  ["meanInterval", "values and clusters", () => S.meanInterval([1], { clusters: [] })],
  ["intraclassCorrelation", "groups[0][1]", () => S.intraclassCorrelation([[1, NaN]])],
  ["designEffect", "size", () => S.designEffect(0, 0.5)],
  ["designEffect", "icc", () => S.designEffect(3, 1.5)],
  ["missingBounds", "missing", () => S.missingBounds([0.5], -1)],
  ["missingBounds", "scores[0]", () => S.missingBounds([70], 1)],
  ["pairedDifference", "a and b", () => S.pairedDifference([1], [])],
  ["pairedDifference", "b[0]", () => S.pairedDifference([null], [NaN])],
  ["pairedDifference", "confidence", () => S.pairedDifference([1], [1], { confidence: 2 })],
  ["newcombeInterval", "cB", () => S.newcombeInterval(1, 2, 3, 2)],
  ["newcombeInterval", "confidence", () => S.newcombeInterval(1, 2, 1, 2, 0)],
  ["newcombePaired", "onlyB", () => S.newcombePaired(1, 2, -3, 2)],
  ["stratifiedDifference", "a and b", () => S.stratifiedDifference([[1, 2]], [])],
  ["stratifiedDifference", "b[0][1]", () => S.stratifiedDifference([[1, 2]], [[1, NaN]])],
  ["stratifiedDifference", "confidence", () => S.stratifiedDifference([], [], { confidence: 1 })],
  ["stratifiedRateDifference", "passesA and trialsA", () => S.stratifiedRateDifference([1], [], [1], [1])],
  ["stratifiedRateDifference", "passesA and passesB", () => S.stratifiedRateDifference([1], [1], [], [])],
  ["stratifiedRateDifference", "passesB[0]", () => S.stratifiedRateDifference([1], [2], [3], [2])],
  ["stratifiedRateDifference", "trialsB[0]", () => S.stratifiedRateDifference([1], [2], [3], [3.5])],
  ["mcnemarExact", "onlyA", () => S.mcnemarExact(0.5, 1)],
  ["mcnemarExact", "onlyB", () => S.mcnemarExact(1, -1)],
  ["discordantNeeded", "alpha", () => S.discordantNeeded(0)],
  ["fisherExact", "cA", () => S.fisherExact(3, 2, 1, 2)],
  ["fisherExact", "nB", () => S.fisherExact(1, 2, 1, Infinity)],
  ["signFlipTest", "differences[0]", () => S.signFlipTest([NaN])],
  ["signFlipTest", "samples", () => S.signFlipTest([1], { samples: 0 })],
  ["signFlipTest", "seed", () => S.signFlipTest([1], { seed: NaN })],
  ["signFlipTest", "values and clusters", () => S.signFlipTest([1], { clusters: [] })],
  ["stratifiedPermutationTest", "a and b", () => S.stratifiedPermutationTest([[1]], [])],
  ["stratifiedPermutationTest", "samples", () => S.stratifiedPermutationTest([], [], { samples: 1.5 })],
  ["differenceComponents", "a[0][0]", () => S.differenceComponents([[NaN]], [[1]])],
  ["verdict", "lower", () => S.verdict({ ...evidence, lower: -Infinity })],
  ["verdict", "p", () => S.verdict({ ...evidence, p: 1.5 })],
  ["verdict", "margin", () => S.verdict(evidence, { margin: -0.1 })],
  ["verdict", "alpha", () => S.verdict(evidence, { alpha: 1 })],
  ["compareRuns", "metric", () => S.compareRuns([cell], [cell], { metric: wrong("speed") })],
  ["compareRuns", "scope", () => S.compareRuns([cell], [cell], { scope: wrong("all") })],
  ["compareRuns", "alpha", () => S.compareRuns([cell], [cell], { alpha: 0 })],
  ["compareRuns", "margin", () => S.compareRuns([cell], [cell], { margin: NaN })],
  ["compareRuns", "samples", () => S.compareRuns([cell], [cell], { samples: -5 })],
  ["compareRuns", "candidate", () => S.compareRuns([cell], [{ scenario: "a", values: [NaN] }])],
  ["minimumDetectableEffect", "scenarios", () => S.minimumDetectableEffect({ ...design, scenarios: -1 })],
  ["minimumDetectableEffect", "trialsA", () => S.minimumDetectableEffect({ ...design, trialsA: 1.5 })],
  ["minimumDetectableEffect", "between", () => S.minimumDetectableEffect({ ...design, between: -1 })],
  ["minimumDetectableEffect", "power", () => S.minimumDetectableEffect({ ...design, power: 1 })],
  ["scenariosNeeded", "effect", () => S.scenariosNeeded({ ...design, effect: 0 })],
  ["scenariosNeeded", "alpha", () => S.scenariosNeeded({ ...design, effect: 0.1, alpha: 0 })],
  ["trialsNeeded", "effect", () => S.trialsNeeded({ ...noise, scenarios: 4, effect: -0.1 })],
  ["trialsNeeded", "trialsA", () => S.trialsNeeded({ ...noise, scenarios: 4, effect: 0.1, trialsA: -1 })],
  ["holm", "p[1]", () => S.holm([null, 1.2])],
  ["benjaminiHochberg", "p[0]", () => S.benjaminiHochberg([NaN])],
  ["sprt", "bad", () => S.sprt([1], { ...levels, bad: 0.9 })],
  ["sprt", "good", () => S.sprt([1], { ...levels, good: 1 })],
  ["sprt", "beta", () => S.sprt([1], { ...levels, beta: 0 })],
  ["sprt", "alpha and beta", () => S.sprt([1], { ...levels, alpha: 0.5, beta: 0.5 })],
  ["sprt", "outcomes[1]", () => S.sprt([1, 0.5], levels)],
  ["confidenceSequence", "sum", () => S.confidenceSequence(3.5, 3)],
  ["confidenceSequence", "n", () => S.confidenceSequence(1, 2.5)],
  ["confidenceSequence", "confidence", () => S.confidenceSequence(1, 2, NaN)],
  ["alphaSpending", "alpha", () => S.alphaSpending(1, [1])],
  ["alphaSpending", "fractions[1]", () => S.alphaSpending(0.05, [0.5, 0.5])],
  ["alphaSpending", "fractions[0]", () => S.alphaSpending(0.05, [1.5])],
  ["varianceComponents", "scores[1]", () => S.varianceComponents([[[1], [1]], [[1]]])],
  ["varianceComponents", "scores[0][1]", () => S.varianceComponents([[[1, 2], [1]]])],
  ["varianceComponents", "scores[0][0][0]", () => S.varianceComponents([[[NaN]]])],
  ["bootstrap", "scope", () => S.bootstrap([], () => 0, { scope: wrong("all") })],
  ["bootstrap", "samples", () => S.bootstrap([], () => 0, { ...suite, samples: 0 })],
  ["bootstrapMean", "confidence", () => S.bootstrapMean([], { ...suite, confidence: 1 })],
  ["bootstrapMean", "data[0][0][1]", () => S.bootstrapMean([[[1, NaN]]], suite)],
  ["bootstrapDifference", "a and b", () => S.bootstrapDifference([[[1]]], [], suite)],
  ["bootstrapDifference", "a[0] and b[0]", () => S.bootstrapDifference([[[1]]], [[]], suite)],
  ["cohenKappa", "a and b", () => S.cohenKappa([1], [])],
  ["cohenKappa", "b[0]", () => S.cohenKappa([1], [NaN])],
  ["gwetAC1", "categories", () => S.gwetAC1(["a"], ["b"], { categories: ["a", "c"] })],
  ["weightedKappa", "categories", () => S.weightedKappa([1], [4], { categories: [1, 2] })],
  ["weightedKappa", "categories", () => S.weightedKappa([1], [1], { categories: [1, 1] })],
  ["weightedKappa", "weights", () => S.weightedKappa([1], [1], { categories: [1, 2], weights: wrong("cubic") })],
  ["krippendorffAlpha", "metric", () => S.krippendorffAlpha([[1]], { metric: wrong("ratio") })],
  ["krippendorffAlpha", "ratings[0][1]", () => S.krippendorffAlpha([[1, NaN]], { metric: "nominal" })],
  ["judgeAccuracy", "truth and judged", () => S.judgeAccuracy([1], [])],
  ["judgeAccuracy", "judged[0]", () => S.judgeAccuracy([1], [2])],
  ["correctedDifference", "truePositives", () => S.correctedDifference(evidence, { ...counts, truePositives: 6 })],
  ["correctedDifference", "humanNegatives", () => S.correctedDifference(evidence, { ...counts, humanNegatives: 1.5 })],
  ["correctedDifference", "confidence", () => S.correctedDifference(evidence, counts, 1)],
  ["roganGladen", "passes", () => S.roganGladen({ ...counts, passes: 11 })],
  ["roganGladen", "trueNegatives", () => S.roganGladen({ ...counts, trueNegatives: 6 })],
  ["roganGladen", "confidence", () => S.roganGladen(counts, 0)],
  [
    "predictionPoweredMean",
    "human and judgedLabelled",
    () => S.predictionPoweredMean({ judged: [1], human: [1], judgedLabelled: [] }),
  ],
  [
    "predictionPoweredMean",
    "judged[0]",
    () => S.predictionPoweredMean({ judged: [NaN], human: [1], judgedLabelled: [1] }),
  ],
  ["geometricMeanRatio", "a[0]", () => S.geometricMeanRatio([0], [1])],
  ["geometricMeanRatio", "b[0]", () => S.geometricMeanRatio([1], [-1])],
  ["geometricMeanRatio", "a and b", () => S.geometricMeanRatio([1], [1, 2])],
  ["medianInterval", "values[0]", () => S.medianInterval([NaN])],
  ["medianInterval", "confidence", () => S.medianInterval([1], 1.5)],
  ["driftCheck", "history[0]", () => S.driftCheck([0], 1)],
  ["driftCheck", "value", () => S.driftCheck([1], 0)],
  ["bradleyTerry", "wins and wins[0]", () => S.bradleyTerry([[0, 1]])],
  [
    "bradleyTerry",
    "wins[0][1]",
    () =>
      S.bradleyTerry([
        [0, -1],
        [1, 0],
      ]),
  ],
  [
    "bradleyTerry",
    "wins[1][1]",
    () =>
      S.bradleyTerry([
        [0, 1],
        [1, 2],
      ]),
  ],
  ["bradleyTerry", "prior", () => S.bradleyTerry([], { prior: -1 })],
];

test.each(refused)("%s refuses a wrong %s", (name, argument, call) => {
  expect(call).toThrow(RangeError);
  expect(call).toThrow(`${name}: ${argument} `);
});

test("every function of the door that takes an argument is among them", () => {
  const tried = new Set(refused.map(([name]) => name));
  const elsewhere = ["mean", "normalCdf", "normalQuantile", "standardDeviation"];
  expect(Object.keys(statistics).filter((name) => !tried.has(name) && !elsewhere.includes(name))).toEqual([]);
});
