/** One row per worker: how busy it is, what it serves, when it was last seen. */
import { ColumnHeads, words } from "../../parts/column-heads.tsx";
import { safeLine } from "../../text/safe.ts";
import type { WorkerSummary } from "../api/answers.ts";
import { formatAge } from "../../parts/moment.ts";

const titles = ["Worker", "State", "Slots", "Agents", "Running", "Last seen"] as const;

interface WorkerTableProps {
  readonly workers: readonly WorkerSummary[];
  readonly linkOf: (runId: string) => string;
}

export function WorkerTable({ workers, linkOf }: WorkerTableProps) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Table of workers">
      <table class="workers stacked">
        <ColumnHeads columns={words(...titles)} />
        <tbody>
          {workers.map((worker) => (
            <WorkerRow key={worker.id} worker={worker} linkOf={linkOf} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WorkerRow({ worker, linkOf }: { worker: WorkerSummary; linkOf: (runId: string) => string }) {
  const { id, host, version, agents, slots, running, seen_at, started_at } = worker;
  const now = new Date();
  return (
    <tr>
      <th scope="row">
        {safeLine(id, 100)} <small>{`${safeLine(host, 80)}, AXIS ${safeLine(version, 30)}`}</small>
      </th>
      <td data-title={titles[1]}>
        <StateWord worker={worker} />
      </td>
      <td class="slots" data-title={titles[2]}>
        {running.length} of {slots}
        <span class="bar" aria-hidden="true">
          <i style={{ width: `${Math.min(100, (running.length / Math.max(1, slots)) * 100)}%` }} />
        </span>
      </td>
      <td data-title={titles[3]}>{agents.map((agent) => safeLine(agent, 80)).join(", ")}</td>
      <td data-title={titles[4]}>
        <ul class="running-runs">
          {running.map((run) => (
            <li key={run.id}>
              <a href={linkOf(run.id)}>{safeLine(run.scenario, 100)}</a> <small>{safeLine(run.agent, 60)}</small>
            </li>
          ))}
        </ul>
      </td>
      <td data-title={titles[5]}>
        <time dateTime={seen_at} title={`${seen_at}, started ${started_at}`}>
          {formatAge(seen_at, now)}
        </time>
      </td>
    </tr>
  );
}

function StateWord({ worker: { live, state } }: { worker: Pick<WorkerSummary, "live" | "state"> }) {
  if (!live) return <span class="tag tone-bad">lost</span>;
  return <span class={`tag tone-${state === "ready" ? "good" : "warn"}`}>{state}</span>;
}
