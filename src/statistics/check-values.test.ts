/** The specification's check values, in its order: every number as printed there, ten significant digits. */
import { expect, test } from "vitest";
import * as statistics from "./index.ts";

const {
  alphaSpending,
  benjaminiHochberg,
  bootstrapDifference,
  bootstrapMean,
  bradleyTerry,
  clusteredStandardError,
  clusteredWilsonInterval,
  cohenKappa,
  compareRuns,
  confidenceSequence,
  differenceComponents,
  discordantNeeded,
  driftCheck,
  fisherExact,
  geometricMeanRatio,
  gwetAC1,
  holm,
  intraclassCorrelation,
  krippendorffAlpha,
  mcnemarExact,
  meanInterval,
  meanPassHatK,
  medianInterval,
  minimumDetectableEffect,
  missingBounds,
  newcombeInterval,
  newcombePaired,
  normalCdf,
  normalQuantile,
  pairedDifference,
  passAtK,
  passHatK,
  predictionPoweredMean,
  randomUint32,
  roganGladen,
  scenariosNeeded,
  signFlipTest,
  sprt,
  stratifiedDifference,
  stratifiedPermutationTest,
  stratifiedRateDifference,
  studentTQuantile,
  trialsNeeded,
  varianceComponents,
  verdict,
  weightedKappa,
  wilsonInterval,
} = statistics;

const v = [0.9, 0.8, 0.85, 0.4, 0.5, 0.7];
const g = ["a", "a", "a", "b", "b", "c"];
const P = [
  [0.62, 0.7, 0.66],
  [0.81, 0.79, 0.86],
  [0.4, 0.55, 0.46],
  [0.9, 0.93, 0.91],
];
const Q = [
  [0.58, 0.61, 0.65],
  [0.8, 0.72, 0.77],
  [0.41, 0.38, 0.47],
  [0.88, 0.9, 0.94],
];
const d = [-0.08, -0.04, -0.02, 0.02, -0.1, -0.05, -0.08, -0.01];
const moreDifferences = [-0.03, 0.01, -0.06, -0.02, 0.04, -0.07, -0.01, -0.05, 0.03, -0.02];
const [y, x] = [[..."1111111000"], [..."1111101001"]];
const w = [..."11111111111111111110"];
const wSwapped = [..."11111111111111111101"];
const k = [0, 1, 2, 3, 4, 2, 1, 3];
const kOther = [0, 2, 2, 3, 3, 1, 1, 4];
const scale = [0, 1, 2, 3, 4];
const R = "11·1 2232 3333 3333 2222 1234 4444 1121 2222 ·555 ··11 ··3·"
  .split(" ")
  .map((item) => [...item].map((rating) => (rating === "·" ? null : Number(rating))));
const S = { scenarios: 20, between: 0.0025, withinA: 0.01, withinB: 0.01 };
const J = { passes: 70, n: 100, truePositives: 45, humanPositives: 50, trueNegatives: 40, humanNegatives: 50 };
const before = [0.8, 0.65, 0.9, 0.55, 0.7, 0.95, 0.6, 0.75];
const after = [0.72, 0.61, 0.88, 0.57, 0.6, 0.9, 0.52, 0.74];
const threes = (count: number) => Array<number>(count).fill(3);
const nested = [
  [
    [0.8, 0.7],
    [0.9, 0.8],
  ],
  [
    [0.4, 0.5],
    [0.3, 0.2],
  ],
  [
    [0.6, 0.6],
    [0.7, 0.9],
  ],
];
const pairsOfTrials = [[[0.9, 0.8]], [[0.5, 0.7]], [[0.6, 0.6]], [[1, 0.9]], [[0.3, 0.5]], [[0.8, 0.7]]];
const sprtOptions = { good: 0.9, bad: 0.6, alpha: 0.05, beta: 0.1 };
const adjusted = [0.01, 0.04, 0.03, 0.005];
const drawn = { seed: 42, samples: 2000 };
const cells = (values: Record<string, number[]>) =>
  Object.entries(values).map(([scenario, trials]) => ({ scenario, values: trials }));
