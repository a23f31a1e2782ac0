/** Decides the verdict on each agent: one comparison over all its scenarios, corrected for the number of agents. */
import type { Baseline, BaselineTrial } from "../../core/report/baseline.ts";
import type { ComparisonEntry } from "../../core/report/comparison.ts";
import type { AgentVerdict, ResourceVerdict, VerdictRule, VerdictRules } from "../../core/report/verdict.ts";
import type { JudgeCounts } from "../../statistics/judges/calibration.ts";
import { correctedDifference } from "../../statistics/judges/corrected-difference.ts";
import { mean } from "../../statistics/mean.ts";
import { geometricMeanRatio } from "../../statistics/one-group/resources.ts";
import { holm } from "../../statistics/planning/corrections.ts";
import { compareRuns, type RunComparison } from "../../statistics/two-groups/compare-runs.ts";
import { verdict } from "../../statistics/two-groups/verdict.ts";
import type { Comparable } from "../comparable.ts";
import { type Draws, listCauses } from "./causes.ts";
import { type AgentView, dimensionVerdicts } from "./dimension-verdicts.ts";
import { estimateNeeded } from "./needed.ts";
import { collectSides, fillMissing, type ScenarioRow, selectValue, type Sides, toPoints } from "./sides.ts";

/** Whether an agent takes longer, uses more tokens or costs more than before, as ratios over shared scenarios. */
const readings = ["durationMs", "tokens", "costUsd"] as const;
/** An increase of ten percent counts as a change. */
const ratioMargin = 1.1;

/** One per reading that is known on both sides of at least one scenario. */
function resourceVerdicts(baseline: Baseline, current: Comparable, view: AgentView): ResourceVerdict[] {
  return readings.flatMap((reading) => {
    const { agentName, allows, rules } = view;
    const value = (trial: BaselineTrial) => positiveOrNull(trial[reading]);
    const { rows } = collectSides(baseline, current, { agentName, allows, value });
    if (rows.length === 0) return [];
    const of = (side: "a" | "b") => rows.map((row) => mean(row[side]) ?? 1);
    const { estimate, lower, upper } = geometricMeanRatio(of("a"), of("b"), { confidence: 1 - rules.alpha });
    return [
      {
        reading,
        verdict: decideByBounds(lower, upper),
        scenarios: rows.length,
        ratio: estimate,
        lower,
        upper,
        margin: ratioMargin,
      },
    ];
  });
}

/** Unknown values and zero count as missing: no ratio can be formed with them. */
function positiveOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined || value <= 0 ? null : value;
}

function decideByBounds(lower: number | null, upper: number | null): ResourceVerdict["verdict"] {
  if (lower === null || upper === null) return "not-enough-data";
  if (upper < ratioMargin) return "no-change";
  return lower > 1 ? "regressed" : "not-enough-data";
}

export interface VerdictRequest {
  readonly rules: VerdictRules;
  readonly allows: (pair: { scenarioKey: string; agentName: string }) => boolean;
}

/** One verdict per agent that has a scenario on both sides, in the order of the results; the tolerance comes later. */
export function agentVerdicts(baseline: Baseline, current: Comparable, request: VerdictRequest): AgentVerdict[] {
  const drafts = draftVerdicts(baseline, current, request);
  const adjusted = holm(drafts.map(({ found }) => found.p));
  const worst = holm(drafts.map(({ found, worstCase }) => (worstCase ?? found).p));
  return drafts.map((draft, index) => {
    const corrected = { adjustedP: adjusted[index] ?? null, worstP: worst[index] ?? null };
    const view = { ...request, agentName: draft.agentName, draws: draft.draws };
    return {
      ...buildVerdict(draft, corrected, request),
      dimensions: dimensionVerdicts(baseline, current, view),
      resources: resourceVerdicts(baseline, current, view),
    };
  });
}

interface VerdictDraft {
  readonly agentName: string;
  readonly draws: Draws;
  readonly sides: Sides;
  readonly found: RunComparison;
  readonly worstCase: RunComparison | null;
  /** Whether the rates were corrected for judge errors. */
  readonly corrected: boolean;
}

function draftVerdicts(baseline: Baseline, current: Comparable, { rules, allows }: VerdictRequest): VerdictDraft[] {
  const { metric, alpha, scope, margin } = rules;
  const names = [...new Set(current.pairs.map(({ agentName }) => agentName))];
  return names.flatMap((agentName) => {
    const sides = collectSides(baseline, current, { agentName, value: selectValue(metric), allows });
    if (sides.paired === 0) return [];
    const { before, after, missing } = sides;
    const seed = `${baseline.fromReportId}/${current.seed}/compare/${agentName}/${metric}`;
    // Enough samples to tell a p-value at the significance level from a smaller one.
    const draws = { seed, samples: Math.max(10_000, Math.ceil(20 / alpha)) };
    const options = { metric, scope, alpha, margin: margin / 100, ...draws };
    const seen = compareRuns(before, after, options);
    const worst = missing === 0 ? null : compareRuns(fillMissing(before, 1), fillMissing(after, 0), options);
    const counts = rules.corrected ? current.calibration?.counts : undefined;
    const [found, worstCase] = [correctForJudge(seen, counts, alpha), worst && correctForJudge(worst, counts, alpha)];
    return [{ agentName, draws, sides, found, worstCase, corrected: found !== seen }];
  });
}

