/** The progress of an unfinished report: how far it is, and what each agent does. */
import type { StatusCounts } from "../../../src/core/report/run-status.ts";
import type { AwaitedState, PageProgress, WorkNow } from "../../../src/report/html/page-index.ts";
import { runLink } from "../page-routes.ts";
import { ProgressBar } from "../parts/progress-bar.tsx";
import { Section } from "../parts/section.tsx";
import { WorkRows } from "../parts/work-rows.tsx";

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

interface ProgressProps {
  readonly progress: PageProgress;
  readonly statuses: StatusCounts;
  /** What agents do; null until it is known. */
  readonly work: WorkNow | null;
}

/** Only a report that is running has progress; what became of a stopped one is in its verdict. */
export function Progress({ progress, statuses, work }: ProgressProps) {
  const doing = new Map(work?.atWork.map((cell) => [cell.runId, cell.doing]));
  const rows = progress.atWork.map((cell) => ({ ...cell, doing: doing.get(cell.runId) ?? null }));
  return (
    <Section id="progress" title="Running now">
      <ProgressBar counts={progress.counts} statuses={statuses} />
      {rows.length > 0 && <WorkRows rows={rows} linkTo={(runId) => runLink({ side: 0, runId })} />}
    </Section>
  );
}
