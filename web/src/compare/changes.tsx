/** What changed since a baseline or another report: the verdict per agent, then each result, worst first. */
import type { Comparison, ComparisonEntry } from "../../../src/core/report/comparison.ts";
import type { AgentVerdict } from "../../../src/core/report/verdict.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { readAgentWord } from "../../../src/core/report/change-verdict.ts";
import { describeComparison } from "../../../src/report/text/describe-comparison.ts";
import { formatChange, formatP, formatPoints } from "../../../src/report/text/format-verdict.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { countChanges, findEntryTone, findWordTone, sortByImportance } from "../../../src/report/text/worst-first.ts";
import { trialsNote, withDecidingNumbers } from "../../../src/report/verdicts/deciding-numbers.ts";
import { Section } from "../parts/section.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { ChangeTag } from "./change-tag.tsx";
import { ChangeTable } from "./change-table.tsx";

export type FindLink = (entry: ComparisonEntry) => string | null;

interface ChangesProps {
  readonly comparison: Comparison;
  /** The link to the comparison of the two runs of a result. */
  readonly findLink?: FindLink;
  /** The page itself has the heading of the comparison. */
  readonly hasHeading?: boolean;
}

/** A list this short is shown whole. */
const shortList = 12;

export function ChangesSection({ comparison, findLink = () => null, hasHeading = false }: ChangesProps) {
  const { entries, verdicts, tolerance } = comparison;
  const against = comparison.baselineName ?? comparison.from;
  const sorted = sortByImportance(entries);
  const moved = entries.length <= shortList ? sorted : sorted.filter(isImportant);
  const rest = sorted.slice(moved.length);
  return (
    <Section id="changes" title="Changes" note={`against ${safeName(against, 80)}, tolerance ${tolerance}`}>
      {!hasHeading && (
        <p class="prose">
          <ChangeTag word={comparison.verdict} tone={findWordTone(comparison.verdict)} />{" "}
          {safeLine(`${describeComparison(comparison)}.`)}
        </p>
      )}
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

/** What neither regressed nor improved can wait. */
function isImportant(entry: ComparisonEntry): boolean {
  return entry.verdict === "IMPROVED" || findEntryTone(entry) === "bad";
}

function describeRest(rest: readonly ComparisonEntry[], moved: number): string {
  const title = moved === 0 ? formatCount(rest.length, "result") : `${rest.length} more`;
  return `${title}: ${countChanges(rest)}`;
}

/** The verdict on one agent: the word, the rule, the change, and its uncertainty. */
function VerdictLine({ verdict, comparison }: { verdict: AgentVerdict; comparison: Comparison }) {
  const { rule, estimate, scenarios } = withDecidingNumbers(verdict, comparison);
  const word = readAgentWord(verdict);
  const byTolerance = rule === "tolerance";
  const change = estimate === null ? noNumber : `${formatChange(estimate)} points`;
  return (
    <>
      <ChangeTag word={word} tone={findWordTone(word)} /> {safeName(verdict.agentName, 80)}: {change}
      {!byTolerance && formatInterval(verdict)} over {formatCount(scenarios, "scenario")}
      {byTolerance ? `${trialsNote(verdict)}, tolerance ${comparison.tolerance}` : formatChance(verdict)}
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
    : `${chance}; smallest drop this run could detect: ${formatPoints(detectable)} points`;
}
