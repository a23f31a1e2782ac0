/** `axis serve` with the embedded store, which carries out runs itself: real processes of the built package. */
import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until, type Project } from "../fixtures/axis.ts";
import {
  askingMs,
  count,
  type EmptyDatabase,
  files,
  letGo,
  makeEmptyDatabase,
  type Page,
  secret,
  startOwn,
  type TranscriptEvent,
} from "./own-server.ts";

let empty: EmptyDatabase;
let openOwn: EmptyDatabase["openOwn"];
beforeAll(async () => {
  empty = await makeEmptyDatabase();
  ({ openOwn } = empty);
});
afterAll(() => empty[Symbol.asyncDispose]());

const lines = (project: Project) =>
  readFileSync(join(project.folder, ".axis/runs.ndjson"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { run_id: string; score: number });

describe("axis serve with a store of its own", () => {
  test("a run is asked for, watched while it goes on, scored, and written as a report", async () => {
    await using project = await openOwn();
    await using server = await startOwn(project);
    const [id = ""] = await server.submit();
    const transcript = () => server.get<Page<TranscriptEvent>>(`/v1/runs/${id}/transcript?limit=1000`);
    await until(async () => (await transcript()).data.length > 0, askingMs);
    expect(await server.get(`/v1/runs/${id}`)).toMatchObject({ status: "running", attempt: 1 });
    const ofRun = () => server.heard.filter(({ run }) => run === id).map(({ type }) => type);
    await until(() => ofRun().includes("run.turn"));
    expect(ofRun()).toEqual(["run.queued", "run.started", "run.turn"]);
    await until(() => server.heard.some(({ type }) => type === "worker.changed"));
    const live = (await transcript()).data;
    expect(JSON.stringify(live)).not.toContain(secret);
    expect(live[0]).toEqual({ index: 0, event: expect.objectContaining({ text: "line 0 of secret-[redacted]" }) });

    await letGo(project);
    await server.whenRun(id, ({ status }) => status === "finished");
    const score = await server.get<{ score: number }>(`/v1/runs/${id}/score`);
    await until(async () => (await project.stored().catch(() => undefined))?.state === "complete");
    const report = await project.stored();
    const detail = await project.detail(report.results[0]?.file ?? "");
    expect(detail).toMatchObject({ runId: id, scorecard: { run_id: id, score: score.score } });
    expect(lines(project)).toMatchObject([{ run_id: id, score: score.score }]);
    const inFile = detail.output.transcript.map((event, index) => ({ index, event }));
    expect((await transcript()).data).toEqual(inFile);
    expect(inFile.slice(0, live.length)).toEqual(live);
    const log = detail.gates?.[0]?.log ?? "";
    const folder = await project.reportFolder();
    expect(readFileSync(join(folder, log), "utf8")).toBe("made");
    await until(() => existsSync(join(folder, "report.html")));
    expect(readFileSync(join(folder, "report.html"), "utf8")).toContain("<title>AXIS report</title>");
    // Empty: this agent is a module of the project and prints nothing.
    expect(existsSync(join(folder, "scenarios/task/maker.raw.ndjson"))).toBe(true);
    await until(() => server.heard.some(({ type }) => type === "run.finished"));
    const types = ["queued", "started", "turn", "turn", "stage", "stage", "stage", "scored", "finished"];
    expect(ofRun()).toEqual(types.map((type) => `run.${type}`));
    expect(await project.survivors("sleep 600")).toEqual([]);

    const all = await server.get<Page<{ id: string }>>("/v1/runs");
    expect(all.data.map((run) => run.id)).toEqual([id]);
    expect(await server.stop()).toBe(0);
    await using again = await startOwn(project);
    expect((await again.get<Page<{ id: string }>>("/v1/runs")).data.map((run) => run.id)).toEqual([id]);
    expect((await again.get<Page<TranscriptEvent>>(`/v1/runs/${id}/transcript?limit=1000`)).data).toEqual(inFile);
    expect(await (await again.post(`/v1/runs/${id}/cancel`)).json()).toMatchObject({
      error: { code: "already-finished" },
    });
  });

  test("killed in the middle of a run, the next start takes it up again, and queued ones after it", async () => {
    await using project = await openOwn();
    const server = await startOwn(project, ["--slots", "1"]);
    const [first = "", second = ""] = await server.submit({ trials: 2 });
    const page = `/v1/runs/${first}/transcript?limit=1000`;
    await until(async () => (await server.get<Page<TranscriptEvent>>(page)).data.length > 0, askingMs);
    const seen = (await server.get<Page<TranscriptEvent>>(page)).data;
    await server.whenRun(first, ({ cost_micros }) => cost_micros === 250_000);
    await server.kill();
    await letGo(project);

    await using again = await startOwn(project, ["--slots", "1"]);
    const run = await again.whenRun(first, ({ status }) => status === "finished");
    expect(run).toMatchObject({ outcome: "COMPLETED", attempt: 2, lost_cost_micros: 250_000, cost_micros: 250_000 });
    const lost = await again.get<Page<TranscriptEvent>>(`${page}&attempt=1`);
    expect(lost.data.slice(0, seen.length)).toEqual(seen);
    expect(await again.status(`${page}&attempt=3`)).toBe(404);
    expect(await again.whenRun(second, ({ status }) => status === "finished")).toMatchObject({ attempt: 1 });
    await until(async () => (await project.stored()).state === "complete");
    expect(await readdir(join(project.folder, ".axis/reports"))).toHaveLength(1);
    expect((await project.stored()).results[0]?.trials?.map(({ runId }) => runId)).toEqual([first, second]);
    expect(lines(project).map(({ run_id }) => run_id)).toEqual([first, second]);
    expect(count(project, "starts")).toBe(3);
    expect(await project.survivors("sleep 600")).toEqual([]);
  });

  test("told to stop, it puts back what does not end in time, and goes on when it is started again", async () => {
    await using project = await openOwn();
    const server = await startOwn(project, ["--drain", "0"]);
    const [id = ""] = await server.submit();
    await until(() => count(project, "starts") === 1);
    expect(await server.stop()).toBe(0);
    expect((await project.stored()).state).toBe("aborted");
    expect(await project.survivors("sleep 600")).toEqual([]);
    await letGo(project);
    await using again = await startOwn(project);
    expect(await again.whenRun(id, ({ status }) => status === "finished")).toMatchObject({
      outcome: "COMPLETED",
      attempt: 2,
    });
    await until(async () => (await project.stored()).state === "complete");
    expect((await project.stored()).results.map(({ runId }) => runId)).toEqual([id]);
  });

  test("told to stop, it waits for what goes on, and takes nothing new", async () => {
    await using project = await openOwn();
    const server = await startOwn(project, ["--slots", "1"]);
    const [first = "", second = ""] = await server.submit({ trials: 2 });
    await until(() => count(project, "starts") === 1);
    server.working.child.kill("SIGTERM");
    await until(
      async () =>
        (await server.post("/v1/runs", { workspace: "own", scenario: "task", agent: "maker" })).status === 422,
      askingMs,
    );
    await letGo(project);
    expect((await server.working.ended).code).toBe(0);
    expect(count(project, "starts")).toBe(1);
    await using again = await startOwn(project, ["--slots", "0"]);
    expect(await again.get(`/v1/runs/${first}`)).toMatchObject({ status: "finished", attempt: 1 });
    expect(await again.get(`/v1/runs/${second}`)).toMatchObject({ status: "queued", attempt: 0 });
  });

  test("a queued run is cancelled at once, a running one is stopped; neither leaves a process", async () => {
    await using project = await openOwn();
    await using server = await startOwn(project, ["--slots", "1"]);
    const [running = "", queued = ""] = await server.submit({ trials: 2 });
    await until(() => count(project, "starts") === 1);
    expect(await (await server.post(`/v1/runs/${queued}/cancel`)).json()).toMatchObject({ status: "cancelled" });
    expect(await (await server.post(`/v1/runs/${running}/cancel`)).json()).toMatchObject({ status: "cancelling" });
    const run = await server.whenRun(running, ({ status }) => status === "finished");
    expect(run).toMatchObject({ outcome: "FAILED", reason: "cancelled" });
    await until(async () => (await project.stored()).state === "complete");
    expect(count(project, "starts")).toBe(1);
    expect(await project.survivors("sleep 600")).toEqual([]);
  });

  test("two requests at once are two reports, and the limit of an agent holds over both", async () => {
    const config = {
      ...(files["axis.config.json"] as object),
      settings: { workers: { slots: 4, agent_limits: { maker: 1 } } },
    };
    await using project = await openOwn({ "axis.config.json": config });
    await using server = await startOwn(project);
    const asked = await Promise.all([server.submit(), server.submit({ scenario: "other", priority: 9 })]);
    const ids = asked.flat();
    await until(() => count(project, "starts") === 1);
    const running = await server.get<Page<{ id: string }>>("/v1/runs?status=running");
    expect(running.data).toHaveLength(1);
    await letGo(project);
    for (const id of ids) await server.whenRun(id, ({ status }) => status === "finished");
    expect(count(project, "starts")).toBe(2);
    const runs = await server.get<Page<{ report_id: string }>>("/v1/runs");
    expect(new Set(runs.data.map(({ report_id }) => report_id)).size).toBe(2);
    await until(async () => (await readdir(join(project.folder, ".axis/reports"))).length === 2);
  });

  test("what cannot be run is said: unknown names, a broken project, no slots; a waiting run keeps its plan", async () => {
    await using project = await openOwn();
    await using server = await startOwn(project, ["--slots", "1"]);
    const ask = async (body: object) => {
      const answer = await server.post("/v1/runs", { workspace: "own", scenario: "task", agent: "maker", ...body });
      return ((await answer.json()) as { error?: { code: string } }).error?.code ?? answer.status;
    };
    expect(await ask({ scenario: "none" })).toBe("unknown-scenario");
    expect(await ask({ scenario: "__proto__" })).toBe("unknown-scenario");
    expect(await ask({ agent: "nobody" })).toBe("unknown-agent");
    expect(await ask({ workspace: "elsewhere" })).toBe("workspace-not-found");
    expect(await ask({ prompt: "rm -rf /" })).toBe("bad-request");
    const [, waiting = ""] = await server.submit({ trials: 2 });
    await until(() => count(project, "starts") === 1);
    await project.write({
      "scenarios/task.json": { ...(files["scenarios/task.json"] as object), prompt: "Something else" },
    });
    await letGo(project);
    const kept = await server.whenRun(waiting, ({ status }) => status === "finished");
    expect(kept).toMatchObject({ outcome: "COMPLETED", attempt: 1 });
    expect(count(project, "starts")).toBe(2);
    await until(async () => (await project.stored()).state === "complete");
    const [, trial] = (await project.stored()).results[0]?.trials ?? [];
    expect((await project.detail(trial?.file ?? "")).prompt).toBe("Make out.txt");
    await project.write({ "axis.config.json": "{" });
    expect(await ask({})).toBe("project-invalid");
    await project.write(files);
    expect(await server.stop()).toBe(0);
    await using idle = await startOwn(project, ["--slots", "0"]);
    expect((await idle.post("/v1/runs", { workspace: "own", scenario: "task", agent: "maker" })).status).toBe(405);
  });
});