/** Corrects for judge errors; without a calibration the comparison stays as it is. */
function correctForJudge(seen: RunComparison, counts: JudgeCounts | undefined, alpha: number): RunComparison {
  const found = counts === undefined ? null : correctedDifference(seen, counts, 1 - alpha);
  return found === null ? seen : { ...seen, ...found };
}

function buildVerdict(
  draft: VerdictDraft,
  { adjustedP, worstP }: { readonly adjustedP: number | null; readonly worstP: number | null },
  { rules }: VerdictRequest,
): Omit<AgentVerdict, "dimensions" | "resources"> {
  const { agentName, found, worstCase, sides, draws } = draft;
  const { rows, missing } = sides;
  const ruling = decideByP(found, adjustedP, rules);
  const rule = rules.rule ?? defaultRule(rows);
  return {
    agentName,
    metric: rules.metric,
    ...ruling,
    scope: found.scope,
    method: found.method,
    scenarios: found.scenarios,
    trials: { baseline: countTrials(rows.map(({ a }) => a)), current: countTrials(rows.map(({ b }) => b)) },
    baseline: points(mean(rows.map(({ a }) => mean(a) ?? 0))),
    current: points(mean(rows.map(({ b }) => mean(b) ?? 0))),
    ...toEvidencePoints(found),
    adjustedP,
    margin: rules.margin,
    alpha: rules.alpha,
    ...(draft.corrected ? { corrected: true as const } : {}),
    gone: [...found.gone],
    added: [...found.added],
    dropped: [...found.dropped],
    missing,
    missingShare: found.missingShare,
    worstCase: worstCase === null ? null : { ...decideByP(worstCase, worstP, rules), ...toEvidencePoints(worstCase) },
    rule,
    byTolerance: null,
    ok:
      (found.missingShare ?? 0) <= rules.unscored &&
      (rule === "non-inferior" ? ruling.verdict === "no-change" : ruling.verdict !== "regressed"),
    needed: ruling.verdict === "not-enough-data" ? estimateNeeded(rows, found.scope, rules) : null,
    causes: listCauses(rows, rules, draws),
    seed: draws.seed,
  };
}

/** The verdict by the adjusted p-value; an undecided comparison stays undecided. */
function decideByP(found: RunComparison, p: number | null, { margin, alpha }: VerdictRules) {
  if (found.verdict === "not-enough-data") return { verdict: found.verdict, improved: false };
  return verdict({ ...found, p }, { margin: margin / 100, alpha });
}

/** With only one trial of a scenario its noise is unknown. */
function defaultRule(rows: readonly ScenarioRow[]): VerdictRule {
  return rows.length > 0 && rows.every(({ a, b }) => a.length >= 2 && b.length >= 2) ? "no-regression" : "tolerance";
}

/** Completes the verdicts by tolerance: these follow from the results of the agent. */
export function applyTolerance(
  verdicts: readonly AgentVerdict[],
  entries: readonly ComparisonEntry[],
  { unscored }: VerdictRules,
): AgentVerdict[] {
  return verdicts.map((each) => {
    if (each.rule !== "tolerance") return each;
    const own = entries.filter(({ agentName }) => agentName === each.agentName);
    const byTolerance = decideByTolerance(own.map((entry) => entry.verdict));
    return { ...each, byTolerance, ok: byTolerance !== "regressed" && (each.missingShare ?? 0) <= unscored };
  });
}

function decideByTolerance(words: readonly ComparisonEntry["verdict"][]): NonNullable<AgentVerdict["byTolerance"]> {
  if (words.includes("REGRESSED")) return "regressed";
  if (words.includes("IMPROVED")) return "improved";
  return words.includes("NO CHANGE") && !words.includes("NOT ENOUGH DATA") ? "no-change" : "not-enough-data";
}

function countTrials(sides: readonly (readonly number[])[]): AgentVerdict["trials"]["baseline"] {
  if (sides.length === 0) return null;
  const counts = sides.map((side) => side.length);
  return { least: Math.min(...counts), most: Math.max(...counts) };
}

function toEvidencePoints({ estimate, lower, upper, p }: RunComparison) {
  return { estimate: points(estimate), lower: points(lower), upper: points(upper), p };
}

function points(share: number | null): number | null {
  return share === null ? null : toPoints(share);
}
