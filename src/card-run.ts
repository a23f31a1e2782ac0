/** Gives a run its scorecard, against the pace of the runs before it. It never fails a run. */
import { messageOf } from "./core/error.ts";
import { lineOfRun } from "./core/run/line-of-run.ts";
import type { RunDetail } from "./core/report/run-detail.ts";
import type { LatencyBaseline, RunFacts } from "./core/run/run-facts.ts";
import type { RunLine } from "./core/run/run-line.ts";
import type { Store } from "./core/store.ts";
import { newestSamples, paceOf } from "./scorecard/pace.ts";
import { scoreRun } from "./scorecard/score-run.ts";

export interface CardWorld {
  readonly store: Store;
  readonly now: () => Date;
  readonly onWarning: (message: string) => void;
}

/** The detail with its card and the facts behind it. */
export async function withScorecard(detail: RunDetail, facts: RunFacts, world: CardWorld): Promise<RunDetail> {
  const pace = await paceBefore(detail.scenarioKey, facts, world);
  const scorecard = scoreRun(facts, pace, facts.weights);
  return { ...detail, facts, scorecard, scoredAt: world.now().toISOString() };
}

/** From here on the run is part of the pace, where it is a sample of it. Twice does no harm. */
export async function noteRun(detail: RunDetail, reportId: string, world: CardWorld): Promise<void> {
  const line = lineOfRun(detail, reportId);
  if (line === undefined) return;
  try {
    await world.store.addRunLine(line);
  } catch (error) {
    world.onWarning(`The run ${detail.runId} could not be added to the pace of later runs: ${messageOf(error)}`);
  }
}

/** Null where the runs before cannot be read: the card says so, and the run goes on. */
async function paceBefore(scenarioKey: string, facts: RunFacts, world: CardWorld): Promise<LatencyBaseline | null> {
  try {
    const scope = facts.baseline_scope;
    const inScope = (line: RunLine) => scope === "workspace" || line.scenario_key === scenarioKey;
    return paceOf(newestSamples(await world.store.readRunLines(), inScope), scope);
  } catch (error) {
    world.onWarning(`The pace of earlier runs could not be read: ${messageOf(error)}`);
    return null;
  }
}
