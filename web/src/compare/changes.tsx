/** What changed since a baseline or another report: the verdict per agent, then pair by pair. */
import type { Comparison, ComparisonEntry } from "../../../src/core/report/comparison.ts";
import type { AgentVerdict } from "../../../src/core/report/verdict.ts";
import { count, decidedWord, formatChange, formatP, formatPoints } from "../../../src/report/format-verdict.ts";
import { formatDelta, formatScore, noNumber } from "../../../src/report/format.ts";
import { dimensionNames } from "../parts/names.ts";
import { Section } from "../parts/section.tsx";
import { safeLine } from "../text/safe.ts";

interface ChangesProps {
  readonly comparison: Comparison;
  /** Where the two runs of a pair stand beside each other. */
  readonly linkOf?: (entry: ComparisonEntry) => string | null;
}

export function ChangesSection({ comparison, linkOf = () => null }: ChangesProps) {
  const against = comparison.baselineName ?? comparison.from;
  return (
    <Section id="changes" title="Changes" note={`against ${safeLine(against, 80)}, tolerance ${comparison.tolerance}`}>
      {comparison.verdicts.length > 0 && (
        <ul class="insights">
          {comparison.verdicts.map((verdict) => (
            <li key={verdict.agentName}>
              <VerdictLine verdict={verdict} />
            </li>
          ))}
        </ul>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Changes by pair">
        <table>
          <thead>
            <tr>
              <th scope="col">Scenario</th>
              <th scope="col">Agent</th>
              <th scope="col">Change</th>
              {["Before", "After", "Difference", ...dimensionNames.map(({ name }) => name)].map((title) => (
                <th scope="col" class="number" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {comparison.entries.map((entry) => (
              <ChangeRow key={`${entry.scenarioKey}\n${entry.agentName}`} entry={entry} link={linkOf(entry)} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const tones: Readonly<Record<ComparisonEntry["kind"], string>> = {
  improved: "good",
  unchanged: "plain",
  regressed: "bad",
  failed: "bad",
  unscored: "warn",
  new: "plain",
  gone: "warn",
};

function ChangeRow({ entry, link }: { entry: ComparisonEntry; link: string | null }) {
  return (
    <tr>
      <th scope="row">
        {link === null ? safeLine(entry.scenarioKey, 120) : <a href={link}>{safeLine(entry.scenarioKey, 120)}</a>}
      </th>
      <td class="name">{safeLine(entry.agentName, 80)}</td>
      <td>
        <span class={`tag tone-${tones[entry.kind]}`}>{entry.kind}</span>
      </td>
      <td class="number">{formatScore(entry.baseline)}</td>
      <td class="number">{formatScore(entry.current)}</td>
      <td class="number">{formatDelta(entry.delta)}</td>
      {dimensionNames.map(({ id }) => (
        <td class={`number${entry.movedMost === id ? " main" : ""}`} key={id}>
          {formatDelta(entry.categories[id].delta)}
        </td>
      ))}
    </tr>
  );
}

function VerdictLine({ verdict }: { verdict: AgentVerdict }) {
  const { agentName, estimate, lower, upper, adjustedP, scenarios } = verdict;
  const change = estimate === null ? noNumber : `${formatChange(estimate)} points`;
  const interval = lower === null || upper === null ? "" : ` (${formatChange(lower)} to ${formatChange(upper)})`;
  const needed = verdict.needed?.detectable || null;
  return (
    <>
      <b>{decidedWord(verdict)}</b> {safeLine(agentName, 80)}: {change}
      {interval} over {count(scenarios, "scenario")}
      {adjustedP !== null && `, ${formatP(adjustedP)}`}
      {needed !== null && `; a drop of ${formatPoints(needed)} points would have shown`}
    </>
  );
}
