/** What each running agent does now, and whether workers have more to do. */
import { formatDuration } from "../../../../src/report/text/format.ts";
import { AgentMark } from "../../parts/agent-look.tsx";
import { safeLine, safeName } from "../../text/safe.ts";
import { describeActivity } from "../live/describe-activity.ts";
import { useActivity } from "../live/use-activity.ts";
import type { ViewProps } from "../views.ts";

/** More are in the list of runs. */
const shownRuns = 8;

/** Nothing while no run is in the queue of this server: runs of `axis run` are known by their report alone. */
export function RunningAgents({ api, live, workspace, route }: ViewProps<string>) {
  const runs = useActivity(api, live, workspace).value ?? [];
  if (runs.length === 0) return null;
  const now = Date.now();
  return (
    <>
      <ul class="running-agents">
        {runs.slice(0, shownRuns).map((run) => (
          <li key={run.id}>
            <AgentMark name={run.agent} />
            <a href={route.link("runs/{id}", { id: run.id })}>
              <span class="sr">{safeName(run.agent, 60)}: </span>
              {safeLine(run.scenario, 80)}
            </a>{" "}
            <span class="running-step">{safeLine(describeActivity(run), 120)}</span>
            <span class="number">
              {run.at === null
                ? ""
                : formatDuration(Math.max(0, Math.round((now - Date.parse(run.at)) / 1_000)) * 1_000)}
            </span>
          </li>
        ))}
      </ul>
      <p>
        {runs.length > shownRuns && `${runs.length - shownRuns} more run. `}
        <a href={route.link("workers")}>Workers</a>
      </p>
    </>
  );
}
