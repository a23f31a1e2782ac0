import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { drive } from "../world.fixture.ts";
import * as reports from "./reports.ts";
import * as run from "./run.ts";

test("a report that no process is writing any more was interrupted", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command: "echo done" }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
  });
  const world = { cwd: project.folder };
  await drive(run, [], world);
  expect((await drive(reports, [], world)).out).not.toContain("interrupted");
  const folder = join(project.folder, ".axis/reports");
  const file = join(folder, (await readdir(folder))[0] ?? "", "report.json");
  await writeFile(file, (await readFile(file, "utf8")).replace('"state":"complete"', '"state":"running"'));
  expect((await drive(reports, [], world)).out).toMatch(/, interrupted$/);
  expect((await drive(reports, ["latest"], world)).err).toMatch(/^Resume {3}axis run --resume \d{4}-/m);
});

test("a trend of agents that no report has says which there are, and is not taken for a project without reports", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command: "echo done" }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
  });
  const world = { cwd: project.folder };
  const none = "There are no scored reports yet. Create one with: axis run";
  expect((await drive(reports, ["trend", "-a", "nobody"], world)).out).toBe(none);
  await drive(run, ["--no-score"], world);
  expect((await drive(reports, ["trend"], world)).out).toBe(none);
  await drive(run, [], world);
  expect(await drive(reports, ["trend", "-a", "nobody"], world)).toMatchObject({
    errorCode: "report-missing",
    mistake: "No agent in the scored reports matches nobody\nAvailable: agent",
  });
  expect((await drive(reports, ["trend", "-a", "nobody,age*"], world)).out).toContain("agent");
});

test("what an agent said cannot control the terminal through --json, and is the same once it is read", async () => {
  const said = "\u009B2J\u009D0;title\u009C\u202Edone";
  await using project = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command: ["printf", "%s", said] }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
  });
  const world = { cwd: project.folder };
  const printed = [await drive(run, ["--json"], world), await drive(reports, ["latest", "a", "--json"], world)];
  for (const { out } of printed) expect(out).not.toMatch(/[\u0080-\u009F\u202E]/);
  expect(JSON.parse(printed[0]?.out ?? "")).toMatchObject({ results: [{ outcome: { result: said } }] });
});

test("numbers that were edited by hand after the run are named, in report.json and in the files of runs", async () => {
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [{ agent: "command", name: "agent", command: "echo done" }],
      judging: { agents: ["rules"] },
    },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "other" } }] },
  });
  const world = { cwd: project.folder };
  await drive(run, [], world);
  expect((await drive(reports, ["latest"], world)).err).not.toContain("Warning");
  const folder = join(project.folder, ".axis/reports");
  const report = join(folder, (await readdir(folder))[0] ?? "");
  const file = join(report, "report.json");
  const whole = await readFile(file, "utf8");
  await writeFile(file, whole.replaceAll(/"axisScore":\d+(?:\.\d+)?/g, '"axisScore":99'));
  expect((await drive(reports, ["latest"], world)).err).toMatch(
    /^Warning: The AXIS Result of a \(agent\) is 99 in report\.json, but \d+.* in the recorded run, scenarios\/a\/agent\.json/m,
  );
  await writeFile(file, whole);
  const detail = join(report, "scenarios/a/agent.json");
  await writeFile(detail, (await readFile(detail, "utf8")).replaceAll(/"axisScore":\d+(?:\.\d+)?/g, '"axisScore":99'));
  expect((await drive(reports, ["latest"], world)).err).toMatch(
    /^Warning: scenarios\/a\/agent\.json was changed after/m,
  );
});
