/** One run of a report. */
import type { ComponentChildren } from "preact";
import { listTamperedLines } from "../../../src/report/text/format-tampered.ts";
import type { PageIndex, RunBlock } from "../../../src/report/html/page-index.ts";
import type { ViewData } from "../app.tsx";
import type { RunData } from "../data/run-data.ts";
import { explainStop, formatSpread, listRuns } from "../data/trials.ts";
import { findPlace, findRun, type FoundRun, useRun } from "../data/use-run.ts";
import { compareLink, type RunAddress, runLink } from "../page-routes.ts";
import { NotFound } from "../parts/not-found.tsx";
import { safe } from "../text/safe.ts";
import { describeEnd, describeOutcome, longestTitle, toSentence } from "./describe-outcome.ts";
import { FixesMet, findFixes, listSymptoms } from "./fixes-met.tsx";
import { JudgedResult, type Notice, RunHead } from "./run-head.tsx";
import { RecordedCard, RestOfRun, RunSections } from "./run-view.tsx";
import { type RunChip, TrialChips } from "./trial-chips.tsx";

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
  const report = index.reports[address.side]?.report;
  // Only the page of one report has the list of what to fix.
  const fixes = index.reports.length === 1 ? findFixes(report?.fixes ?? [], address.runId) : [];
  const { detail } = data.block;
  return (
    <article class="run">
      <RecordedHead
        detail={detail}
        trials={found.result.trials?.length ?? 1}
        lead={<FixesMet fixes={fixes} runs={report?.fixSummary?.runs} />}
      >
        {found.result.stoppedAt !== undefined && <p class="notice">{explainStop(found.result.stoppedAt)}</p>}
        <TrialChips chips={listChips({ index, address, found })} />
        {found.result.spread !== undefined && (
          <p class="decided">All trials of this result: {formatSpread(found.result.spread)}.</p>
        )}
      </RecordedHead>
      <RunSections
        {...{ data, linkTo, step }}
        scoring={report?.scoring}
        symptoms={listSymptoms(fixes, address.runId)}
      />
      <RecordedCard data={data} />
      <RestOfRun data={data} source={source} />
    </article>
  );
}

interface RecordedHeadProps {
  readonly detail: RunBlock["detail"];
  /** How many trials its result has; null if unknown. */
  readonly trials: number | null;
  /** After the sentence about how it ended. */
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The head of a run with a record: of a report, or on a server. */
export function RecordedHead({ detail, trials, lead, children }: RecordedHeadProps) {
  const { status, trial, score } = detail;
  const about = trials === null ? (trial > 1 ? `trial ${trial}` : "") : trials > 1 ? `trial ${trial} of ${trials}` : "";
  return (
    <RunHead
      word={status}
      scenario={detail.scenarioName}
      agent={detail.agentName}
      about={about}
      title={describeOutcome(detail)}
      lead={
        <>
          {describeEnd(detail)} {lead}
        </>
      }
      notices={listNotices(detail)}
      result={<JudgedResult score={score} status={status} />}
    >
      {children}
    </RunHead>
  );
}

/** A reason that is too long for the heading, and what looks wrong about the run. */
function listNotices({ why, suspect, tampered }: RunBlock["detail"]): Notice[] {
  return [
    ...(why !== undefined && why.length > longestTitle ? [{ text: toSentence(why), isBad: true }] : []),
    ...(suspect === undefined ? [] : [{ text: `Suspect: ${suspect}`, isBad: true }]),
    ...listTamperedLines(tampered).map((line) => ({ text: toSentence(line), isBad: true })),
  ];
}

/** All runs of the scenario, in the order of the report. */
function listChips({ index, address, found }: { index: PageIndex; address: RunAddress; found: FoundRun }): RunChip[] {
  const { side } = address;
  const page = index.reports[side];
  const results = page?.report?.results.filter(({ scenarioKey }) => scenarioKey === found.result.scenarioKey) ?? [];
  return results.flatMap((result) =>
    listRuns(result).flatMap((run): RunChip[] => {
      const place = findPlace(page, run.file);
      if (place === undefined) return [];
      const other = { side, runId: run.runId };
      const isCurrent = run.runId === address.runId;
      return [
        {
          agent: result.agentName,
          label: result.trials === undefined ? "1" : String(run.trial),
          href: `${place.page ?? ""}${runLink(other)}`,
          status: run.status,
          score: run.axisScore,
          isCurrent,
          compareHref: isCurrent || place.page !== undefined ? null : compareLink(other, address),
        },
      ];
    }),
  );
}
