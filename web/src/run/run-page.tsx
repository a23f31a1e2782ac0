/** One run of a report. */
import type { ComponentChildren } from "preact";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { RunScorecard, ShortCard } from "../../../src/core/run/run-scorecard.ts";
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import { formatCost, formatDuration } from "../../../src/report/text/format.ts";
import type { ViewData } from "../app.tsx";
import type { RunData } from "../data/run-data.ts";
import { formatTokenUsage } from "../data/tokens.ts";
import { explainStop, formatSpread } from "../data/trials.ts";
import { findPlace, findRun, type FoundRun, useRun } from "../data/use-run.ts";
import { compareLink, type RunAddress, runLink } from "../page-routes.ts";
import { formatMoment } from "../parts/moment.ts";
import { NotFound } from "../parts/not-found.tsx";
import { OutcomeMark } from "../parts/outcome.tsx";
import { Score } from "../parts/score.tsx";
import { CardScore } from "../scorecard/tier.tsx";
import { safe, safeLine, safeName } from "../text/safe.ts";
import { type OtherRun, OtherRuns } from "./other-runs.tsx";
import { type Fact, FinalAnswer, JudgedResult, type Notice, RunHead } from "./run-head.tsx";
import { RunInProgress } from "./run-in-progress.tsx";
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
  const others = results.flatMap(listRuns).flatMap(({ file, runId, name, score, card }): OtherRun[] => {
    const place = findPlace(page, file);
    if (place === undefined || runId === address.runId) return [];
    const other = { side, runId };
    return [
      {
        name: safeName(name, 80),
        href: `${place.page ?? ""}${runLink(other)}`,
        score: <OtherScore score={score} card={card} />,
        compareHref: place.page === undefined ? compareLink(other, address) : null,
      },
    ];
  });
  return <OtherRuns runs={others.slice(0, maxRuns)} />;
}

interface ListedRun {
  readonly runId: string;
  readonly file: string;
  readonly name: string;
  readonly score: number | null | undefined;
  readonly card: RunScorecard | ShortCard | undefined;
}

/** The trials of a result, or its only run. */
function listRuns({ runId, file, agentName, score, scorecard, trials }: PairResult): ListedRun[] {
  if (trials === undefined) return [{ runId, file, name: agentName, score: score?.axisScore, card: scorecard }];
  return trials.map((run) => ({
    runId: run.runId,
    file: run.file,
    name: `${agentName}, trial ${run.trial}`,
    score: run.axisScore,
    card: run.scorecard,
  }));
}

function OtherScore({ score, card }: Pick<ListedRun, "score" | "card">) {
  return (
    <>
      <Score score={score} />
      {card !== undefined && (
        <span class="other-card">
          scorecard <CardScore card={card} />
        </span>
      )}
    </>
  );
}

interface RunPageProps extends ViewData {
  readonly address: RunAddress;
  readonly step: number | null;
}

export function RunPage({ source, index, address, step }: RunPageProps) {
  const found = findRun(index, address);
  const reading = useRun(source, found?.place);
  const atWork = index.reports[address.side]?.progress?.atWork.find(({ runId }) => runId === address.runId);
  if (found === undefined && atWork !== undefined)
    return <RunInProgress source={source} run={atWork} linkTo={(to) => runLink(address, to)} step={step} />;
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
      <ReportRunHead detail={data.block.detail}>
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

/** The head of a run of a report. */
function ReportRunHead({ detail, children }: { detail: RunDetail; children: ComponentChildren }) {
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
