/** The verdict on one agent: the word, by which rule, how far it moved, and how sure that is. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { Comparison } from "../../../src/core/report/comparison.ts";
import type { AgentVerdict } from "../../../src/core/report/verdict.ts";
import { withDecidingNumbers, trialsNote } from "../../../src/report/verdicts/deciding-numbers.ts";
import { decidedVerdictWord, formatChange, formatP, formatPoints } from "../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { safeName } from "../text/safe.ts";

export function VerdictLine({ verdict, comparison }: { verdict: AgentVerdict; comparison: Comparison }) {
  const { rule, estimate, scenarios } = withDecidingNumbers(verdict, comparison);
  const byTolerance = rule === "tolerance";
  const change = estimate === null ? noNumber : `${formatChange(estimate)} points`;
  return (
    <>
      <b>{decidedVerdictWord(verdict)}</b> {safeName(verdict.agentName, 80)}: {change}
      {!byTolerance && intervalText(verdict)} over {formatCount(scenarios, "scenario")}
      {byTolerance ? `, by the tolerance${trialsNote(verdict)}` : chanceText(verdict)}
    </>
  );
}

function intervalText({ lower, upper }: AgentVerdict): string {
  return lower === null || upper === null ? "" : ` (${formatChange(lower)} to ${formatChange(upper)})`;
}

/** What a test of trials says; the tolerance needs none of it. */
function chanceText({ adjustedP, needed }: AgentVerdict): string {
  const detectable = needed?.detectable || null;
  const chance = adjustedP === null ? "" : `, ${formatP(adjustedP)}`;
  return detectable === null ? chance : `${chance}; a drop of ${formatPoints(detectable)} points would have shown`;
}
