/** The progress of an unfinished report. */
import type { AwaitedState, PageProgress } from "../../../src/report/html/page-index.ts";
import { Section } from "../parts/section.tsx";
import { formatMoment } from "../parts/moment.ts";
import { runLink } from "../page-routes.ts";
import { safeName } from "../text/safe.ts";

/** From the last state of a run to the first. */
const steps = ["finished", "judging", "running", "pending"] as const;

export const stateWords: Readonly<Record<AwaitedState | "finished", string>> = {
  finished: "finished",
  judging: "being judged",
  running: "running",
  pending: "pending",
};

export function Progress({ progress, reportId }: { progress: PageProgress; reportId: string }) {
  const { state, counts, atWork } = progress;
  const total = steps.reduce((sum, step) => sum + counts[step], 0);
  const words = steps.filter((step) => counts[step] > 0).map((step) => `${counts[step]} ${stateWords[step]}`);
  return (
    <Section id="progress" title={state === "going-on" ? "In progress" : "Interrupted"} note={`of ${total} runs`}>
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
      {state === "interrupted" && (
        <p class="notice bad">
          This run was interrupted. Finished runs are kept. Resume with{" "}
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
