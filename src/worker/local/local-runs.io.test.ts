import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Report } from "../../core/report.ts";
import { openLocalQueue } from "../queue/local-queue.ts";
import { fileStore } from "../../store/files.ts";
import { listRunFiles } from "../../store/sql/files/run-files.ts";
import { openInMemory } from "../../store/sql/drivers/pglite.ts";
import { claimRun } from "../../store/sql/runs/claim.ts";
import { findRun } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { registerWorker, removeWorker } from "../../store/sql/workers.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { runWorker } from "../worker.ts";
import { toWorkerFolders } from "../worker-deps.ts";
import { LocalRuns } from "./local-runs.ts";
import { ProjectNotice } from "./project-notice.ts";

let sql: SqlStore;
let workspaceId: string;
let configDir: string;
let said: string[];

beforeAll(async () => {
  sql = await openInMemory();
  workspaceId = (await ensureWorkspace(sql.database, { slug: "own", name: "Own" })).id;
});
afterAll(() => sql[Symbol.asyncDispose]());

beforeEach(async () => {
  configDir = await mkdtemp(join(tmpdir(), "axis-local-runs-"));
  said = [];
  notice = new ProjectNotice((message) => void said.push(message));
  await sql.database.deleteFrom("runs").execute();
  await mkdir(join(configDir, "scenarios"));
  const command = [process.execPath, "-e", "console.log('made')"];
  const config = { agents: [{ agent: "command", name: "maker", command }], judging: { agents: ["rules"] } };
  await writeFile(join(configDir, "axis.config.json"), JSON.stringify(config));
  const judge = [{ check: "It holds", verify: { file: "never-there", exists: false } }];
  await writeFile(join(configDir, "scenarios/task.json"), JSON.stringify({ name: "T", prompt: "Do it", judge }));
  // Stands for the worker that is started later.
  await registerWorker(sql.database, { id: "later", host: "h", version: "1", agents: ["maker"], slots: 1 });
  return async () => {
    await removeWorker(sql.database, "later");
    await rm(configDir, { recursive: true, force: true });
  };
});

let notice: ProjectNotice;
const project = () => ({
  configDir,
  slug: "local",
  name: "Local",
  configFile: join(configDir, "axis.config.json"),
  notice,
});
const common = () => ({ env: process.env, now: () => new Date(), say: (message: string) => void said.push(message) });

async function openRuns(onWritten: () => void = () => {}): Promise<LocalRuns> {
  const queue = await openLocalQueue(sql.database);
  const store = fileStore({ configDir });
  return await LocalRuns.open({ sql, queue, project: project(), workspaceId, store, ...common(), onWritten });
}

/** Carries out what is queued, then leaves. */
async function work(runIds: readonly string[]): Promise<void> {
  const leave = new AbortController();
  const queue = await openLocalQueue(sql.database);
  const world = { database: sql.database, queue, workerId: "one", places: toWorkerFolders(configDir), ...common() };
  const options = { host: "h", slots: 2, drainSeconds: 60, leave: leave.signal };
  const working = runWorker(options, { ...world, project: project() }, sql);
  for (const id of runIds) await expect.poll(async () => (await findRun(sql.database, id))?.status).toBe("finished");
  leave.abort();
  await working;
}

async function submitted(runs: LocalRuns, trials = 1): Promise<string[]> {
  const asked = { workspace: { id: workspaceId }, scenario: "task", agent: "maker", model: null, trials, priority: 0 };
  const answer = await runs.submit({ ...asked, traceContext: null });
  if (answer.status !== "queued") throw new Error(`${answer.status} ${said.join("\n")}`);
  return answer.runs.map(({ id }) => id);
}

async function reportOf(runId: string): Promise<{ folder: string; report: Report | undefined }> {
  const folder = join(configDir, ".axis/reports", (await findRun(sql.database, runId))?.report_id ?? "");
  const file = join(folder, "report.json");
  return { folder, report: existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Report) : undefined };
}

const lines = async () => (await fileStore({ configDir }).readRunLines()).map(({ run_id }) => run_id);

