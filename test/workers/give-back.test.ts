import { expect, test } from "vitest";
import { claimRun } from "../../src/store/sql/runs/claim.ts";
import { findRun } from "../../src/store/sql/runs/runs.ts";
import { openSqlStore } from "../../src/store/sql/open.ts";
import { openPgBossQueue } from "../../src/worker/queue/pg-boss-queue.ts";
import { createTestWorkspace, sampleRun } from "../../src/store/sql/suite/suite-helpers.fixture.ts";
import { requeueRun } from "../../src/worker/worker.ts";
import { queueRuns } from "../../src/worker/asking/submit.ts";
import type { WorkerDeps } from "../../src/worker/worker-deps.ts";
import { until } from "../fixtures/axis.ts";
import { createDatabase } from "../test-database.ts";

test("a run that is given back is no loss, however often, and one that is over stays so", async () => {
  const url = await createDatabase();
  await using store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
  await using queue = await openPgBossQueue({ url, onWarning: () => {} });
  const { database } = store;
  const run = { ...sampleRun({ workspaceId: await createTestWorkspace(store) }), longestSeconds: 60 };
  await queueRuns([run], { database, queue });
  const said: string[] = [];
  const world = { database, queue, log: (message: string) => void said.push(message) } as unknown as WorkerDeps;

  for (const attempt of [1, 2, 3, 4]) {
    let delivery = await queue.take([run.agent]);
    await until(async () => (delivery ??= await queue.take([run.agent])) !== undefined);
    if (delivery === undefined) throw new Error("there is a token");
    const claim = await claimRun(database, { runId: run.id, workerId: "one", tokenId: delivery.tokenId });
    if (claim.status !== "claimed") throw new Error(claim.status);
    expect([claim.run.attempt, delivery.returns]).toEqual([attempt, 0]);
    await requeueRun({ run: claim.run, delivery }, world);
    expect(await findRun(database, run.id)).toMatchObject({ status: "queued", worker_id: null, losses: 0 });
    expect(await queue.renew(delivery)).toBe(false);
    // Somebody else's claim, or a run that is over, is not touched by giving it back once more.
    await requeueRun({ run: claim.run, delivery }, world);
  }
  expect(said).toEqual([1, 2, 3, 4].map(() => `${run.id}: requeued`));
  expect(await queue.takeDead()).toBeUndefined();
});
