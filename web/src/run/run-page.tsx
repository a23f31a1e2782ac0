/** One run of a report. */
import type { ViewData } from "../app.tsx";
import { formatSpread, explainStop } from "../data/trials.ts";
import { findRun, type FoundRun, useRun } from "../data/use-run.ts";
import type { RunData } from "../data/run-data.ts";
import { NotFound } from "../parts/not-found.tsx";
import { type RunAddress, runLink } from "../page-routes.ts";
import { safe } from "../text/safe.ts";
import { ReportOtherRuns } from "./report-other-runs.tsx";
import { ReportRunHead } from "./report-run-head.tsx";
import { RunInProgress } from "./run-in-progress.tsx";
import { RecordedCard, RestOfRun, ResultAndTranscript } from "./run-view.tsx";

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
