/** Sends telemetry for runs in a store. Accepted events are marked there, so that no one sends them again. */
import { toUuid } from "../../core/names/ids.ts";
import type { Report } from "../../core/report.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import type { TelemetryTargets } from "../../store/sql/runs/run-ending.ts";
import { markEventSent } from "../../store/sql/runs/scores.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { sendCompetitionEvent } from "./finished-competition.ts";
import { openTelemetry, type TelemetryDeps } from "./open.ts";
import { toStoredRunEvent, type StoredRun, toTracedRun } from "./stored-run.ts";

interface StoreTelemetryDeps extends TelemetryDeps {
  readonly now: () => Date;
  /** Called if a mark could not be set: the event is sent again later and still counts once. */
  readonly onDefect: (error: unknown) => void;
}

export interface StoreTelemetry extends AsyncDisposable {
  /** The configured targets. */
  readonly targets: TelemetryTargets;
  /** Returns at once. */
  send(stored: StoredRun): void;
  /** Returns at once. */
  sendCompetition(report: Report, workspace: string): void;
  /** Returns at once. */
  trace(stored: StoredRun, steps: readonly RunStep[]): void;
}

/** Returns undefined if no target is configured. */
export async function openStoreTelemetry(
  database: Database,
  deps: StoreTelemetryDeps,
): Promise<StoreTelemetry | undefined> {
  const { now, onDefect } = deps;
  const runIds = new Map<string, string>();
  const marking = new Set<Promise<void>>();
  const mark = (uuid: string) => {
    const runId = runIds.get(uuid);
    runIds.delete(uuid);
    if (runId === undefined) return;
    const marked = markEventSent(database, runId, now()).catch(onDefect);
    marking.add(marked);
    void marked.finally(() => marking.delete(marked));
  };
  const telemetry = await openTelemetry(deps, (uuids) => uuids.forEach(mark));
  const { posthog, tracing } = telemetry;
  if (posthog === undefined && tracing === undefined) return undefined;
  return {
    targets: { posthog: posthog !== undefined, otel: tracing !== undefined },
    send(stored) {
      if (posthog === undefined) return;
      runIds.set(toUuid(stored.run.id), stored.run.id);
      posthog.send(toStoredRunEvent(stored));
    },
    sendCompetition: (report, workspace) => sendCompetitionEvent(telemetry, report, workspace),
    trace(stored, steps) {
      const traced = tracing === undefined ? null : toTracedRun(stored, steps);
      if (traced !== null) tracing?.export(traced);
    },
    async [Symbol.asyncDispose]() {
      await telemetry[Symbol.asyncDispose]();
      await Promise.all(marking);
    },
  };
}
