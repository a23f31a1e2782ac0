import { describe, expect, test } from "vitest";
import { sampleCard, sampleFacts } from "../../store/sql/suite/samples.fixture.ts";
import { openPosthog } from "./posthog.ts";
import { openReceiver } from "./receiver.fixture.ts";
import { type PosthogEvent, toScoredEvent } from "./scored-run.ts";

const event = (uuid: string): PosthogEvent => ({
  event: "agent.run.scored",
  distinct_id: "axis:ws",
  timestamp: "2026-01-01T00:00:00.000Z",
  uuid,
  properties: {},
});

describe("the event of a scored run", () => {
  const run = {
    runId: "run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2",
    workspaceId: "ws_01JQ7K3V5ZJ9X2M4N6P8R0S1T2",
    scenario: "cms/create",
    agent: "echo\ud800",
    model: null,
    outcome: "COMPLETED",
    reason: "ok",
    card: sampleCard(sampleFacts("run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2"), null),
    wallMs: 60_000,
    repairLoops: 1,
    costMicros: null,
    competitionId: null,
    scoredAt: new Date("2026-01-01T00:00:00Z"),
  };

  test("has the properties of the contract and nothing an agent wrote", () => {
    const { properties, ...rest } = toScoredEvent(run, "uuid-1");
    expect(rest).toEqual({
      event: "agent.run.scored",
      distinct_id: `axis:${run.workspaceId}`,
      timestamp: "2026-01-01T00:00:00.000Z",
      uuid: "uuid-1",
    });
    expect(Object.keys(properties).sort()).toEqual(
      [
        "$process_person_profile run_id workspace_id scenario agent model outcome reason score tier formula_version axes",
        "axis_completion axis_error_rate axis_latency axis_resource_efficiency defaulted_axes weights weights_source",
        "provisional counted wall_ms repair_loops cost_micros competition_id scored_at",
      ]
        .flatMap((line) => line.split(" "))
        .sort(),
    );
    expect(properties).toMatchObject({ agent: "echo\ufffd", axis_latency: 50, defaulted_axes: ["latency"] });
  });
});

describe("sending", () => {
  test("a batch arrives with its key, and is known to have been taken", async () => {
    await using host = await openReceiver(200);
    const sent: string[] = [];
    const sink = openPosthog({ host: host.url, key: "phc_1", onSent: (uuids) => sent.push(...uuids) });
    sink.send(event("a"));
    await sink[Symbol.asyncDispose]();
    expect(host.received).toEqual([{ path: "/batch/", body: { api_key: "phc_1", batch: [event("a")] } }]);
    expect(sent).toEqual(["a"]);
  });

  test("a host that fails is tried three times, then the events are dropped and counted", async () => {
    await using host = await openReceiver(500);
    let dropped = 0;
    const sink = openPosthog({ host: host.url, key: "k", onDropped: (count) => (dropped += count) });
    sink.send(event("a"));
    await host.came(3);
    await sink[Symbol.asyncDispose]();
    expect([host.received.length, dropped]).toEqual([3, 1]);
  });

  test("a second try that is taken counts", async () => {
    await using host = await openReceiver(503, 200);
    const sent: string[] = [];
    const sink = openPosthog({ host: host.url, key: "k", onSent: (uuids) => sent.push(...uuids) });
    sink.send(event("a"));
    await host.came(2);
    await sink[Symbol.asyncDispose]();
    expect(sent).toEqual(["a"]);
  });

  test("a redirect is not followed", async () => {
    await using host = await openReceiver(302);
    let dropped = 0;
    const sink = openPosthog({ host: host.url, key: "k", onDropped: (count) => (dropped += count) });
    sink.send(event("a"));
    await sink[Symbol.asyncDispose]();
    expect(host.received.map(({ path }) => path)).toEqual(["/batch/"]);
    expect(dropped).toBe(1);
  });

  test("after five failures in a row the host is left alone for a minute", async () => {
    await using host = await openReceiver(500, 500, 500, 500, 500, 200);
    let now = 0;
    let dropped = 0;
    const onDropped = (count: number) => (dropped += count);
    const sink = openPosthog({ host: host.url, key: "k", nowMs: () => now, onDropped });
    sink.send(event("a"));
    await host.came(3);
    sink.send(event("b"));
    await expect.poll(() => dropped).toBe(2);
    sink.send(event("c"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(host.received).toHaveLength(5);
    now = 60_001;
    sink.send(event("d"));
    await host.came(6);
    await sink[Symbol.asyncDispose]();
    expect(host.received[5]?.body).toMatchObject({ batch: [{ uuid: "c" }, { uuid: "d" }] });
  });

  test("what does not fit pushes the oldest out", async () => {
    await using host = await openReceiver(0);
    let dropped = 0;
    const sink = openPosthog({ host: host.url, key: "k", onDropped: (count) => (dropped += count) });
    for (let at = 0; at < 1_200; at += 1) sink.send(event(String(at)));
    expect(dropped).toBe(200);
    await sink[Symbol.asyncDispose]();
    expect(dropped).toBe(1_200);
  });

  test("nobody there: nothing is thrown, and the end does not wait for long", async () => {
    const sink = openPosthog({ host: "http://127.0.0.1:9", key: "k" });
    sink.send(event("a"));
    await sink[Symbol.asyncDispose]();
  });
});
