/** What the queue costs, and what a second worker brings: real worker processes on a real Postgres, with jobs that wait. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { axis } from "./doors.mjs";
import { figure, heading } from "./figures.mjs";

const waitSeconds = 2;
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
  await overhead(project(home, { name: "quick", command: "echo done", env }));
}

/** The same runs through the queue and without it, one at a time. */
async function overhead(quick) {
  const queued = await timed(quick, { workers: 1, trials: 60, workerSlots: 1 });
  const plain = await elapsed(() => call(["run", "--trials", "60", "--concurrency", "1", "--judge", "rules"], quick));
  figure("60 quick runs by a worker, per run", queued / 60, { unit: "ms" });
  figure("60 quick runs by axis run, per run", plain / 60, { unit: "ms" });
  figure("what the queue costs per run", (queued - plain) / 60, { unit: "ms", most: 20 });
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
async function timed({ cwd, env, name }, { workers: count, trials, workerSlots = slots }) {
  await call(["push"], { cwd, env });
  const started = Array.from({ length: count }, (_, index) => {
    const folder = join(cwd, `worker-${index}`);
    mkdirSync(folder, { recursive: true });
    const flags = ["worker", "--slots", String(workerSlots), "--agents", name];
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
