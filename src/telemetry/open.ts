/** Opens what is configured: nothing, unless somebody asked for it. */
import type { EventSettings } from "../core/event-settings.ts";
import { type EventSink, openPosthog, type PosthogOptions } from "./posthog.ts";
import { openTracing, type Tracing } from "./tracing.ts";

export interface Telemetry extends AsyncDisposable {
  /** Absent unless host and key are set. */
  readonly posthog?: EventSink;
  /** Absent unless an endpoint is set. */
  readonly tracing?: Tracing;
}

export interface TelemetryWorld extends Pick<PosthogOptions, "onSent" | "onDropped"> {
  readonly settings: EventSettings | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** Keys and endpoints: the key of PostHog comes from the environment alone. */
export async function openTelemetry({ settings, env, ...told }: TelemetryWorld): Promise<Telemetry> {
  const host = settings?.posthog?.host;
  const key = env["AXIS_POSTHOG_KEY"];
  const endpoint = env["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? settings?.otel;
  const tracing = endpoint === undefined || endpoint === "" ? undefined : await openTracing({ endpoint });
  const posthog =
    host === undefined || key === undefined || key === "" ? undefined : openPosthog({ host, key, ...told });
  return {
    ...(posthog === undefined ? {} : { posthog }),
    ...(tracing === undefined ? {} : { tracing }),
    async [Symbol.asyncDispose]() {
      await Promise.all([posthog?.[Symbol.asyncDispose](), tracing?.[Symbol.asyncDispose]()]);
    },
  };
}
