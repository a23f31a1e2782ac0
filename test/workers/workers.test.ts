import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cancelRun } from "../../src/store/sql/runs/runs.ts";
import { isWritten, until } from "../fixtures/axis.ts";
import { createDatabase } from "../test-database.ts";
import { openFleet } from "./fleet.ts";

const workMs = "until let go";

describe.concurrent("axis worker", () => {
  test("a run comes back whole: transcript, artifact, AXIS Result and the card of the database", async () => {
    await using fleet = await openFleet(await createDatabase());
    const { project, env } = fleet;
    fleet.work("one");
    const { report, code } = await project.report(["--queue"], { env });
    expect(code).toBe(0);
    const [result] = report.results;
    const detail = await project.detail(result?.file ?? "");
    expect(detail.output.transcript.length).toBeGreaterThan(0);
    expect(detail.scorecard?.run_id).toBe(result?.runId);
    expect(readFileSync(join(await project.reportFolder(), detail.artifacts?.[0]?.file ?? ""), "utf8")).toBe("made");
    expect(readFileSync(join(await project.reportFolder(), detail.patch?.file ?? ""), "utf8")).toContain("\n+made\n");
    const [row] = await fleet.finished();
    expect(row).toMatchObject({ id: result?.runId, outcome: "COMPLETED", attempt: 1, score: detail.scorecard?.score });
  });

  test("a worker that has to go puts its run back, and another makes it; it is scored once", async () => {
    await using fleet = await openFleet(await createDatabase(), { workMs });
    const { project, env } = fleet;
    const leaving = fleet.work("one", ["--drain", "0"]);
    const asking = project.report(["--queue"], { env });
    await until(() => fleet.count("starts") === 1);
    leaving.child.kill("SIGTERM");
    expect((await leaving.ended).code).toBe(0);
    expect(await project.survivors("agent.mjs")).toEqual([]);
    await fleet.letGo();
    fleet.work("two");
    expect((await asking).code).toBe(0);
    expect(fleet.count("starts")).toBe(2);
    expect(await fleet.finished()).toMatchObject([{ outcome: "COMPLETED", attempt: 2 }]);
  });

  test.each([
    ["axis worker", ["worker", "--name", "one"]],
    ["axis serve", ["serve", "--port", "0", "--slots", "1"]],
  ])("%s that is stopped at once leaves its run to another", async (_, command) => {
    await using fleet = await openFleet(await createDatabase(), { workMs });
    const { project, env, store } = fleet;
    const stopped = project.start(command, { env });
    let said = "";
    stopped.child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const asking = project.report(["--queue"], { env });
    await until(() => fleet.count("starts") === 1);
    stopped.child.kill("SIGTERM");
    await until(() => said.includes("for a run to end"));
    stopped.child.kill("SIGTERM");
    expect((await stopped.ended).code).toBe(143);
    expect(await project.survivors("agent.mjs")).toEqual([]);
    const row = await store.database.selectFrom("runs").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ attempt: 1, losses: 0, facts: null });
    // A database that is too slow to hear of it finds out by itself.
    if (said.includes("put back")) expect(row).toMatchObject({ status: "queued", worker_id: null });
    await fleet.letGo();
    fleet.work("two");
    expect((await asking).code).toBe(0);
    expect(await fleet.finished()).toMatchObject([{ outcome: "COMPLETED", attempt: 2 }]);
  });

  test("a worker that is told to leave finishes what it began, and takes nothing new", async () => {
    await using fleet = await openFleet(await createDatabase(), { workMs });
    const { project, env } = fleet;
    const leaving = fleet.work("one", ["--slots", "1"]);
    let said = "";
    leaving.child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const asking = project.start(["run", "--queue", "--trials", "2"], { env });
    await until(() => fleet.count("starts") === 1);
    leaving.child.kill("SIGTERM");
    await until(() => said.includes("for a run to end"));
    await fleet.letGo();
    expect((await leaving.ended).code).toBe(0);
    expect(fleet.count("starts")).toBe(1);
    expect(await fleet.finished()).toMatchObject([{ outcome: "COMPLETED", attempt: 1 }]);
    asking.child.kill("SIGINT");
    await asking.ended;
  });

  test("a running run that is cancelled stops, is not counted, and leaves no process", async () => {
    await using fleet = await openFleet(await createDatabase(), { workMs });
    const { project, env, store } = fleet;
    fleet.work("one");
    const asking = project.start(["run", "--queue"], { env });
    await until(() => fleet.count("starts") === 1);
    const { id } = await store.database.selectFrom("runs").select("id").executeTakeFirstOrThrow();
    expect(await cancelRun(store.database, id)).toBe("requested");
    await asking.ended;
    const row = await store.database.selectFrom("runs").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "finished", outcome: "FAILED", reason: "cancelled", counted: false });
    expect(await project.survivors("agent.mjs")).toEqual([]);
  });

  test("the limit of an agent holds over all workers", async () => {
    const config = { settings: { workers: { agent_limits: { maker: 1 } } } };
    await using fleet = await openFleet(await createDatabase(), { config, workMs: 500 });
    const { project, env } = fleet;
    const settings = ["--config", join(project.folder, "axis.config.json")];
    fleet.work("one", settings);
    fleet.work("two", settings);
    const asking = project.report(["--queue", "--trials", "4"], { env });
    let most = 0;
    let isDone = false;
    const watching = until(() => {
      most = Math.max(most, fleet.count("starts") - fleet.count("ends"));
      return isDone;
    });
    expect((await asking).code).toBe(0);
    isDone = true;
    await watching;
    expect(most).toBe(1);
    expect(await fleet.finished()).toHaveLength(4);
  });

  test("with --once, workers end when nothing is queued for them, also where an agent is at its limit", async () => {
    const config = { settings: { workers: { agent_limits: { maker: 1 } } } };
    await using fleet = await openFleet(await createDatabase(), { config });
    const { project, env, store } = fleet;
    const asking = project.report(["--queue", "--trials", "3"], { env });
    await until(async () => (await store.database.selectFrom("runs").select("id").execute()).length === 3);
    const settings = ["--once", "--config", join(project.folder, "axis.config.json")];
    const workers = [fleet.work("one", settings), fleet.work("two", settings)];
    const ended = await Promise.all(workers.map(({ ended: end }) => end));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const taken = workers.map((worker) => Number(/it took (\d+)/.exec(worker.errors())?.[1]));
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await fleet.finished()).toHaveLength(3);
    expect((await asking).code).toBe(0);
  });

  test("with --once, a worker that serves no queued run ends at once, and one whose run failed ends well", async () => {
    await using fleet = await openFleet(await createDatabase(), { program: "process.exit(1);" });
    const { project, env } = fleet;
    const idle = fleet.work("idle", ["--once"]);
    expect((await idle.ended).code).toBe(0);
    expect(idle.errors()).toContain("No more runs are queued for this worker; it took 0");
    const asking = project.report(["--queue"], { env });
    await until(async () => (await fleet.store.database.selectFrom("runs").select("id").execute()).length === 1);
    const others = fleet.work("others", ["--once", "--agents", "somebody"]);
    expect((await others.ended).code).toBe(0);
    expect(await fleet.finished()).toEqual([]);
    const busy = fleet.work("busy", ["--once"]);
    expect([(await busy.ended).code, (await asking).code]).toEqual([0, 1]);
  });

  test("killed after the run was written down, the agent is not run again: the next worker only judges", async () => {
    const judge = `
import { existsSync, writeFileSync } from "node:fs";
const outside = process.env.OUTSIDE;
export default {
  id: "waits",
  async ask(question) {
    if (!existsSync(outside + "/go")) {
      writeFileSync(outside + "/judging", "yes");
      await new Promise(() => setInterval(() => {}, 1000));
    }
    return { status: "declined", why: "it is only here to wait" };
  },
};`;
    const config = { judging: { agents: ["./judge.mjs"] } };
    await using fleet = await openFleet(await createDatabase(), { config, files: { "judge.mjs": judge } });
    const { project, env } = fleet;
    const doomed = fleet.work("one");
    const asking = project.start(["run", "--queue"], { env });
    await until(() => isWritten(join(project.outside, "judging")));
    doomed.child.kill("SIGKILL");
    await doomed.ended;
    await fleet.silence("one");
    await project.write({ [join("..", "outside", "go")]: "now" });
    fleet.work("two");
    await asking.ended;
    expect(fleet.count("starts")).toBe(1);
    expect(await fleet.finished()).toMatchObject([{ outcome: "COMPLETED", attempt: 2 }]);
  });

  test("a worker that freezes and wakes throws its result away: there is one score", async () => {
    await using fleet = await openFleet(await createDatabase(), { workMs });
    const { project, env } = fleet;
    const frozen = fleet.work("one");
    const asking = project.report(["--queue"], { env });
    await until(() => fleet.count("starts") === 1);
    frozen.child.kill("SIGSTOP");
    await fleet.silence("one");
    await fleet.letGo();
    fleet.work("two");
    expect((await asking).code).toBe(0);
    frozen.child.kill("SIGCONT");
    await until(async () => (await readdir(join(project.root, "one", ".axis", "attempts"))).length === 0);
    expect(await fleet.finished()).toMatchObject([{ outcome: "COMPLETED", attempt: 2 }]);
    const scores = await fleet.store.database.selectFrom("agent_run_scores").select("run_id").execute();
    expect(scores).toHaveLength(1);
  });

  test("without a shared database it says what it needs, and exits 2", async () => {
    await using fleet = await openFleet(await createDatabase());
    const { code, stderr } = await fleet.project.axis(["worker"], { env: { AXIS_DATABASE_URL: undefined } });
    expect(code).toBe(2);
    expect(stderr).toContain("AXIS_DATABASE_URL is not set");
  });
});
