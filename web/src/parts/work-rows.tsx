/** What agents do right now, a row per run: the overviews of `axis view`, of a report and of the dashboard. */
import type { CellAtWork } from "../../../src/report/html/page-index.ts";
import { safeLine, safeName } from "../text/safe.ts";
import { AgentMark } from "./agent-look.tsx";
import { formatAge } from "./moment.ts";

interface WorkRowsProps {
  readonly rows: readonly (CellAtWork & { readonly doing?: string | null })[];
  /** The address of a run. */
  readonly linkTo: (runId: string) => string;
}

const maxShown = 30;

export function WorkRows({ rows, linkTo }: WorkRowsProps) {
  const now = new Date();
  return (
    <>
      <ul class="at-work">
        {rows.slice(0, maxShown).map(({ scenario, agent, trial, attempt, runId, state, since, doing }) => (
          <li key={runId}>
            <AgentMark name={agent} />
            <span class="what">
              <a href={linkTo(runId)}>{safeName(scenario, 120)}</a>
              <small>
                {safeName(agent, 80)}
                {trial > 1 && `, trial ${trial}`}
                {attempt > 1 && `, attempt ${attempt}`}
              </small>
            </span>
            {state === "judging" ? (
              <span class="tag at-judging">judging</span>
            ) : (
              <code>{doing === undefined || doing === null ? "running" : safeLine(doing, 160)}</code>
            )}
            <small>{formatAge(since, now).replace(" ago", "")}</small>
          </li>
        ))}
      </ul>
      {rows.length > maxShown && <p class="decided">and {rows.length - maxShown} more</p>}
    </>
  );
}