test("runs that ended while nobody wrote their report are in it after the next start", async () => {
  const before = await openRuns();
  const ids = await submitted(before, 2);
  await before[Symbol.asyncDispose]();
  expect((await reportOf(ids[0] ?? "")).report?.state).toBe("aborted");
  await work(ids);
  expect(await listRunFiles(sql.database, { runId: ids[0] ?? "", attempt: 1 }, "transcript")).toHaveLength(1);

  const after = await openRuns();
  await expect.poll(async () => (await reportOf(ids[0] ?? "")).report?.state).toBe("complete");
  const { report } = await reportOf(ids[0] ?? "");
  expect(report?.results[0]?.trials?.map(({ runId }) => runId)).toEqual(ids);
  await expect.poll(async () => (await lines()).toSorted()).toEqual(ids);
  await expect.poll(() => listRunFiles(sql.database, { runId: ids[0] ?? "", attempt: 1 }, "transcript")).toEqual([]);
  await after[Symbol.asyncDispose]();
});

test("a run that has just ended is written before the process goes", async () => {
  const runs = await openRuns();
  const ids = await submitted(runs);
  await work(ids);
  await runs[Symbol.asyncDispose]();
  const { report, folder } = await reportOf(ids[0] ?? "");
  expect(report).toMatchObject({ state: "complete", results: [{ runId: ids[0] }] });
  expect(await lines()).toEqual(ids);
  const files = (await readdir(join(folder, "scenarios/task"))).toSorted();
  expect(files).toEqual(["maker.json", "maker.raw.ndjson", "maker.sparse-index.txt"]);
  expect(await readFile(join(folder, "scenarios/task/maker.raw.ndjson"), "utf8")).toContain("made");
});

test("the files of a run stay in the database until its report is written", async () => {
  const transcript = (runId: string) => listRunFiles(sql.database, { runId, attempt: 1 }, "transcript");
  const whenWritten: ReturnType<typeof transcript>[] = [];
  const ids: string[] = [];
  const runs = await openRuns(() => void whenWritten.push(...ids.map(transcript)));
  ids.push(...(await submitted(runs, 2)));
  await work(ids);
  await runs[Symbol.asyncDispose]();
  expect((await Promise.all(whenWritten)).map(({ length }) => length)).toEqual([1, 1]);
  for (const id of ids) expect(await transcript(id)).toEqual([]);
});

test("a run that ended its process three times is not tried again: it failed, and its report is complete", async () => {
  const before = await openRuns();
  const [id = ""] = await submitted(before);
  await before[Symbol.asyncDispose]();
  for (const tokenId of [randomUUID(), randomUUID(), randomUUID()]) {
    await openLocalQueue(sql.database);
    expect(await claimRun(sql.database, { runId: id, workerId: "killed", tokenId })).toMatchObject({
      status: "claimed",
    });
  }
  const after = await openRuns();
  await work([id]);
  expect(await findRun(sql.database, id)).toMatchObject({
    outcome: "FAILED",
    reason: "worker-lost",
    counted: false,
    attempt: 3,
  });
  expect(said.join("\n")).toContain(`${id}: every worker that took this run was lost`);
  await expect.poll(async () => (await reportOf(id)).report?.state).toBe("complete");
  await after[Symbol.asyncDispose]();
});

test("whoever deletes a report wants nothing more of its runs", async () => {
  const before = await openRuns();
  const [id = ""] = await submitted(before);
  await before[Symbol.asyncDispose]();
  await rm((await reportOf(id)).folder, { recursive: true });
  const after = await openRuns();
  expect(await findRun(sql.database, id)).toMatchObject({ status: "cancelled" });
  expect(said.join("\n")).toContain("cannot be gone on with");
  await after[Symbol.asyncDispose]();
});

test("while the project is broken its runs wait", async () => {
  const runs = await openRuns();
  const ids = await submitted(runs);
  const file = join(configDir, "scenarios/other.json");
  await writeFile(file, JSON.stringify({ name: "Broken", prompt: "Do it", judge: 7 }));
  const working = work(ids);
  await expect.poll(() => said.join("\n")).toContain("no run can be planned here");
  expect(await findRun(sql.database, ids[0] ?? "")).toMatchObject({ status: "queued", attempt: 0 });
  await expect(submitted(runs)).rejects.toThrow("project-invalid");
  expect(said.filter((line) => line.includes("no run can be planned here"))).toHaveLength(1);
  await rm(file);
  await working;
  expect(await findRun(sql.database, ids[0] ?? "")).toMatchObject({ outcome: "COMPLETED", attempt: 1 });
  await runs[Symbol.asyncDispose]();
});

test("runs of another workspace are not known here", async () => {
  const runs = await openRuns();
  const asked = { scenario: "task", agent: "maker", model: null, trials: 1, priority: 0, traceContext: null };
  expect(await runs.submit({ ...asked, workspace: { id: "ws_other" } })).toEqual({ status: "unknown-scenario" });
  await runs[Symbol.asyncDispose]();
});
