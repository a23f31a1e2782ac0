/** A run on the server: its result, stages and transcript; live while it is running. */
import { useEffect, useMemo } from "preact/hooks";
import type { RunDetail } from "../../../../src/core/report/run-detail.ts";
import type { RunScorecard } from "../../../../src/core/run/run-scorecard.ts";
import { formatShortMoment } from "../../parts/moment.ts";
import { LabelledRun } from "../../review/labelled-run.tsx";
import { ReviewStoreContext } from "../../review/review-store.ts";
import { Section } from "../../parts/section.tsx";
import { parseStep, type StepLink } from "../../router.ts";
import { type OtherRun, OtherRuns } from "../../run/other-runs.tsx";
import { FinalAnswer, JudgedResult } from "../../run/run-head.tsx";
import { RecordedCard, RestOfRun, ResultAndTranscript } from "../../run/run-view.tsx";
import { Scorecard } from "../../scorecard/scorecard.tsx";
import { RecordedStages, Stages } from "../../scorecard/stages.tsx";
import { safeLine } from "../../text/safe.ts";
import { Transcript } from "../../transcript/transcript.tsx";
import { useLiveTranscript } from "../../transcript/use-live-transcript.ts";
import type { RunDocument, RunSummary } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { Failure, Loading, ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { createServerStore } from "../review/server-store.ts";
import { stepLink } from "../view-route.ts";
import type { ViewProps } from "../views.ts";
import { followLiveEntries } from "./live-entries.ts";
import { resultClass } from "../../parts/score.tsx";
import { StatusMark } from "../runs/status-word.tsx";
import { ServerRunHead } from "./server-run-head.tsx";
import { findRecord, type PageReading, type Recorded, useRunPage } from "./use-run-page.ts";

/** The latest runs of the same scenario on the server. */
const maxRuns = 12;

interface ServerOtherRunsProps extends Pick<ViewProps, "api" | "live" | "route"> {
  readonly run: RunDocument;
}

/** Left out if the list can't be read: the reader came for the run itself. */
function ServerOtherRuns({ api, live, route, run }: ServerOtherRunsProps) {
  const query = { workspace: run.workspace, scenario: run.scenario, limit: maxRuns + 1 };
  const [page, readAgain] = useLoaded((abort) => api.get("/v1/runs", { query, abort }), JSON.stringify(query));
  useLiveRefresh(live, "scores", readAgain);
  const others = page.value?.data.filter(({ id }) => id !== run.id).slice(0, maxRuns) ?? [];
  return (
    <OtherRuns
      runs={others.map((other): OtherRun => ({
        name: describeRun(other),
        href: route.link("runs/{id}", { id: other.id }),
        score: <OtherScore run={other} />,
        compareHref: route.link("compare/{a}/{b}", olderFirst(other, run)),
      }))}
    />
  );
}

function describeRun({ agent, trial, queued_at }: RunSummary): string {
  const moment = formatShortMoment(queued_at, new Date());
  return `${safeLine(agent, 60)}${trial > 1 ? `, trial ${trial}` : ""}, ${moment}`;
}

function OtherScore({ run }: { run: RunSummary }) {
  return (
    <>
      <StatusMark status={run.run_status ?? "unknown"} />
      {run.axis_result !== null && (
        <span class={`score ${resultClass(run.axis_result, run.run_status)}`}> {run.axis_result}</span>
      )}
    </>
  );
}

function olderFirst(one: RunSummary, other: RunDocument): { a: string; b: string } {
  const isOlder = one.queued_at < other.queued_at || (one.queued_at === other.queued_at && one.id < other.id);
  return isOlder ? { a: one.id, b: other.id } : { a: other.id, b: one.id };
}

export function RunView({ api, live, route }: ViewProps) {
  const id = route.parameters["id"] ?? "";
  const [run, readAgain] = useLoaded((abort) => api.get("/v1/runs/{id}", { path: { id }, abort }), id);
  useLiveRefresh(live, { runId: id }, readAgain);
  return (
    <>
      {run.value === null && <h1>Run</h1>}
      <ShowLoaded loaded={run} again={readAgain}>
        {(document) => <LoadedRun {...{ api, live, route, run: document, readAgain }} />}
      </ShowLoaded>
    </>
  );
}

interface LoadedRunProps extends Pick<ViewProps, "api" | "live" | "route"> {
  readonly run: RunDocument;
  readonly readAgain: () => void;
}

function LoadedRun({ api, live, route, run, readAgain }: LoadedRunProps) {
  const { id } = run;
  const page = useRunPage({ api, runId: id, record: findRecord(run), turn: recordVersion(run) });
  useTitle(run);
  const store = useMemo(() => createServerStore(api, run.workspace), [api, run.workspace]);
  const linkTo = stepLink(route, id);
  const step = parseStep(route.parameters["step"]);
  return (
    <article class="run">
      <ServerRunHead {...{ api, route, run, readAgain }} />
      <ServerOtherRuns {...{ api, live, route, run }} />
      {page.state === "recorded" ? (
        <ReviewStoreContext.Provider value={store}>
          <LabelledRun runId={id}>
            <RecordedRun page={page} linkTo={linkTo} step={step} isOver={run.status !== "running"} />
          </LabelledRun>
        </ReviewStoreContext.Provider>
      ) : (
        <NotRecorded {...{ page, api, run, linkTo, step }} />
      )}
    </article>
  );
}

interface PlaceProps {
  readonly linkTo: StepLink;
  readonly step: number | null;
}

interface RecordedProps extends PlaceProps {
  readonly page: Recorded;
  readonly isOver: boolean;
}

function RecordedRun({ page, linkTo, step, isOver }: RecordedProps) {
  const { data, source, error } = page;
  const { detail } = data.block;
  return (
    <>
      {error !== null && <Failure error={error} />}
      <Section id="result" title="AXIS Result" note={detail.score === undefined ? undefined : "judged"}>
        {detail.score === undefined && !isOver ? (
          <p class="notice">The agent has finished. The run is being judged.</p>
        ) : (
          <div class="run-head">
            <JudgedResult score={detail.score} status={detail.status} />
          </div>
        )}
        <FinalAnswer detail={detail} />
      </Section>
      <ResultAndTranscript {...{ data, linkTo, step }} scoring={data.block.scoring} />
      {detail.scorecard === undefined && <UncardedStages detail={detail} />}
      <RecordedCard data={data} />
      <RestOfRun data={data} source={source} />
    </>
  );
}

/** The stages of a run without a scorecard. */
function UncardedStages({ detail }: { detail: RunDetail }) {
  if ((detail.facts?.stages ?? []).length === 0) return null;
  return (
    <Section id="scorecard" title="Stages">
      <RecordedStages detail={detail} isAlone />
    </Section>
  );
}

interface NotRecordedProps extends PlaceProps {
  readonly page: Exclude<PageReading, Recorded>;
  readonly api: ViewProps["api"];
  readonly run: RunDocument;
}

function NotRecorded({ page, ...rest }: NotRecordedProps) {
  if (page.state === "reading") return <Loading />;
  if (page.state === "failed") return <Failure error={page.error} />;
  return <UnrecordedRun {...rest} isGone={page.isGone} />;
}

/** The record changes only when one of these changes. */
function recordVersion({ status, attempt, axis_result, score }: RunDocument): string {
  return JSON.stringify([status, attempt, axis_result, score?.score ?? null]);
}

function useTitle({ scenario, agent }: RunDocument): void {
  useEffect(() => {
    document.title = `AXIS ${scenario.slice(0, 80)} by ${agent.slice(0, 60)}`;
  }, [scenario, agent]);
}

/** A run without a full record: it is still running, was lost, or its files were deleted. */
interface UnrecordedProps {
  readonly api: Api;
  readonly run: RunDocument;
  readonly linkTo: StepLink;
  readonly step: number | null;
  readonly isGone: boolean;
}

function UnrecordedRun({ api, run, linkTo, step, isGone }: UnrecordedProps) {
  const transcript = useLiveTranscript(followLiveEntries(api, run), `${run.id} ${run.attempt}`);
  return (
    <>
      <p class="notice">{explainMissingRecord(run, isGone)}</p>
      {run.score !== null ? <LoadedScorecard api={api} run={run} /> : <StagesSoFar run={run} />}
      {run.status === "running" && transcript !== null && <Transcript data={transcript} {...{ linkTo, step }} />}
    </>
  );
}

function LoadedScorecard({ api, run }: Pick<UnrecordedProps, "api" | "run">) {
  const path = { id: run.id };
  const [card, again] = useLoaded((abort) => api.get("/v1/runs/{id}/scorecard", { path, abort }), run.id);
  return (
    <ShowLoaded loaded={card} again={again}>
      {(found: RunScorecard) => (
        <Scorecard card={found}>
          <Stages stages={run.stages} changedFiles={run.changed_files ?? undefined} />
        </Scorecard>
      )}
    </ShowLoaded>
  );
}

function StagesSoFar({ run: { stages, status } }: Pick<UnrecordedProps, "run">) {
  if (stages.length === 0) return null;
  return (
    <Section id="scorecard" title="Stages" note={status === "running" ? "so far" : undefined}>
      <Stages stages={stages} isAlone />
    </Section>
  );
}

function explainMissingRecord({ status, axis_result }: RunDocument, isGone: boolean): string {
  if (status === "queued") return "The run is waiting for a worker. It appears here when it starts.";
  if (status === "running") return "The run is in progress. Its AXIS Result and record appear when it ends.";
  const judged = axis_result === null ? "" : ` Its AXIS Result was ${axis_result}.`;
  if (isGone) return `The transcript and files were deleted; the AXIS Result and the scorecard are kept.${judged}`;
  return `The agent's work was not recorded.${judged}`;
}
