/** A run on the server: its result, stages and transcript; live while it is running. */
import { useEffect } from "preact/hooks";
import type { RunDetail } from "../../../../src/core/report/run-detail.ts";
import { parseStep, type StepLink } from "../../router.ts";
import { RecordedStages } from "../../scorecard/stages.tsx";
import { RecordedCard, RestOfRun, ResultAndTranscript } from "../../run/run-view.tsx";
import { JudgedResult, FinalAnswer } from "../../run/run-head.tsx";
import { Section } from "../../parts/section.tsx";
import type { RunDocument } from "../api/answers.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { Failure, Loading, ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import { stepLink } from "../view-route.ts";
import { ServerOtherRuns } from "./server-other-runs.tsx";
import { ServerRunHead } from "./server-run-head.tsx";
import { UnrecordedRun } from "./unrecorded-run.tsx";
import { type PageReading, type Recorded, findRecord, useRunPage } from "./use-run-page.ts";

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
  const linkTo = stepLink(route, id);
  const step = parseStep(route.parameters["step"]);
  return (
    <article class="run">
      <ServerRunHead {...{ api, route, run, readAgain }} />
      <ServerOtherRuns {...{ api, live, route, run }} />
      {page.state === "recorded" ? (
        <RecordedRun page={page} linkTo={linkTo} step={step} isOver={run.status !== "running"} />
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
      {detail.scorecard === undefined && <UncardedStages detail={detail} />}
      <RecordedCard data={data} />
      <Section id="result" title="AXIS Result" note={detail.score === undefined ? undefined : "judged"}>
        {detail.score === undefined && !isOver ? (
          <p class="notice">The agent has finished. The run is being judged.</p>
        ) : (
          <div class="run-head">
            <JudgedResult score={detail.score} />
          </div>
        )}
        <FinalAnswer detail={detail} />
      </Section>
      <ResultAndTranscript {...{ data, linkTo, step }} scoring={data.block.scoring} />
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
