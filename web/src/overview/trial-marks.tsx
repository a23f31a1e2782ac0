/** Every trial of a result as a mark that opens its run, and the runs that are still at work. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { CellAtWork, PageReport } from "../../../src/report/html/page-index.ts";
import { formatScore } from "../../../src/report/text/format.ts";
import { formatPasses, listRuns, type ResultRun } from "../data/trials.ts";
import { runLink } from "../page-routes.ts";
import { StatusMark } from "../parts/status.tsx";
import { safeLine } from "../text/safe.ts";
import { RunName } from "./run-name.tsx";

interface TrialMarksProps {
  readonly result: PairResult;
  readonly side: number;
  readonly page: PageReport;
}

export function TrialMarks({ result, side, page }: TrialMarksProps) {
  const runs = listRuns(result);
  const atWork = listAtWork(page, result);
  const hasFailed = runs.some(({ status }) => status === "failed");
  return (
    <span class="trial-marks">
      {runs.length > 1 && hasFailed && <small aria-hidden="true">{formatPasses(runs)}</small>}
      {runs.map((run) => (
        <RunName key={run.runId} page={page} side={side} run={run} title={describeRun(run)}>
          <StatusMark status={run.status} />
          <span class="sr">{describeRun(run)}</span>
        </RunName>
      ))}
      {atWork.map(({ runId, trial, state }) => (
        <a key={runId} href={runLink({ side, runId })} title={`Trial ${trial}: ${state}`}>
          <span class={`mark at-${state}`} aria-hidden="true">
            ○
          </span>
          <span class="sr">
            Trial {trial}: {state}
          </span>
        </a>
      ))}
    </span>
  );
}

function describeRun({ trial, status, axisScore, why }: ResultRun): string {
  const number = axisScore === null ? "" : `, AXIS Result ${formatScore(axisScore)}`;
  return `Trial ${trial}: ${status}${number}${why === undefined ? "" : `: ${safeLine(why, 160)}`}`;
}

function listAtWork({ progress }: PageReport, { scenarioKey, agentName }: PairResult): readonly CellAtWork[] {
  return progress?.atWork.filter(({ scenario, agent }) => scenario === scenarioKey && agent === agentName) ?? [];
}
