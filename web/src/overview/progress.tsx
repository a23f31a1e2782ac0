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

/** Only a report that is running has progress; what became of a stopped one is in its verdict. */
export function Progress({ progress }: { progress: PageProgress }) {
  const { counts, atWork } = progress;
  const total = steps.reduce((sum, step) => sum + counts[step], 0);
  const words = steps.map((step) => `${counts[step]} ${stateWords[step]}`);
  return (
    <Section id="progress" title="Running" note={formatCount(total, "run")}>
      <div class="progress-bar" role="img" aria-label={words.join(", ")}>
        {steps.map((step) => (
          <i key={step} class={`at-${step}`} style={{ flexGrow: counts[step] }} />
        ))}
      </div>
      <ul class="legend progress-legend">
        {steps.map((step) => (
          <li key={step}>
            <i class={`dot at-${step}`} aria-hidden="true" /> <b>{counts[step]}</b> {stateWords[step]}
          </li>
        ))}
      </ul>
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