const passed = (failed: string[]) =>
  ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"].map((scenario) => ({
    scenario,
    values: [failed.includes(scenario) ? 0 : 1],
  }));
const scoresBefore = cells({
  login: [0.91, 0.88, 0.93],
  refund: [0.84, 0.8, 0.86],
  search: [0.72, 0.75, 0.7],
  upload: [0.66, 0.6, 0.63],
});
const scoresAfter = cells({
  login: [0.9, 0.92, 0.89],
  refund: [0.52, 0.61, 0.55],
  search: [0.71, 0.69, 0.74],
  upload: [0.58, 0.64, 0.6],
});

type Expected = number | string | boolean | null | readonly Expected[] | { readonly [field: string]: Expected };

const table: readonly (readonly [number: number, call: string, actual: unknown, expected: Expected])[] = [
  [1, "normalQuantile(0.975)", normalQuantile(0.975), 1.959963985],
  [2, "normalCdf(-1.5)", normalCdf(-1.5), 0.06680720127],
  [3, "studentTQuantile(0.975, 4)", studentTQuantile(0.975, 4), 2.776445105],
  [4, "studentTQuantile(0.975, 7.5)", studentTQuantile(0.975, 7.5), 2.333039627],
  [5, "randomUint32(1, 4)", randomUint32(1, 4), [393288148, 2174103013, 3814759091, 2092745082]],
  [6, 'randomUint32("axis", 3)', randomUint32("axis", 3), [3035530161, 3313547794, 748440876]],
  [7, "wilsonInterval(17, 20)", wilsonInterval(17, 20), { lower: 0.6395811353, upper: 0.9476312541 }],
  [8, "wilsonInterval(5, 5)", wilsonInterval(5, 5), { lower: 0.5655175352, upper: 1 }],
  [9, "wilsonInterval(7, 10)", wilsonInterval(7, 10), { lower: 0.3967781475, upper: 0.8922087326 }],
  [10, "wilsonInterval(0, 12, 0.9)", wilsonInterval(0, 12, 0.9), { lower: 0, upper: 0.1839811947 }],
  [
    11,
    "clusteredWilsonInterval of eight series",
    clusteredWilsonInterval([3, 3, 2, 3, 0, 3, 1, 3], threes(8)),
    { estimate: 0.75, lower: 0.3851548345, upper: 0.934926446, effectiveTrials: 6.834080757 },
  ],
  [
    12,
    "clusteredWilsonInterval of five full series",
    clusteredWilsonInterval(threes(5), threes(5)),
    { estimate: 1, lower: 0.5655175352, upper: 1, effectiveTrials: 5 },
  ],
  [13, "passAtK(10, 3, 2)", passAtK(10, 3, 2), 0.5333333333],
  [14, "passAtK(5, 0, 3)", passAtK(5, 0, 3), 0],
  [15, "passAtK(3, 1, 4)", passAtK(3, 1, 4), null],
  [16, "passHatK(10, 7, 3)", passHatK(10, 7, 3), 0.2916666667],
  [17, "passHatK(5, 5, 5)", passHatK(5, 5, 5), 1],
  [
    18,
    "meanPassHatK of three cells",
    meanPassHatK(
      [
        [5, 5],
        [5, 4],
        [5, 2],
      ],
      3,
    ),
    0.4666666667,
  ],
  [19, "clusteredStandardError(v, g)", clusteredStandardError(v, g), 0.13833919],
  [
    20,
    "meanInterval(v)",
    meanInterval(v),
    { estimate: 0.6916666667, standardError: 0.08207381501, df: 5, lower: 0.4806892086, upper: 0.9026441247 },
  ],
  [
    21,
    "meanInterval(v, clusters g)",
    meanInterval(v, { clusters: g }),
    { estimate: 0.6916666667, standardError: 0.13833919, df: 2, lower: 0.09644117331, upper: 1.28689216 },
  ],
  [
    22,
    "pairedDifference of eight scenarios",
    pairedDifference(before, after),
    { estimate: -0.045, standardError: 0.01439245834, df: 7, lower: -0.07903275604, upper: -0.01096724396, dropped: 0 },
  ],
  [
    23,
    "newcombeInterval(48, 80, 56, 70)",
    newcombeInterval(48, 80, 56, 70),
    { estimate: 0.2, lower: 0.0524314724, upper: 0.333872654 },
  ],
  [
    24,
    "newcombePaired(20, 2, 12, 16)",
    newcombePaired(20, 2, 12, 16),
    { estimate: 0.2, lower: 0.05615642484, upper: 0.3292069954 },
  ],
  [
    25,
    "newcombePaired(10, 0, 0, 0)",
    newcombePaired(10, 0, 0, 0),
    { estimate: 0, lower: -0.2775327999, upper: 0.2775327999 },
  ],
  [
    26,
    "stratifiedDifference(P, Q)",
    stratifiedDifference(P, Q),
    {
      estimate: -0.04,
      standardError: 0.01751983003,
      df: 9.383928143,
      lower: -0.07938680587,
      upper: -0.0006131941293,
    },
  ],
  [
    27,
    "stratifiedRateDifference of five scenarios",
    stratifiedRateDifference([3, 3, 3, 2, 3], threes(5), [3, 1, 3, 0, 2], threes(5)),
    {
      estimate: -0.3333333333,
      standardError: 0.1348399725,
      df: 20.96470588,
      lower: -0.6137771546,
      upper: -0.05288951211,
    },
  ],
  [
    28,
    "stratifiedRateDifference where all passed",
    stratifiedRateDifference(threes(10), threes(10), threes(10), threes(10)),
    { estimate: 0, standardError: 0.03984095364, df: 42, lower: -0.08040229957, upper: 0.08040229957 },
  ],
  [29, "mcnemarExact(0, 5)", mcnemarExact(0, 5), 0.0625],
  [30, "mcnemarExact(0, 6)", mcnemarExact(0, 6), 0.03125],
  [31, "mcnemarExact(3, 11)", mcnemarExact(3, 11), 0.05737304688],
  [32, "discordantNeeded(0.05)", discordantNeeded(0.05), 6],
  [33, "signFlipTest(d)", signFlipTest(d), { p: 0.03125, exact: true, units: 8 }],
  [
    34,
    "signFlipTest of 18, seed 7",
    signFlipTest([...d, ...moreDifferences], { seed: 7 }),
    { p: 0.008299170083, exact: false, units: 18 },
  ],
  [
    35,
    "stratifiedPermutationTest of three rows",
    stratifiedPermutationTest(P.slice(0, 3), Q.slice(0, 3)),
    { p: 0.03125, exact: true },
  ],
  [36, "fisherExact(5, 5, 1, 5)", fisherExact(5, 5, 1, 5), 0.04761904762],
  [
    37,
    "differenceComponents(P, Q)",
    differenceComponents(P, Q),
    { between: 0, withinA: 0.002208333333, withinB: 0.001475 },
  ],
  [38, "minimumDetectableEffect, one trial", minimumDetectableEffect({ ...S, trialsA: 1, trialsB: 1 }), 0.09396802489],
  [
    39,
    "minimumDetectableEffect, five trials",
    minimumDetectableEffect({ ...S, trialsA: 5, trialsB: 5 }),
    0.05050629578,
  ],
  [40, "trialsNeeded, effect 0.05", trialsNeeded({ ...S, effect: 0.05 }), 6],
  [41, "trialsNeeded, effect 0.03", trialsNeeded({ ...S, effect: 0.03 }), null],
  [
    42,
    "scenariosNeeded, five trials",
    scenariosNeeded({ effect: 0.03, trialsA: 5, trialsB: 5, between: 0.0025, withinA: 0.01, withinB: 0.01 }),
    57,
  ],
  [43, "holm", holm(adjusted), [0.03, 0.06, 0.06, 0.02]],
  [44, "benjaminiHochberg", benjaminiHochberg(adjusted), [0.02, 0.04, 0.04, 0.02]],
  [
    45,
    "sprt of six passes",
    sprt([1, 1, 1, 1, 1, 1], sprtOptions),
    { decision: "good", trials: 6, logRatio: -2.432790649 },
  ],
  [
    46,
    "sprt of fail, pass, fail, fail",
    sprt([0, 1, 0, 0], sprtOptions),
    { decision: "bad", trials: 4, logRatio: 3.753417975 },
  ],
  [
    47,
    "confidenceSequence(9, 10)",
    confidenceSequence(9, 10),
    { estimate: 0.9, lower: 0.4548817473, upper: 0.9995435831 },
  ],
  [48, "alphaSpending", alphaSpending(0.05, [0.25, 0.5, 1]), [8.857543832e-5, 0.005486021242, 0.04442540332]],
  [
    49,
    "varianceComponents",
    varianceComponents(nested),
    { task: 0.04833333333, trial: 0.01166666667, judge: 0.006666666667 },
  ],
  [
    50,
    "intraclassCorrelation",
    intraclassCorrelation([
      [0.9, 0.8, 0.85],
      [0.4, 0.5],
      [0.7, 0.6, 0.65, 0.75],
    ]),
    0.8951612903,
  ],
  [51, "cohenKappa(y, x)", cohenKappa(y, x), { value: 0.5238095238, observed: 0.8, expected: 0.58, n: 10 }],
  [52, "cohenKappa(w, w')", cohenKappa(w, wSwapped), { value: -0.05263157895, observed: 0.9, expected: 0.905, n: 20 }],
  [53, "gwetAC1(y, x)", gwetAC1(y, x), { value: 0.6551724138, observed: 0.8, expected: 0.42, n: 10 }],
  [54, "gwetAC1(w, w')", gwetAC1(w, wSwapped), { value: 0.8895027624, observed: 0.9, expected: 0.095, n: 20 }],
  [55, "weightedKappa, quadratic", weightedKappa(k, kOther, { categories: scale }), { value: 0.8333333333, n: 8 }],
  [
    56,
    "weightedKappa, linear",
    weightedKappa(k, kOther, { categories: scale, weights: "linear" }),
    { value: 0.6363636364, n: 8 },
  ],
  [
    57,
    "krippendorffAlpha, nominal",
    krippendorffAlpha(R, { metric: "nominal" }),
    { value: 0.7434210526, pairable: 40 },
  ],
  [
    58,
    "krippendorffAlpha, interval",
    krippendorffAlpha(R, { metric: "interval" }),
    { value: 0.8491071429, pairable: 40 },
  ],
  [
    59,
    "krippendorffAlpha, ordinal",
    krippendorffAlpha(R, { metric: "ordinal" }),
    { value: 0.8153875038, pairable: 40 },
  ],
  [
    60,
    "roganGladen(J)",
    roganGladen(J),
    { raw: 0.7, estimate: 0.7142857143, lower: 0.5470881398, upper: 0.8823557241 },
  ],
  [
    61,
    "predictionPoweredMean",
    predictionPoweredMean({
      judged: [0.8, 0.9, 0.7, 0.6, 0.9, 1, 0.5, 0.8, 0.7, 0.9],
      human: [0.7, 0.9, 0.5, 0.6],
      judgedLabelled: [0.8, 0.9, 0.7, 0.6],
    }),
    { estimate: 0.705, standardError: 0.06849574196, lower: 0.4870159791, upper: 0.9229840209 },
  ],
  [
    62,
    "geometricMeanRatio",
    geometricMeanRatio([12, 30.5, 8.2, 44, 19.9], [14.1, 33, 8, 52.8, 25]),
    { estimate: 1.133337492, lower: 1.001333479, upper: 1.28274336, n: 5 },
  ],
  [
    63,
    "medianInterval",
    medianInterval([3, 9, 4, 12, 7, 5, 8, 6, 30, 10]),
    { estimate: 7.5, lower: 4, upper: 12, coverage: 0.978515625 },
  ],
  [
    64,
    "driftCheck",
    driftCheck([100, 110, 95, 105, 102, 98], 150),
    { median: 100.9950494, scale: 0.05114441563, logRatio: 0.3955637945, drifted: true },
  ],
  [
    65,
    "bradleyTerry",
    bradleyTerry([
      [0, 7, 9],
      [3, 0, 6],
      [1, 4, 0],
    ]),
    { strengths: [0.6257269526, 0.2373282962, 0.1369447512] },
  ],
  [
    66,
    "missingBounds",
    missingBounds([0.9, 0.8, 0.7, 1], 2),
    { estimate: 0.85, lowest: 0.5666666667, highest: 0.9, missingShare: 0.3333333333 },
  ],
  [
    67,
    "bootstrapMean, population",
    bootstrapMean(pairsOfTrials, { scope: "population", ...drawn }),
    { estimate: 0.6916666667, lower: 0.49, upper: 0.87 },
  ],
  [
    68,
    "bootstrapDifference, suite",
    bootstrapDifference(
      P.map((row) => [row]),
      Q.map((row) => [row]),
      { scope: "suite", ...drawn },
    ),
    { estimate: -0.04, lower: -0.07625, upper: -0.003746281759 },
  ],
  [
    69,
    "verdict on a proven drop",
    verdict({ estimate: -0.084, lower: -0.129, upper: -0.039, p: 0.002 }, { margin: 0.03 }),
    { verdict: "regressed", improved: false },
  ],
  [
    70,
    "verdict on a wide interval",
    verdict({ estimate: -0.01, lower: -0.05, upper: 0.03, p: 0.6 }, { margin: 0.03 }),
    { verdict: "not-enough-data", improved: false },
  ],
  [
    71,
    "compareRuns of scores",
    compareRuns(scoresBefore, scoresAfter),
    {
      verdict: "regressed",
      scope: "suite",
      method: "stratified",
      scenarios: 4,
      estimate: -0.0775,
      lower: -0.103830735,
      upper: -0.05116926504,
      p: 0.01659834017,
    },
  ],
  [
    72,
    "compareRuns of passes",
    compareRuns(passed(["s3"]), passed(["s2", "s5"]), { metric: "pass" }),
    {
      verdict: "not-enough-data",
      scope: "population",
      method: "mcnemar",
      scenarios: 8,
      estimate: -0.125,
      lower: -0.5016575011,
      upper: 0.2974422366,
      p: 1,
    },
  ],
];

