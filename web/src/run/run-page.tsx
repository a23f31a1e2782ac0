/** One run of a report. */
import type { ComponentChildren } from "preact";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { GradedCriterion } from "../../../src/core/score/axis-result.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { listTamperedLines } from "../../../src/report/text/format-tampered.ts";
import type { PageIndex, RunBlock } from "../../../src/report/html/page-index.ts";
import { formatCost, formatDuration } from "../../../src/report/text/format.ts";
import type { ViewData } from "../app.tsx";
import type { RunData } from "../data/run-data.ts";
import { formatTokenUsage } from "../data/tokens.ts";
import { explainStop, formatSpread, listRuns, type ResultRun } from "../data/trials.ts";
import { findPlace, findRun, type FoundRun, useRun } from "../data/use-run.ts";
import { compareLink, type RunAddress, runLink } from "../page-routes.ts";
import { formatMoment } from "../parts/moment.ts";
import { NotFound } from "../parts/not-found.tsx";
import { Score } from "../parts/score.tsx";
import { StatusTag } from "../parts/status.tsx";
import { safe, safeLine, safeName } from "../text/safe.ts";
import { type OtherRun, OtherRuns } from "./other-runs.tsx";
import { type Fact, FinalAnswer, JudgedResult, type Notice, RunHead } from "./run-head.tsx";
import { RecordedCard, RestOfRun, ResultAndTranscript } from "./run-view.tsx";

/** The other trials of a run, and the runs of its scenario by other agents. */
interface ReportOtherRunsProps {
  readonly index: PageIndex;
  readonly address: RunAddress;
  readonly found: FoundRun;
}

/** The overview has the full list. */
const maxRuns = 40;

function ReportOtherRuns({ index, address, found: { result } }: ReportOtherRunsProps) {
  const { side } = address;
  const page = index.reports[side];
  const results = page?.report?.results.filter(({ scenarioKey }) => scenarioKey === result.scenarioKey) ?? [];
  const others = results
    .flatMap((each) => listOthers(each))
    .flatMap(({ run, name }): OtherRun[] => {
      const place = findPlace(page, run.file);
      if (place === undefined || run.runId === address.runId) return [];
      const other = { side, runId: run.runId };
      return [
        {
          name,
          href: `${place.page ?? ""}${runLink(other)}`,
          score: (
            <>
              <StatusTag status={run.status} /> <Score score={run.axisScore} status={run.status} reason={run.why} />
            </>
          ),
          compareHref: place.page === undefined ? compareLink(other, address) : null,
        },
      ];
    });
  return <OtherRuns runs={others.slice(0, maxRuns)} />;
}

function listOthers(result: PairResult): { readonly run: ResultRun; readonly name: string }[] {
  const agent = safeName(result.agentName, 80);
  return listRuns(result).map((run) => ({
    run,
    name: result.trials === undefined ? agent : `${agent}, trial ${run.trial}`,
  }));
}

interface RunPageProps extends ViewData {
  readonly address: RunAddress;
  readonly step: number | null;
}

export function RunPage({ source, index, runInProgress: InProgress, address, step }: RunPageProps) {
  const found = findRun(index, address);
  const reading = useRun(source, found?.place);
  const atWork = index.reports[address.side]?.progress?.atWork.find(({ runId }) => runId === address.runId);
  if (found === undefined && atWork !== undefined && InProgress !== undefined)
    return <InProgress source={source} run={atWork} linkTo={(to) => runLink(address, to)} step={step} />;
  if (found === undefined) return <NotFound>This page does not have this run.</NotFound>;
  if (found.place.page !== undefined)
    return (
      <p class="notice">
        This run is in <a href={`${found.place.page}${runLink(address, step ?? undefined)}`}>{found.place.page}</a>,
        next to this file.
      </p>
    );
  if (reading === null) return <p class="waiting">Loading the run.</p>;
  if ("error" in reading) return <p class="notice">The run cannot be read: {safe(reading.error)}</p>;
  return <ReportedRun {...{ source, index, address, step, found }} data={reading.data} />;
}

interface ReportedRunProps extends RunPageProps {
  readonly data: RunData;
  readonly found: FoundRun;
}

