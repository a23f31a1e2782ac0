/** What changed since a baseline or another report: the verdict per agent, then pair by pair, the worst first. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { Comparison, ComparisonEntry } from "../../../src/core/report/comparison.ts";
import { sortByImportance } from "../../../src/report/text/worst-first.ts";
import { Section } from "../parts/section.tsx";
import { safeName } from "../text/safe.ts";
import { ChangeTable } from "./change-table.tsx";
import { VerdictLine } from "./verdict-line.tsx";

export type LinkOf = (entry: ComparisonEntry) => string | null;

interface ChangesProps {
  readonly comparison: Comparison;
  /** Where the two runs of a pair stand beside each other. */
  readonly linkOf?: LinkOf;
}

/** With no more pairs than this, all of them are in sight at once. */
const fewPairs = 12;

export function ChangesSection({ comparison, linkOf = () => null }: ChangesProps) {
  const { entries, verdicts, tolerance } = comparison;
  const against = comparison.baselineName ?? comparison.from;
  const sorted = sortByImportance(entries);
  const moved = entries.length <= fewPairs ? sorted : sorted.filter(isNews);
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
      {moved.length > 0 && <ChangeTable name="Changes by pair" entries={moved} linkOf={linkOf} />}
      {rest.length > 0 && (
        <details class="rest">
          <summary>{restWords(rest, moved.length)}</summary>
          <ChangeTable name="Other pairs" entries={rest} linkOf={linkOf} />
        </details>
      )}
    </Section>
  );
}

/** What nobody needs to look at first: pairs that stayed, and those that have nothing to be compared with. */
function isNews({ kind }: ComparisonEntry): boolean {
  return kind !== "unchanged" && kind !== "new";
}

function restWords(rest: readonly ComparisonEntry[], moved: number): string {
  const fresh = rest.filter(({ kind }) => kind === "new").length;
  const parts = [
    ...(rest.length > fresh ? [`${formatCount(rest.length - fresh, "pair")} unchanged`] : []),
    ...(fresh > 0 ? [`${formatCount(fresh, "pair")} new`] : []),
  ];
  return `${moved === 0 ? "Nothing moved: " : ""}${parts.join(", ")}`;
}
