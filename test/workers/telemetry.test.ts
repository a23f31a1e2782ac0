import { describe, expect, test } from "vitest";
import { toUuid } from "../../src/core/names/ids.ts";
import { openReceiver, type Receiver } from "../../src/report/telemetry/receiver.fixture.ts";
import { until } from "../fixtures/axis.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";
import { createDatabase } from "../test-database.ts";
import { type Fleet, openFleet } from "./fleet.ts";

/** Writes one line more each time it is asked. */
const program = `
import { appendFileSync } from "node:fs";
appendFileSync("out.txt", "line\\n");
console.log("done");
`;

const scenario = {
  name: "A task",
  prompt: "Write two lines",
  judge: [{ check: "It is there", verify: { file: "out.txt", exists: true } }],
  gates: [{ name: "two-lines", command: "test $(wc -l < out.txt) -ge 2" }],
};

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

function spansAt({ received }: Receiver): Span[] {
  const bodies = received.map(({ body }) => body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] });
  return bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)),
  );
}

function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}

interface Told {
  readonly uuid: string;
  readonly distinct_id: string;
  readonly properties: { readonly run_id: string; readonly repair_loops: number };
}

const toldAt = ({ received }: Receiver) => received.flatMap(({ body }) => (body as { batch: Told[] }).batch);

async function openTold(host: Receiver, collector: Receiver): Promise<Fleet> {
  const config = { settings: { events: { posthog: { host: host.url }, otel: collector.url } } };
  const env = { AXIS_POSTHOG_KEY: "phc_1" };
  return await openFleet(await createDatabase(), { config, env, program, files: { "scenarios/task.json": scenario } });
}

const unsent = async ({ store }: Fleet) =>
  await store.database.selectFrom("agent_run_scores").select("run_id").where("event_sent_at", "is", null).execute();

describe.concurrent("the telemetry of a worker", () => {
  test("a queued run is one trace from the command that asked for it to its upload, and one event", async () => {
    await using host = await openReceiver(200);
    await using collector = await openReceiver(200);
    await using fleet = await openTold(host, collector);
    const worker = fleet.work("one");
    const { report, code } = await fleet.project.report(["--queue"], { env: fleet.env });
    expect(code).toBe(0);
    const runId = report.results[0]?.runId ?? "";
    await until(async () => (await unsent(fleet)).length === 0);
    worker.child.kill("SIGTERM");
    await worker.ended;

    const spans = spansAt(collector);
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [queue] = named("axis.queue");
    const [root] = named("axis.run");
    expect(named("axis.run")).toHaveLength(1);
    expect(root?.parentSpanId).toBe(queue?.spanId);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([queue?.traceId]));
    const inner = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
    const byStart = inner.toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
    expect(byStart.map(({ name }) => name)).toEqual(
      "setup agent.turn gate agent.turn gate judge upload scorecard".split(" ").map((kind) => `axis.${kind}`),
    );
    expect(named("axis.gate").map(attributesOf)).toEqual([
      expect.objectContaining({
        "axis.gate.name": "two-lines",
        "axis.gate.execution": 1,
        "axis.gate.exit_code": 1,
        "axis.turn": 0,
      }),
      expect.objectContaining({ "axis.gate.execution": 2, "axis.gate.exit_code": 0, "axis.turn": 1 }),
    ]);
    expect(root === undefined ? {} : attributesOf(root)).toMatchObject({
      "axis.run.id": runId,
      "axis.outcome": "COMPLETED",
    });
    expect(toldAt(host)).toMatchObject([{ uuid: toUuid(runId), properties: { run_id: runId, repair_loops: 1 } }]);
    expect(toldAt(host)[0]?.distinct_id).toMatch(/^axis:ws_/);
  });

  test("a server beside it tells nothing twice, and a run that was asked for over HTTP stays in the caller's trace", async () => {
    await using host = await openReceiver(200);
    await using collector = await openReceiver(200);
    await using fleet = await openTold(host, collector);
    const { project, env } = fleet;
    const made = await project.axis(["token", "create", "--name", "ci", "--scope", "admin"], { env });
    const token = /axis_[a-z0-9]{12}_[\w-]{43}/.exec(made.stdout)?.[0] ?? "";
    expect((await project.axis(["push"], { env })).code).toBe(0);
    const serving = project.start(["serve", "--port", "0"], { env });
    let said = "";
    serving.child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes("#token="));
    const worker = fleet.work("one");
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const ask = (headers: Record<string, string>) =>
      fetchAnew(`${new URL(said.trim()).origin}/v1/runs`, {
        method: "POST",
        headers: { "content-type": "application/json", traceparent: `00-${traceId}-b7ad6b7169203331-01`, ...headers },
        body: JSON.stringify({ workspace: "fleet", scenario: "task", agent: "maker" }),
      });
    expect((await ask({})).status).toBe(401);
    await until(async () => (await ask({ authorization: `Bearer ${token}` })).status === 202);
    await until(async () => (await fleet.finished()).length === 1 && (await unsent(fleet)).length === 0);
    for (const { child, ended } of [worker, serving]) {
      child.kill("SIGTERM");
      await ended;
    }
    const roots = spansAt(collector).filter(({ name }) => name === "axis.run");
    expect(roots).toMatchObject([{ traceId, parentSpanId: "b7ad6b7169203331" }]);
    expect(toldAt(host)).toHaveLength(1);
  });

  test("a host and a collector that are away change nothing about the run", async () => {
    const nobody = { url: "http://127.0.0.1:9" } as Receiver;
    await using fleet = await openTold(nobody, nobody);
    fleet.work("one");
    const { code, report } = await fleet.project.report(["--queue"], { env: fleet.env });
    expect(code).toBe(0);
    expect(report.results[0]?.scorecard?.axes.completion.score).toBe(100);
    expect(await unsent(fleet)).toHaveLength(1);
  });
});
