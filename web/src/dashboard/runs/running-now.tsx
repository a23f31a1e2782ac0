/** The runs that are running or waiting, above the list: what each agent does now, and buttons to cancel them. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { formatDuration } from "../../../../src/report/text/format.ts";
import { AgentName } from "../../parts/agent-look.tsx";
import { Section } from "../../parts/section.tsx";
import { safeLine } from "../../text/safe.ts";
import type { Activity } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import type { Live } from "../live/live.ts";
import { describeActivity } from "../live/describe-activity.ts";
import { useActivity } from "../live/use-activity.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { formatMicros } from "../parts/micros.ts";
import { type QueuedGroup, useQueued } from "./use-queued.ts";

interface RunningNowProps {
  readonly api: Api;
  readonly live: Live;
  readonly workspace: string | null;
  /** Whether runs may be cancelled. */
  readonly mayCancel: boolean;
  readonly runLink: (id: string) => string;
}

/** Nothing while nothing runs or waits. */
export function RunningNow({ api, live, workspace, mayCancel, runLink }: RunningNowProps) {
  const running = useActivity(api, live, workspace).value ?? [];
  const queued = useQueued(api, live, workspace);
  const waiting = queued.reduce((sum, { ids }) => sum + ids.length, 0);
  if (running.length === 0 && waiting === 0) return null;
  const note = `${running.length} running, ${waiting} queued`;
  const cancel = (ids: readonly string[]) => (mayCancel ? () => cancelRuns(api, ids) : undefined);
  return (
    <Section id="running" title="Running now" note={note}>
      {running.length > 0 && (
        <ul class="running-now">
          {running.map((run) => (
            <RunningRow key={run.id} run={run} href={runLink(run.id)} cancel={cancel([run.id])} />
          ))}
        </ul>
      )}
      {queued.map((group) => (
        <QueuedRow key={group.reportId} group={group} cancel={cancel(group.ids)} />
      ))}
    </Section>
  );
}

/** The most ids of one request. */
const batchSize = 200;

async function cancelRuns(api: Api, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batchSize) {
    const body = { ids: ids.slice(from, from + batchSize) };
    await api.send("POST", "/v1/runs/batch/cancel", { body, needs: "write" });
  }
}

interface RunningRowProps {
  readonly run: Activity;
  readonly href: string;
  readonly cancel: (() => Promise<void>) | undefined;
}

function RunningRow({ run, href, cancel }: RunningRowProps) {
  const { scenario, agent, trial, started_at, cost_micros, cancel_requested_at } = run;
  const doing = safeLine(describeActivity(run), 200);
  const elapsedMs = started_at === null ? null : Math.max(0, Date.now() - Date.parse(started_at));
  return (
    <li>
      <AgentName name={agent} />
      <a href={href}>
        {safeLine(scenario, 120)} <small>trial {trial}</small>
      </a>
      <span class="now-doing">{cancel_requested_at === null ? doing : "being cancelled"}</span>
      <span class="number">{elapsedMs === null ? "" : formatDuration(elapsedMs)}</span>
      <span class="number">{cost_micros === null ? "" : formatMicros(cost_micros)}</span>
      {cancel !== undefined && cancel_requested_at === null && (
        <ConfirmButton
          words="Cancel"
          about={`${safeLine(scenario, 120)} by ${safeLine(agent, 80)}, trial ${trial}`}
          confirm="Cancel the run"
          keep="Let it run"
          act={cancel}
        />
      )}
    </li>
  );
}

interface QueuedRowProps {
  readonly group: QueuedGroup;
  readonly cancel: (() => Promise<void>) | undefined;
}

function QueuedRow({ group: { reportId, ids, names }, cancel }: QueuedRowProps) {
  const count = formatCount(ids.length, "run");
  const whose = reportId === null ? "" : ` of report ${safeLine(reportId, 60)}`;
  return (
    <p class="queued-group">
      <span>
        {count} queued{whose}: {safeLine(names, 160)}
      </span>
      {cancel !== undefined && (
        <ConfirmButton
          words="Cancel all"
          about={`${count} queued${whose}`}
          confirm={`Cancel ${count}`}
          keep="Keep them"
          act={cancel}
        />
      )}
    </p>
  );
}
