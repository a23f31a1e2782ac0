/** The ranking of a competition: the numbers of each entrant, and why it is ahead of the next one. */
import type { CompetitionPlace } from "../../../src/core/report/competition.ts";
import {
  describeLead,
  formatCardMean,
  formatDollars,
  formatResult,
  formatSeconds,
} from "../../../src/report/competition/competition-words.ts";
import { AgentName } from "../parts/agent-look.tsx";
import { Section } from "../parts/section.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { ColumnHeads, numberColumns, textColumns } from "../parts/table.tsx";

const columns = [
  ...textColumns("Agent"),
  ...numberColumns("Passed", "Blocked", "Scorecard", "AXIS Result", "Cost", "Time"),
  ...textColumns("Ahead of the next"),
];

interface PlacesProps {
  readonly ranking: readonly CompetitionPlace[];
  /** False while runs are missing. */
  readonly isFinal?: boolean;
}

export function Places({ ranking, isFinal = true }: PlacesProps) {
  const note = isFinal ? "by the first rule that tells two apart" : "so far, by the runs that have ended";
  return (
    <Section id="ranking" title="Ranking" note={note}>
      <table role="table" class="places stacks">
        <ColumnHeads columns={columns} />
        <tbody role="rowgroup">
          {ranking.map((place, index) => (
            <PlaceRow key={place.agentName} place={place} next={ranking[index + 1]} />
          ))}
        </tbody>
      </table>
      {!isFinal && <p class="chart-note">A run that has not ended counts as 0 in the scorecard.</p>}
    </Section>
  );
}

interface PlaceRowProps {
  readonly place: CompetitionPlace;
  /** Undefined for the last place. */
  readonly next: CompetitionPlace | undefined;
}

function PlaceRow({ place, next }: PlaceRowProps) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span class="numeral">{place.place}</span> <AgentName name={place.agentName} />
      </th>
      <StackedCell title="Passed" class="number">
        {place.passed} of {place.runs}
      </StackedCell>
      <StackedCell title="Blocked" class="number">
        {place.blocked}
      </StackedCell>
      <StackedCell title="Scorecard" class="number">
        <b>{formatCardMean(place)}</b>
        {place.runs > 1 && <small> total {Number(place.scorecardTotal.toFixed(2))}</small>}
      </StackedCell>
      <StackedCell title="AXIS Result" class="number">
        {formatResult(place.axisResult)}
      </StackedCell>
      <StackedCell title="Cost" class="number">
        {formatDollars(place.costUsd)}
      </StackedCell>
      <StackedCell title="Time" class="number">
        {formatSeconds(place.durationMs)}
      </StackedCell>
      <StackedCell title="Ahead of the next" class="lead-rule">
        {next !== undefined && (
          <>
            {describeLead(place, next)} <small>rule {place.rule}</small>
          </>
        )}
      </StackedCell>
    </tr>
  );
}
