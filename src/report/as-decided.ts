/** The numbers that decided about an agent: with the tolerance those of the runs in the middle, else the means of the trials. */
import type { Comparison, ComparisonEntry } from "../core/report/comparison.ts";
import type { AgentVerdict, Cause } from "../core/report/verdict.ts";
import { mean } from "../statistics/mean.ts";

/** A verdict with the numbers its rule looked at, so that what stands below a line adds up to it. */
export function asDecided(verdict: AgentVerdict, { entries }: Pick<Comparison, "entries">): AgentVerdict {
  const own = entries.filter(({ agentName, delta }) => agentName === verdict.agentName && delta !== null);
  if (verdict.rule !== "tolerance" || own.length !== verdict.scenarios) return verdict;
  return {
    ...verdict,
    baseline: mean(own.map((entry) => entry.baseline ?? 0)),
    current: mean(own.map((entry) => entry.current ?? 0)),
    estimate: mean(own.map(({ delta }) => delta ?? 0)),
    causes: own.map((entry) => causeOf(entry, own.length)),
  };
}

/** One run on each side proves nothing by itself. */
function causeOf({ scenarioKey, baseline, current, delta }: ComparisonEntry, scenarios: number): Cause {
  const unproven = { p: null, adjustedP: null, verdict: null, lower: null, upper: null };
  const contribution = (delta ?? 0) / scenarios;
  return { scenarioKey, baseline: baseline ?? 0, current: current ?? 0, contribution, ...unproven };
}

/** Why it was the tolerance that decided, where too few trials are the reason; begins with a comma. */
export function trialsNote({ trials: { baseline, current } }: Pick<AgentVerdict, "trials">): string {
  if (baseline === null || current === null) return "";
  if (baseline.most === 1 && current.most === 1) return ", one trial each";
  return baseline.least === 1 || current.least === 1 ? ", too few trials" : "";
}
