/** For the suites of workers: a project, a database, and real worker processes of the built binary. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { onTestFailed, TestRunner } from "vitest";
import { openSqlStore } from "../../src/store/sql/open.ts";
import type { SqlStore } from "../../src/store/sql/sql-store.ts";
import { type Files, openProject, type Project, until, type Working } from "../fixtures/axis.ts";

/** Notes its start and its end, works for a while or until it may end, and leaves a file. */
const agent = `
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
const outside = process.env.OUTSIDE;
const note = (what) => appendFileSync(outside + "/" + what, process.pid + "\\n");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
note("starts");
console.log("begins");
if (process.env.WORK_MS === "until let go") while (existsSync(outside) && !existsSync(outside + "/go")) await pause(20);
else await pause(Number(process.env.WORK_MS));
writeFileSync("out.txt", "made");
note("ends");
console.log("done");
`;

const scenario = {
  name: "A task",
  prompt: "Make out.txt",
  judge: [{ check: "It is there", verify: { file: "out.txt", exists: true } }],
};

export interface Fleet extends AsyncDisposable {
  readonly project: Project;
  readonly store: SqlStore;
  /** What every command and worker is started with. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts a worker in a folder of its own, by name; the same name is the same folder. */
  work(name: string, flags?: readonly string[]): Working;
  /** How often the agent noted something. */
  count(what: "starts" | "ends"): number;
  /**
   * Lets a minute pass for a worker that was killed or frozen, or for all: its runs are given to others at the next look,
   * as they would be after that time. `npm run test:chaos` waits for the time itself.
   */
  silence(name?: string): Promise<void>;
  /** Agents that work until they may end do so. */
  letGo(): Promise<void>;
  /** Finished runs with their scores. */
  finished(): Promise<{ id: string; outcome: string | null; attempt: number; score: number | null }[]>;
}

export interface FleetParts {
  readonly config?: object;
  readonly files?: Files;
  /** How long the agent works. */
  readonly workMs?: number | "until let go";
  readonly env?: Readonly<Record<string, string>>;
  /** The agent, in place of the usual one. */
  readonly program?: string;
}

export async function openFleet(
  url: string,
  { config = {}, files = {}, workMs = 300, env: more = {}, program: source = agent }: FleetParts = {},
): Promise<Fleet> {
  const project = await openProject({
    "axis.config.json": {
      name: "Fleet",
      agents: [{ agent: "command", name: "maker", command: [process.execPath, join("..", "outside", "agent.mjs")] }],
      env: ["OUTSIDE", "WORK_MS"],
      judging: { agents: ["rules"] },
      artifacts: ["out.txt"],
      ...config,
    },
    "scenarios/task.json": scenario,
    ...files,
  });
  appendFileSync(join(project.outside, "agent.mjs"), source);
  const program = join(project.outside, "agent.mjs");
  const written = JSON.parse(readFileSync(join(project.folder, "axis.config.json"), "utf8")) as object;
  const agents = [{ agent: "command", name: "maker", command: [process.execPath, program] }];
  await project.write({ "axis.config.json": { ...written, agents } });
  const env = { AXIS_DATABASE_URL: url, WORK_MS: String(workMs), ...more };
  const store = await openSqlStore({ configDir: project.folder, url, migrations: "run", onWarning: () => {} });
  const workers: Working[] = [];
  // Tests that run at the same time as others have no such hook.
  if (TestRunner.getCurrentTest() !== undefined)
    onTestFailed(async () => void process.stderr.write(await describeFleet(store, workers)));
  return {
    project,
    store,
    env,
    work(name, flags = []) {
      const cwd = join(project.root, name);
      mkdirSync(cwd, { recursive: true });
      const worker = project.start(["worker", "--name", name, ...flags], { env, cwd });
      workers.push(worker);
      return worker;
    },
    count(what) {
      const file = join(project.outside, what);
      return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0;
    },
    silence: (name) => silenceWorkers(store, name),
    letGo: () => project.write({ [join("..", "outside", "go")]: "now" }),
    finished: () => finishedRuns(store),
    async [Symbol.asyncDispose]() {
      for (const { child } of workers) child.kill("SIGKILL");
      await Promise.all(workers.map(({ ended }) => ended));
      await store[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** For a test that failed: the state of each run, and what the workers said. */
async function describeFleet({ database }: SqlStore, workers: readonly Working[]): Promise<string> {
  const rows = await database
    .selectFrom("runs")
    .select(["scenario_key", "status", "attempt", "worker_id", "outcome"])
    .execute()
    .catch((error: unknown) => [String(error)]);
  return [...rows.map((row) => JSON.stringify(row)), ...workers.map((worker) => worker.errors())].join("\n");
}

async function silenceWorkers({ database }: SqlStore, name = ""): Promise<void> {
  await sql`update axis.workers set seen_at = seen_at - interval '1 minute' where ${name} in ('', id)`.execute(
    database,
  );
  await sql`
    update axis_queue.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active' and
    (${name} = '' or data->>'runId' in (select id from axis.runs where worker_id = ${name}))`.execute(database);
}

async function finishedRuns({ database }: SqlStore) {
  return await database
    .selectFrom("runs")
    .leftJoin("agent_run_scores as score", "score.run_id", "runs.id")
    .select(["runs.id", "runs.outcome", "runs.attempt", "score.score"])
    .where("runs.status", "=", "finished")
    .execute();
}

/** Waits until a worker says that it serves somebody. */
export async function isServing({ store }: Fleet, workers: number): Promise<void> {
  await until(async () => {
    const rows = await store.database.selectFrom("workers").select("agents").execute();
    return rows.filter(({ agents }) => Array.isArray(agents) && agents.length > 0).length >= workers;
  });
}
