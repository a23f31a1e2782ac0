/** Compares a report, or a later baseline, with a baseline: what improved, regressed or can no longer be compared. */
import { formula } from "../core/score/axis-result.ts";
import {
  type Baseline,
  type BaselineEntry,
  type DimensionScores,
  findPassedBefore,
  getOwn,
} from "../core/report/baseline.ts";
import { decideChange, decideComparison, listObjections, readCauseWord } from "../core/report/change-verdict.ts";
import { dimensionIds } from "../core/score/category.ts";
import {
  type ChangeVerdict,
  type Comparison,
  type ComparisonEntry,
  ComparisonKind,
} from "../core/report/comparison.ts";
import { listDimensionCauses } from "../core/report/dimension-causes.ts";
import { AxisError } from "../core/error.ts";
import type { Report } from "../core/report.ts";
import type { AgentVerdict, VerdictRules, VerdictSettings } from "../core/report/verdict.ts";
import { resolveVerdictRules } from "../core/report/verdict.ts";
import type { Weights } from "../core/score/weights.ts";
import { type Comparable, type ComparablePair, toComparable } from "./comparable.ts";
import { listSandboxWarnings } from "./sandboxes.ts";
import { agentVerdicts, applyTolerance } from "./verdicts/verdicts.ts";

/** How many points a result may move and still count as unchanged. */
const defaultTolerance = 1;

export interface CompareOptions {
  readonly tolerance?: number;
  /** A result that is gone counts as a regression. */
  readonly strict?: boolean;
  /** Only results that the filter allows can be gone. */
  readonly allows?: (pair: { scenarioKey: string; agentName: string }) => boolean;
  /** The name of the baseline, stored in the comparison. */
  readonly baselineName?: string;
  /** The same for the side that is compared with it. */
  readonly currentName?: string;
  /** `settings.verdict` as written in the config. */
  readonly verdict?: VerdictSettings | undefined;
}

/** Returns the comparison in the order of the current side; results that are gone come last. */
export function compareReports(
  baseline: Baseline,
  current: Report | Baseline,
  options: CompareOptions = {},
): Comparison {
  const compared = toComparable(current);
  const tolerance = options.tolerance ?? defaultTolerance;
  const allows = options.allows ?? (() => true);
  const rules = resolveVerdictRules(options.verdict);
  const tested = agentVerdicts(baseline, compared, { rules, allows });
  const decide = createResultDecider(tested, rules, tolerance);
  const present = compared.pairs.filter(allows).map((pair) => {
    const change = compareResult(baseline, pair, { tolerance, weights: compared.weights });
    return { ...change, verdict: isOnBothSides(baseline, pair) ? decide(change) : null };
  });
  const entries = [...present, ...listGoneResults(baseline, compared).filter(allows)];
  const verdicts = applyTolerance(tested, entries, rules);
  const objections = listObjections({ entries, verdicts }, options);
  const summary = Object.fromEntries(ComparisonKind.options.map((kind) => [kind, 0])) as Comparison["summary"];
  for (const { kind } of entries) summary[kind] += 1;
  const warnings = listSandboxWarnings(baseline.sandboxes ?? [], compared.sandboxes);
  return {
    baselineName: options.baselineName,
    currentName: options.currentName,
    from: baseline.fromReportId,
    reportId: compared.reportId,
    tolerance,
    verdict: decideComparison({ entries, verdicts }, objections),
    entries,
    summary,
    verdicts,
    ...(warnings.length === 0 ? {} : { warnings }),
    ok: Object.values(objections).every((list) => list.length === 0),
  };
}

type UndecidedEntry = Omit<ComparisonEntry, "verdict">;

/** Decides results by the same rule as their agent, so that the two do not contradict each other. */
function createResultDecider(verdicts: readonly AgentVerdict[], rules: VerdictRules, tolerance: number) {
  const agents = new Map(verdicts.map((verdict) => [verdict.agentName, verdict]));
  return ({ scenarioKey, agentName, ...facts }: UndecidedEntry): ChangeVerdict => {
    const agent = agents.get(agentName);
    const cause = agent?.causes.find((each) => each.scenarioKey === scenarioKey);
    return decideChange({
      ...facts,
      tested: rules.rule === "tolerance" ? null : readCauseWord(cause),
      tolerance: agent?.rule === "tolerance" ? tolerance : null,
    });
  };
}

function isOnBothSides(baseline: Baseline, pair: ComparablePair): boolean {
  return findPassedBefore(baseline, pair) !== undefined;
}

