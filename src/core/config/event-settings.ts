/** `settings.events`: where to send events about scored runs, if anywhere. Keys come only from the environment. */
import { z } from "zod";

const endpoint = z.url({ protocol: /^https?$/, error: "expected an address that begins with http:// or https://" });

export const EventSettings = z.strictObject({
  posthog: z
    .strictObject({ host: endpoint })
    .optional()
    .describe("A PostHog-compatible host; its key is AXIS_POSTHOG_KEY."),
  otel: endpoint.optional().describe("An OTLP endpoint for traces; OTEL_EXPORTER_OTLP_ENDPOINT takes precedence."),
});
export type EventSettings = z.infer<typeof EventSettings>;
