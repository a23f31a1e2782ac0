import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loadPlan } from "../../config/load-plan.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { fileStore } from "../../store/files.ts";
import { openInMemory } from "../../store/sql/drivers/pglite.ts";
import { listRunFiles } from "../../store/sql/files/run-files.ts";
import { claimRun } from "../../store/sql/runs/claim.ts";
import { cancelRun, findRun, type RunRow } from "../../store/sql/runs/runs.ts";
import { findScore, findScoreRow } from "../../store/sql/runs/scores.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { registerWorker, removeWorker } from "../../store/sql/workers.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { WorkerTelemetry } from "../worker-telemetry.ts";
import { requeueInterruptedRuns } from "./interrupted-runs.ts";
import type { LocalDeps } from "./local-deps.ts";
import { LocalProject } from "./local-project.ts";
import { LocalRuns } from "./local-runs.ts";

let sql: SqlStore;
let workspaceId: string;
let configDir: string;
let logged: string[];
/** What was called, in order. */
let calls: ("plan" | "evaluate")[];

beforeAll(async () => {
  sql = await openInMemory();
  workspaceId = (await ensureWorkspace(sql.database, { slug: "own", name: "Own" })).id;
});
afterAll(() => sql[Symbol.asyncDispose]());

beforeEach(async () => {
  configDir = await mkdtemp(join(tmpdir(), "axis-local-runs-"));
  logged = [];
  calls = [];
  await sql.database.deleteFrom("runs").execute();
  await sql.database.deleteFrom("documents").execute();
  await mkdir(join(configDir, "scenarios"));
  await writeConfig();
  await writeScenario("task");
  // Plays the role of the process that starts later.
  await registerWorker(sql.database, { id: "later", host: "h", version: "1", agents: ["maker"], slots: 1 });
  return async () => {
    await removeWorker(sql.database, "later");
    await rm(configDir, { recursive: true, force: true });
  };
});

/** The agent is a program outside the config, so that a test can replace it without changing the plan. */
async function writeConfig(more: object = {}, program = "console.log('made')"): Promise<void> {
  const file = join(configDir, "agent.cjs");
  await writeFile(file, `require("fs").appendFileSync(${JSON.stringify(join(configDir, "starts"))}, "x");${program}`);
  const agents = [{ agent: "command", name: "maker", command: [process.execPath, file] }];
  // The agent leaves a mark outside its workspace.
  const config = { agents, judging: { agents: ["rules"] }, settings: { sandbox: { driver: "none" } }, ...more };
  await writeFile(join(configDir, "axis.config.json"), JSON.stringify(config));
}

async function writeScenario(key: string, prompt = "Do it"): Promise<void> {
  const judge = [{ check: "It holds", verify: { file: "never-there", exists: false } }];
  await writeFile(join(configDir, `scenarios/${key}.json`), JSON.stringify({ name: "T", prompt, judge }));
}

const log = (message: string) => void logged.push(message);
const common = { env: process.env, now: () => new Date(), log };

/** A process with these runs, which works once `work` is called. */
async function openRuns(slots = 2): Promise<LocalRuns> {
  const files = { configDir, configFile: join(configDir, "axis.config.json"), slug: "own", name: "Own" };
  const project = new LocalProject(files, {
    ...common,
    loadPlan: (...given) => {
      calls.push("plan");
      return loadPlan(...given);
    },
  });
  const deps: LocalDeps = {
    ...common,
    database: sql.database,
    project,
    workspaceId,
    workerId: "one",
    host: "h",
    slots,
    store: fileStore({ configDir }),
    telemetry: new WorkerTelemetry({ ...common, database: sql.database, onDefect: () => {} }),
    onWritten: () => {},
    evaluate: (...given) => {
      calls.push("evaluate");
      return evaluate(...given);
    },
  };
  return await LocalRuns.open(deps, sql);
}

interface Working extends AsyncDisposable {
  readonly runs: LocalRuns;
}

