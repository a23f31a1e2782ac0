/** One row per result: the means of its counted trials, and a mark per trial. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { roundHalfUp } from "../../../src/core/score/rounding.ts";
import { formatCost, formatDuration, formatTokens, noNumber } from "../../../src/report/text/format.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { averageCards, explainNoNumber, explainStop, listSpreadLines } from "../data/trials.ts";
import { dimensionNames } from "../parts/names.ts";
import { Bar, DimensionScore, resultClass, Score } from "../parts/score.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { StatusTag } from "../parts/status.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { RunName } from "./run-name.tsx";
import type { Column, Selection } from "./selection.ts";
import { TrialMarks } from "./trial-marks.tsx";

/** Rows shown at first, and added per click. */
const step = 200;

const heads: readonly { readonly column: Column; readonly title: string; readonly isNumber: boolean }[] = [
  { column: "scenario", title: "Scenario", isNumber: false },
  { column: "agentName", title: "Agent", isNumber: false },
  { column: "status", title: "Status", isNumber: false },
  { column: "result", title: "AXIS Result", isNumber: true },
  { column: "goalAchievement", title: "Goal", isNumber: true },
  { column: "environment", title: "Environment", isNumber: true },
  { column: "service", title: "Service", isNumber: true },
  { column: "agent", title: "Agent decisions", isNumber: true },
  { column: "card", title: "Scorecard", isNumber: true },
  { column: "tokens", title: "Tokens", isNumber: true },
  { column: "cost", title: "Cost", isNumber: true },
  { column: "time", title: "Time", isNumber: true },
];

export interface SortedProps {
  readonly results: readonly PairResult[];
  readonly side: number;
  readonly page: PageReport;
  readonly selection: Selection;
  readonly choose: (change: Partial<Selection>) => void;
}

export function ResultTable({ results, side, page, selection, choose }: SortedProps) {
  const [count, showMore] = useShowMore(results.length, step);
  const hasCards = hasAnyCard(page);
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Results">
        <table class="results">
          <thead>
            <tr>
              {heads
                .filter(({ column }) => hasCards || column !== "card")
                .map((head) => (
                  <SortHead key={head.column} {...head} selection={selection} choose={choose} />
                ))}
            </tr>
          </thead>
          <tbody>
            {results.slice(0, count).map((result) => (
              <Row key={`${result.scenarioKey}\n${result.agentName}`} {...{ result, side, page, hasCards }} />
            ))}
          </tbody>
        </table>
      </div>
      {results.some(({ trials }) => trials !== undefined) && (
        <p class="decided">Numbers are means of the counted trials. A mark opens its run.</p>
      )}
      {showMore}
    </>
  );
}

function SortHead({
  column,
  title,
  isNumber,
  selection,
  choose,
}: (typeof heads)[number] & Pick<SortedProps, "selection" | "choose">) {
  const active = selection.sort === column;
  const state = active ? (selection.descending ? "descending" : "ascending") : undefined;
  // The first click sorts the worst numbers first.
  const next =
    active && !selection.descending ? { sort: column, descending: true } : { sort: column, descending: false };
  return (
    <th scope="col" aria-sort={state} class={isNumber ? "number" : undefined}>
      <button type="button" onClick={() => choose(active && selection.descending ? { sort: null } : next)}>
        {title}
        <span aria-hidden="true" class="sort-mark">
          {active ? (selection.descending ? "▾" : "▴") : ""}
        </span>
      </button>
    </th>
  );
}

/** Looks at the whole report, so that a filter does not remove the column. */
function hasAnyCard({ report }: PageReport): boolean {
  return report?.results.some(({ scorecard }) => scorecard !== undefined) ?? false;
}

interface RowProps extends Pick<SortedProps, "side" | "page"> {
  readonly result: PairResult;
  readonly hasCards: boolean;
}

function MainScore({ result }: { readonly result: PairResult }) {
  const { means, status, spread, stoppedAt } = result;
  const number = means.axisScore === null ? null : roundHalfUp(means.axisScore);
  return (
    <td class="number main">
      <Score score={number} status={status} reason={explainNoNumber(result)} />
      <Bar value={number} tone={resultClass(number, status)} />
      {spread !== undefined && spread.n > 1 && listSpreadLines(spread).map((line) => <small key={line}>{line}</small>)}
      {stoppedAt !== undefined && <small>{explainStop(stoppedAt)}</small>}
    </td>
  );
}

function Row({ result, side, page, hasCards }: RowProps) {
  const { scenarioKey, agentName, status, means, trials } = result;
  const reason = means.axisScore === null ? explainNoNumber(result) : result.why;
  const name = safeName(scenarioKey, 120);
  return (
    <tr>
      <th scope="row">
        {trials === undefined ? (
          <RunName page={page} side={side} run={result}>
            {name}
          </RunName>
        ) : (
          name
        )}
        {reason !== undefined && <small class="error-line">{safeLine(reason, 160)}</small>}
      </th>
      <td class="name">{safeName(agentName, 80)}</td>
      <td>
        <StatusTag status={status} />
        {trials !== undefined && <TrialMarks result={result} side={side} page={page} />}
      </td>
      <MainScore result={result} />
      {dimensionNames.map(({ id }) => (
        <td class="number" key={id}>
          <DimensionScore dimension={averageDimension(result, id)} status={status} />
        </td>
      ))}
      {hasCards && <td class="number">{formatRounded(averageCards(result))}</td>}
      <td class="number">{means.tokens === null ? noNumber : formatTokens(roundHalfUp(means.tokens))}</td>
      <td class="number">{formatCost(means.costUsd ?? undefined)}</td>
      <td class="number">{formatDuration(means.durationMs)}</td>
    </tr>
  );
}

function formatRounded(value: number | null): string {
  return value === null ? noNumber : String(roundHalfUp(value));
}

/** The mean of a dimension; without one, why there is none. */
function averageDimension({ means, score }: PairResult, id: (typeof dimensionNames)[number]["id"]) {
  const mean = means[id];
  if (mean !== null) return { status: "scored" as const, applicable: true, score: roundHalfUp(mean) };
  const shown = score?.[id];
  return shown === undefined || shown.score === null ? shown : undefined;
}
