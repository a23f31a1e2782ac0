/** A run on the server: its result, stages and transcript; live while it is running. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { RunDetail } from "../../../../src/core/report/run-detail.ts";
import type { RunScorecard } from "../../../../src/core/run/run-scorecard.ts";
import { formatShortMoment } from "../../parts/moment.ts";
import { Facts, Fold, Section } from "../../parts/section.tsx";
import { LabelledRun } from "../../review/labelled-run.tsx";
import { ReviewStoreContext } from "../../review/review-store.ts";
import { parseStep, type StepLink } from "../../router.ts";
import { RecordedCard, RestOfRun, RunSections } from "../../run/run-view.tsx";
import { type RunChip, TrialChips } from "../../run/trial-chips.tsx";
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
import { listFacts, ServerRunHead } from "./server-run-head.tsx";
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
  const all = [...others, run].toSorted(
    (a, b) => compareText(a.agent, b.agent) || compareText(a.queued_at, b.queued_at),
  );
  return (
    <TrialChips
      chips={all.map((other): RunChip => ({
        agent: other.agent,
        label: describeRun(other),
        href: route.link("runs/{id}", { id: other.id }),
        status: readEnded(other),
        score: other.axis_result,
        isCurrent: other.id === run.id,
        compareHref: other.id === run.id ? null : route.link("compare/{a}/{b}", olderFirst(other, run)),
      }))}
    />
  );
}

/** Null while it is waiting or running. */
function readEnded({ run_status: status }: Pick<RunSummary, "run_status">): RunChip["status"] {
  return status === "queued" || status === "running" ? null : status;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function describeRun({ trial, queued_at }: Pick<RunSummary, "trial" | "queued_at">): string {
  return `${trial > 1 ? `trial ${trial}, ` : ""}${formatShortMoment(queued_at, new Date())}`;
}

function olderFirst(one: Pick<RunSummary, "id" | "queued_at">, other: RunDocument): { a: string; b: string } {
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
      <ServerRunHead {...{ api, route, run, page, readAgain }}>
        <ServerOtherRuns {...{ api, live, route, run }} />
      </ServerRunHead>
      {page.state === "recorded" ? (
        <ReviewStoreContext.Provider value={store}>
          <LabelledRun runId={id}>
            <RecordedRun page={page} linkTo={linkTo} step={step}>
              <Fold id="server" title="On the server" note={safeLine(run.workspace, 60)}>
                <Facts facts={listFacts(run, route)} />
              </Fold>
            </RecordedRun>
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
  readonly children: ComponentChildren;
}

function RecordedRun({ page, linkTo, step, children }: RecordedProps) {
  const { data, source, error } = page;
  const { detail } = data.block;
  return (
    <>
      {error !== null && <Failure error={error} />}
      <RunSections {...{ data, linkTo, step }} scoring={data.block.scoring} />
      {detail.scorecard === undefined && <UncardedStages detail={detail} />}
      <RecordedCard data={data} />
      <RestOfRun data={data} source={source} />
      {children}
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
  return <UnrecordedRun {...rest} />;
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
}

function UnrecordedRun({ api, run, linkTo, step }: UnrecordedProps) {
  const transcript = useLiveTranscript(followLiveEntries(api, run), `${run.id} ${run.attempt}`);
  return (
    <>
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
