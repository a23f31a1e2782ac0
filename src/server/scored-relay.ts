/** Sends telemetry for scored runs in the store: at once if the scorer does not send it, and again if delivery failed. */
import type { EventSettings } from "../core/config/event-settings.ts";
import type { RunEvent } from "../store/sql/runs/run-events.ts";
import { findRun } from "../store/sql/runs/runs.ts";
import { findScoreRow, type UnsentQuery, listUnsentScores } from "../store/sql/runs/scores.ts";
import type { Database } from "../store/sql/schema/database.ts";
import { openStoreTelemetry } from "../report/telemetry/store-telemetry.ts";
import type { StoredRun } from "../report/telemetry/stored-run.ts";
import type { ServerApp } from "./app.ts";

const resendMs = 60_000;
const resendBatchSize = 200;

export interface RelayOptions {
  readonly settings: EventSettings | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** The name of a local project's workspace in events, the same as `axis run` uses; default is the workspace id. */
  readonly workspace?: string | undefined;
  readonly onDefect?: (error: unknown) => void;
}

/** Starts the relay; undefined if no telemetry is configured. */
export async function startRelay(server: ServerApp, options: RelayOptions): Promise<AsyncDisposable | undefined> {
  const { deps } = server;
  const { database, now } = deps;
  const { settings, env, workspace, onDefect = () => {} } = options;
  const onDropped = deps.meters.countDroppedEvents;
  const telemetry = await openStoreTelemetry(database, { settings, env, now, onDropped, onDefect });
  if (telemetry === undefined) return undefined;
  const tellUnsent = async (afterSeconds: UnsentQuery["afterSeconds"]) => {
    if (!telemetry.targets.posthog) return;
    for (const score of await listUnsentScores(database, { limit: resendBatchSize, afterSeconds })) {
      const run = await findRun(database, score.run_id);
      if (run !== undefined) telemetry.send({ run, score, workspace });
    }
  };
  const relay = async (event: RunEvent) => {
    const told = readToldByScorer(event);
    if (event.type !== "run.scored" || told === null || (told.posthog && told.otel)) return;
    const stored = await findScoredRun(database, event);
    if (stored === undefined) return;
    if (!told.posthog) telemetry.send({ ...stored, workspace });
    if (!told.otel) telemetry.trace(stored, []);
  };
  const watching = await deps.hub.watch({
    onEvents: (events) => events.forEach((event) => void relay(event).catch(onDefect)),
    onClose: () => {},
  });
  const timer = setInterval(() => void tellUnsent(resendMs / 1_000).catch(onDefect), resendMs);
  await tellUnsent(0);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      watching[Symbol.dispose]();
      await telemetry[Symbol.asyncDispose]();
    },
  };
}

/** Null if the event does not say. */
function readToldByScorer({ data }: RunEvent): { posthog: boolean; otel: boolean } | null {
  const told = data["told_by_scorer"];
  if (typeof told !== "object" || told === null) return null;
  return { posthog: "posthog" in told && told.posthog === true, otel: "otel" in told && told.otel === true };
}

async function findScoredRun(database: Database, { run_id }: RunEvent): Promise<StoredRun | undefined> {
  const run = run_id === null ? undefined : await findRun(database, run_id);
  const score = run_id === null ? undefined : await findScoreRow(database, run_id);
  return run === undefined || score === undefined ? undefined : { run, score };
}
