/** Opens the configured telemetry targets: none by default. */
import type { EventSettings } from "../../core/config/event-settings.ts";
import { type EventSink, openPosthog, type PosthogOptions } from "./posthog.ts";
import { openTracing, type Tracing } from "./tracing.ts";

export interface Telemetry extends AsyncDisposable {
  /** Absent unless host and key are set. */
  readonly posthog?: EventSink;
  /** Absent unless an endpoint is set. */
  readonly tracing?: Tracing;
}

export interface TelemetryDeps {
  readonly settings: EventSettings | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Called when events could not be delivered and were dropped. */
  readonly onDropped?: (sink: "posthog" | "otel", count: number) => void;
}

/**
 * Reads keys and endpoints; the PostHog key comes only from the environment. `onSent` is called with the uuids of events
 * that the host accepted.
 */
export async function openTelemetry(
  { settings, env, onDropped }: TelemetryDeps,
  onSent?: PosthogOptions["onSent"],
): Promise<Telemetry> {
  const host = settings?.posthog?.host;
  const key = env["AXIS_POSTHOG_KEY"];
  const endpoint = env["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? settings?.otel;
  const drops = (sink: "posthog" | "otel") => ({ onDropped: (count: number) => onDropped?.(sink, count) });
  const tracing =
    endpoint === undefined || endpoint === "" ? undefined : await openTracing({ endpoint, ...drops("otel") });
  const posthog =
    host === undefined || key === undefined || key === ""
      ? undefined
      : openPosthog({ host, key, onSent, ...drops("posthog") });
  return {
    posthog,
    tracing,
    async [Symbol.asyncDispose]() {
      await Promise.all([posthog?.[Symbol.asyncDispose](), tracing?.[Symbol.asyncDispose]()]);
    },
  };
}

/** Whether any target is configured; if not, neither packages nor hosts are needed. */
export function isTelemetryConfigured(settings: EventSettings | undefined, env: NodeJS.ProcessEnv): boolean {
  return settings !== undefined || (env["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "") !== "";
}
