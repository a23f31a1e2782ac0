/** Gives one run its numbers: the score from its stored detail, and the scorecard from its facts. */
import type { Evidence } from "../core/evidence.ts";
import type { Judge, WorkspaceSnapshot } from "../core/judge.ts";
import type { QuestionId } from "../core/question.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { Weights } from "../core/score/weights.ts";
import { addScore } from "../report/describe-run.ts";
import { axisResult } from "../judging/scoring/axis-result.ts";
import { evidenceFromRun } from "../agents/transcript/gather.ts";
import { errorMessage } from "../core/error.ts";
import { toRunLine } from "../core/run/to-run-line.ts";
import type { LatencyBaseline, RunFacts } from "../core/run/run-facts.ts";
import type { RunLine } from "../core/run/run-line.ts";
import type { Store } from "../core/store.ts";
import { latencyBaseline, newestSamples } from "../core/run/latency-baseline.ts";
import { scoreRun } from "../judging/scorecard/score-run.ts";

/** The weights, and how often and how long a judge is asked. */
export interface JudgingRules {
  readonly weights: Weights;
  readonly judging: { readonly retries: number; readonly timeoutMs: number };
}

/** Who judges a run, by which rules, and what stops them. */
export interface JudgingDeps extends JudgingRules {
  readonly judges: Readonly<Record<QuestionId, Judge>>;
  readonly abort: AbortSignal;
  /** The agent's remaining workspace, if it still exists. */
  readonly left?: WorkspaceSnapshot;
}

/** Returns the detail with its score. The same detail and the same answers give the same bytes. */
export async function judgeRun(detail: RunDetail, deps: JudgingDeps, seen?: Evidence): Promise<RunDetail> {
  const evidence = seen ?? evidenceFromRun(detail);
  const { agentName, runId } = detail;
  const { score, replies } = await axisResult(evidence, { ...deps, agentName, runId });
  return addScore(detail, evidence, { score, replies: [...replies] });
}

export interface ScorecardDeps {
  readonly store: Store;
  readonly now: () => Date;
  readonly onWarning: (message: string) => void;
}

/** Returns the detail with its scorecard and the facts behind it. */
export async function addScorecard(detail: RunDetail, facts: RunFacts, deps: ScorecardDeps): Promise<RunDetail> {
  const pace = await readLatencyBaseline(detail.scenarioKey, facts, deps);
  const scorecard = scoreRun(facts, pace, facts.weights);
  return { ...detail, facts, scorecard, scoredAt: deps.now().toISOString() };
}

/** Adds the run to the samples of the usual time, if it qualifies. Adding it twice does no harm. */
export async function recordLatencySample(detail: RunDetail, reportId: string, deps: ScorecardDeps): Promise<void> {
  const line = toRunLine(detail, reportId);
  if (line === undefined) return;
  try {
    await deps.store.addRunLine(line);
  } catch (error) {
    deps.onWarning(`Run ${detail.runId} could not be added to the usual time of later runs: ${errorMessage(error)}`);
  }
}

/** Returns null if the earlier runs cannot be read: the card says so, and the run continues. */
async function readLatencyBaseline(
  scenarioKey: string,
  facts: RunFacts,
  deps: ScorecardDeps,
): Promise<LatencyBaseline | null> {
  try {
    const scope = facts.baseline_scope;
    const inScope = (line: RunLine) => scope === "workspace" || line.scenario_key === scenarioKey;
    return latencyBaseline(newestSamples(await deps.store.readRunLines(), inScope), scope);
  } catch (error) {
    deps.onWarning(`The usual time of earlier runs could not be read: ${errorMessage(error)}`);
    return null;
  }
}