/** Half of the tenth significant digit, and a little for numbers that end exactly there. */
function roundingOf(printed: number): number {
  return printed === 0 ? 1e-12 : 0.51 * 10 ** (Math.floor(Math.log10(Math.abs(printed))) - 9);
}

/** The result with every number that rounds to the printed one replaced by it, and fields that are not printed left out. */
function asPrinted(actual: unknown, expected: Expected): unknown {
  if (typeof actual === "number" && typeof expected === "number")
    return Math.abs(actual - expected) <= roundingOf(expected) ? expected : actual;
  if (Array.isArray(actual) && Array.isArray(expected))
    return actual.map((part, index) => asPrinted(part, (expected as readonly Expected[])[index] ?? null));
  if (typeof actual !== "object" || actual === null || typeof expected !== "object" || expected === null) return actual;
  const fields = Object.entries(expected) as [string, Expected][];
  return Object.fromEntries(
    fields.map(([field, value]) => [field, asPrinted((actual as Record<string, unknown>)[field], value)]),
  );
}

test.each(table)("%i: %s is as printed", (_, __, actual, expected) => {
  expect(asPrinted(actual, expected)).toEqual(expected);
});

test("the table leaves none of the 72 out", () => {
  expect(table.map(([number]) => number)).toEqual(Array.from({ length: 72 }, (_, index) => index + 1));
});
