/** Scenarios by agents; each cell shows the AXIS Result and its dimensions. */
import { useMemo } from "preact/hooks";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import type { AwaitedPair, PageReport } from "../../../src/report/html/page-index.ts";
import { dimensionNames } from "../parts/names.ts";
import { outcomeWords } from "../parts/outcome.tsx";
import { bandClass, Score } from "../parts/score.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { CardScore } from "../scorecard/tier.tsx";
import { safeName } from "../text/safe.ts";
import { stateWords } from "./progress.tsx";
import type { SortedProps } from "./result-table.tsx";
import { RunName } from "./run-name.tsx";
import type { Selection } from "./selection.ts";

/** The four dimensions as small bars that can be compared down a column. */
const height = 18;

function DimensionBars({ score }: { score: AxisResult }) {
  const values = dimensionNames.map(({ id, name, short }) => ({ name, short, ...score[id] }));
  const words = values.map((value) => `${value.name} ${value.score ?? value.status.replace("-", " ")}`).join(", ");
  return (
    <svg
      class="dimension-bars"
      viewBox={`0 0 48 ${height + 10}`}
      width="48"
      height={height + 10}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {values.map(({ short, score: points }, index) => (
        <g key={short}>
          <rect x={index * 12 + 1} y="0" width="8" height={height} class="track" />
          {points !== null && (
            <rect
              x={index * 12 + 1}
              y={height - (points / 100) * height}
              width="8"
              height={(points / 100) * height}
              class={bandClass(points)}
            />
          )}
          <text x={index * 12 + 5} y={height + 9} text-anchor="middle">
            {short}
          </text>
        </g>
      ))}
    </svg>
  );
}

const step = 100;

function Legend({ hasCards }: { readonly hasCards: boolean }) {
  return (
    <p class="legend" aria-hidden="true">
      {dimensionNames.map(({ short, name }) => (
        <span key={short}>
          <b>{short}</b> {name}
        </span>
      ))}
      {hasCards && (
        <span>
          <b>00</b> <i>Tier</i> Scorecard
        </span>
      )}
    </p>
  );
}

export function Matrix({ results, side, page, selection, choose }: SortedProps) {
  const awaited = useMemo(() => listAwaited(page, selection), [page, selection]);
  const agents = [...new Set([...results, ...awaited].map(({ agentName }) => agentName))].toSorted();
  const rows = groupByScenario([...results, ...awaited]);
  const [count, showMore] = useShowMore(rows.length, step, "scenarios");
  return (
    <>
      <Legend hasCards={results.some(({ scorecard }) => scorecard !== undefined)} />
      <div class="scroll" tabIndex={0} role="region" aria-label="Scenarios and agents">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col" aria-sort={selection.sort === "scenario" ? "ascending" : undefined}>
                <button
                  type="button"
                  onClick={() => choose({ sort: selection.sort === "scenario" ? null : "scenario", descending: false })}
                >
                  Scenario
                </button>
                <button
                  type="button"
                  aria-pressed={selection.sort === "result"}
                  onClick={() => choose({ sort: selection.sort === "result" ? null : "result", descending: false })}
                >
                  Worst first
                </button>
              </th>
              {agents.map((agent) => (
                <th scope="col" key={agent}>
                  {safeName(agent, 60)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map(([scenario, byAgent]) => (
              <tr key={scenario}>
                <th scope="row">{safeName(scenario, 120)}</th>
                {agents.map((agent) => (
                  <td key={agent}>
                    <Field result={byAgent.get(agent)} side={side} page={page} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {showMore}
    </>
  );
}

function Field({ result, side, page }: { result: Row | undefined } & Pick<SortedProps, "side" | "page">) {
  if (result === undefined) return <span class="none">not planned</span>;
  if ("awaited" in result)
    return (
      <span class="field">
        <span class={`tag at-${result.awaited}`}>{stateWords[result.awaited]}</span>
      </span>
    );
  const { outcomeClass, score } = result;
  return (
    <RunName page={page} side={side} run={result}>
      <span class="field">
        <span class="sr">{describeResult(result)}</span>
        <Score score={score?.axisScore} reason={score?.reason ?? result.error} />
        {score !== undefined && <DimensionBars score={score} />}
        {outcomeClass !== "completed" && (
          <span class={`tag tone-${outcomeWords[outcomeClass].tone}`}>{outcomeWords[outcomeClass].word}</span>
        )}
        {result.scorecard !== undefined && (
          <span class="in-field">
            <span class="sr">, Scorecard</span> <CardScore card={result.scorecard} />
          </span>
        )}
      </span>
    </RunName>
  );
}

/** For screen readers, which read the link without the table's heads. */
function describeResult({ scenarioKey, agentName }: PairResult): string {
  return `${safeName(scenarioKey, 120)} by ${safeName(agentName, 60)}, AXIS Result `;
}

/** A result, or one that is still awaited. */
type Row = PairResult | Awaited;

interface Awaited {
  readonly scenarioKey: string;
  readonly agentName: string;
  readonly awaited: AwaitedPair["state"];
}

/** Awaited results are shown unless a filter needs an actual result. */
function listAwaited({ progress }: PageReport, { text, agent, outcome, band }: Selection): Awaited[] {
  if (progress === undefined || text !== "" || outcome !== "" || band !== "") return [];
  return progress.awaited
    .filter((pair) => agent === "" || pair.agent === agent)
    .map((pair) => ({ scenarioKey: pair.scenario, agentName: pair.agent, awaited: pair.state }));
}

/** In the order of the scenarios' first appearance. */
function groupByScenario(results: readonly Row[]): (readonly [string, ReadonlyMap<string, Row>])[] {
  const rows = new Map<string, Map<string, Row>>();
  for (const result of results) {
    const row = rows.get(result.scenarioKey) ?? new Map<string, Row>();
    rows.set(result.scenarioKey, row.set(result.agentName, result));
  }
  return [...rows];
}
