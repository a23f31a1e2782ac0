/** The numbers that decided about an agent: its AXIS Results with the tolerance rule, otherwise those of the metric. */
import type { Comparison, ComparisonEntry } from "../../core/report/comparison.ts";
import type { AgentVerdict, Cause } from "../../core/report/verdict.ts";
import { mean } from "../../statistics/mean.ts";

/** A verdict with the numbers its rule used, so that the details below a line add up to it. */
export function withDecidingNumbers(verdict: AgentVerdict, { entries }: Comparison): AgentVerdict {
  const own = entries.filter(({ agentName }) => agentName === verdict.agentName).flatMap(toKnownPair);
  if (verdict.rule !== "tolerance" || own.length !== verdict.scenarios) return verdict;
  return {
    ...verdict,
    baseline: mean(own.map((pair) => pair.baseline)),
    current: mean(own.map((pair) => pair.current)),
    estimate: mean(own.map(({ delta }) => delta)),
    causes: own.map((pair) => toCause(pair, own.length)),
  };
}

/** A result with a number on both sides. */
interface KnownPair {
  readonly scenarioKey: string;
  readonly baseline: number;
  readonly current: number;
  readonly delta: number;
}

function toKnownPair({ scenarioKey, baseline, current, delta }: ComparisonEntry): KnownPair[] {
  return baseline === null || current === null || delta === null ? [] : [{ scenarioKey, baseline, current, delta }];
}

/** A single run on each side proves nothing on its own. */
function toCause({ scenarioKey, baseline, current, delta }: KnownPair, scenarios: number): Cause {
  const unproven = { p: null, adjustedP: null, verdict: null, improved: false, lower: null, upper: null };
  return { scenarioKey, baseline, current, contribution: delta / scenarios, ...unproven };
}

/** Says why the tolerance rule decided if there were too few trials; starts with a comma. */
export function trialsNote({ trials: { baseline, current } }: AgentVerdict): string {
  if (baseline === null || current === null) return "";
  if (baseline.most === 1 && current.most === 1) return ", one trial each";
  return baseline.least === 1 || current.least === 1 ? ", too few trials" : "";
}
