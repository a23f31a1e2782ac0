/** Tells of the runs of `axis run`, where that is configured; loads nothing where it is not. */
import { basename } from "node:path";
import type { OnEvent } from "../core/event.ts";
import type { Plan } from "../core/plan.ts";
import type { CliWorld } from "./command.ts";
import type { Project } from "./project.ts";

export interface RunTelemetry extends AsyncDisposable {
  /** A listener that also hears what telemetry needs. */
  hearing(onEvent: OnEvent): OnEvent;
}

export async function openRunTelemetry({ events }: Plan, project: Project, world: CliWorld): Promise<RunTelemetry> {
  const { env, now } = world;
  const isWanted = events !== undefined || (env["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "") !== "";
  if (!isWanted) return { hearing: (onEvent) => onEvent, [Symbol.asyncDispose]: () => Promise.resolve() };
  const { openTelemetry } = await import("../telemetry/open.ts");
  const { telemetryListener } = await import("../telemetry/listener.ts");
  const telemetry = await openTelemetry({ settings: events, env });
  const listener = telemetryListener(telemetry, { workspace: basename(project.configDir), now });
  return {
    hearing: (onEvent) => (event) => {
      onEvent(event);
      listener(event);
    },
    [Symbol.asyncDispose]: () => telemetry[Symbol.asyncDispose](),
  };
}
