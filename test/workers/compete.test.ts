/** `axis compete --queue`: two workers execute the entrants, and the command that started the contest makes the branches. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Competition } from "../../src/core/report/competition.ts";
import { findCompetitionRow } from "../../src/store/sql/competitions.ts";
import { openSqlStore } from "../../src/store/sql/open.ts";
import type { SqlStore } from "../../src/store/sql/sql-store.ts";
import { until } from "../fixtures/axis.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";
import { type ContestProject, openContestProject } from "../fixtures/contest.ts";
import { createDatabase } from "../test-database.ts";
import { type ServedFleet, serveFleet } from "./served-fleet.ts";

const run = promisify(execFile);

interface ContestFleet extends AsyncDisposable {
  readonly project: ContestProject;
  readonly store: SqlStore;
  readonly served: ServedFleet;
  /** For commands that ask the database, or the server in front of it. */
  readonly ways: Readonly<Record<"database" | "server", Readonly<Record<string, string | undefined>>>>;
}

/** Two workers with a slot each, and a server. Agents wait until they are let go. */
async function openContestFleet(): Promise<ContestFleet> {
  const project = await openContestProject({ holds: true });
  const env = { AXIS_DATABASE_URL: await createDatabase() };
  const url = env.AXIS_DATABASE_URL;
  const store = await openSqlStore({ configDir: project.folder, url, migrations: "run", onWarning: () => {} });
  const workers = ["one", "two"].map((name) => {
    const cwd = join(project.root, name);
    mkdirSync(cwd, { recursive: true });
    return project.start(["worker", "--name", name, "--slots", "1"], { env, cwd });
  });
  const served = await serveFleet({ project, env });
  return {
    project,
    store,
    served,
    ways: { database: env, server: served.over },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      for (const { child } of workers) child.kill("SIGKILL");
      await Promise.all(workers.map(({ ended }) => ended));
      await store[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

let fleet: ContestFleet;
beforeAll(async () => {
  fleet = await openContestFleet();
}, 60_000);
afterAll(() => fleet[Symbol.asyncDispose]());

/** Agents that start from now on wait. */
async function hold(): Promise<void> {
  await Promise.all(["go", "starts"].map((name) => rm(join(fleet.project.outside, name), { force: true })));
}

const letGo = () => fleet.project.write({ [join("..", "outside", "go")]: "now" });

test("two workers give the same winner as this machine, through the database and through a server", async () => {
  const { project, store, served, ways } = fleet;
  await letGo();
  const alone = JSON.parse((await project.axis(["compete", "slug", "--json", "--no-push"])).stdout) as Competition;
  for (const [trials, env] of [
    [2, ways.database],
    [1, ways.server],
  ] as const) {
    const asked = ["compete", "slug", "--trials", String(trials), "--queue", "--json"];
    await hold();
    const { ended } = project.start(asked, { env });
    // Each worker has one slot, so both take part.
    await until(() => countStarts(project) === 2);
    await letGo();
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("no branch")]);
    const made = JSON.parse(stdout) as Competition;
    expect([made.winner, made.ranking.map(({ agentName, passed }) => [agentName, passed])]).toEqual([
      alone.winner,
      alone.ranking.map(({ agentName, passed }) => [agentName, passed * trials]),
    ]);
    expect(await listTrees(project, made)).toEqual(await listTrees(project, alone));
    expect(await project.git("log", "-1", "--format=%an %P", made.branches[0]?.branch ?? "")).toBe(
      `AXIS ${made.base.commit}`,
    );
    expect(await findCompetitionRow(store.database, made.id)).toMatchObject(rowAtEnd(trials));
    const rows = await store.database
      .selectFrom("runs")
      .select(["worker_id", "feeds_baseline"])
      .where("competition_id", "=", made.id)
      .execute();
    expect(rows.every((row) => !row.feeds_baseline)).toBe(true);
    expect(new Set(rows.map((row) => row.worker_id)).size).toBe(2);
  }
  const headers = { authorization: `Bearer ${served.token}` };
  const reports = await fetchAnew(`${served.origin}/v1/reports`, { headers });
  const competition = { word: "WINNER", winner: "careful" };
  expect(await reports.json()).toMatchObject({ data: [{ competition }, { competition }] });
  const status = await run("git", ["status", "--porcelain", "--", ".", ":!.axis"], { cwd: project.folder });
  expect(status.stdout).toBe("");
});

test.for(["database", "server"] as const)(
  "a command that is killed while workers work for it is resumed through the %s, and nothing runs twice",
  async (way) => {
    const { project, store, ways } = fleet;
    const env = ways[way];
    await hold();
    const asking = project.start(["compete", "slug", "--queue"], { env });
    await until(() => countStarts(project) === 2);
    asking.child.kill("SIGKILL");
    await asking.ended;
    await letGo();
    const { code, stdout, stderr } = await project.axis(["compete", "--resume", "latest", "--queue", "--json"], {
      env,
    });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("Warning: The report was not sent")]);
    const made = JSON.parse(stdout) as Competition;
    expect([made.winner, made.ranking.map(({ passed }) => passed)]).toEqual(["careful", [1, 1, 0]]);
    // A gate of hasty fails once, and has it repair its work.
    expect(countStarts(project)).toBe(4);
    expect(await findCompetitionRow(store.database, made.id)).toMatchObject(rowAtEnd(1));
    const list = await project.git("branch", "--list", `${made.branches[0]?.branch.split("/", 2).join("/")}/*`);
    expect(list.split("\n")).toHaveLength(made.branches.length);
    expect(existsSync(join(project.folder, ".axis/competitions", made.id, "base.git"))).toBe(false);
  },
);

