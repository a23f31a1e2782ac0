/** The workers and the queue. */
import { useEffect } from "preact/hooks";
import { formatCount } from "../../../../src/core/format-count.ts";
import { AgentMark, AgentName } from "../../parts/agent-look.tsx";
import { Section } from "../../parts/section.tsx";
import { ColumnHeads, ScrollTable, numberColumns, textColumns } from "../../parts/table.tsx";
import { formatAge } from "../../parts/moment.ts";
import { safeLine } from "../../text/safe.ts";
import type { QueueDepth, WorkerSummary } from "../api/answers.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { type Command, EmptyWithCommands } from "../parts/nothing-yet.tsx";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";

/** A worker: how busy it is, which agents it serves, when it was last seen. */
const titles = ["Worker", "State", "Slots", "Agents", "Running", "Last seen"] as const;

interface WorkerTableProps {
  readonly workers: readonly WorkerSummary[];
  readonly runLink: (runId: string) => string;
}

function WorkerTable({ workers, runLink }: WorkerTableProps) {
  return (
    <ScrollTable label="Table of workers" class="workers stacked" columns={textColumns(...titles)}>
      {workers.map((worker) => (
        <WorkerRow key={worker.id} worker={worker} runLink={runLink} />
      ))}
    </ScrollTable>
  );
}

function WorkerRow({ worker, runLink }: { worker: WorkerSummary; runLink: (runId: string) => string }) {
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
      <td data-title={titles[3]}>
        <span class="agent-names">
          {agents.map((agent) => (
            <AgentName key={agent} name={agent} />
          ))}
        </span>
      </td>
      <td data-title={titles[4]}>
        <ul class="running-runs">
          {running.map((run) => (
            <li key={run.id}>
              <AgentMark name={run.agent} /> <a href={runLink(run.id)}>{safeLine(run.scenario, 100)}</a>{" "}
              <small>{safeLine(run.agent, 60)}</small>
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

/** Waiting and running runs by agent. */
const columns = [...textColumns("Agent"), ...numberColumns("Waiting", "Running"), ...textColumns("Served")];

/** The totals. */
function describeQueue(queue: readonly QueueDepth[]): string {
  const sum = (count: (depth: QueueDepth) => number) => queue.reduce((total, depth) => total + count(depth), 0);
  return `${sum(({ queued }) => queued)} waiting, ${sum(({ running }) => running)} running`;
}

function QueueTable({ queue }: { queue: readonly QueueDepth[] }) {
  return (
    <table class="queue">
      <ColumnHeads columns={columns} />
      <tbody>
        {queue.map(({ agent, queued, running, served }) => (
          <tr key={agent}>
            <th scope="row">
              <AgentName name={agent} />
            </th>
            <td class="number">{queued}</td>
            <td class="number">{running}</td>
            <td>{served ? "yes" : <span class="tag tone-warn">no live worker</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** No event says that a worker is alive or was killed. */
const pauseMs = 15_000;

export function Workers({ api, live, route }: ViewProps) {
  const [workers, again] = useLoaded((abort) => api.get("/v1/workers", { abort }), "");
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), pauseMs);
    return () => clearInterval(timer);
  }, []);
  useLiveRefresh(live, "workers", again);
  const runLink = (id: string) => route.link("runs/{id}", { id });
  return (
    <>
      <div class="view-head">
        <h1>Workers</h1>
      </div>
      <ShowLoaded loaded={workers} again={again}>
        {({ data, queue }) => (
          <>
            <Section id="queue" title="Queue" note={describeQueue(queue)}>
              {queue.length > 0 ? <QueueTable queue={queue} /> : <p class="notice">No runs are waiting.</p>}
            </Section>
            <Section id="workers" title="Workers" note={data.length === 0 ? "none" : describeSlots(data)}>
              {data.length === 0 ? <NoWorkers /> : <WorkerTable workers={data} runLink={runLink} />}
            </Section>
          </>
        )}
      </ShowLoaded>
    </>
  );
}

/** Busy slots of the workers that are alive. */
function describeSlots(workers: readonly WorkerSummary[]): string {
  const alive = workers.filter(({ live }) => live);
  const slots = alive.reduce((sum, worker) => sum + worker.slots, 0);
  const busy = alive.reduce((sum, { running }) => sum + running.length, 0);
  return `${alive.length} of ${formatCount(workers.length, "worker")} live, ${busy} of ${formatCount(slots, "slot")} busy`;
}

const commands: readonly Command[] = [
  ["axis run", "needs no worker: runs the scenarios of this project right here"],
  ["axis serve", "in a project: executes runs that are started from this page, as many at once as --slots says"],
  ["axis worker", "with AXIS_DATABASE_URL, on any machine: executes runs of a shared Postgres"],
];

function NoWorkers() {
  return <EmptyWithCommands title="No workers" commands={commands} outline="table" />;
}
