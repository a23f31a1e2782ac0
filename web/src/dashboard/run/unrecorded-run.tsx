/** A run without a full record: it is still running, was lost, or its files were deleted. */
import type { RunScorecard } from "../../../../src/core/run/run-scorecard.ts";
import { Section } from "../../parts/section.tsx";
import type { StepLink } from "../../router.ts";
import { Scorecard } from "../../scorecard/scorecard.tsx";
import { Stages } from "../../scorecard/stages.tsx";
import { Transcript } from "../../transcript/transcript.tsx";
import type { Api } from "../api/api.ts";
import type { RunDocument } from "../api/answers.ts";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { useLiveTranscript } from "../../transcript/use-live-transcript.ts";
import { followLiveEntries } from "./live-entries.ts";

interface UnrecordedProps {
  readonly api: Api;
  readonly run: RunDocument;
  readonly linkTo: StepLink;
  readonly step: number | null;
  readonly isGone: boolean;
}

export function UnrecordedRun({ api, run, linkTo, step, isGone }: UnrecordedProps) {
  const transcript = useLiveTranscript(followLiveEntries(api, run), `${run.id} ${run.attempt}`);
  return (
    <>
      {run.score !== null ? <LoadedScorecard api={api} run={run} /> : <StagesSoFar run={run} />}
      <p class="notice">{explainMissingRecord(run, isGone)}</p>
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
  if (status === "running") return "The run is in progress. Its score and record appear when it ends.";
  const judged = axis_result === null ? "" : ` Its AXIS Result was ${axis_result}.`;
  if (isGone) return `The transcript and files were deleted; the score is kept.${judged}`;
  return `The agent's work was not recorded.${judged}`;
}
