/** Scenarios by agents: each cell has the mean AXIS Result and a mark per trial, each row what fails most. */
import { useMemo } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { roundHalfUp } from "../../../src/core/score/rounding.ts";
import type { AwaitedResult, PageReport } from "../../../src/report/html/page-index.ts";
import { formatScore } from "../../../src/report/text/format.ts";
import { explainNoNumber, findMainReason, formatPasses, listRuns } from "../data/trials.ts";
import { Score } from "../parts/score.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { statuses, StatusTag } from "../parts/status.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { describeState } from "./progress.tsx";
import type { SortedProps } from "./result-table.tsx";
import type { Selection } from "./selection.ts";
import { TrialMarks } from "./trial-marks.tsx";

const step = 100;

export function Matrix({ results, side, page, selection, choose }: SortedProps) {
  const awaited = useMemo(() => listAwaited(page, selection), [page, selection]);
  const agents = [...new Set([...results, ...awaited].map(({ agentName }) => agentName))].toSorted();
  const rows = groupByScenario([...results, ...awaited]);
  const [count, showMore] = useShowMore(rows.length, step, "scenarios");
  const hasReasons = findMainReason(results) !== undefined;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Scenarios and agents">
        <table class="matrix">
          <MatrixHead {...{ agents, hasReasons, selection, choose }} />
          <tbody>
            {rows.slice(0, count).map(([scenario, byAgent]) => (
              <tr key={scenario}>
                <th scope="row">{safeName(scenario, 120)}</th>
                {agents.map((agent) => (
                  <td key={agent} class={chooseTint(byAgent.get(agent))}>
                    <Field result={byAgent.get(agent)} side={side} page={page} />
                  </td>
                ))}
                {hasReasons && (
                  <td class="reason">
                    <MainReason results={[...byAgent.values()]} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend results={results} />
      {showMore}
    </>
  );
}

interface MatrixHeadProps extends Pick<SortedProps, "selection" | "choose"> {
  readonly agents: readonly string[];
  readonly hasReasons: boolean;
}

function MatrixHead({ agents, hasReasons, selection, choose }: MatrixHeadProps) {
  return (
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
        {hasReasons && <th scope="col">What fails most</th>}
      </tr>
    </thead>
  );
}

function Legend({ results }: Pick<SortedProps, "results">) {
  const known = new Set(results.flatMap(listRuns).map(({ status }) => status));
  return (
    <p class="legend">
      {statuses
        .filter((status) => known.has(status))
        .map((status) => (
          <StatusTag key={status} status={status} />
        ))}
      <span>
        A number is the mean AXIS Result of the counted trials; a darker tint is further below 94. A mark opens its run.
      </span>
    </p>
  );
}

function Field({ result, side, page }: { result: Row | undefined } & Pick<SortedProps, "side" | "page">) {
  if (result === undefined) return <span class="none">not planned</span>;
  if ("awaited" in result)
    return (
      <span class="field">
        <span class={`tag at-${result.awaited}`}>{describeState(result.awaited, page.progress)}</span>
      </span>
    );
  const number = roundMean(result);
  return (
    <span class="field">
      <span class="sr">{describeResult(result)}</span>
      <Score score={number} reason={explainNoNumber(result)} />
      <TrialMarks result={result} side={side} page={page} />
      {number === null && <small>{safeLine(explainNoNumber(result), 120)}</small>}
    </span>
  );
}

function roundMean({ means }: PairResult): number | null {
  return means.axisScore === null ? null : roundHalfUp(means.axisScore);
}

/** For screen readers, which read a cell without the table's heads. */
function describeResult(result: PairResult): string {
  const [passed, counted] = formatPasses(listRuns(result)).split("/");
  const name = `${safeName(result.agentName, 60)}, ${safeName(result.scenarioKey, 120)}`;
  return `${name}: ${result.status}, ${passed} of ${counted} passed, mean ${formatScore(roundMean(result))}. `;
}

/** The means below which a cell gets the next darker tint. */
const tintLimits = [94, 88, 82, 74, 64] as const;

function chooseTint(result: Row | undefined): string | undefined {
  const number = result === undefined || "awaited" in result ? null : roundMean(result);
  const tint = number === null ? 0 : tintLimits.filter((limit) => number < limit).length;
  return tint === 0 ? undefined : `tint-${tint}`;
}

function MainReason({ results }: { readonly results: readonly Row[] }) {
  const main = findMainReason(results.filter((result) => "means" in result));
  if (main === undefined) return null;
  return (
    <>
      <bdi>{safeLine(main.why, 160)}</bdi> <small>in {formatCount(main.runs, "run")}</small>
    </>
  );
}

/** A result, or one that is still awaited. */
type Row = PairResult | Awaited;

interface Awaited {
  readonly scenarioKey: string;
  readonly agentName: string;
  readonly awaited: AwaitedResult["state"];
}

/** Awaited results are shown unless a filter needs an actual result. */
function listAwaited({ progress }: PageReport, { text, agent, status }: Selection): Awaited[] {
  if (progress === undefined || text !== "" || status !== "") return [];
  return progress.awaited
    .filter((awaited) => agent === "" || awaited.agent === agent)
    .map((awaited) => ({ scenarioKey: awaited.scenario, agentName: awaited.agent, awaited: awaited.state }));
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
