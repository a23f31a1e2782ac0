/** `axis compete --queue`: two workers execute the entrants, and the command that started the contest makes the branches. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Competition } from "../../src/core/report/competition.ts";
import { findCompetitionRow } from "../../src/store/sql/competitions.ts";
import { openSqlStore } from "../../src/store/sql/open.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";
import { type ContestProject, openContestProject } from "../fixtures/contest.ts";
import { createDatabase } from "../test-database.ts";
import { serveFleet } from "./served-fleet.ts";

const run = promisify(execFile);

test("two workers give the same winner as this machine, through the database and through a server", async () => {
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
    await using served = await serveFleet({ project, env });
    for (const [trials, place] of [
      [2, env],
      [1, served.over],
    ] as const) {
      const asked = ["compete", "slug", "--trials", String(trials), "--queue", "--json"];
      const { code, stdout, stderr } = await project.axis(asked, { env: place });
      expect([code, stderr]).toEqual([0, expect.not.stringContaining("no branch")]);
      const made = JSON.parse(stdout) as Competition;
      expect([made.winner, made.ranking.map(({ agentName, passed }) => [agentName, passed])]).toEqual([
        alone.winner,
        alone.ranking.map(({ agentName, passed }) => [agentName, passed * trials]),
      ]);
      expect(await listTrees(project, made)).toEqual(await listTrees(project, alone));
      expect(await git("log", "-1", "--format=%an %P", made.branches[0]?.branch ?? "")).toBe(
        `AXIS ${made.base.commit}`,
      );
      expect(await findCompetitionRow(store.database, made.id)).toMatchObject({
        status: "finished",
        winner: "careful",
        planned_runs: 3 * trials,
        ended_runs: 3 * trials,
        passed_runs: 2 * trials,
      });
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
    expect(await reports.json()).toMatchObject({ data: [{ verdict: "FAIL" }, { verdict: "FAIL" }] });
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
