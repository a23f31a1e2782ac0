/** A run without a result yet: its transcript while the agent works, then a note that it is being judged. */
import type { CellAtWork } from "../../../src/report/html/page-index.ts";
import { formatMoment } from "../parts/moment.ts";
import { Facts } from "../parts/section.tsx";
import type { StepLink } from "../router.ts";
import type { RunSource } from "../source/source.ts";
import { safeLine } from "../text/safe.ts";
import { Transcript } from "../transcript/transcript.tsx";
import { useLiveTranscript } from "../transcript/use-live-transcript.ts";
import { createLiveSource } from "../view/live-source.ts";
import { RunHead } from "./run-head.tsx";

interface RunInProgressProps {
  readonly source: RunSource;
  readonly run: CellAtWork;
  readonly linkTo: StepLink;
  readonly step: number | null;
}

export function RunInProgress({ source, run, linkTo, step }: RunInProgressProps) {
  const { scenario, agent, trial, attempt, state, since, runId } = run;
  const live = source.live === undefined ? null : createLiveSource(source.live, runId);
  const transcript = useLiveTranscript(live, runId);
  return (
    <article class="run">
      <RunHead
        word={state}
        {...{ scenario, agent }}
        about={trial > 1 ? `trial ${trial}` : ""}
        title={titles[state]}
        lead="The result appears here when the run ends."
        notices={[]}
      >
        <Facts
          facts={[
            ["Since", formatMoment(since)],
            ...(attempt > 1 ? ([["Attempt", String(attempt)]] as const) : []),
            ["Run", safeLine(runId, 60)],
          ]}
        />
      </RunHead>
      {transcript !== null && (state === "running" || transcript.entries.length > 0) && (
        <Transcript data={transcript} {...{ linkTo, step }} />
      )}
    </article>
  );
}

const titles: Readonly<Record<CellAtWork["state"], string>> = {
  running: "The agent is running.",
  judging: "The agent has ended. The judge is scoring the run.",
};
