/** The progress of an unfinished report. */
import type { AwaitedState, PageProgress } from "../../../src/report/html/page-index.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { Section } from "../parts/section.tsx";
import { formatMoment } from "../parts/moment.ts";
import { runLink } from "../page-routes.ts";
import { safeName } from "../text/safe.ts";

/** From the last state of a run to the first. */
const steps = ["finished", "judging", "running", "pending"] as const;

type RunState = AwaitedState | "finished";

const stateWords: Readonly<Record<RunState, string>> = {
  finished: "finished",
  judging: "judging",
  running: "running",
  pending: "queued",
};

/** What a run waits for; once the report was stopped, nothing is queued any more. */
export function describeState(state: RunState, progress: Pick<PageProgress, "state"> | undefined): string {
  return state === "pending" && progress?.state === "interrupted" ? "not run" : stateWords[state];
}

export function Progress({ progress, reportId }: { progress: PageProgress; reportId: string }) {
  const { state, counts, atWork } = progress;
  const total = steps.reduce((sum, step) => sum + counts[step], 0);
  const shown = steps.filter((step) => state === "going-on" || step === "finished" || step === "pending");
  const words = shown.map((step) => `${counts[step]} ${describeState(step, progress)}`);
  return (
    <Section id="progress" title={state === "going-on" ? "Running" : "Stopped"} note={formatCount(total, "run")}>
      <div class="progress-bar" role="img" aria-label={words.join(", ")}>
        {steps.map((step) => (
          <i key={step} class={`at-${step}`} style={{ flexGrow: counts[step] }} />
        ))}
      </div>
      <ul class="legend progress-legend">
        {shown.map((step) => (
          <li key={step}>
            <i class={`dot at-${step}`} aria-hidden="true" /> <b>{counts[step]}</b> {describeState(step, progress)}
          </li>
        ))}
      </ul>
      {state === "interrupted" && (
        <p class="notice">
          It was stopped before every run took place. Finished runs are saved. Resume with{" "}
          <code>axis run --resume {safeName(reportId, 80)}</code>
        </p>
      )}
      {atWork.length > 0 && <RunsInProgress atWork={atWork} />}
    </Section>
  );
}

/** The counts above include all. Only a served page with one report can be unfinished. */
const maxShown = 30;

function RunsInProgress({ atWork }: Pick<PageProgress, "atWork">) {
  return (
    <>
      <ul class="at-work">
        {atWork.slice(0, maxShown).map(({ scenario, agent, trial, attempt, runId, state, since }) => (
          <li key={`${scenario}\n${agent}\n${trial}`}>
            <span class={`tag at-${state}`}>{stateWords[state]}</span>{" "}
            <b>
              <a href={runLink({ side: 0, runId })}>{safeName(scenario, 120)}</a>
            </b>{" "}
            {safeName(agent, 80)}
            <small>
              {trial > 1 ? `trial ${trial}, ` : ""}
              {attempt > 1 ? `attempt ${attempt}, ` : ""}since {formatMoment(since)}
            </small>
          </li>
        ))}
      </ul>
      {atWork.length > maxShown && <p class="decided">and {atWork.length - maxShown} more</p>}
    </>
  );
}