/** The row of a competition that is over. */
function rowAtEnd(trials: number): object {
  const runs = { planned_runs: 3 * trials, ended_runs: 3 * trials, running_runs: 0, passed_runs: 2 * trials };
  return { status: "finished", winner: "careful", ...runs };
}

function countStarts({ outside }: ContestProject): number {
  const file = join(outside, "starts");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0;
}

test("with --until decided, workers get a round only after the look at the one before", async () => {
  const { project, store, ways } = fleet;
  await letGo();
  const rounds = ["--until", "decided", "--trials", "3", "--max-trials", "6", "--queue", "--json"];
  const asked = ["compete", "slug", "-a", "careful,lazy", ...rounds];
  const { stdout, stderr } = await project.axis(asked, { env: ways.database });
  expect(stderr).toContain("Looks after 3, 6 trials");
  const made = JSON.parse(stdout) as Competition;
  expect(made).toMatchObject({ winner: "careful", verdict: "PROVEN", look: { number: 2, of: 2, trials: 6 } });
  const rows = await store.database
    .selectFrom("runs")
    .select(["trial", "queued_at", "finished_at"])
    .where("competition_id", "=", made.id)
    .execute();
  const [first, second] = [rows.filter(({ trial }) => trial <= 3), rows.filter(({ trial }) => trial > 3)];
  expect([first.length, second.length]).toEqual([6, 6]);
  const lastEnd = Math.max(...first.map(({ finished_at }) => Number(finished_at)));
  expect(Math.min(...second.map(({ queued_at }) => Number(queued_at)))).toBeGreaterThanOrEqual(lastEnd);
});

/** The final files of each entrant's first run. */
async function listTrees({ git }: ContestProject, { branches }: Competition): Promise<[string, string][]> {
  const first = branches.filter(({ trial }) => trial === 1);
  const named = first.toSorted((one, other) => (one.agentName < other.agentName ? -1 : 1));
  return await Promise.all(
    named.map(
      async ({ agentName, branch }) => [agentName, await git("rev-parse", `${branch}^{tree}`)] as [string, string],
    ),
  );
}
