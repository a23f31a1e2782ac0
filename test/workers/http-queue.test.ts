import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "../fixtures/axis.ts";
import { createDatabase } from "../test-database.ts";
import { openFleet } from "./fleet.ts";
import { makeToken, serveFleet } from "./served-fleet.ts";

describe.concurrent("axis run --queue through a server", () => {
  test("runs come back whole, as they do through the database", async () => {
    const gates = [{ name: "prints", command: "echo the gate; test -f out.txt" }];
    await using fleet = await openFleet(await createDatabase(), { config: { settings: { gates } } });
    await using served = await serveFleet(fleet);
    const { project } = fleet;
    fleet.work("one");
    const { report, code, stderr } = await project.report(["--queue", "--trials", "3"], { env: served.over });
    expect(code).toBe(0);
    expect(stderr).not.toContain(served.token);
    const trials = report.results[0]?.trials ?? [];
    expect(trials).toHaveLength(3);
    const rows = await fleet.finished();
    for (const { runId, file } of trials) {
      const detail = await project.detail(file);
      expect(detail.output.transcript.length).toBeGreaterThan(0);
      expect(detail.scorecard).toMatchObject({ run_id: runId, score: rows.find(({ id }) => id === runId)?.score });
      expect(readFileSync(join(await project.reportFolder(), detail.artifacts?.[0]?.file ?? ""), "utf8")).toBe("made");
      expect(readFileSync(join(await project.reportFolder(), detail.patch?.file ?? ""), "utf8")).toContain("\n+made\n");
      expect(readFileSync(join(await project.reportFolder(), detail.gates?.[0]?.log ?? ""), "utf8")).toBe("the gate\n");
      const raw = file.replace(/\.json$/, ".raw.ndjson");
      expect(readFileSync(join(await project.reportFolder(), raw), "utf8")).toBe("begins\ndone\n");
    }
    expect(fleet.count("starts")).toBe(3);
    const again = await project.axis(["push", "latest"], { env: served.over });
    expect(again.stdout).toBe(
      `Sent report ${report.reportId} to the workspace fleet: the server has all of its runs\n`,
    );
  });

  test("a server that is killed and started again meanwhile changes nothing", async () => {
    await using fleet = await openFleet(await createDatabase(), { workMs: "until let go" });
    await using served = await serveFleet(fleet);
    fleet.work("one");
    const asking = fleet.project.report(["--queue"], { env: served.over });
    await until(() => fleet.count("starts") === 1);
    await served.stop("SIGKILL");
    await fleet.letGo();
    await until(async () => (await fleet.finished()).length === 1);
    await served.restart();
    const { report, code } = await asking;
    expect(code).toBe(0);
    expect(report.results[0]?.runId).toBe((await fleet.finished())[0]?.id);
    expect(fleet.count("starts")).toBe(1);
  });

  test("Ctrl-C calls off what waits; going on asks for it anew", async () => {
    await using fleet = await openFleet(await createDatabase());
    await using served = await serveFleet(fleet);
    const { project, store } = fleet;
    const asking = project.start(["run", "--queue", "--trials", "2"], { env: served.over });
    const statuses = async () =>
      (await store.database.selectFrom("runs").select("status").execute()).map(({ status }) => status);
    await until(async () => (await statuses()).length === 2);
    asking.child.kill("SIGINT");
    expect((await asking.ended).stderr).toContain("axis run --resume");
    expect(await statuses()).toEqual(["cancelled", "cancelled"]);

    fleet.work("one");
    const { report, code } = await project.report(["--queue", "--resume"], { env: served.over });
    expect(code).toBe(0);
    expect(report.results[0]?.trials).toHaveLength(2);
    expect(await fleet.finished()).toHaveLength(2);
  });

  test("one that was killed while it waited goes on with the same runs", async () => {
    await using fleet = await openFleet(await createDatabase(), {});
    await using served = await serveFleet(fleet);
    const { project, store } = fleet;
    const asking = project.start(["run", "--queue"], { env: served.over });
    await until(async () => (await store.database.selectFrom("runs").select("id").execute()).length === 1);
    asking.child.kill("SIGKILL");
    await asking.ended;
    fleet.work("one");
    const { report, code } = await project.report(["--queue", "--resume"], { env: served.over });
    expect(code).toBe(0);
    const ids = (await store.database.selectFrom("runs").select("id").execute()).map(({ id }) => id);
    expect(ids).toEqual([report.results[0]?.runId]);
    expect(fleet.count("starts")).toBe(1);
  });

  test("a running run is stopped by Ctrl-C, and leaves no process", async () => {
    await using fleet = await openFleet(await createDatabase(), { workMs: "until let go" });
    await using served = await serveFleet(fleet);
    const { project, store } = fleet;
    fleet.work("one");
    const asking = project.start(["run", "--queue"], { env: served.over });
    await until(() => fleet.count("starts") === 1);
    asking.child.kill("SIGINT");
    await asking.ended;
    const row = await store.database.selectFrom("runs").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "finished", outcome: "FAILED", reason: "cancelled", counted: false });
    expect(await project.survivors("agent.mjs")).toEqual([]);
  });

  test("what the server does not allow is a sentence and exit 2, and no token is ever shown", async () => {
    await using fleet = await openFleet(await createDatabase());
    await using served = await serveFleet(fleet);
    const { project } = fleet;
    const wrong = `${served.token.slice(0, -4)}AAAA`;
    const weak = await makeToken(fleet, "write");
    const cases: [Record<string, string | undefined>, string][] = [
      [{ AXIS_TOKEN: wrong }, "does not accept the token"],
      [{ AXIS_TOKEN: weak }, "scope admin"],
      [{ AXIS_TOKEN: undefined }, "AXIS_TOKEN is not"],
      [{ AXIS_URL: "http://axis.example.test" }, "unencrypted"],
      [{ AXIS_URL: undefined }, "neither AXIS_DATABASE_URL nor AXIS_URL is set"],
      [{ AXIS_URL: "https://user:pass@axis.example.test" }, "not a valid server address"],
    ];
    for (const [env, sentence] of cases)
      for (const command of [["push"], ["run", "--queue"]]) {
        const { code, stdout, stderr } = await project.axis(command, { env: { ...served.over, ...env } });
        expect(stderr).toContain(sentence);
        expect(code).toBe(2);
        for (const token of [wrong, weak, served.token]) expect(stdout + stderr).not.toContain(token);
      }
  });
});
