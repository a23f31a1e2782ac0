/** Compares a candidate with a baseline, scenario by scenario, and decides what the data says about the change. */
import { requireDraws, requireOpenProbability, requireNotNegative, requireOneOf } from "../arguments.ts";
import { studentReach } from "../interval.ts";
import { computeMean } from "../moments.ts";
import { pairedDifference } from "../one-group/mean-interval.ts";
import type { DrawOptions } from "../random.ts";
import { discordantNeeded, mcnemarExact } from "./exact-tests.ts";
import { newcombePaired } from "./newcombe.ts";
import { type PairedMetric, type Pair, pairCells, type Pairing, type RunCell } from "./pairing.ts";
import { stratifiedPermutationTest } from "./permutation.ts";
import { signFlipTest } from "./sign-flip.ts";
import { type Difference, stratifiedDifference, stratifiedRateDifference } from "./stratified.ts";
import { type TestEvidence, verdict, type Verdict, type VerdictOptions } from "./verdict.ts";

/** What the result applies to: these scenarios, or scenarios like these. */
type Scope = "suite" | "population";

/** The statistical method of a comparison. */
type Method = "stratified" | "mcnemar" | "sign-flip";

/** What is compared, and how. */
export interface RunComparisonOptions extends DrawOptions, VerdictOptions {
  readonly metric?: PairedMetric | undefined;
  readonly scope?: Scope | "auto" | undefined;
}

/** The change from baseline to candidate; scope and method are null if nothing could be compared. */
export interface RunComparison extends TestEvidence, Omit<Pairing, "pairs"> {
  readonly verdict: Verdict;
  readonly improved: boolean;
  readonly scope: Scope | null;
  readonly method: Method | null;
  /** The number of scenarios that were compared. */
  readonly scenarios: number;
}

const defaultMargins: Record<PairedMetric, number> = { score: 0.03, pass: 0.1 };

interface Settings {
  readonly metric: PairedMetric;
  readonly alpha: number;
  readonly draws: DrawOptions;
}

interface Finding extends TestEvidence {
  readonly method: Method;
}

/** The options with their defaults, checked. */
function readOptions(
  options: RunComparisonOptions,
): Settings & { readonly asked: Scope | "auto"; readonly margin: number } {
  const { metric = "score", scope: asked = "auto", alpha = 0.05, seed = 1, samples = 10_000 } = options;
  requireOneOf(metric, ["score", "pass"], "compareRuns: metric");
  requireOneOf(asked, ["auto", "suite", "population"], "compareRuns: scope");
  requireOpenProbability(alpha, "compareRuns: alpha");
  requireDraws(seed, samples, "compareRuns");
  const margin = options.margin ?? defaultMargins[metric];
  requireNotNegative(margin, "compareRuns: margin");
  return { metric, asked, alpha, margin, draws: { seed, samples } };
}

/** Compares two runs: estimate, interval, p and verdict for candidate minus baseline. */
export function compareRuns(
  baseline: readonly RunCell[],
  candidate: readonly RunCell[],
  options: RunComparisonOptions = {},
): RunComparison {
  const { asked, margin, ...settings } = readOptions(options);
  const { metric, alpha } = settings;
  const { pairs, ...rest } = pairCells(baseline, candidate, metric);
  if (pairs.length === 0) return { ...emptyComparison, scope: asked === "auto" ? null : asked, ...rest };
  const scope = asked !== "auto" ? asked : pairs.every(hasSpread) ? "suite" : "population";
  const { method, ...evidence } =
    scope === "suite" ? compareSuite(pairs, settings) : comparePopulation(pairs, settings);
  const enough = scope === "suite" || listClusters(pairs).size >= discordantNeeded(alpha);
  const ruling = enough ? verdict(evidence, { margin, alpha }) : undecidedVerdict;
  return { ...ruling, scope, method, scenarios: pairs.length, ...evidence, ...rest };
}

const undecidedVerdict = { verdict: "not-enough-data", improved: false } as const;
const emptyComparison = {
  ...undecidedVerdict,
  method: null,
  scenarios: 0,
  estimate: null,
  lower: null,
  upper: null,
  p: null,
} as const;

function compareSuite(pairs: readonly Pair[], { metric, alpha, draws }: Settings): Finding {
  const [a, b] = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)];
  const confidence = 1 - alpha;
  const { estimate, lower, upper } =
    metric === "pass" ? computeRateDifference(pairs, confidence) : stratifiedDifference(a, b, { confidence });
  return { method: "stratified", estimate, lower, upper, p: stratifiedPermutationTest(a, b, draws).p };
}

function comparePopulation(pairs: readonly Pair[], settings: Settings): Finding {
  const single = pairs.every(({ a, b }) => a.length === 1 && b.length === 1);
  const apart = listClusters(pairs).size === pairs.length;
  return settings.metric === "pass" && single && apart ? compareFlips(pairs, settings) : compareMeans(pairs, settings);
}

/** For one trial per scenario and side: only scenarios whose result changed count. */
function compareFlips(pairs: readonly Pair[], { alpha }: Settings): Finding {
  const count = (a: number, b: number) => pairs.filter((pair) => pair.a[0] === a && pair.b[0] === b).length;
  const [onlyA, onlyB] = [count(1, 0), count(0, 1)];
  const interval = newcombePaired(count(1, 1), onlyA, onlyB, count(0, 0), 1 - alpha);
  const { estimate, lower, upper } = interval ?? emptyComparison;
  return { method: "mcnemar", estimate, lower, upper, p: mcnemarExact(onlyA, onlyB) };
}

function compareMeans(pairs: readonly Pair[], { metric, alpha, draws }: Settings): Finding {
  const clusters = pairs.map(({ cluster }) => cluster);
  const [a, b] = [pairs.map((pair) => computeMean(pair.a)), pairs.map((pair) => computeMean(pair.b))];
  const confidence = 1 - alpha;
  const { estimate, standardError, df, ...bounds } = pairedDifference(a, b, { confidence, clusters });
  const differences = a.map((before, index) => (b[index] as number) - before);
  const { p } = signFlipTest(differences, { ...draws, clusters });
  const least =
    metric === "pass" && pairs.every(hasSpread) ? computeRateDifference(pairs, confidence).standardError : null;
  if (estimate === null || standardError === null || df === null || least === null || least <= standardError)
    return { method: "sign-flip", estimate, lower: bounds.lower, upper: bounds.upper, p };
  // Few scenarios may agree by luck, so the noise of their trials is a lower bound for the error.
  const half = studentReach(confidence, df) * least;
  return { method: "sign-flip", estimate, lower: estimate - half, upper: estimate + half, p };
}

function computeRateDifference(pairs: readonly Pair[], confidence: number): Difference {
  const passes = (trials: readonly number[]) => trials.reduce((sum, value) => sum + value, 0);
  return stratifiedRateDifference(
    pairs.map(({ a }) => passes(a)),
    pairs.map(({ a }) => a.length),
    pairs.map(({ b }) => passes(b)),
    pairs.map(({ b }) => b.length),
    { confidence },
  );
}

function hasSpread({ a, b }: Pair): boolean {
  return a.length >= 2 && b.length >= 2;
}

function listClusters(pairs: readonly Pair[]): Set<string> {
  return new Set(pairs.map(({ cluster }) => cluster));
}
