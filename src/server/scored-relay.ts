/** Tells of scored runs that lie in the store: at once when they are scored, and again what did not arrive. */
import { uuidOfId } from "../core/ids.ts";
import type { RunEvent } from "../store/sql/runs/run-events.ts";
import { findRun, type RunRow } from "../store/sql/runs/runs.ts";
import { findScorecard, markEventSent, type ScoreRow, unsentScores } from "../store/sql/runs/scores.ts";
import type { Database } from "../store/sql/schema/database.ts";
import { cardOf } from "../store/sql/schema/stored-card.ts";
import { openTelemetry, type Telemetry, type TelemetryWorld } from "../telemetry/open.ts";
import { type PosthogEvent, scoredEvent } from "../telemetry/scored-run.ts";
import type { TracedRun } from "../telemetry/traced-run.ts";
import type { World } from "./world.ts";

const againMs = 60_000;
const batch = 200;

export interface RelayOptions extends Pick<TelemetryWorld, "settings" | "env"> {
  readonly onDefect?: (error: unknown) => void;
}

/** Starts the relay; undefined where nobody wants to be told. */
export async function startRelay(world: World, options: RelayOptions): Promise<AsyncDisposable | undefined> {
  const runIds = new Map<string, string>();
  const { database } = world;
  const failed = options.onDefect ?? (() => {});
  const telemetry = await openTelemetry({
    settings: options.settings,
    env: options.env,
    onSent: (uuids) => {
      for (const uuid of uuids) {
        const runId = runIds.get(uuid);
        runIds.delete(uuid);
        if (runId !== undefined) markEventSent(database, runId, world.now()).catch(failed);
      }
    },
    onDropped: (count) => world.meters.eventsDropped("posthog", count),
  });
  if (telemetry.posthog === undefined && telemetry.tracing === undefined) return undefined;
  const tellUnsent = async () => {
    if (telemetry.posthog === undefined) return;
    for (const score of await unsentScores(database, batch)) {
      const event = await eventOf(database, score);
      if (event === undefined) continue;
      runIds.set(event.uuid, score.run_id);
      telemetry.posthog.send(event);
    }
  };
  const watching = await world.hub.watch({
    onEvents(events) {
      const scored = events.filter(({ type }) => type === "run.scored");
      if (scored.length === 0) return;
      tellUnsent().catch(failed);
      traceAll(database, scored, telemetry).catch(failed);
    },
    onClose: () => {},
  });
  const timer = setInterval(() => void tellUnsent().catch(failed), againMs);
  await tellUnsent();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      watching[Symbol.dispose]();
      await telemetry[Symbol.asyncDispose]();
    },
  };
}

async function eventOf(database: Database, score: ScoreRow): Promise<PosthogEvent | undefined> {
  const run = await findRun(database, score.run_id);
  if (run === undefined) return undefined;
  const scored = {
    runId: run.id,
    workspaceId: run.workspace_id,
    scenario: run.scenario_key,
    agent: run.agent,
    model: run.model,
    outcome: run.outcome,
    reason: run.reason,
    card: cardOf(score),
    wallMs: run.wall_ms,
    repairLoops: run.repair_loops,
    costMicros: run.cost_micros,
    competitionId: run.competition_id,
    scoredAt: score.scored_at,
  };
  return scoredEvent(scored, uuidOfId(run.id));
}

async function traceAll(database: Database, events: readonly RunEvent[], { tracing }: Telemetry): Promise<void> {
  if (tracing === undefined) return;
  for (const { run_id } of events) {
    const run = run_id === null ? undefined : await findRun(database, run_id);
    if (run !== undefined && run.started_at !== null) tracing.export(await tracedRun(database, run, run.started_at));
  }
}

/** The run as a whole: when its steps began is known only to the process that carried it out. */
async function tracedRun(database: Database, run: RunRow, startedAt: Date): Promise<TracedRun> {
  const card = await findScorecard(database, run.id);
  const count = (name: string) => (typeof run.tokens?.[name] === "number" ? (run.tokens[name] as number) : undefined);
  const [input, output] = [count("input"), count("output")];
  return {
    runId: run.id,
    scenario: run.scenario_key,
    agent: run.agent,
    model: run.model,
    outcome: run.outcome,
    score: card?.score ?? null,
    tier: card?.tier ?? null,
    startMs: startedAt.getTime(),
    endMs: (run.finished_at ?? startedAt).getTime(),
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    traceparent: run.trace_context,
    steps: [],
  };
}
