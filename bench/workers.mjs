/** What the queue costs, and what a second worker brings: real worker processes on a real Postgres, with jobs that wait. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createJiti } from "jiti";
import { axis } from "./doors.mjs";
import { figure, heading, median } from "./figures.mjs";

const waitSeconds = 4;
const runs = 16;
const slots = 2;

/** Needs AXIS_BENCH_DATABASE_URL: an empty database on a Postgres of this machine. */
export async function workers(folder) {
  heading("workers");
  const url = process.env.AXIS_BENCH_DATABASE_URL;
  if (url === undefined) return console.log("  left out: AXIS_BENCH_DATABASE_URL names no database");
  const home = mkdtempSync(join(folder, "workers-"));
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, AXIS_DATABASE_URL: url };
  await call(["db", "migrate"], { cwd: home, env });
  const waiting = project(home, { name: "waiting", command: `sleep ${waitSeconds}; echo done`, env });
  const one = await timed(waiting, { workers: 1, trials: runs });
  const two = await timed(waiting, { workers: 2, trials: runs });
  figure(`${runs} jobs that wait ${waitSeconds} s, one worker with ${slots} slots`, one / 1000, { unit: "s" });
  figure(`${runs} jobs that wait ${waitSeconds} s, two workers`, two / 1000, { unit: "s" });
  figure("one worker / two workers, 1.9 wanted: 1.9 less that", 1.9 - one / two, { most: 0 });
  await overhead(url);
}

/** What a run costs besides being made: asked for, taken, claimed, its token used up. From source: no door opens the queue. */
async function overhead(url) {
  const source = createJiti(import.meta.url);
  const { openSqlStore } = await source.import("../src/store/sql/open.ts");
  const { openPgBossQueue } = await source.import("../src/worker/queue/pg-boss-queue.ts");
  const { queueRuns } = await source.import("../src/worker/asking/submit.ts");
  const { claimRun } = await source.import("../src/store/sql/runs/claim.ts");
  const { ensureWorkspace } = await source.import("../src/store/sql/workspaces.ts");
  const { newId } = await source.import("../src/store/sql/ids.ts");
  const store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: console.error });
  const queue = await openPgBossQueue({ url, onWarning: console.error });
  const { id: workspaceId } = await ensureWorkspace(store.database, { slug: "bench", name: "Bench" });
  const deps = { database: store.database, queue };
  const one = async () => {
    const id = newId("run", new Date());
    const named = { id, workspaceId, scenarioKey: "task", scenarioHash: "h", agent: "nobody", longestSeconds: 60 };
    await queueRuns([named], deps);
    const delivery = await queue.take(["nobody"]);
    await claimRun(store.database, { runId: id, workerId: "bench", tokenId: delivery.tokenId });
    await queue.complete(delivery);
  };
  await one();
  const took = [];
  for (let run = 0; run < 200; run += 1) took.push(await elapsed(one));
  figure("queue per run: asked for, taken, claimed, used up", median(took), {
    unit: "ms",
    most: 20,
    note: "median of 200",
  });
  await queue[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
}

function project(home, { name, command, env }) {
  const cwd = join(home, name);
  mkdirSync(join(cwd, "scenarios"), { recursive: true });
  const config = { name, agents: [{ agent: "command", name, command }], judging: { agents: ["rules"] } };
  writeFileSync(join(cwd, "axis.config.json"), JSON.stringify(config));
  const judge = [{ check: "It holds", verify: { file: "never-there", exists: false } }];
  writeFileSync(join(cwd, "scenarios", "task.json"), JSON.stringify({ name: "Task", prompt: "Do it", judge }));
  return { cwd, env, name };
}

/** From the moment runs are asked for until their report is there. */
async function timed({ cwd, env, name }, { workers: count, trials }) {
  await call(["push"], { cwd, env });
  const started = Array.from({ length: count }, (_, index) => {
    const folder = join(cwd, `worker-${index}`);
    mkdirSync(folder, { recursive: true });
    const flags = ["worker", "--slots", String(slots), "--agents", name];
    return spawn(process.execPath, [axis, ...flags], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  });
  await Promise.all(started.map(serving));
  const took = await elapsed(() => call(["run", "--queue", "--trials", String(trials)], { cwd, env }));
  await Promise.all(started.map(ended));
  return took;
}

function serving(worker) {
  return new Promise((resolve, reject) => {
    worker.stderr.on("data", (chunk) => String(chunk).includes("Serving") && resolve());
    worker.once("exit", (code) => reject(new Error(`a worker ended with ${code}`)));
  });
}

async function ended(worker) {
  worker.removeAllListeners("exit");
  const end = new Promise((resolve) => worker.once("exit", resolve));
  worker.kill("SIGTERM");
  await end;
  await sleep(100);
}

async function elapsed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function call(args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [axis, ...args], { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk) => (said += chunk));
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`axis ${args[0]}: ${code}\n${said}`))));
  });
}
