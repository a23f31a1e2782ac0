/** `axis run --watch` as a process: what it runs again, and what is left when it ends. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openShellProject, type Project, scenario, until } from "./fixtures/axis.ts";

const reports = (project: Project) => readdir(join(project.folder, ".axis/reports"));

test("a change runs only what it touches, a mistake waits for its repair, and Ctrl-C ends it", async () => {
  await using project = await openShellProject({ scenarios: { a: {}, b: {} } });
  const { child, ended, errors } = project.start(["run", "--watch"]);
  const waits = () => errors().split("Watching for changes; Ctrl-C ends.").length - 1;
  await until(() => waits() === 1);
  expect((await project.stored()).results.map(({ scenarioKey }) => scenarioKey)).toEqual(["a", "b"]);

  await project.write({ "scenarios/b.json": { ...scenario, prompt: "Another task" } });
  await until(() => waits() === 2);
  expect(errors()).toContain("scenarios/b.json changed: 1 run of 2 again");
  expect((await project.stored()).results.map(({ scenarioKey }) => scenarioKey)).toEqual(["b"]);

  await project.write({ "scenarios/b.json": "{" });
  await until(() => waits() === 3);
  expect(errors()).toMatch(/scenarios\/b\.json.*JSON/s);
  expect(await reports(project)).toHaveLength(2);

  await project.write({ "scenarios/b.json": { ...scenario, prompt: "Repaired" } });
  await until(() => waits() === 4);
  await project.write({ "scenarios/new/c.json": scenario });
  await until(() => waits() === 5);
  expect((await project.stored()).results.map(({ scenarioKey }) => scenarioKey)).toEqual(["new/c"]);
  expect(await reports(project)).toHaveLength(4);

  child.kill("SIGINT");
  expect((await ended).code).toBe(0);
  expect([await project.survivors(), await project.leftovers()]).toEqual([[], []]);
});

test("Ctrl-C during a run stops that run in order, and does not wait for another change", async () => {
  await using project = await openShellProject({ agents: { slow: "echo $$ > $OUTSIDE/pid; sleep 1000" } });
  const { child, ended, errors } = project.start(["run", "--watch"]);
  await until(async () => (await readdir(project.outside)).includes("pid"));
  child.kill("SIGINT");
  expect((await ended).code).toBe(1);
  expect(errors()).not.toContain("Watching for changes");
  expect([await project.survivors(), await project.leftovers()]).toEqual([[], []]);
});