function ReportedRun({ source, index, address, step, found, data }: ReportedRunProps) {
  const linkTo = (to?: number) => runLink(address, to);
  const scoring = index.reports[address.side]?.report?.scoring;
  return (
    <article class="run">
      <ReportRunHead detail={data.block.detail} trials={found.result.trials?.length ?? 1}>
        {found.result.stoppedAt !== undefined && <p class="notice">{explainStop(found.result.stoppedAt)}</p>}
        {found.result.spread !== undefined && (
          <p class="decided">All trials of this result: {formatSpread(found.result.spread)}.</p>
        )}
        <ReportOtherRuns {...{ index, address, found }} />
      </ReportRunHead>
      <ResultAndTranscript {...{ data, linkTo, step, scoring }} />
      <RecordedCard data={data} />
      <RestOfRun data={data} source={source} />
    </article>
  );
}

interface ReportRunHeadProps {
  readonly detail: RunBlock["detail"];
  /** How many trials its result has. */
  readonly trials: number;
  readonly children: ComponentChildren;
}

/** The head of a run of a report. */
function ReportRunHead({ detail, trials, children }: ReportRunHeadProps) {
  const { status, trial } = detail;
  return (
    <RunHead
      crumbs={<a href="#/">All results</a>}
      scenario={detail.scenarioName}
      agent={detail.agentName}
      status={
        <>
          <StatusTag status={status} /> {safeName(detail.scenarioKey, 240)}
          {trials > 1 && `, trial ${trial} of ${trials}`}
        </>
      }
      notices={listNotices(detail)}
      result={<JudgedResult score={detail.score} status={status} />}
      facts={listFacts(detail)}
    >
      <FinalAnswer detail={detail} />
      {children}
    </RunHead>
  );
}

function listNotices({ status, why, score, suspect, tampered }: RunBlock["detail"]): Notice[] {
  const checks = score?.goalAchievement.criteria.length ?? 0;
  const passed = checks === 0 ? [] : [{ text: describePass(score?.goalAchievement.criteria ?? []) }];
  return [
    ...(status === "passed"
      ? passed
      : [{ text: toSentence(why ?? "no reason was recorded"), isBad: status === "failed" }]),
    ...(suspect === undefined ? [] : [{ text: `Suspect: ${suspect}`, isBad: true }]),
    ...listTamperedLines(tampered).map((line) => ({ text: toSentence(line), isBad: true })),
  ];
}

/** A run can pass although a judged check has less than 10 of 10. */
function describePass(checks: readonly GradedCriterion[]): string {
  const whole = checks.filter(({ score }) => score === 10).length;
  if (whole < checks.length) return `${whole} of ${formatCount(checks.length, "check")} hold in full.`;
  return checks.length === 1 ? "Its check holds." : `All ${checks.length} checks hold.`;
}

/** Reasons are stored without a capital and a full stop. */
function toSentence(reason: string): string {
  const text = `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`;
  return /[.!?…”]$/.test(text) ? text : `${text}.`;
}

function listFacts(detail: RunDetail): Fact[] {
  const { stats } = detail;
  return [
    ["Ended", describeEnd(detail.outcome)],
    ["Took", formatDuration(detail.durationMs)],
    ["Started", formatMoment(detail.output.metadata.startTime)],
    ["Steps", `${stats.totalInteractions}, ${stats.totalErrors} with an error`],
    ["Tokens", formatTokenUsage(detail.tokenUsage)],
    ["Cost", detail.totalCostUsd === undefined ? "unknown" : formatCost(detail.totalCostUsd)],
    ...listJudgeCost(detail),
    ["Exit code", detail.exitCode === null ? "none" : String(detail.exitCode)],
    ["Run", safeLine(detail.runId, 60)],
    ...(detail.orphans ? ([["Processes left behind", String(detail.orphans)]] as const) : []),
  ];
}

/** Judges that cost nothing get no line. */
function listJudgeCost({ judgeCostUsd }: RunDetail): Fact[] {
  if (judgeCostUsd === undefined) return [];
  return [["Judges cost", judgeCostUsd === null ? "unknown" : formatCost(judgeCostUsd)]];
}

function describeEnd(outcome: RunDetail["outcome"]): string {
  switch (outcome.status) {
    case "completed":
      return "by itself";
    case "failed":
      return safeLine(outcome.code, 60);
    case "stopped":
      return safeLine(`stopped: ${outcome.by}, ${outcome.scope}`, 120);
  }
}
