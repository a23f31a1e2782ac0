/** The head of a run of a report. */
import type { ComponentChildren } from "preact";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { formatCost, formatDuration } from "../../../src/report/text/format.ts";
import { formatTokenUsage } from "../data/tokens.ts";
import { formatMoment } from "../parts/moment.ts";
import { OutcomeMark } from "../parts/outcome.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { type Fact, FinalAnswer, JudgedResult, type Notice, RunHead } from "./run-head.tsx";

export function ReportRunHead({ detail, children }: { detail: RunDetail; children: ComponentChildren }) {
  return (
    <RunHead
      crumbs={<a href="#/">All results</a>}
      scenario={detail.scenarioName}
      agent={detail.agentName}
      status={
        <>
          {safeName(detail.scenarioKey, 240)} <OutcomeMark outcomeClass={detail.outcomeClass} />
        </>
      }
      notices={listNotices(detail)}
      result={<JudgedResult score={detail.score} />}
      facts={listFacts(detail)}
    >
      <FinalAnswer detail={detail} />
      {children}
    </RunHead>
  );
}

function listNotices(detail: RunDetail): Notice[] {
  const failure = describeFailure(detail);
  return [
    ...(failure === null ? [] : [{ text: failure, isBad: true }]),
    ...(detail.suspect === undefined ? [] : [{ text: `Suspect: ${detail.suspect}`, isBad: true }]),
  ];
}

function listFacts(detail: RunDetail): Fact[] {
  const { stats } = detail;
  return [
    ["Took", formatDuration(detail.durationMs)],
    ["Started", formatMoment(detail.output.metadata.startTime)],
    ["Steps", `${stats.totalInteractions}, ${stats.totalErrors} with an error`],
    ["Tokens", formatTokenUsage(detail.tokenUsage)],
    ["Cost", detail.totalCostUsd === undefined ? "unknown" : formatCost(detail.totalCostUsd)],
    ...listJudgeCost(detail),
    ["Exit code", detail.exitCode === null ? "none" : String(detail.exitCode)],
    ["Run", safeLine(detail.runId, 60)],
    ...(detail.trial > 1 ? ([["Trial", String(detail.trial)]] as const) : []),
    ...(detail.orphans ? ([["Processes left behind", String(detail.orphans)]] as const) : []),
  ];
}

/** Judges that cost nothing get no line. */
function listJudgeCost({ judgeCostUsd }: RunDetail): Fact[] {
  if (judgeCostUsd === undefined) return [];
  return [["Judges cost", judgeCostUsd === null ? "unknown" : formatCost(judgeCostUsd)]];
}

/** Null for a run that completed. */
function describeFailure({ outcome, error }: Pick<PairResult, "outcome" | "error">): string | null {
  switch (outcome.status) {
    case "completed":
      return error ?? null;
    case "failed":
      return `Failed (${outcome.code}): ${outcome.message}`;
    case "stopped":
      return `Stopped (${outcome.by}, ${outcome.scope}): ${outcome.message}`;
  }
}
