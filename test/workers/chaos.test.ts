import { expect, test } from "vitest";
import { startPostgres } from "../postgres.ts";
import { until, type Working } from "../fixtures/axis.ts";
import { type Fleet, isServing, openFleet } from "./fleet.ts";

const runs = 30;

test("two workers, thirty runs, one worker killed and Postgres restarted: each run is scored once, nothing is lost or doubled", async () => {
  await using postgres = await startPostgres();
  await using fleet = await openFleet(postgres.url, { workMs: 400 });
  const { project, env } = fleet;
  expect((await project.axis(["push"], { env })).code).toBe(0);
  const doomed = fleet.work("one");
  fleet.work("two");
  await isServing(fleet, 2);
  const asking = project.report(["--queue", "--trials", String(runs)], { env });
  await until(() => fleet.count("ends") >= 5);
  await until(() => holdsWhenFrozen(fleet, doomed));
  doomed.child.kill("SIGKILL");
  await doomed.ended;
  await fleet.silence("one");
  await until(() => fleet.count("ends") >= 12);
  await postgres.restart();

  const { report, code } = await asking;
  expect(code).toBe(0);
  expect(report.summary.classes).toMatchObject({ completed: runs });
  expect(report.results[0]?.trials).toHaveLength(runs);

  const finished = await fleet.finished();
  expect(finished).toHaveLength(runs);
  expect(finished.every(({ score, outcome }) => score !== null && outcome === "COMPLETED")).toBe(true);
  expect(finished.some(({ attempt }) => attempt > 1)).toBe(true);
  const [{ scores, samples }] = await counts(fleet);
  expect({ scores, samples }).toEqual({ scores: runs, samples: runs });

  // A worker that starts where the killed one was clears up after it.
  fleet.work("one");
  await until(async () => (await project.survivors("agent.mjs")).length === 0);
  await until(async () => (await project.leftovers()).length === 0);
});

/** Freezes a worker; one that holds no run at that moment goes on. */
async function holdsWhenFrozen({ store }: Fleet, { child }: Working): Promise<boolean> {
  child.kill("SIGSTOP");
  const held = await store.database
    .selectFrom("runs")
    .select("id")
    .where("status", "=", "running")
    .where("worker_id", "=", "one")
    .execute();
  if (held.length === 0) child.kill("SIGCONT");
  return held.length > 0;
}

async function counts({ store }: Fleet) {
  return (await store.database
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom("agent_run_scores").select(fn.countAll<number>().as("n")).as("scores"),
      selectFrom("latency_samples").select(fn.countAll<number>().as("n")).as("samples"),
    ])
    .execute()) as [{ scores: number; samples: number }];
}
