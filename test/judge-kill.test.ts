/** A judge that is a program, and AXIS interrupted or killed while it judges: nothing of the judge survives. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openShellProject, type Project, until } from "./fixtures/axis.ts";

/** A project whose judge says that it was asked, and then answers no more. */
function openAsked(): Promise<Project> {
  const sleeper = { agent: "command", name: "sleeper", command: `touch "$OUTSIDE/asked"; sleep 100` };
  return openShellProject({
    agents: { worker: "echo Done" },
    scenarios: { task: { judge: [{ check: "It is done" }] } },
    config: { judging: { agents: [sleeper] }, env: { judge: ["OUTSIDE"] } },
  });
}

describe.concurrent("an agent as a judge", () => {
  test("Ctrl-C gives it five seconds; then its dimensions are unscored and everything is gone", async () => {
    await using project = await openAsked();
    const { child, ended } = project.start(["run"]);
    await until(() => existsSync(join(project.outside, "asked")));
    child.kill("SIGINT");
    const { code } = await ended;
    const report = await project.stored();
    expect([code, report.state, report.results[0]?.score?.axisScore]).toEqual([1, "aborted", null]);
    expect([await project.survivors(), await project.leftovers()]).toEqual([[], []]);
  });

  test("when AXIS itself is killed, doctor ends what the judge left running and removes its folders", async () => {
    await using project = await openAsked();
    const { child, ended } = project.start(["run"]);
    await until(() => existsSync(join(project.outside, "asked")));
    child.kill("SIGKILL");
    await ended;
    expect((await project.leftovers()).some((name) => name.includes("-judge-"))).toBe(true);
    await project.axis(["doctor"]);
    expect([await project.survivors(), await project.leftovers()]).toEqual([[], []]);
  });
});
