/** One run: how it ended and what it scored, every stage, what the agent did; live while it goes on. */
import { useEffect } from "preact/hooks";
import type { StepLink } from "../../router.ts";
import { RecordedCard, RestOfRun, ResultAndTranscript } from "../../run/run-view.tsx";
import { JudgedResult, FinalAnswer } from "../../run/run-head.tsx";
import { Section } from "../../parts/section.tsx";
import type { RunDocument } from "../api/answers.ts";
import { Failure, Loading, Shown } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";
import { stepLink } from "./step-link.ts";
import { OtherRuns } from "./other-runs.tsx";
import { RunHead } from "./run-head.tsx";
import { UnrecordedRun } from "./unrecorded-run.tsx";
import { type PageReading, type Recorded, useRunPage } from "./use-run-page.ts";
import { useRunEvents } from "./use-run-events.ts";

export function RunView({ api, live, route }: ViewProps) {
  const id = route.parameters["id"] ?? "";
  const [run, readAgain] = useLoaded((abort) => api.get("/v1/runs/{id}", { path: { id }, abort }), id);
  useRunEvents(live, id, readAgain);
  return (
    <>
      {run.value === null && <h1>Run</h1>}
      <Shown of={run} again={readAgain}>
        {(document) => <ShownRun {...{ api, live, route, run: document, readAgain }} />}
      </Shown>
    </>
  );
}

interface ShownRunProps extends Pick<ViewProps, "api" | "live" | "route"> {
  readonly run: RunDocument;
  readonly readAgain: () => void;
}

function ShownRun({ api, live, route, run, readAgain }: ShownRunProps) {
  const { id } = run;
  const page = useRunPage({ api, runId: id, turn: turnOf(run) });
  useTitle(run);
  const linkTo = stepLink(route, id);
  const step = stepOf(route.parameters["step"]);
  return (
    <article class="run">
      <RunHead {...{ api, route, run, readAgain }} />
      <OtherRuns {...{ api, live, route, run }} />
      {page.state === "recorded" ? (
        <RecordedRun page={page} linkTo={linkTo} step={step} />
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

function RecordedRun({ page, linkTo, step }: PlaceProps & { readonly page: Recorded }) {
  const { data, source, error } = page;
  return (
    <>
      {error !== null && <Failure error={error} />}
      <RecordedCard data={data} />
      <Section id="result" title="AXIS Result" note="judged">
        <div class="run-head">
          <JudgedResult score={data.block.detail.score} />
        </div>
        <FinalAnswer detail={data.block.detail} />
      </Section>
      <ResultAndTranscript {...{ data, linkTo, step }} scoring={data.block.scoring} />
      <RestOfRun data={data} source={source} />
    </>
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

/** What is recorded changes with these and with nothing else. */
function turnOf({ status, attempt, axis_result, score }: RunDocument): string {
  return JSON.stringify([status, attempt, axis_result, score?.score ?? null]);
}

function stepOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function useTitle({ scenario, agent }: RunDocument): void {
  useEffect(() => {
    document.title = `AXIS ${scenario.slice(0, 80)} by ${agent.slice(0, 60)}`;
  }, [scenario, agent]);
}
