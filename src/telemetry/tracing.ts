/** Exports spans over OTLP, in the background. The packages for it are optional and loaded only when it is asked for. */
import { type Context, ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags } from "@opentelemetry/api";
import type { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { SpanExporter } from "@opentelemetry/sdk-trace-node";
import { AxisError } from "../core/error.ts";
import { readTraceparent, traceparentOf } from "../core/http/trace-context.ts";
import { axisVersion } from "../core/version.ts";
import { type PlainSpan, spansOf, type TracedRun } from "./traced-run.ts";

/** At the end, what is left gets this long. */
const flushMs = 2_000;
const exportMs = 2_000;
/** The code of an export that went well; the enum it is from stands in a package of its own. */
const delivered = 0;

export interface Tracing extends AsyncDisposable {
  /** Returns at once. */
  export(run: TracedRun): void;
  /** Begins a span that other spans can be put into, here or on other machines. */
  begin(name: string, traceparent: string | null): OpenSpan;
}

export interface OpenSpan {
  /** What those inside it are told. */
  readonly traceparent: string;
  end(ok: boolean): void;
}

export interface TracingOptions {
  /** Such as `http://collector:4318`; `/v1/traces` is added. */
  readonly endpoint: string;
  /** How many spans the collector did not take. */
  readonly onDropped?: (count: number) => void;
}

/** Opens the exporter. */
export async function openTracing({ endpoint, onDropped }: TracingOptions): Promise<Tracing> {
  const { sdk, exporter, resources } = await loadPackages();
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const counted = counting(new exporter.OTLPTraceExporter({ url, timeoutMillis: exportMs }), onDropped);
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": "axis", "service.version": axisVersion }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(counted, {
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
    begin(name, traceparent) {
      const span = tracer.startSpan(name, {}, parentOf(traceparent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: traceparentOf({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 }),
        end: (ok) => end(span, { ok }),
      };
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

/** The same exporter, which says what it could not deliver. */
function counting(exporter: OTLPTraceExporter, onDropped: TracingOptions["onDropped"]): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if ((result.code as number) !== delivered) onDropped?.(spans.length);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

function startOf({ startMs, attributes }: PlainSpan) {
  return { startTime: momentOf(startMs), attributes };
}

/** Seconds and nanoseconds: a bare number may also be taken for one of the process's own clock. */
function momentOf(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)];
}

type ApiSpan = ReturnType<ReturnType<typeof trace.getTracer>["startSpan"]>;

function end(span: ApiSpan, { ok, endMs }: Pick<PlainSpan, "ok"> & Partial<Pick<PlainSpan, "endMs">>): void {
  if (!ok) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endMs === undefined ? undefined : momentOf(endMs));
}

/** Continues the trace of the request that asked for the run; one that its caller does not keep is not kept here either. */
function parentOf(traceparent: string | null): Context {
  const context = readTraceparent(traceparent);
  if (context === null) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = context;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
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