/** Works until disposed. */
async function work(slots = 2, drainSeconds = 60): Promise<Working> {
  const runs = await openRuns(slots);
  const leave = new AbortController();
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const working = runs.work({ leave: leave.signal, drainSeconds, onReady: isReady });
  await Promise.race([ready, working]);
  return {
    runs,
    async [Symbol.asyncDispose]() {
      leave.abort();
      await working;
      await runs[Symbol.asyncDispose]();
    },
  };
}

async function submit(runs: LocalRuns, trials = 1): Promise<string[]> {
  const request = {
    workspace: { id: workspaceId, slug: "shop" },
    scenario: "task",
    agent: "maker",
    model: null,
    trials,
    priority: 0,
  };
  const answer = await runs.submit({ ...request, traceContext: null });
  if (answer.status !== "queued") throw new Error(`${answer.status} ${logged.join("\n")}`);
  return answer.runs.map(({ id }) => id);
}

/** Submits to a process that ends before it runs anything. */
async function submitOnly(trials = 1): Promise<string[]> {
  const runs = await openRuns();
  const ids = await submit(runs, trials);
  await runs[Symbol.asyncDispose]();
  return ids;
}

async function whenFinished(ids: readonly string[]): Promise<RunRow[]> {
  const rows: RunRow[] = [];
  for (const id of ids) {
    const find = () => findRun(sql.database, id);
    await expect.poll(async () => (await find())?.status, { timeout: 20_000 }).toBe("finished");
    const row = await find();
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

async function reportOf(runId = ""): Promise<{ folder: string; report: Report | undefined }> {
  const folder = join(configDir, ".axis/reports", (await findRun(sql.database, runId))?.report_id ?? "");
  const file = join(folder, "report.json");
  return { folder, report: existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Report) : undefined };
}

async function whenReport(runId: string | undefined, state: Report["state"]): Promise<Report> {
  await expect.poll(async () => (await reportOf(runId)).report?.state, { timeout: 20_000 }).toBe(state);
  const { report } = await reportOf(runId);
  if (report === undefined) throw new Error("there is no report");
  return report;
}

/** Leaves the journal of a report as a process does that resumes it and is killed. */
async function reopenAsIfKilled(runId: string): Promise<void> {
  const { report_id: reportId } = (await findRun(sql.database, runId)) ?? {};
  await using handle = await fileStore({ configDir }).resumeReport(reportId ?? "");
  const plan = handle.steps.find((step) => step.type === "plan");
  if (plan !== undefined) await handle.record(plan);
}

const sampleIds = async () => (await fileStore({ configDir }).readRunLines()).map(({ run_id }) => run_id);
const transcript = (runId: string) => listRunFiles(sql.database, { runId, attempt: 1 }, "transcript");

test("one request with several trials is one plan, one evaluation, and one run of the hooks", async () => {
  const note = `${process.execPath} -e "require('fs').appendFileSync('hooks.txt', 'x')"`;
  await writeConfig({ beforeAll: [{ action: "run_script", command: note }] });
  await using working = await work();
  await expect.poll(() => calls).toEqual(["plan"]); // Of the lookup of agents, at the start.
  calls.length = 0;
  const ids = await submit(working.runs, 3);
  await whenFinished(ids);
  await whenReport(ids[0], "complete");
  expect(calls).toEqual(["plan", "evaluate"]);
  expect(await readFile(join(configDir, "hooks.txt"), "utf8")).toBe("x");
});

test("the row and the report have the same run, with the same scorecard", async () => {
  await using working = await work();
  const ids = await submit(working.runs);
  const [row] = await whenFinished(ids);
  const report = await whenReport(ids[0], "complete");
  expect(row).toMatchObject({ outcome: "COMPLETED", attempt: 1 });
  expect(report.results).toMatchObject([{ runId: ids[0] }]);
  const { folder } = await reportOf(ids[0]);
  const files = (await readdir(join(folder, "scenarios/task"))).toSorted();
  expect(files).toEqual(["maker.json", "maker.raw.ndjson", "maker.sparse-index.txt"]);
  expect(await readFile(join(folder, "scenarios/task/maker.raw.ndjson"), "utf8")).toContain("made");
  const detail = JSON.parse(await readFile(join(folder, "scenarios/task/maker.json"), "utf8")) as RunDetail;
  const score = await findScore(sql.database, ids[0] ?? "");
  expect(score?.score).toBe(detail.scorecard?.score);
  expect((await findScoreRow(sql.database, ids[0] ?? ""))?.scored_at.toISOString()).toBe(detail.scoredAt);
  expect(await sampleIds()).toEqual(ids);
  await expect.poll(() => transcript(ids[0] ?? "")).toEqual([]);
});

test("runs that were queued when the process ended run after the next start, into the same report", async () => {
  const ids = await submitOnly(2);
  expect((await reportOf(ids[0])).report?.state ?? "aborted").toBe("aborted");
  for (const id of ids) expect(await findRun(sql.database, id)).toMatchObject({ status: "queued", attempt: 0 });
  await using _working = await work();
  await whenFinished(ids);
  const report = await whenReport(ids[0], "complete");
  expect(report.results[0]?.trials?.map(({ runId }) => runId)).toEqual(ids);
  expect((await sampleIds()).toSorted()).toEqual(ids);
});

test("a run that is stopped by a shutdown is queued again, and its next attempt counts for the usual time", async () => {
  await writeConfig({}, "setInterval(() => {}, 1000)");
  let ids: string[];
  {
    await using working = await work(1, 0);
    ids = await submit(working.runs);
    await expect.poll(async () => (await findRun(sql.database, ids[0] ?? ""))?.status).toBe("running");
  }
  expect(await findRun(sql.database, ids[0] ?? "")).toMatchObject({ status: "queued", attempt: 1, losses: 0 });
  await whenReport(ids[0], "aborted");
  await writeConfig();
  await using _again = await work();
  const [row] = await whenFinished(ids);
  expect(row).toMatchObject({ outcome: "COMPLETED", attempt: 2 });
  await whenReport(ids[0], "complete");
  const lines = await fileStore({ configDir }).readRunLines();
  expect(lines).toMatchObject([{ run_id: ids[0], outcome: "COMPLETED", counted: true }]);
});

test("a run whose process died after its report was written gets its row from the report, without another agent", async () => {
  let ids: string[];
  {
    await using working = await work();
    ids = await submit(working.runs);
    await whenFinished(ids);
    await whenReport(ids[0], "complete");
  }
  const [id = ""] = ids;
  const before = await findScore(sql.database, id);
  await sql.database.deleteFrom("agent_run_scores").where("run_id", "=", id).execute();
  await sql.database.deleteFrom("latency_samples").where("run_id", "=", id).execute();
  const killed = { status: "running", outcome: null, reason: null, finished_at: null, facts: null } as const;
  await sql.database.updateTable("runs").set(killed).where("id", "=", id).execute();
  await using _again = await work();
  const [row] = await whenFinished(ids);
  expect(row).toMatchObject({ outcome: "COMPLETED" });
  expect(await readFile(join(configDir, "starts"), "utf8")).toBe("x");
  expect((await findScore(sql.database, id))?.score).toBe(before?.score);
});

test("a run that was running when three processes died failed, and its report is complete", async () => {
  const [id = ""] = await submitOnly();
  await reopenAsIfKilled(id);
  for (const tokenId of [randomUUID(), randomUUID(), randomUUID()]) {
    await requeueInterruptedRuns({ database: sql.database, log });
    const claim = await claimRun(sql.database, { runId: id, workerId: "killed", tokenId });
    expect(claim).toMatchObject({ status: "claimed" });
  }
  await using _working = await work();
  const [row] = await whenFinished([id]);
  expect(row).toMatchObject({ outcome: "FAILED", reason: "worker-lost", counted: false, attempt: 3 });
  expect(logged.join("\n")).toContain(`${id}: every worker that took this run was lost`);
  const report = await whenReport(id, "complete");
  expect(report.results).toMatchObject([{ runId: id, error: "not run: every worker that took the run was lost" }]);
});

test("the runs of a deleted report are cancelled", async () => {
  const [id = ""] = await submitOnly();
  await rm((await reportOf(id)).folder, { recursive: true });
  await using _working = await work();
  await expect.poll(async () => (await findRun(sql.database, id))?.status).toBe("cancelled");
  expect(logged.join("\n")).toContain("cannot be resumed");
});

test("a scenario that changed between two processes ends its waiting runs, and the message says so", async () => {
  const ids = await submitOnly();
  calls.length = 0;
  await writeScenario("task", "Something else");
  await using _working = await work();
  const [row] = await whenFinished(ids);
  expect(row).toMatchObject({ outcome: "FAILED", reason: "internal", counted: false });
  expect(JSON.stringify(row?.result_doc)).toContain("changed after the runs were requested");
  expect(calls).not.toContain("evaluate");
});

test("an invalid project takes no requests, and says so once", async () => {
  const file = join(configDir, "scenarios/other.json");
  await using working = await work();
  await writeFile(file, JSON.stringify({ name: "Broken", prompt: "Do it", judge: 7 }));
  await expect(submit(working.runs)).rejects.toThrow("project-invalid");
  await expect(submit(working.runs)).rejects.toThrow("project-invalid");
  expect(logged.filter((line) => line.includes("the project cannot be planned"))).toHaveLength(1);
  await rm(file);
  expect((await whenFinished(await submit(working.runs)))[0]).toMatchObject({ outcome: "COMPLETED" });
});

test("while the project is invalid, its runs wait", async () => {
  const ids = await submitOnly();
  const file = join(configDir, "scenarios/other.json");
  await writeFile(file, JSON.stringify({ name: "Broken", prompt: "Do it", judge: 7 }));
  await using _working = await work();
  await expect.poll(() => logged.join("\n")).toContain("the project cannot be planned");
  expect(await findRun(sql.database, ids[0] ?? "")).toMatchObject({ status: "queued", attempt: 0 });
  await rm(file);
  expect((await whenFinished(ids))[0]).toMatchObject({ outcome: "COMPLETED", attempt: 1 });
});

test("a hook that fails ends the runs of its request, and is not repeated by the next start", async () => {
  const command = `${process.execPath} -e "require('fs').appendFileSync('hooks.txt', 'x'); process.exit(3)"`;
  await writeConfig({ beforeAll: [{ action: "run_script", command }] });
  {
    await using working = await work();
    const rows = await whenFinished(await submit(working.runs, 2));
    expect(rows.map(({ reason }) => reason)).toEqual(["internal", "internal"]);
    expect(JSON.stringify(rows[0]?.result_doc)).toContain("beforeAll failed");
  }
  {
    await using _again = await work();
  }
  expect(await readFile(join(configDir, "hooks.txt"), "utf8")).toBe("x");
});

test("a limit of the whole request ends the runs that it leaves over, too", async () => {
  await writeConfig({ settings: { limits: { run: { time_minutes: 0.02 } } } }, "setInterval(() => {}, 1000)");
  await using working = await work(1);
  const ids = await submit(working.runs, 2);
  const rows = await whenFinished(ids);
  expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["FAILED", "deadline"],
    ["FAILED", "deadline"],
  ]);
  await whenReport(ids[0], "aborted");
});

test("a run that is cancelled while it waits for a slot does not start, and its report is complete", async () => {
  await writeConfig({}, "setTimeout(() => console.log('made'), 1500)");
  await using working = await work(1);
  const [first = "", second = ""] = await submit(working.runs, 2);
  await expect.poll(async () => (await findRun(sql.database, first))?.status).toBe("running");
  expect(await cancelRun(sql.database, second)).toBe("cancelled");
  await whenReport(first, "complete");
  expect(await findRun(sql.database, second)).toMatchObject({ status: "cancelled", attempt: 0 });
});

test("runs of another workspace are not known here", async () => {
  const runs = await openRuns();
  const request = { scenario: "task", agent: "maker", model: null, trials: 1, priority: 0, traceContext: null };
  expect(await runs.submit({ ...request, workspace: { id: "ws_other", slug: "other" } })).toEqual({
    status: "unknown-scenario",
  });
  await runs[Symbol.asyncDispose]();
});
