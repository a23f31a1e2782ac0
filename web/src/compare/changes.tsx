/** What changed since a baseline or another report: the verdict per agent, then each result, worst first. */
import type { Comparison, ComparisonEntry } from "../../../src/core/report/comparison.ts";
import type { AgentVerdict } from "../../../src/core/report/verdict.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { decidedVerdictWord, formatChange, formatP, formatPoints } from "../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { sortByImportance } from "../../../src/report/text/worst-first.ts";
import { trialsNote, withDecidingNumbers } from "../../../src/report/verdicts/deciding-numbers.ts";
import { Section } from "../parts/section.tsx";
import { safeName } from "../text/safe.ts";
import { ChangeTable } from "./change-table.tsx";

export type FindLink = (entry: ComparisonEntry) => string | null;

interface ChangesProps {
  readonly comparison: Comparison;
  /** The link to the comparison of the two runs of a result. */
  readonly findLink?: FindLink;
}

/** A list this short is shown whole. */
const shortList = 12;

export function ChangesSection({ comparison, findLink = () => null }: ChangesProps) {
  const { entries, verdicts, tolerance } = comparison;
  const against = comparison.baselineName ?? comparison.from;
  const sorted = sortByImportance(entries);
  const moved = entries.length <= shortList ? sorted : sorted.filter(isImportant);
  const rest = sorted.slice(moved.length);
  return (
    <Section id="changes" title="Changes" note={`against ${safeName(against, 80)}, tolerance ${tolerance}`}>
      {verdicts.length > 0 && (
        <ul class="insights">
          {verdicts.map((verdict) => (
            <li key={verdict.agentName}>
              <VerdictLine verdict={verdict} comparison={comparison} />
            </li>
          ))}
        </ul>
      )}
      {moved.length > 0 && <ChangeTable name="Changes by result" entries={moved} findLink={findLink} />}
      {rest.length > 0 && (
        <details class="rest">
          <summary>{describeRest(rest, moved.length)}</summary>
          <ChangeTable name="Other results" entries={rest} findLink={findLink} />
        </details>
      )}
    </Section>
  );
}

/** Unchanged results, and new ones with nothing to compare with, can wait. */
function isImportant({ kind }: ComparisonEntry): boolean {
  return kind !== "unchanged" && kind !== "new";
}

function describeRest(rest: readonly ComparisonEntry[], moved: number): string {
  const fresh = rest.filter(({ kind }) => kind === "new").length;
  const parts = [
    ...(rest.length > fresh ? [`${formatCount(rest.length - fresh, "result")} unchanged`] : []),
    ...(fresh > 0 ? [`${formatCount(fresh, "result")} new`] : []),
  ];
  return `${moved === 0 ? "No changes: " : ""}${parts.join(", ")}`;
}

/** The verdict on one agent: the word, the rule, the change, and its uncertainty. */
function VerdictLine({ verdict, comparison }: { verdict: AgentVerdict; comparison: Comparison }) {
  const { rule, estimate, scenarios } = withDecidingNumbers(verdict, comparison);
  const byTolerance = rule === "tolerance";
  const change = estimate === null ? noNumber : `${formatChange(estimate)} points`;
  return (
    <>
      <b>{decidedVerdictWord(verdict)}</b> {safeName(verdict.agentName, 80)}: {change}
      {!byTolerance && formatInterval(verdict)} over {formatCount(scenarios, "scenario")}
      {byTolerance ? `, by the tolerance${trialsNote(verdict)}` : formatChance(verdict)}
    </>
  );
}

function formatInterval({ lower, upper }: AgentVerdict): string {
  return lower === null || upper === null ? "" : ` (${formatChange(lower)} to ${formatChange(upper)})`;
}

/** The result of the statistical test; the tolerance rule has none. */
function formatChance({ adjustedP, needed }: AgentVerdict): string {
  const detectable = needed?.detectable || null;
  const chance = adjustedP === null ? "" : `, ${formatP(adjustedP)}`;
  return detectable === null
    ? chance
    : `${chance}; smallest drop this comparison could detect: ${formatPoints(detectable)} points`;
}
