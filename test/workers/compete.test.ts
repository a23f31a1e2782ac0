/** `axis compete --queue`: two workers execute the entrants, and the command that started the contest makes the branches. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Competition } from "../../src/core/report/competition.ts";
import { findCompetitionRow } from "../../src/store/sql/competitions.ts";
import { openSqlStore } from "../../src/store/sql/open.ts";
import { openContestProject } from "../fixtures/contest.ts";
import { createDatabase } from "../test-database.ts";

const run = promisify(execFile);

test("two workers give the same winner as this machine, with the same work in its branch", async () => {
  await using project = await openContestProject();
  const { folder, git } = project;
  const alone = JSON.parse((await project.axis(["compete", "slug", "--json", "--no-push"])).stdout) as Competition;
  const url = await createDatabase();
  const env = { AXIS_DATABASE_URL: url };
  await using store = await openSqlStore({ configDir: folder, url, migrations: "run", onWarning: () => {} });
  const workers = ["one", "two"].map((name) => {
    const cwd = join(project.root, name);
    mkdirSync(cwd, { recursive: true });
    return project.start(["worker", "--name", name, "--slots", "1"], { env, cwd });
  });
  try {
    const { code, stdout, stderr } = await project.axis(["compete", "slug", "--trials", "2", "--queue", "--json"], {
      env,
    });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("no branch")]);
    const made = JSON.parse(stdout) as Competition;
    expect([made.winner, made.ranking.map(({ agentName, passed }) => [agentName, passed])]).toEqual([
      alone.winner,
      alone.ranking.map(({ agentName, passed }) => [agentName, passed * 2]),
    ]);
    const trees = (competition: Competition) =>
      Promise.all(
        competition.branches
          .filter(({ trial }) => trial === 1)
          .toSorted((one, other) => (one.agentName < other.agentName ? -1 : 1))
          .map(async ({ agentName, branch }) => [agentName, await git("rev-parse", `${branch}^{tree}`)]),
      );
    expect(await trees(made)).toEqual(await trees(alone));
    expect(await git("log", "-1", "--format=%an %P", made.branches[0]?.branch ?? "")).toBe(`AXIS ${made.base.commit}`);
    expect(await findCompetitionRow(store.database, made.id)).toMatchObject({
      status: "finished",
      winner: "careful",
      planned_runs: 6,
      ended_runs: 6,
      passed_runs: 4,
    });
    const rows = await store.database
      .selectFrom("runs")
      .select(["worker_id", "competition_id", "feeds_baseline"])
      .execute();
    expect(new Set(rows.map((row) => row.competition_id))).toEqual(new Set([made.id]));
    expect(rows.every((row) => !row.feeds_baseline)).toBe(true);
    expect(new Set(rows.map((row) => row.worker_id)).size).toBe(2);
    expect((await run("git", ["status", "--porcelain", "--", ".", ":!.axis"], { cwd: folder })).stdout).toBe("");
  } finally {
    for (const { child } of workers) child.kill("SIGKILL");
    await Promise.all(workers.map(({ ended }) => ended));
  }
});

test("a queue is refused where it could not bring the work back", async () => {
  await using project = await openContestProject();
  const refused = await project.axis(["compete", "slug", "--queue", "--until", "decided"]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("--queue cannot be combined with --until"),
  ]);
  const env = { AXIS_URL: "http://127.0.0.1:9", AXIS_TOKEN: "axis_x" };
  const through = await project.axis(["compete", "slug", "--queue"], { env });
  expect([through.code, through.stderr]).toEqual([2, expect.stringContaining("needs the database itself")]);
});
