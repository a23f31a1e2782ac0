/** Compares a report, or a later baseline, with a baseline: what improved, regressed or can no longer be compared. */
import { formula } from "../core/score/axis-result.ts";
import type { Baseline, BaselineEntry } from "../core/report/baseline.ts";
import { dimensionIds } from "../core/score/category.ts";
import { type Comparison, type ComparisonEntry, ComparisonKind } from "../core/report/comparison.ts";
import { AxisError } from "../core/error.ts";
import type { Report } from "../core/report.ts";
import { type VerdictSettings, resolveVerdictRules } from "../core/report/verdict.ts";
import { type Comparable, type ComparablePair, toComparable } from "./comparable.ts";
import { agentVerdicts } from "./verdicts/verdicts.ts";

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
  const present = compared.pairs
    .filter(allows)
    .map((pair) => compareResult(findEntry(baseline, pair), pair, tolerance));
  const entries = [...present, ...listGoneResults(baseline, compared).filter(allows)];
  const summary = Object.fromEntries(ComparisonKind.options.map((kind) => [kind, 0])) as Comparison["summary"];
  for (const { kind } of entries) summary[kind] += 1;
  const verdicts = agentVerdicts(baseline, compared, { rules: resolveVerdictRules(options.verdict), allows, entries });
  const bad = summary.failed + summary.unscored + (options.strict ? summary.gone : 0);
  return {
    baselineName: options.baselineName,
    currentName: options.currentName,
    from: baseline.fromReportId,
    reportId: compared.reportId,
    tolerance,
    entries,
    summary,
    verdicts,
    ok: bad === 0 && verdicts.every(({ ok }) => ok),
  };
}

function compareResult(before: BaselineEntry | undefined, pair: ComparablePair, tolerance: number): ComparisonEntry {
  requireSameFormula(before, pair);
  const change = computeChange(before?.axisScore ?? null, pair.axisScore);
  const categories = Object.fromEntries(
    dimensionIds.map((id) => [id, computeChange(before?.[id] ?? null, pair.dimensions[id])]),
  ) as ComparisonEntry["categories"];
  return {
    scenarioKey: pair.scenarioKey,
    agentName: pair.agentName,
    kind: classifyChange(before, pair, { delta: change.delta, tolerance }),
    ...change,
    categories,
    movedMost: findMovedMost(categories),
  };
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

function listGoneResults(baseline: Baseline, { pairs }: Comparable): ComparisonEntry[] {
  const here = new Set(pairs.map(({ scenarioKey, agentName }) => JSON.stringify([scenarioKey, agentName])));
  return Object.entries(baseline.results).flatMap(([scenarioKey, agents]) =>
    Object.entries(agents)
      .filter(([agentName]) => !here.has(JSON.stringify([scenarioKey, agentName])))
      .map(([agentName, entry]) => ({
        scenarioKey,
        agentName,
        kind: "gone" as const,
        ...computeChange(entry.axisScore, null),
        categories: Object.fromEntries(
          dimensionIds.map((id) => [id, computeChange(entry[id], null)]),
        ) as ComparisonEntry["categories"],
        movedMost: null,
      })),
  );
}

function computeChange(baseline: number | null, current: number | null) {
  return { baseline, current, delta: baseline === null || current === null ? null : current - baseline };
}

function findMovedMost(categories: ComparisonEntry["categories"]): string | null {
  let most: { id: string; size: number } | null = null;
  for (const id of dimensionIds) {
    const size = Math.abs(categories[id].delta ?? 0);
    if (size > (most?.size ?? 0)) most = { id, size };
  }
  return most?.id ?? null;
}

/** Finds a result in a baseline. Own properties only: a scenario may be called "constructor". */
function findEntry({ results }: Baseline, { scenarioKey, agentName }: ComparablePair): BaselineEntry | undefined {
  const agents = Object.hasOwn(results, scenarioKey) ? results[scenarioKey] : undefined;
  return agents !== undefined && Object.hasOwn(agents, agentName) ? agents[agentName] : undefined;
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
