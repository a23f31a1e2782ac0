import { describe, expect, test } from "vitest";
import { openReceiver, type Receiver } from "./receiver.fixture.ts";
import { toSpans, type TracedRun } from "./traced-run.ts";
import { openTelemetry } from "./open.ts";
import { openTracing } from "./tracing.ts";

const run: TracedRun = {
  runId: "run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2",
  scenario: "cms/create",
  agent: "claude-code",
  model: "opus",
  outcome: "BLOCKED",
  score: 47,
  tier: "Silver",
  startMs: 1_000,
  endMs: 9_000,
  inputTokens: 10,
  outputTokens: 20,
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  steps: [
    { kind: "setup", startMs: 1_000, endMs: 2_000, ok: true },
    { kind: "agent.turn", startMs: 2_000, endMs: 5_000, ok: true, turn: 0 },
    {
      kind: "gate",
      startMs: 5_000,
      endMs: 6_000,
      ok: false,
      turn: 0,
      gate: { name: "test", execution: 1, exitCode: 1 },
    },
  ],
};

interface Otlp {
  readonly resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}
interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly status: { code?: number };
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

function spansAt({ received }: Receiver): Span[] {
  const resources = received.flatMap(({ body }) => (body as Otlp).resourceSpans);
  return resources.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans);
}

test("spans arrive at a collector, inside the trace of the request that asked for the run", async () => {
  await using collector = await openReceiver(200);
  const tracing = await openTracing({ endpoint: collector.url });
  tracing.export(run);
  await tracing[Symbol.asyncDispose]();
  expect(collector.received.map(({ path }) => path)).toEqual(["/v1/traces"]);
  const spans = spansAt(collector);
  const root = spans.find(({ name }) => name === "axis.run");
  expect(spans.map(({ name }) => name).sort()).toEqual(["axis.agent.turn", "axis.gate", "axis.run", "axis.setup"]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(["0af7651916cd43dd8448eb211c80319c"]));
  expect(root?.parentSpanId).toBe("b7ad6b7169203331");
  expect(spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId)).toHaveLength(3);
  expect(root?.startTimeUnixNano).toBe("1000000000");
  expect(root?.status.code).toBe(2);
});

describe("attributes", () => {
  test("follow the conventions for generative AI, and leave out what is not known", () => {
    const { root, inner } = toSpans({ ...run, model: null, score: null, tier: null });
    expect(root.attributes).toMatchObject({ "axis.run.id": run.runId, "axis.outcome": "BLOCKED" });
    expect(root.attributes).not.toHaveProperty(["axis.score"]);
    expect(inner[1]?.attributes).toEqual({
      "axis.run.id": run.runId,
      "axis.turn": 0,
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "claude-code",
      "gen_ai.usage.input_tokens": 10,
      "gen_ai.usage.output_tokens": 20,
    });
    expect(inner[2]?.attributes).toMatchObject({ "axis.gate.name": "test", "axis.gate.exit_code": 1 });
  });

  test("names are cut and whole", () => {
    const { root } = toSpans({ ...run, agent: `\ud800${"x".repeat(10_000)}` });
    expect(String(root.attributes["axis.agent"]).length).toBe(500);
    expect(String(root.attributes["axis.agent"]).isWellFormed()).toBe(true);
  });
});

test("nothing is opened unless it is configured", async () => {
  const off = await openTelemetry({ settings: undefined, env: { AXIS_POSTHOG_KEY: "k" } });
  expect([off.posthog, off.tracing]).toEqual([undefined, undefined]);
  const noKey = await openTelemetry({ settings: { posthog: { host: "http://127.0.0.1:9" } }, env: {} });
  expect(noKey.posthog).toBeUndefined();
});

test("a collector that never answers does not hold up the end", async () => {
  await using collector = await openReceiver(0);
  const tracing = await openTracing({ endpoint: collector.url });
  tracing.export(run);
  await tracing[Symbol.asyncDispose]();
  expect(collector.received.length).toBeGreaterThan(0);
});

test("a span that was begun encloses what others put into it", async () => {
  await using collector = await openReceiver(200);
  const tracing = await openTracing({ endpoint: collector.url });
  const queue = tracing.begin("axis.queue", run.traceparent);
  tracing.export({ ...run, traceparent: queue.traceparent });
  queue.end(true);
  await tracing[Symbol.asyncDispose]();
  const spans = spansAt(collector);
  const outer = spans.find(({ name }) => name === "axis.queue");
  expect(queue.traceparent).toBe(`00-${outer?.traceId}-${outer?.spanId}-01`);
  expect(outer?.parentSpanId).toBe("b7ad6b7169203331");
  expect(spans.find(({ name }) => name === "axis.run")?.parentSpanId).toBe(outer?.spanId);
});

test("a trace that its caller does not keep is not kept here either", async () => {
  await using collector = await openReceiver(200);
  const tracing = await openTracing({ endpoint: collector.url });
  tracing.export({ ...run, traceparent: run.traceparent?.replace(/01$/, "00") ?? null });
  await tracing[Symbol.asyncDispose]();
  expect(collector.received).toEqual([]);
});

test("spans that a collector refuses are counted", async () => {
  await using collector = await openReceiver(400);
  let dropped = 0;
  const tracing = await openTracing({ endpoint: collector.url, onDropped: (count) => (dropped += count) });
  tracing.export(run);
  await tracing[Symbol.asyncDispose]();
  expect(dropped).toBe(4);
});

test("a redirect is not followed: spans and headers stay with the collector", async () => {
  await using collector = await openReceiver(302);
  const tracing = await openTracing({ endpoint: collector.url });
  tracing.export(run);
  await tracing[Symbol.asyncDispose]();
  expect(collector.received.map(({ path }) => path)).toEqual(["/v1/traces"]);
});
