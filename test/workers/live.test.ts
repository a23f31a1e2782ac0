/** Runs on a shared database while they go on: their transcripts, and servers that carry them out. */
import { describe, expect, test } from "vitest";
import { storedFiles } from "../../src/server/route-deps.ts";
import { until } from "../fixtures/axis.ts";
import { createDatabase } from "../test-database.ts";
import { type Fleet, openFleet } from "./fleet.ts";
import { fetchAnew } from "../fixtures/fetch-anew.ts";

async function transcriptOf({ store }: Fleet, runId: string, attempt: number): Promise<string[]> {
  const of = { runId, attempt, reportId: null };
  const events = await storedFiles(store).events(of, { after: -1, limit: 100 });
  return events === "gone" ? [] : events.map(({ event }) => (event as { text: string }).text);
}

describe.concurrent("while a run goes on", () => {
  test("its transcript is in the database; of a worker that is killed it stays, under its attempt", async () => {
    await using fleet = await openFleet(await createDatabase(), { workMs: "until let go" });
    const { project, env, store } = fleet;
    const doomed = fleet.work("one");
    const asking = project.report(["--queue"], { env });
    await until(() => fleet.count("starts") === 1);
    const { id } = await store.database.selectFrom("runs").select("id").executeTakeFirstOrThrow();
    await until(async () => (await transcriptOf(fleet, id, 1)).length > 0);
    const running = await store.database.selectFrom("runs").select("status").executeTakeFirstOrThrow();
    expect(running.status).toBe("running");
    doomed.child.kill("SIGKILL");
    await doomed.ended;
    await fleet.silence("one");
    await fleet.letGo();
    fleet.work("two");
    expect((await asking).code).toBe(0);
    expect(await fleet.finished()).toMatchObject([{ id, outcome: "COMPLETED", attempt: 2 }]);
    expect(await transcriptOf(fleet, id, 1)).toEqual(["begins"]);
    // Lines that come together are one entry.
    expect((await transcriptOf(fleet, id, 2)).join("\n")).toBe("begins\ndone");
  });

  test("a server with slots carries out runs of a shared database itself", async () => {
    await using fleet = await openFleet(await createDatabase());
    const { project, env } = fleet;
    const pushed = await project.axis(["push"], { env });
    expect(pushed.stderr).toBe("");
    const serving = project.start(["serve", "--port", "0", "--slots", "1"], { env });
    let said = "";
    serving.child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes("#token="));
    const url = new URL(said.trim());
    const answer = await fetchAnew(new URL("/v1/runs", url.origin), {
      method: "POST",
      headers: { authorization: `Bearer ${url.hash.replace("#token=", "")}`, "content-type": "application/json" },
      body: JSON.stringify({ workspace: "fleet", scenario: "task", agent: "maker" }),
    });
    expect(answer.status).toBe(202);
    await until(async () => (await fleet.finished()).length === 1);
    expect(await fleet.finished()).toMatchObject([{ outcome: "COMPLETED", attempt: 1 }]);
    serving.child.kill("SIGTERM");
    expect((await serving.ended).code).toBe(0);
    const workers = await fleet.store.database.selectFrom("workers").select("id").execute();
    expect(workers).toEqual([]);
  });
});
