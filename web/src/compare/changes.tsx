/** What changed since a baseline, as a section of the page of a report. */
import type { Comparison } from "../../../src/core/report/comparison.ts";
import type { Report } from "../../../src/core/report.ts";
import type { ComparisonView } from "../../../src/report/comparison-view.ts";
import { Section } from "../parts/section.tsx";
import { VerdictTag } from "../parts/page-head.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { AgentChanges } from "./agent-changes.tsx";
import { ScenarioChanges } from "./scenario-changes.tsx";

interface ChangesProps {
  readonly comparison: Comparison;
  readonly view: ComparisonView;
  readonly report: Report;
}

export function ChangesSection({ comparison, view, report }: ChangesProps) {
  const against = safeName(comparison.baselineName ?? comparison.from, 80);
  const { heading, lead, agents, word } = view;
  return (
    <Section id="changes" title="Changes" note={`against ${against}`}>
      <p class="prose">
        <VerdictTag word={word} /> {safeLine(`${heading} ${lead}`, 1200)}
      </p>
      <AgentChanges agents={agents} />
      <ScenarioChanges
        {...{ comparison, agents }}
        choice={{ metric: "axisScore", sort: agents[0]?.name ?? "name" }}
        reports={[null, report]}
        findLink={() => null}
      />
    </Section>
  );
}
