/** Exports spans over OTLP in the background. Its packages are loaded only if tracing is configured. */
import { type Context, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags } from "@opentelemetry/api";
import type { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { SpanExporter } from "@opentelemetry/sdk-trace-node";
import { readTraceparent, formatTraceparent } from "../../core/http/trace-context.ts";
import { axisVersion } from "../../core/version.ts";
import { type PlainSpan, toSpans, type TracedRun } from "./traced-run.ts";

/** How long the remaining spans may take at the end. */
const flushMs = 2_000;
const exportMs = 2_000;
/** The code of a successful export; its enum is in a separate package. */
const exportSuccessCode = 0;

export interface Tracing extends AsyncDisposable {
  /** Returns at once. */
  export(run: TracedRun): void;
  /** Starts a span that can contain other spans, here or on other machines. */
  begin(name: string, traceparent: string | null): OpenSpan;
}

export interface OpenSpan {
  /** The trace context to pass to child spans. */
  readonly traceparent: string;
  end(ok: boolean): void;
}

export interface TracingOptions {
  /** For example `http://collector:4318`; `/v1/traces` is appended. */
  readonly endpoint: string;
  /** Called with the number of spans that the collector did not accept. */
  readonly onDropped?: (count: number) => void;
}

export async function openTracing({ endpoint, onDropped }: TracingOptions): Promise<Tracing> {
  const { NodeTracerProvider, BatchSpanProcessor } = await import("@opentelemetry/sdk-trace-node");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const counted = reportUndelivered(new OTLPTraceExporter({ url, timeoutMillis: exportMs }), onDropped);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "axis", "service.version": axisVersion }),
    spanProcessors: [
      new BatchSpanProcessor(counted, {
        maxQueueSize: 1_000,
        exportTimeoutMillis: exportMs,
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  // Not registered globally, because a program that embeds AXIS may have its own provider.
  const tracer = provider.getTracer("axis", axisVersion);
  return {
    export(run) {
      const { root, inner } = toSpans(run);
      const parent = toParentContext(run.traceparent);
      const span = tracer.startSpan(root.name, toSpanOptions(root), parent);
      const within = trace.setSpan(parent, span);
      for (const step of inner) endSpan(tracer.startSpan(step.name, toSpanOptions(step), within), step);
      endSpan(span, root);
    },
    begin(name, traceparent) {
      const span = tracer.startSpan(name, {}, toParentContext(traceparent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: formatTraceparent({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 }),
        end: (ok) => endSpan(span, { ok }),
      };
    },
    async [Symbol.asyncDispose]() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, flushMs)));
      // An unreachable collector must not affect a finished run.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

/** Wraps the exporter so that it reports undelivered spans. */
function reportUndelivered(exporter: OTLPTraceExporter, onDropped: TracingOptions["onDropped"]): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if ((result.code as number) !== exportSuccessCode) onDropped?.(spans.length);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

function toSpanOptions({ startMs, attributes }: PlainSpan) {
  return { startTime: toHrTime(startMs), attributes };
}

/** Seconds and nanoseconds, because a plain number could be taken for a time of the process clock. */
function toHrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)];
}

type ApiSpan = ReturnType<ReturnType<typeof trace.getTracer>["startSpan"]>;

function endSpan(span: ApiSpan, { ok, endMs }: { readonly ok: boolean; readonly endMs?: number }): void {
  if (!ok) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endMs === undefined ? undefined : toHrTime(endMs));
}

/** Continues the trace of the request for the run; a trace that its caller does not sample is not sampled here either. */
function toParentContext(traceparent: string | null): Context {
  const context = readTraceparent(traceparent);
  if (context === null) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = context;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