function compareResult(
  baseline: Baseline,
  pair: ComparablePair,
  { tolerance, weights }: { readonly tolerance: number; readonly weights: Weights },
): UndecidedEntry {
  const { scenarioKey, agentName } = pair;
  const before = getOwn(getOwn(baseline.results, scenarioKey), agentName);
  requireSameFormula(before, pair);
  const change = computeChange(before?.axisScore ?? null, pair.axisScore);
  const categories = compareDimensions(before, pair.dimensions);
  return {
    scenarioKey,
    agentName,
    kind: classifyChange(before, pair, { delta: change.delta, tolerance }),
    ...change,
    categories,
    passedBefore: findPassedBefore(baseline, pair) ?? null,
    passedNow: pair.passed,
    movedMost: findMovedMost(categories),
    causes: change.delta === null ? [] : listDimensionCauses(categories, weights),
  };
}

function compareDimensions(
  before: DimensionScores | undefined,
  now: DimensionScores | undefined,
): ComparisonEntry["categories"] {
  return Object.fromEntries(
    dimensionIds.map((id) => [id, computeChange(before?.[id] ?? null, now?.[id] ?? null)]),
  ) as ComparisonEntry["categories"];
}

function classifyChange(
  before: BaselineEntry | undefined,
  { failed }: ComparablePair,
  { delta, tolerance }: { delta: number | null; tolerance: number },
): ComparisonKind {
  if (before === undefined) return "new";
  if (failed) return "failed";
  if (delta === null) return "unscored";
  if (delta > tolerance) return "improved";
  return delta < -tolerance ? "regressed" : "unchanged";
}

/** Results of the baseline that the current side lacks, also those that have only a status there. */
function listGoneResults(baseline: Baseline, { pairs }: Comparable): ComparisonEntry[] {
  const { results, statuses = {} } = baseline;
  const here = new Set(pairs.map(({ scenarioKey, agentName }) => JSON.stringify([scenarioKey, agentName])));
  const known = [results, statuses].flatMap((record) =>
    Object.entries(record).flatMap(([key, agents]) => Object.keys(agents).map((agent) => JSON.stringify([key, agent]))),
  );
  return [...new Set(known)]
    .filter((key) => !here.has(key))
    .map((key) => {
      const [scenarioKey, agentName] = JSON.parse(key) as [string, string];
      const entry = getOwn(getOwn(results, scenarioKey), agentName);
      return {
        scenarioKey,
        agentName,
        kind: "gone" as const,
        verdict: null,
        ...computeChange(entry?.axisScore ?? null, null),
        categories: compareDimensions(entry, undefined),
        passedBefore: findPassedBefore(baseline, { scenarioKey, agentName }) ?? null,
        passedNow: null,
        movedMost: null,
        causes: [],
      };
    });
}

/** Nine decimals: the means of the same trials in another order may differ by a rounding error. */
function computeChange(baseline: number | null, current: number | null) {
  const delta = baseline === null || current === null ? null : Number((current - baseline).toFixed(9)) + 0;
  return { baseline, current, delta };
}

function findMovedMost(categories: ComparisonEntry["categories"]): string | null {
  let most: { id: string; size: number } | null = null;
  for (const id of dimensionIds) {
    const size = Math.abs(categories[id].delta ?? 0);
    if (size > (most?.size ?? 0)) most = { id, size };
  }
  return most?.id ?? null;
}

/** Rejects a baseline that was scored with another formula, before any run is started for it. */
export function requireCurrentFormula({ name, results, fromReportId }: Baseline): void {
  const entries = Object.values(results).flatMap((agents) => Object.values(agents));
  const other = entries.find((entry) => entry.formula !== undefined && entry.formula !== formula)?.formula;
  if (other === undefined) return;
  throw new AxisError(
    "formula-mismatch",
    `Baseline "${name}" was scored with formula ${other}, but this AXIS uses ${formula}; their numbers cannot be compared`,
    { hint: `Rescore its report with: axis rescore ${fromReportId}, then save it with: axis baseline set ${name}` },
  );
}

/** Numbers from different formulas cannot be compared. */
function requireSameFormula(before: BaselineEntry | undefined, { scenarioKey, formula: now }: ComparablePair): void {
  const old = before?.formula;
  if (old === undefined || now === undefined || old === now) return;
  throw new AxisError(
    "formula-mismatch",
    `${scenarioKey} was scored with formula ${old} in the baseline and with ${now} now; they cannot be compared`,
    {
      hint: "Rescore the older report with: axis rescore <reportId>",
    },
  );
}
