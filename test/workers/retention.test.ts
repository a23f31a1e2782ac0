import { describe, expect, test } from "vitest";
import { findBlob, putBytes } from "../../src/store/sql/files/blobs.ts";
import { listRunFiles } from "../../src/store/sql/files/run-files.ts";
import type { SqlStore } from "../../src/store/sql/sql-store.ts";
import { until } from "../fixtures/axis.ts";
import { createDatabase } from "../test-database.ts";
import { openFleet } from "./fleet.ts";
import { serveFleet } from "./served-fleet.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function makeOld({ database }: SqlStore, runId: string): Promise<Uint8Array> {
  await database
    .updateTable("runs")
    .set({ finished_at: daysAgo(20) })
    .where("id", "=", runId)
    .execute();
  const sha256 = await putBytes({ database }, Buffer.from("nobody's"), { mediaType: "text/plain" });
  await database
    .updateTable("blobs")
    .set({ created_at: daysAgo(2) })
    .execute();
  return sha256;
}

describe.concurrent("retention", () => {
  test("axis db prune keeps to what the project says; a dry run only tells", async () => {
    const config = { settings: { store: { retention: { files_days: 10 } } } };
    await using fleet = await openFleet(await createDatabase(), { config });
    const { project, env, store } = fleet;
    const worker = fleet.work("one");
    const { report } = await project.report(["--queue"], { env });
    // Once a minute it would tidy up itself.
    worker.child.kill("SIGTERM");
    await worker.ended;
    const runId = report.results[0]?.runId ?? "";
    const sha256 = await makeOld(store, runId);
    const told = await project.axis(["db", "prune", "--dry-run"], { env });
    expect(told).toMatchObject({ code: 0, stderr: "" });
    expect(told.stdout).toMatch(/^Would delete 0 runs, [1-9]\d* files, /);
    expect(await findBlob(store.database, sha256)).toBeDefined();
    const done = await project.axis(["db", "prune"], { env });
    expect(done.stdout).toBe(told.stdout.replace("Would delete", "Deleted"));
    expect(await listRunFiles(store.database, { runId, attempt: 1 }, "artifact")).toEqual([]);
    expect(await findBlob(store.database, sha256)).toBeUndefined();
    expect((await fleet.finished())[0]).toMatchObject({ id: runId, score: expect.any(Number) });
  });

  test("a server removes what is old by itself, and answers 410 for it", async () => {
    const config = { settings: { store: { retention: { files_days: 10 } } } };
    await using fleet = await openFleet(await createDatabase(), { config });
    const { project, env, store } = fleet;
    const worker = fleet.work("one");
    const { report } = await project.report(["--queue"], { env });
    worker.child.kill("SIGTERM");
    await worker.ended;
    const runId = report.results[0]?.runId ?? "";
    const sha256 = await makeOld(store, runId);
    await using served = await serveFleet(fleet);
    await until(async () => (await findBlob(store.database, sha256)) === undefined);
    const headers = { authorization: `Bearer ${served.token}` };
    const read = (part: string) => fetchAnew(`${served.origin}/v1/runs/${runId}/${part}`, { headers });
    expect((await read("transcript")).status).toBe(410);
    expect((await read("score")).status).toBe(200);
  });

  test("the database may be named by the config, but not with a password", async () => {
    const given = await createDatabase();
    const url = new URL(given);
    const PGPASSWORD = decodeURIComponent(url.password);
    url.password = "";
    await using fleet = await openFleet(given, {
      config: { settings: { store: { url: url.href } } },
    });
    const env = { AXIS_DATABASE_URL: undefined, PGPASSWORD };
    const said = await fleet.project.axis(["db", "migrate"], { env });
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining("Postgres database") });
    const pushed = await fleet.project.axis(["push"], { env });
    expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining("workspace fleet") });

    const settings = { store: { url: "postgres://axis:very-secret@db/axis" } };
    await fleet.project.write({ "axis.config.json": { agents: ["claude-code"], settings } });
    const refused = await fleet.project.axis(["push"], { env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("AXIS_DATABASE_URL");
    expect(refused.stderr).not.toContain("very-secret");
  });
});
