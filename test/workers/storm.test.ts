/**
 * Workers that are killed, frozen and sent away at random while they work: `npm run test:chaos` has 4 of them, 200 runs
 * and something every second; `npm test` has a short one without kills, since a dead worker is waited for.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { until, type Working } from "../fixtures/axis.ts";
import { randomFrom } from "../fixtures/random.ts";
import { createDatabase } from "../test-database.ts";
import { type Fleet, isServing, openFleet } from "./fleet.ts";

const wanted = process.env["AXIS_CHAOS_RUNS"];
const isLong = wanted !== undefined;
const runs = Number(wanted ?? 12);
const seed = Number(process.env["AXIS_CHAOS_SEED"] ?? process.hrtime.bigint() % 2n ** 31n);
const names = isLong ? ["one", "two", "three", "four"] : ["one", "two", "three"];
/** A run whose worker was killed counts as running until it is given to another: in a storm there are several. */
const limit = isLong ? 12 : 5;

/** Says how many of its kind live when it starts. A process that nobody has buried is dead. */
const program = `
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
const outside = process.env.OUTSIDE;
const isAlive = (pid) => {
  try {
    return !/^\\d+ \\(.*\\) Z/.test(readFileSync("/proc/" + pid + "/stat", "utf8"));
  } catch {
    return false;
  }
};
mkdirSync(outside + "/alive", { recursive: true });
writeFileSync(outside + "/alive/" + process.pid, "");
appendFileSync(outside + "/peaks", readdirSync(outside + "/alive").filter(isAlive).length + "\\n");
appendFileSync(outside + "/starts", process.pid + "\\n");
await new Promise((resolve) => setTimeout(resolve, Number(process.env.WORK_MS)));
writeFileSync("out.txt", "made");
rmSync(outside + "/alive/" + process.pid);
console.log("done");
`;

/** What befalls a worker; afterwards it is at work again. */
type Blow = (name: string, storm: Storm) => Promise<void>;

const drained: Blow = async (name, storm) => {
  await storm.end(name, "SIGTERM");
  await storm.begin(name);
};
const frozen: Blow = async (name, storm) => {
  storm.workers.get(name)?.child.kill("SIGSTOP");
  await sleep(500 + storm.random() * 2_000);
  storm.workers.get(name)?.child.kill("SIGCONT");
};
/** Long enough for its runs to be given to others. */
const frozenLong: Blow = async (name, storm) => {
  storm.workers.get(name)?.child.kill("SIGSTOP");
  await sleep(50_000);
  storm.workers.get(name)?.child.kill("SIGCONT");
};
const killed: Blow = async (name, storm) => {
  await storm.end(name, "SIGKILL");
  await storm.begin(name);
};
const blows = isLong ? [drained, drained, frozen, frozen, frozen, killed, frozenLong] : [drained, frozen];

class Storm {
  readonly workers = new Map<string, Working>();
  readonly random = randomFrom(seed);
  readonly #busy = new Map<string, Promise<void>>();

  constructor(readonly fleet: Fleet) {}

  /** Resolved when the worker serves and has had a moment to take something. */
  async begin(name: string): Promise<void> {
    const config = join(this.fleet.project.folder, "axis.config.json");
    const worker = this.fleet.work(name, ["--drain", "0", "--slots", "4", "--config", config]);
    this.workers.set(name, worker);
    let said = "";
    worker.child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes("Serving maker"));
    await sleep(1_000);
  }

  async end(name: string, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const worker = this.workers.get(name);
    worker?.child.kill(signal);
    await worker?.ended;
  }

  /** Hits one that is at work, while another is. */
  strike(): void {
    const free = names.filter((name) => !this.#busy.has(name));
    if (free.length < 2) return;
    const name = free[Math.floor(this.random() * free.length)];
    const blow = blows[Math.floor(this.random() * blows.length)];
    if (name === undefined || blow === undefined) return;
    this.#busy.set(
      name,
      blow(name, this).finally(() => this.#busy.delete(name)),
    );
  }

  async calm(): Promise<void> {
    await Promise.all(this.#busy.values());
    await isServing(this.fleet, names.length);
    await Promise.all(names.map((name) => this.end(name, "SIGTERM")));
  }
}

test(
  `${names.length} workers, ${runs} runs, a blow every second (seed ${seed}): each run is scored once, no limit is passed, nothing is left`,
  isLong ? { timeout: 1_800_000 } : {},
  async () => {
    const config = { settings: { workers: { agent_limits: { maker: limit } } } };
    await using fleet = await openFleet(await createDatabase(), { config, program, workMs: isLong ? 600 : 300 });
    const { project, env, store } = fleet;
    expect((await project.axis(["push"], { env })).code).toBe(0);
    const storm = new Storm(fleet);
    await Promise.all(names.map((name) => storm.begin(name)));
    const asking = project.start(["run", "--queue", "--no-score", "--trials", String(runs)], { env });
    await until(() => fleet.count("starts") > 0);
    const striking = setInterval(() => storm.strike(), 1_000);
    await asking.ended;
    clearInterval(striking);
    await storm.calm();

    const finished = await fleet.finished();
    expect(finished).toHaveLength(runs);
    expect(finished.filter(({ score }) => score === null)).toEqual([]);
    expect(await store.database.selectFrom("agent_run_scores").select("run_id").execute()).toHaveLength(runs);
    const peaks = (await readFile(join(project.outside, "peaks"), "utf8")).trim().split("\n").map(Number);
    expect(Math.max(...peaks)).toBeLessThanOrEqual(limit);
    expect(await project.survivors("agent.mjs")).toEqual([]);
    expect(await project.leftovers()).toEqual([]);
    for (const name of names) expect(await left(project.root, name)).toEqual([]);
  },
);

/** Attempts and results that a worker left in its folder. */
async function left(root: string, name: string): Promise<string[]> {
  const folders = ["attempts", "spool"].map((each) => join(root, name, ".axis", each));
  return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
}

/** Takes the worker that started it with it. */
const murderer = `
import { appendFileSync, readFileSync } from "node:fs";
appendFileSync(process.env.OUTSIDE + "/starts", process.pid + "\\n");
for (let pid = process.ppid; pid > 1; ) {
  const stat = readFileSync("/proc/" + pid + "/cmdline", "utf8");
  const parent = Number(readFileSync("/proc/" + pid + "/status", "utf8").match(/^PPid:\\s*(\\d+)/m)[1]);
  if (/cli\\.js\\0worker/.test(stat)) {
    process.kill(pid, "SIGKILL");
    break;
  }
  pid = parent;
}
setInterval(() => {}, 1_000);
`;

test.skipIf(!isLong)(
  "a run that takes three workers with it is finished as FAILED, not counted, and takes no fourth",
  { timeout: 600_000 },
  async () => {
    await using fleet = await openFleet(await createDatabase(), { program: murderer });
    const { project, env, store } = fleet;
    const asking = project.start(["run", "--queue", "--no-score"], { env });
    for (let victim = 1; victim <= 3; victim += 1) {
      const worker = fleet.work("victim", ["--slots", "1"]);
      expect((await worker.ended).signal).toBe("SIGKILL");
      expect(fleet.count("starts")).toBe(victim);
    }
    fleet.work("victim", ["--slots", "1"]);
    await until(async () => (await fleet.finished()).length === 1);
    const row = await store.database.selectFrom("runs").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ outcome: "FAILED", reason: "worker-lost", counted: false, attempt: 3 });
    expect(fleet.count("starts")).toBe(3);
    expect((await asking.ended).code).toBe(1);
  },
);
