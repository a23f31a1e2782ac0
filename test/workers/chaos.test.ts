import { expect, test } from "vitest";
import { startPostgres } from "../postgres.ts";
import { until } from "../fixtures/axis.ts";
import { isServing, openFleet } from "./fleet.ts";

const runs = 50;

test(
  "two workers, fifty runs, one worker killed and Postgres restarted: each run is scored once, nothing is lost or doubled",
  { timeout: 240_000 },
  async () => {
    await using postgres = await startPostgres();
    await using fleet = await openFleet(postgres.url, { workMs: 400 });
    const { project, env } = fleet;
    expect((await project.axis(["push"], { env })).code).toBe(0);
    const doomed = fleet.work("one");
    fleet.work("two");
    await isServing(fleet, 2);
    const asking = project.report(["--queue", "--trials", String(runs)], { env });
    await until(() => fleet.count("ends") >= 5 && fleet.count("starts") > fleet.count("ends"));
    doomed.child.kill("SIGKILL");
    await doomed.ended;
    await until(() => fleet.count("ends") >= 20);
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
    await until(async () => (await project.survivors()).every((line) => !line.includes("agent.mjs")));
    await until(async () => (await project.leftovers()).length === 0);
  },
);

async function counts({ store }: Awaited<ReturnType<typeof openFleet>>) {
  return (await store.database
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom("agent_run_scores").select(fn.countAll<number>().as("n")).as("scores"),
      selectFrom("latency_samples").select(fn.countAll<number>().as("n")).as("samples"),
    ])
    .execute()) as [{ scores: number; samples: number }];
}
