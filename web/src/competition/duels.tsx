/** What a judge said of the patches without knowing whose they are: wins, what they add up to, and each duel with its reason. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { CompetitionDuel, CompetitionJudging } from "../../../src/core/report/competition.ts";
import { formatDollars } from "../../../src/report/competition/competition-words.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { AgentMark, AgentName } from "../parts/agent-look.tsx";
import { Section } from "../parts/section.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { ColumnHeads, textColumns } from "../parts/table.tsx";
import { Passage } from "../text/passage.tsx";
import { safe, safeLine, safeName } from "../text/safe.ts";
import type { CompetitionProps } from "./competition.tsx";
import { describeDuel } from "./describe-duel.ts";

type DuelsProps = Pick<CompetitionProps, "competition" | "choose">;

/** Nothing if no judge compared patches. */
export function Duels({ competition, choose }: DuelsProps) {
  const { judging, ranking } = competition;
  if (judging === undefined) return null;
  const order = ranking.map(({ agentName }) => agentName).filter((name) => judging.agents.includes(name));
  const showPatches = ({ oneRunId, otherRunId }: CompetitionDuel) => {
    choose({ patch: oneRunId, otherPatch: otherRunId });
    document.getElementById("patches")?.scrollIntoView();
  };
  return (
    <Section id="duels" title="Judged blind" note={describeJudge(judging)}>
      {judging.notes.map((note) => (
        <p class="notice" key={note}>
          {safe(note)}
        </p>
      ))}
      <Wins judging={judging} order={order} />
      <p class="chart-note">
        Two patches are shown as A and B, in both orders, without names of agents and models. If the two answers
        disagree, it is a tie, which is half a win for both.
        {judging.strengths !== null &&
          " Strengths are those of the Bradley-Terry model, with 95 % intervals over scenarios; several ranks are possible where intervals overlap."}
      </p>
      <DuelList judging={judging} onPatches={showPatches} />
    </Section>
  );
}

function describeJudge({ duels, judge, costUsd }: CompetitionJudging): string {
  const cost = costUsd === null ? "" : ` for ${formatDollars(costUsd)}`;
  return `${formatCount(duels.length, "duel")}, judged by ${safeLine(judge, 80)}${cost}`;
}

interface WinsProps {
  readonly judging: CompetitionJudging;
  /** The judged agents, as they are ranked. */
  readonly order: readonly string[];
}

function Wins({ judging, order }: WinsProps) {
  const { strengths } = judging;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Wins of each agent against each other">
      <table class="wins">
        <thead>
          <tr>
            <th scope="col">Wins of</th>
            {order.map((name) => (
              <th scope="col" key={name} class="number">
                <small>against</small> <AgentMark name={name} /> {safeName(name, 40)}
              </th>
            ))}
            <th scope="col" class="number">
              Beaten minus lost to
            </th>
            {strengths !== null && (
              <>
                <th scope="col" class="number">
                  Strength
                </th>
                <th scope="col" class="number">
                  Rank
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {order.map((name) => (
            <WinsRow key={name} {...{ name, judging, order }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WinsRow({ name, judging, order }: WinsProps & { readonly name: string }) {
  const { agents, wins, copeland, strengths } = judging;
  const own = agents.indexOf(name);
  const strength = strengths?.find(({ agentName }) => agentName === name);
  return (
    <tr>
      <th scope="row">
        <AgentName name={name} />
      </th>
      {order.map((rival) => {
        const [won = 0, lost = 0] = [wins[own]?.[agents.indexOf(rival)], wins[agents.indexOf(rival)]?.[own]];
        return (
          <td key={rival} class="number">
            {rival === name ? (
              <span class="none">·</span>
            ) : (
              <>
                {won > lost ? <b>{won}</b> : won} <small>of {won + lost}</small>
              </>
            )}
          </td>
        );
      })}
      <td class="number">{formatSign(copeland[own] ?? 0)}</td>
      {strengths !== null && (
        <>
          <td class="number">{formatStrength(strength)}</td>
          <td class="number">{strength === undefined ? noNumber : formatRanks(strength)}</td>
        </>
      )}
    </tr>
  );
}

function formatSign(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

type Strength = NonNullable<CompetitionJudging["strengths"]>[number];

function formatStrength(strength: Strength | undefined): string {
  if (strength === undefined || strength.strength === null) return noNumber;
  const { lower, upper } = strength;
  const range = lower === null || upper === null ? "" : ` (${formatHundredths(lower)} to ${formatHundredths(upper)})`;
  return `${formatHundredths(strength.strength)}${range}`;
}

function formatHundredths(value: number): string {
  return value.toFixed(2);
}

function formatRanks({ bestRank, worstRank }: Strength): string {
  return bestRank === worstRank ? String(bestRank) : `${bestRank}–${worstRank}`;
}

interface DuelListProps {
  readonly judging: CompetitionJudging;
  readonly onPatches: (duel: CompetitionDuel) => void;
}

/** Duels shown at first, and added per click. */
const step = 12;

function DuelList({ judging: { duels }, onPatches }: DuelListProps) {
  const [count, showMore] = useShowMore(duels.length, step, "duels");
  return (
    <>
      <table role="table" class="duels stacks">
        <ColumnHeads columns={textColumns("Scenario", "A and B", "Result", "Why, in the judge’s words", "Look")} />
        <tbody role="rowgroup">
          {duels.slice(0, count).map((duel, index) => (
            <DuelRow key={index} duel={duel} onPatches={onPatches} />
          ))}
        </tbody>
      </table>
      {showMore}
    </>
  );
}

function DuelRow({ duel, onPatches }: Pick<DuelListProps, "onPatches"> & { readonly duel: CompetitionDuel }) {
  const { scenarioKey, one, other, reason } = duel;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {safeName(scenarioKey, 120)}
      </th>
      <StackedCell title="A and B" class="sides-of-duel">
        A <AgentName name={one} />
        <br />B <AgentName name={other} />
      </StackedCell>
      <StackedCell title="Result" class="result-of-duel">
        {describeDuel(duel)}
      </StackedCell>
      <StackedCell title="Why" class="why">
        {reason === null ? <span class="none">no reason was given</span> : <Passage text={reason} name="reason" />}
      </StackedCell>
      <td role="cell">
        <button type="button" class="quiet" onClick={() => onPatches(duel)}>
          Patches
          <span class="sr">
            {" "}
            of {safeName(one, 60)} and {safeName(other, 60)}, {safeName(scenarioKey, 80)}
          </span>
        </button>
      </td>
    </tr>
  );
}
