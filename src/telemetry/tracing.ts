/** Exports spans over OTLP, in the background. The packages for it are optional and loaded only when it is asked for. */
import { type Context, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags } from "@opentelemetry/api";
import { AxisError } from "../core/error.ts";
import { axisVersion } from "../core/version.ts";
import { type PlainSpan, spansOf, type TracedRun } from "./traced-run.ts";

/** At the end, what is left gets this long. */
const flushMs = 2_000;
const exportMs = 2_000;

export interface Tracing extends AsyncDisposable {
  /** Returns at once. */
  export(run: TracedRun): void;
}

export interface TracingOptions {
  /** Such as `http://collector:4318`; `/v1/traces` is added. */
  readonly endpoint: string;
}

/** Opens the exporter. */
export async function openTracing({ endpoint }: TracingOptions): Promise<Tracing> {
  const { sdk, exporter, resources } = await loadPackages();
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": "axis", "service.version": axisVersion }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url, timeoutMillis: exportMs }), {
        maxQueueSize: 1_000,
        exportTimeoutMillis: exportMs,
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  // Not registered globally: whoever embeds AXIS may have a provider of their own.
  const tracer = provider.getTracer("axis", axisVersion);
  return {
    export(run) {
      const { root, inner } = spansOf(run);
      const parent = parentOf(run.traceparent);
      const span = tracer.startSpan(root.name, startOf(root), parent);
      const within = trace.setSpan(parent, span);
      for (const step of inner) end(tracer.startSpan(step.name, startOf(step), within), step);
      end(span, root);
    },
    async [Symbol.asyncDispose]() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, flushMs)));
      // A collector that is away is no concern of the run that is over.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

function startOf({ startMs, attributes }: PlainSpan) {
  return { startTime: startMs, attributes };
}

function end(span: ReturnType<ReturnType<typeof trace.getTracer>["startSpan"]>, { ok, endMs }: PlainSpan): void {
  if (!ok) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endMs);
}

/** Continues the trace of the request that asked for the run. */
function parentOf(traceparent: string | null): Context {
  const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

async function loadPackages() {
  try {
    const sdk = await import("@opentelemetry/sdk-trace-node");
    const exporter = await import("@opentelemetry/exporter-trace-otlp-http");
    const resources = await import("@opentelemetry/resources");
    return { sdk, exporter, resources };
  } catch (cause) {
    throw new AxisError("preflight", "Tracing is asked for, and its packages are not installed", {
      hint: "npm install @opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources",
      cause,
    });
  }
}
