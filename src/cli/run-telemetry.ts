/** Sends telemetry for the runs of `axis run` if it is configured; otherwise it loads nothing. */
import { randomBytes } from "node:crypto";
import type { OnEvent } from "../core/run/event.ts";
import type { Plan } from "../core/plan.ts";
import { readTraceparent, formatTraceparent } from "../core/http/trace-context.ts";
import type { OpenSpan } from "../report/telemetry/tracing.ts";
import type { CliDeps } from "./command.ts";
import type { Project } from "./project.ts";

export interface RunTelemetry extends AsyncDisposable {
  /** Wraps a listener so that telemetry receives the events too. */
  wrapListener(onEvent: OnEvent): OnEvent;
  /** Starts the trace of runs that workers execute: part of the trace that AXIS was started in, or a new one. */
  beginQueue(): string;
}

/** The variable that passes a trace to a started program. */
const traceVariable = "TRACEPARENT";

/** What is told: the settings of the plan, and the competition that its runs belong to. */
type ToldPlan = Pick<Plan, "events"> & { readonly competition?: string };

export async function openRunTelemetry(
  { events, competition }: ToldPlan,
  project: Project,
  deps: CliDeps,
): Promise<RunTelemetry> {
  const { env, now } = deps;
  const isWanted = events !== undefined || (env["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "") !== "";
  if (!isWanted) return openSilentTelemetry(env);
  const { openTelemetry } = await import("../report/telemetry/open.ts");
  const { createTelemetryListener } = await import("../report/telemetry/listener.ts");
  const telemetry = await openTelemetry({ settings: events, env });
  const traceparent = env[traceVariable] ?? null;
  const listener = createTelemetryListener(telemetry, {
    workspace: await readProjectSlug(project, env),
    traceparent,
    competition,
    now,
  });
  let queue: OpenSpan | undefined;
  return {
    wrapListener: (onEvent) => (event) => {
      onEvent(event);
      listener(event);
    },
    beginQueue() {
      queue = telemetry.tracing?.begin("axis.queue", traceparent);
      return queue?.traceparent ?? createTrace(env);
    },
    async [Symbol.asyncDispose]() {
      queue?.end(true);
      await telemetry[Symbol.asyncDispose]();
    },
  };
}

function openSilentTelemetry(env: NodeJS.ProcessEnv): RunTelemetry {
  return {
    wrapListener: (onEvent) => onEvent,
    beginQueue: () => createTrace(env),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Nothing is exported here, but workers may export: then their runs share one trace. */
function createTrace(env: NodeJS.ProcessEnv): string {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return formatTraceparent(readTraceparent(env[traceVariable]) ?? { traceId, spanId, isSampled: true });
}

async function readProjectSlug({ configFile, configDir }: Project, env: NodeJS.ProcessEnv): Promise<string> {
  const { loadConfig } = await import("../config/load-config.ts");
  const { resolveWorkspaceName } = await import("../config/workspace-name.ts");
  return (await resolveWorkspaceName((await loadConfig(configFile)).config, configDir, env)).slug;
}
