/** One row per result, with every number of the report. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { formatCost, formatDuration, formatTokens, noNumber } from "../../../src/report/text/format.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { listSpreadLines, explainStop } from "../data/trials.ts";
import { totalTokens } from "../data/tokens.ts";
import { OutcomeMark } from "../parts/outcome.tsx";
import { Bar, DimensionScore, Score } from "../parts/score.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { CardScore } from "../scorecard/tier.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { RunName } from "./run-name.tsx";
import type { Column, Selection } from "./selection.ts";

/** Rows shown at first, and added per click. */
const step = 200;

const heads: readonly { readonly column: Column; readonly title: string; readonly isNumber: boolean }[] = [
  { column: "scenario", title: "Scenario", isNumber: false },
  { column: "agentName", title: "Agent", isNumber: false },
  { column: "outcome", title: "Outcome", isNumber: false },
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
        <p class="decided">With several trials a row shows the median run; the small lines summarize all trials.</p>
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

function MainScore({ result: { score, spread, stoppedAt } }: { readonly result: PairResult }) {
  return (
    <td class="number main">
      <Score score={score?.axisScore} reason={score?.reason} />
      <Bar value={score?.axisScore ?? null} />
      {spread !== undefined && spread.n > 1 && listSpreadLines(spread).map((line) => <small key={line}>{line}</small>)}
      {stoppedAt !== undefined && <small>{explainStop(stoppedAt)}</small>}
    </td>
  );
}

function Row({ result, side, page, hasCards }: RowProps) {
  const { score, scenarioKey, agentName, tokenUsage, totalCostUsd } = result;
  return (
    <tr class={result.failed ? "failed" : undefined}>
      <th scope="row">
        <RunName page={page} side={side} run={result}>
          {safeName(scenarioKey, 120)}
        </RunName>
        {result.error !== undefined && <small class="error-line">{safeLine(result.error, 160)}</small>}
      </th>
      <td class="name">{safeName(agentName, 80)}</td>
      <td>
        <OutcomeMark outcomeClass={result.outcomeClass} />
      </td>
      <MainScore result={result} />
      {[score?.goalAchievement, score?.environment, score?.service, score?.agent].map((dimension, index) => (
        <td class="number" key={index}>
          <DimensionScore dimension={dimension} />
        </td>
      ))}
      {hasCards && (
        <td class="number">
          <CardScore card={result.scorecard} />
        </td>
      )}
      <td class="number">{tokenUsage === undefined ? noNumber : formatTokens(totalTokens(tokenUsage))}</td>
      <td class="number">{formatCost(totalCostUsd)}</td>
      <td class="number">{formatDuration(result.durationMs)}</td>
    </tr>
  );
}
