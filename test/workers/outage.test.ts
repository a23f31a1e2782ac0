/** The database is away when a run ends: its result waits in the spool, with its files. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../fixtures/axis.ts";
import { type RunningPostgres, startPostgres } from "../postgres.ts";
import { type Fleet, openFleet } from "./fleet.ts";

const workMs = "until let go";

/** A worker holds a run whose agent ends while the database is away; resolved when the result lies in the spool. */
async function spooled(postgres: RunningPostgres, fleet: Fleet) {
  const { project, env } = fleet;
  expect((await project.axis(["push"], { env })).code).toBe(0);
  const worker = fleet.work("one");
  const asking = project.start(["run", "--queue"], { env });
  await until(() => fleet.count("starts") === 1);
  asking.child.kill("SIGKILL");
  await asking.ended;
  await postgres.outage?.begin();
  await fleet.letGo();
  const spool = join(project.root, "one", ".axis", "spool");
  await until(async () => existsSync(spool) && (await readdir(spool)).some((name) => name.endsWith(".json")));
  return { worker, spool };
}

async function expectStoredOnce(fleet: Fleet, spool: string): Promise<void> {
  await until(async () => (await fleet.finished().catch(() => [])).length === 1);
  await until(async () => (await readdir(spool)).length === 0);
  const { database } = fleet.store;
  expect(await database.selectFrom("agent_run_scores").select("run_id").execute()).toHaveLength(1);
  expect(await database.selectFrom("latency_samples").select("run_id").execute()).toHaveLength(1);
  const artifacts = await database.selectFrom("run_files").select("path").where("kind", "=", "artifact").execute();
  expect(artifacts).toEqual([{ path: "out.txt" }]);
  expect(await fleet.finished()).toMatchObject([{ outcome: "COMPLETED", attempt: 1 }]);
  expect(fleet.count("starts")).toBe(1);
}

test.concurrent("a worker that lives through it stores the result when the database is back", async (context) => {
  await using postgres = await startPostgres();
  if (postgres.outage === undefined) return context.skip("the server at PG_URL cannot be stopped");
  await using fleet = await openFleet(postgres.url, { workMs });
  const { spool } = await spooled(postgres, fleet);
  await postgres.outage.end();
  await expectStoredOnce(fleet, spool);
});

test.concurrent("a worker that is killed meanwhile leaves it to the next one in its folder, files and all", async (context) => {
  await using postgres = await startPostgres();
  if (postgres.outage === undefined) return context.skip("the server at PG_URL cannot be stopped");
  await using fleet = await openFleet(postgres.url, { workMs });
  const { worker, spool } = await spooled(postgres, fleet);
  worker.child.kill("SIGKILL");
  await worker.ended;
  await postgres.outage.end();
  fleet.work("one");
  await expectStoredOnce(fleet, spool);
});
