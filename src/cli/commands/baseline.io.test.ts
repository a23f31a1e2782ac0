import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { drive } from "../world.fixture.ts";
import * as baseline from "./baseline.ts";
import * as run from "./run.ts";

test("baselines are listed newest first", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command: "echo done" }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
  });
  const at = (minute: number) => ({ cwd: project.folder, now: () => new Date(Date.UTC(2026, 0, 1, 0, minute)) });
  await drive(run, [], at(0));
  for (const [minute, name] of ["b", "c", "a"].entries()) await drive(baseline, ["set", name], at(minute + 1));
  const { out } = await drive(baseline, ["list"], at(9));
  expect(out).toContain("  1 scenario, 1 agent\n");
  expect(out.split("\n").map((line) => line.slice(0, 1))).toEqual(["a", "c", "b"]);
  const listed = JSON.parse((await drive(baseline, ["list", "--json"], at(9))).out) as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(["a", "c", "b"]);
});

test("a partial run replaces its own results and keeps the others; --replace removes and names them", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command: "echo done" }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
    "scenarios/b.json": { name: "B", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
  });
  const at = (minute: number) => ({ cwd: project.folder, now: () => new Date(Date.UTC(2026, 0, 1, 0, minute)) });
  await drive(run, ["--trials", "2"], at(0));
  const first = await drive(baseline, ["set"], at(1));
  expect(first.out).toContain("Saved 2 results of 2026-01-01-000000 as baseline main (.axis/baselines/main.json)");
  await drive(run, ["-s", "a"], at(2));
  const partial = await drive(baseline, ["set"], at(3));
  expect(partial.out).toContain("main.json): kept 1 result from the baseline, replaced 1");
  expect(partial.err).toBe("Fewer trials: a (agent), 1 instead of 2");
  expect((await drive(baseline, ["show"], at(4))).out).toContain(
    "from 2026-01-01-000200 and 1 earlier report  2 scenarios, 1 agent",
  );
  const replaced = await drive(baseline, ["set", "--replace"], at(5));
  expect(replaced.out).toContain("main.json): replaced 1, removed 1");
  expect(replaced.err).toBe("Removed: b (agent)");
  expect((await drive(baseline, ["show"], at(6))).out).toContain("from 2026-01-01-000200  1 scenario, 1 agent");
});

test("a result that could not be scored keeps its earlier numbers", async () => {
  await using project = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "agent", command: "echo done" }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
    "scenarios/b.json": { name: "B", prompt: "hard", judge: [{ check: "done", verify: { contains: "done" } }] },
  });
  const { folder: cwd } = project;
  await drive(run, [], { cwd });
  await drive(baseline, ["set"], { cwd });
  await writeFile(join(cwd, "axis.config.json"), JSON.stringify(silentOnB));
  await drive(run, [], { cwd });
  const { out, err } = await drive(baseline, ["set", "--merge"], { cwd });
  expect(err).toBe("Skipped: b (agent), no step was recorded: only the goal is known; its earlier numbers are kept");
  expect(out).toContain("kept 1 result from the baseline, replaced 1");
});

const silentOnB = {
  agents: [{ agent: "command", name: "agent", command: "if ! grep -q hard; then echo done; fi" }],
};

test.each(["250", "-1", '"NaN"', "1e400", "null"])(
  "a baseline with an AXIS Result of %s is refused",
  async (number) => {
    await using project = await temporaryProject({
      "axis.config.json": { agents: [{ agent: "command", name: "agent", command: "echo done" }] },
      "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "done", verify: { contains: "done" } }] },
    });
    const world = { cwd: project.folder };
    await drive(run, [], world);
    await drive(baseline, ["set"], world);
    const file = join(project.folder, ".axis/baselines/main.json");
    const entry = /("results":\{\s*"a":\{\s*"agent":\{\s*"axisScore":)[\d.]+/;
    const text = await readFile(file, "utf8");
    expect(text).toMatch(entry);
    await writeFile(file, text.replace(entry, `$1${number}`));
    const refused = await drive(baseline, ["compare"], world);
    expect(refused.errorCode).toBe("report-unreadable");
    expect(refused.mistake).toContain("main.json");
  },
);
