import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { putBytes } from "../../src/store/sql/files/blobs.ts";
import { putDocument } from "../../src/store/sql/files/documents.ts";
import { gateLogFile, rawLogFile } from "../../src/store/sql/files/log-files.ts";
import { addRunFile, patchFile } from "../../src/store/sql/files/run-files.ts";
import { saveStages } from "../../src/store/sql/runs/stages.ts";
import { registerWorker } from "../../src/store/sql/workers.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld({ limits: roomy });
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function addTranscript(
  runId: string,
  events: readonly unknown[],
  { perChunk = 3, attempt = 1 }: { perChunk?: number; attempt?: number } = {},
): Promise<void> {
  const { database } = world.store;
  for (let first = 0; first < events.length; first += perChunk) {
    const part = events.slice(first, first + perChunk);
    const bytes = gzipSync(part.map((event) => `${JSON.stringify(event)}\n`).join(""));
    const sha256 = await putBytes({ database }, bytes, { mediaType: "application/x-ndjson", encoding: "gzip" });
    const indexes = { first, last: first + part.length - 1 };
    await addRunFile(database, { runId, attempt }, { kind: "transcript", path: `${first}.ndjson.gz`, sha256, indexes });
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of body) {
    const lines = (text + decoder.decode(part, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}

async function addArtifact(runId: string, path: string, text: string): Promise<void> {
  const { database } = world.store;
  const sha256 = await putBytes({ database }, Buffer.from(text), { mediaType: "text/html" });
  await addRunFile(database, { runId, attempt: 1 }, { kind: "artifact", path, sha256 });
}

describe("lists", () => {
  test("pages hold every run once, whatever is added meanwhile", async () => {
    const made = new Set<string>();
    for (let at = 0; at < 7; at += 1) made.add(await world.scored({ agent: "pager" }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { body } = await world.api.json(`/v1/runs?agent=pager&limit=2${after}`);
      seen.push(...body.data.map((run: { id: string }) => run.id));
      cursor = body.next_cursor;
      await world.scored({ agent: "pager" });
    } while (cursor !== null);
    expect([...seen].sort()).toEqual([...made].sort());
  });

  test("the best come first with sort=score", async () => {
    const { status, body } = await world.api.json("/v1/runs?sort=score&limit=200");
    const scores = body.data.map((run: { score: number }) => run.score);
    expect([status, scores]).toEqual([200, scores.toSorted((one: number, other: number) => other - one)]);
  });

  test("a run has its status and its AXIS Result, in the list, alone, as a filter and in the counts", async () => {
    const agent = "counted";
    const id = await world.scored({ agent });
    const open = await world.running();
    const known = { status: "finished", run_status: "passed", outcome: "COMPLETED", axis_result: 81 };
    expect((await world.api.json(`/v1/runs/${id}`)).body).toMatchObject(known);
    expect((await world.api.json(`/v1/runs/${open}`)).body).toMatchObject({ status: "running", run_status: "running" });
    const list = (query: string) => world.api.json(`/v1/runs?agent=${agent}&${query}`);
    expect((await list("run_status=passed&sort=result&min_result=81")).body.data).toMatchObject([{ id, ...known }]);
    expect((await list("run_status=failed")).body.data).toEqual([]);
    expect((await list("run_status=COMPLETED")).status).toBe(400);
    expect((await list("min_result=9&max_result=8")).body.error.code).toBe("bad-range");
    const none = { queued: 0, running: 0, failed: 0, error: 0, "not run": 0, unscored: 0, unknown: 0 };
    expect((await world.api.json(`/v1/statuses?agent=${agent}`)).body).toEqual({ ...none, passed: 1 });
    expect((await world.api.json("/v1/statuses?limit=3")).status).toBe(400);
  });

  test("a run is shown with its stages and every execution", async () => {
    const id = await world.running();
    await saveStages(world.store.database, { runId: id, attempt: 1 }, [
      {
        kind: "gate",
        name: "test",
        counts: true,
        executions: 1,
        first_passed: false,
        passed: false,
        repair_loops: 0,
        position: 0,
        runs: [
          {
            execution: 1,
            turn: 0,
            passed: false,
            exit_code: 1,
            ended_by: "exit",
            wall_ms: 12,
            tree_id: null,
            output_tail: "<b>no</b>",
          },
        ],
      },
    ]);
    const { body } = await world.api.json(`/v1/runs/${id}`);
    expect(body.stages[0].runs[0]).toMatchObject({ exit_code: 1, output_tail: "<b>no</b>" });
    expect(body.links.score).toBe(`/v1/runs/${id}/score`);
  });

  test("agents, their scores, leaderboard, trends, workspaces: each as described", async () => {
    const agent = "claude-code|opus / 4";
    for (let at = 0; at < 5; at += 1) await world.scored({ agent });
    await registerWorker(world.store.database, { id: "w", host: "h", version: "1", agents: [agent], slots: 1 });
    const agents = (await world.api.json("/v1/agents?limit=200")).body.data;
    expect(agents.find((each: { agent: string }) => each.agent === agent)).toMatchObject({ runs: 5, served: true });
    const name = encodeURIComponent(agent);
    const scores = await world.api.json(`/v1/agents/${name}/scores?limit=2`);
    expect(scores.body.data).toHaveLength(2);
    expect(scores.body.data[0].axes.latency).toHaveProperty("defaulted");
    expect((await world.api.json("/v1/agents/nobody/scores")).body.error.code).toBe("agent-not-found");
    const board = await world.api.json("/v1/leaderboard?workspace=shop");
    expect(board.body.data.find((row: { agent: string }) => row.agent === agent)).toMatchObject({
      ranked: true,
      place: 1,
      mean_axis_result: 81,
      pass_rate: 1,
      passed: 5,
    });
    for (const by of ["scorecard", "pass-rate"])
      expect((await world.api.json(`/v1/leaderboard?workspace=shop&by=${by}`)).status).toBe(200);
    expect((await world.api.json("/v1/leaderboard?workspace=shop&by=tier")).status).toBe(400);
    for (const bucket of ["run", "day", "week"])
      expect((await world.api.json(`/v1/trends?workspace=shop&bucket=${bucket}`)).body.data.length).toBeGreaterThan(0);
    const query = "workspace=shop&bucket=day&by=agent&since=2020-01-01T00:00:00Z&until=2999-01-01T00:00:00Z";
    const byAgent = await world.api.json(`/v1/trends?${query}`);
    expect(byAgent.body.truncated).toBe(false);
    expect(byAgent.body.data.find((point: { agent: string }) => point.agent === agent)).toMatchObject({
      runs: 5,
      scenarios: 1,
      axis_result: 81,
      passed: 5,
      scenario: null,
      interval_scope: "suite",
    });
    for (const wrong of ["by=model", "bucket=hour", "since=yesterday", "page=2"])
      expect((await world.api.json(`/v1/trends?workspace=shop&${wrong}`)).status).toBe(400);
    const scenarios = (await world.api.json("/v1/scenarios?workspace=shop")).body.data;
    expect(scenarios.find((each: { scenario: string }) => each.scenario === "cms/create").runs).toBeGreaterThan(4);
    expect((await world.api.json("/v1/scenarios?workspace=other")).body.data).toEqual([]);
    expect((await world.api.json("/v1/workspaces/shop")).body.baseline.samples).toBeGreaterThan(0);
    expect((await world.api.json("/v1/leaderboard")).status).toBe(400);
    expect((await world.api.json("/v1/metrics")).body.data[0].key).toBe("exact-match");
  });

  test("agents come in pages too", async () => {
    const first = await world.api.json("/v1/agents?limit=1");
    const next = await world.api.json(`/v1/agents?limit=1&cursor=${first.body.next_cursor}`);
    expect(next.body.data[0].agent > first.body.data[0].agent).toBe(true);
    expect((await world.api.json(`/v1/workspaces?cursor=${first.body.next_cursor}`)).status).toBe(400);
  });

  test("a report is answered as it was written", async () => {
    const text = Buffer.from(JSON.stringify({ reportId: "2026-01-01-000000", results: [], fixes: [{ id: "a" }] }));
    const sha256 = await putBytes(world.store, text, { mediaType: "application/json" });
    const id = "2026-01-01-000000";
    await putDocument(world.store.database, { kind: "report", workspaceId: world.shop, id, sha256 });
    await putDocument(world.store.database, { kind: "report", workspaceId: world.shop, id: "2025-01-01-000000" });
    expect((await world.api.json(`/v1/reports/${id}`)).body).toEqual({
      reportId: id,
      results: [],
      fixes: [{ id: "a" }],
    });
    expect((await world.api.json("/v1/reports/2025-01-01-000000")).status).toBe(410);
    expect((await world.api.json("/v1/reports/nothing")).body.error.code).toBe("report-not-found");
    expect((await world.api.json("/v1/reports?limit=1")).body.data).toHaveLength(1);
  });
});

describe("transcripts", () => {
  const events = Array.from({ length: 10 }, (_, at) => ({ type: "assistant", text: `<script>${at}</script>` }));

  test("pages cross chunks without a gap", async () => {
    const id = await world.running();
    await addTranscript(id, events);
    const seen: number[] = [];
    let after: number | null = -1;
    while (after !== null) {
      const page: { body: { data: { index: number }[]; next_after: number | null } } = await world.api.json(
        `/v1/runs/${id}/transcript?after=${after}&limit=4`,
      );
      seen.push(...page.body.data.map(({ index }) => index));
      after = page.body.next_after;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("as lines they are one event a line", async () => {
    const id = await world.running();
    await addTranscript(id, [{ type: "assistant", text: "a\nb\u2028c\ud800" }, ...events]);
    const answer = await world.api.call(`/v1/runs/${id}/transcript`, { headers: { Accept: "application/x-ndjson" } });
    const lines = (await answer.text()).trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    expect(JSON.parse(lines[0] ?? "")).toEqual({ index: 0, event: { type: "assistant", text: "a\nb\u2028c\ufffd" } });
  });

  test("following ends when the run ends, with everything that was written", async () => {
    const id = await world.running();
    await addTranscript(id, events.slice(0, 3));
    const answer = await world.api.call(`/v1/runs/${id}/transcript?follow=true`);
    const text = answer.text();
    await addTranscript(id, events);
    const { sampleFacts, sampleCard } = await import("../../src/store/sql/suite/samples.fixture.ts");
    const { storeFacts } = await import("../../src/store/sql/runs/runs.ts");
    const { finishRunRow } = await import("../../src/store/sql/runs/scoring.ts");
    await storeFacts(world.store.database, { runId: id, attempt: 1 }, sampleFacts(id));
    await finishRunRow(world.store.database, { runId: id, attempt: 1, ending: {} }, sampleCard);
    expect((await text).trimEnd().split("\n")).toHaveLength(10);
  });

  test("of an attempt that was lost they stay, under its number; a follower goes on with the next one", async () => {
    const id = await world.running();
    const { database } = world.store;
    await addTranscript(id, events.slice(0, 5));
    const answer = await world.api.call(`/v1/runs/${id}/transcript?follow=true`);
    const body = answer.body ?? (new ReadableStream() as never);
    const lines = linesOf(body);
    const first = [];
    while (first.length < 5) first.push((await lines.next()).value);
    const { claimRun } = await import("../../src/store/sql/runs/claim.ts");
    const { findRun } = await import("../../src/store/sql/runs/runs.ts");
    const { token_id } = (await findRun(database, id)) ?? {};
    await claimRun(database, { runId: id, workerId: "other", tokenId: token_id ?? "" });
    await addTranscript(id, [{ type: "assistant", text: "anew" }], { attempt: 2 });
    expect(JSON.parse((await lines.next()).value ?? "")).toEqual({
      index: 0,
      event: { type: "assistant", text: "anew" },
    });
    await lines.return(undefined);
    const texts = async (query: string) =>
      (await world.api.json(`/v1/runs/${id}/transcript${query}`)).body.data.map(
        ({ event }: { event: { text: string } }) => event.text,
      );
    expect(await texts("")).toEqual(["anew"]);
    expect(await texts("?attempt=1")).toEqual(events.slice(0, 5).map(({ text }) => text));
    expect(await texts("?attempt=2")).toEqual(["anew"]);
    const lost = await world.api.call(`/v1/runs/${id}/transcript?attempt=1&follow=true`);
    expect((await lost.text()).trimEnd().split("\n")).toHaveLength(5);
    expect((await world.api.json(`/v1/runs/${id}/transcript?attempt=3`)).status).toBe(404);
    for (const wrong of ["0", "-1", "x", "1e9"])
      expect((await world.api.json(`/v1/runs/${id}/transcript?attempt=${wrong}`)).status).toBe(400);
  });

  test("a run without one has no events", async () => {
    const { body } = await world.api.json(`/v1/runs/${await world.queued()}/transcript`);
    expect(body).toEqual({ data: [], next_after: null });
  });
});

describe("artifacts", () => {
  test("are listed, and sent so that no browser runs them", async () => {
    const id = await world.running();
    const html = "<script>alert(1)</script>";
    await addArtifact(id, "out/it's a page.html", html);
    expect((await world.api.json(`/v1/runs/${id}/artifacts`)).body.data).toEqual([
      { path: "out/it's a page.html", bytes: html.length, media_type: "text/html" },
    ]);
    const answer = await world.api.call(`/v1/runs/${id}/artifacts/out/${encodeURIComponent("it's a page.html")}`);
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''it%27s%20a%20page.html");
    expect(answer.headers.get("content-security-policy")).toBe("sandbox");
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(await answer.text()).toBe(html);
    expect((await world.api.json(`/v1/runs/${id}/artifacts/out/none`)).body.error.code).toBe("artifact-not-found");
  });

  test("three mebibytes arrive as they are", async () => {
    const id = await world.running();
    const text = "0123456789abcdef".repeat(196_608);
    await addArtifact(id, "big.txt", text);
    const answer = await world.api.call(`/v1/runs/${id}/artifacts/big.txt`);
    const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(hash(new Uint8Array(await answer.arrayBuffer()))).toBe(hash(Buffer.from(text)));
  });
});

describe("the diff", () => {
  async function addDiff(runId: string, text: string): Promise<void> {
    const { database } = world.store;
    const sha256 = await putBytes({ database }, Buffer.from(text), { mediaType: "text/x-diff" });
    await addRunFile(database, { runId, attempt: 1 }, { ...patchFile, sha256 });
  }

  test("is sent so that no browser runs it, and a run without one says so", async () => {
    const id = await world.running();
    expect((await world.api.json(`/v1/runs/${id}/patch`)).body.error.code).toBe("patch-not-found");
    const text = "diff --git a/<script> b/<script>\n";
    await addDiff(id, text);
    const answer = await world.api.call(`/v1/runs/${id}/patch`);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${id}.patch`);
    expect(answer.headers.get("content-security-policy")).toBe("sandbox");
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(await answer.text()).toBe(text);
    expect((await world.api.json(`/v1/runs/${id}`)).body.links.patch).toBe(`/v1/runs/${id}/patch`);
    expect((await world.api.json("/v1/runs/..%2f/patch")).body.error.code).toBe("bad-id");
  });

  test("stays when the other files of its run are gone", async () => {
    const id = await world.running();
    await addDiff(id, "diff");
    const { database } = world.store;
    await database.updateTable("runs").set({ files_removed_at: new Date() }).where("id", "=", id).execute();
    expect((await world.api.call(`/v1/runs/${id}/artifacts`)).status).toBe(410);
    expect(await (await world.api.call(`/v1/runs/${id}/patch`)).text()).toBe("diff");
  });
});

describe("what was printed", () => {
  async function addLog(runId: string, place: { kind: "log"; path: string }, text: string): Promise<void> {
    const { database } = world.store;
    const kind = { mediaType: "text/plain", encoding: "gzip" } as const;
    const sha256 = await putBytes({ database }, gzipSync(text), kind);
    await addRunFile(database, { runId, attempt: 1 }, { ...place, sha256 });
  }

  test("by the agent is sent as it stands, so that no browser runs it", async () => {
    const id = await world.running();
    expect((await world.api.json(`/v1/runs/${id}/raw`)).body.error.code).toBe("log-not-found");
    const text = '{"text":"<script>"}\nü\n';
    await addLog(id, rawLogFile, text);
    const answer = await world.api.call(`/v1/runs/${id}/raw`);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${id}.raw.ndjson`);
    expect(answer.headers.get("content-security-policy")).toBe("sandbox");
    expect(await answer.text()).toBe(text);
    expect((await world.api.json(`/v1/runs/${id}`)).body.links.raw).toBe(`/v1/runs/${id}/raw`);
  });

  test("by a gate is found by its name and the number of the execution, and nothing else is", async () => {
    const id = await world.running();
    await addLog(id, gateLogFile({ gate: "unit.test", execution: 2 }), "red");
    expect(await (await world.api.call(`/v1/runs/${id}/gates/unit.test/2`)).text()).toBe("red");
    expect((await world.api.json(`/v1/runs/${id}/gates/unit.test/1`)).body.error.code).toBe("log-not-found");
    for (const wrong of ["..%2f..%2fraw.ndjson/1", "Unit/1", "lint/0", "lint/-1", "lint/1e3", "lint/x", "a%00/1"])
      expect((await world.api.json(`/v1/runs/${id}/gates/${wrong}`)).body.error.code).toBe("bad-request");
    expect((await world.api.json("/v1/runs/run_abc/gates/lint/1")).body.error.code).toBe("bad-id");
  });

  test("is gone with the other files", async () => {
    const id = await world.running();
    await addLog(id, rawLogFile, "text");
    const { database } = world.store;
    await database.updateTable("runs").set({ files_removed_at: new Date() }).where("id", "=", id).execute();
    for (const rest of ["raw", "gates/lint/1"])
      expect((await world.api.call(`/v1/runs/${id}/${rest}`)).status).toBe(410);
  });
});

test("two runs are compared: axes, and the first event that differs", async () => {
  const [a, b] = [await world.running(), await world.running()];
  const same = { type: "assistant", text: "same" };
  await addTranscript(a, [
    { ...same, timestamp: "2026-01-01T00:00:00Z" },
    { type: "assistant", text: "one" },
  ]);
  await addTranscript(b, [
    { ...same, timestamp: "2026-01-02T00:00:00Z" },
    { type: "assistant", text: "two" },
  ]);
  const { body } = await world.api.json(`/v1/compare?a=${a}&b=${b}`);
  expect([body.first_difference, body.difference.score]).toEqual([1, null]);
  const [c, d] = [await world.scored(), await world.scored()];
  expect((await world.api.json(`/v1/compare?a=${c}&b=${d}`)).body.difference.completion).toBe(0);
  expect((await world.api.json(`/v1/compare?a=${c}&b=nothing`)).body.error.code).toBe("bad-id");
});

test("the figures for Prometheus count what is in the store, without names of agents or runs", async () => {
  const id = await world.scored({ agent: "secret-agent" });
  const answer = await world.api.call("/metrics");
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toContain("text/plain");
  for (const line of [
    /axis_runs_total\{outcome="COMPLETED"\} \d+/,
    /axis_runs_scored_total\{tier="\w+"\} \d+/,
    /axis_scorecard_defaulted_total\{axis="latency"\} \d+/,
    /axis_queue_runs\{status="running"\} \d+/,
    /axis_workers\{state="ready"\} 1/,
    /axis_repair_loops_bucket\{le="\+Inf"\} \d+/,
    /axis_scorecard_seconds_bucket\{le="0\.05"\} \d+/,
    /axis_scorecard_seconds_sum [\d.]+\naxis_scorecard_seconds_count [1-9]\d*/,
    /axis_http_requests_total\{route="\/v1\/runs\/\{id\}",method="GET",status="200"\}/,
    /# TYPE axis_runs_total counter/,
  ])
    expect(text).toMatch(line);
  expect(text).not.toContain("secret-agent");
  expect(text).not.toContain(id);
});
