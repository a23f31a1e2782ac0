/** What changed since a baseline or another report: the verdict per agent, then pair by pair. */
import type { Comparison, ComparisonEntry } from "../../../src/core/comparison.ts";
import { formatDelta, formatScore, plainPaint } from "../../../src/report/format.ts";
import { renderVerdicts } from "../../../src/report/render-verdicts.ts";
import { dimensionNames } from "../parts/names.ts";
import { Section } from "../parts/section.tsx";
import { safe, safeName } from "../text/safe.ts";

interface ChangesProps {
  readonly comparison: Comparison;
  /** Where the two runs of a pair stand beside each other. */
  readonly linkOf?: (entry: ComparisonEntry) => string | null;
}

export function ChangesSection({ comparison, linkOf = () => null }: ChangesProps) {
  const against = comparison.baselineName ?? comparison.from;
  return (
    <Section id="changes" title="Changes" note={`against ${safeName(against, 80)}, tolerance ${comparison.tolerance}`}>
      {comparison.verdicts.length > 0 && (
        <pre class="verdicts">{safe(renderVerdicts(comparison, plainPaint).join("\n"))}</pre>
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
        {link === null ? safeName(entry.scenarioKey, 120) : <a href={link}>{safeName(entry.scenarioKey, 120)}</a>}
      </th>
      <td class="name">{safeName(entry.agentName, 80)}</td>
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
