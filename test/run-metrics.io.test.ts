/** Metrics of a config and of a scenario, through `axis run` and `axis reports`: in points, beside the AXIS Result. */
import { expect, test } from "vitest";
import type { Report } from "../src/core/report.ts";
import { openProject, scenario } from "./fixtures/driven.ts";

const agents = [{ agent: "command", name: "one", command: "echo It is done" }];

test("runs are measured by the metrics of the config, then by those of the scenario", async () => {
  await using project = await openProject({
    "axis.config.json": { agents, metrics: [{ class: "latency", threshold: 60 }, "contains_match"] },
    "scenarios/a.json": { ...scenario, metrics: { use: ["exact_string_match"], expected_output: "It is done" } },
    "scenarios/b.json": scenario,
  });
  const { code, stdout, stderr } = await project.axis(["run", "--json"]);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  const report = JSON.parse(stdout) as Report;
  const metrics = (key: string) => report.results.find(({ scenarioKey }) => scenarioKey === key)?.metrics;
  expect(metrics("a")?.map(({ key, status, passed }) => [key, status, passed])).toEqual([
    ["latency", "scored", true],
    ["contains_match", "scored", true],
    ["exact_string_match", "scored", true],
  ]);
  expect(metrics("a")?.[2]?.score).toBe(100);
  expect(metrics("a")?.[0]?.reading?.unit).toBe("s");
  expect(metrics("b")?.map(({ key, status, score }) => [key, status, score === null])).toEqual([
    ["latency", "scored", false],
    ["contains_match", "not-applicable", true],
  ]);
  const shown = await project.axis(["reports", "latest", "a"]);
  expect(shown.stdout).toMatch(/Metrics\n {2}Latency \d+ \([\d.]+ s\) passed: /);
});

test("without metrics a report holds none, and a metric that does not exist is said before anything runs", async () => {
  await using plain = await openProject({ "axis.config.json": { agents }, "scenarios/a.json": scenario });
  const { stdout } = await plain.axis(["run", "--json"]);
  expect((JSON.parse(stdout) as Report).results[0]).not.toHaveProperty("metrics");
  await using wrong = await openProject({
    "axis.config.json": { agents },
    "scenarios/a.json": { ...scenario, metrics: { use: ["latancy"] } },
  });
  const { code, stderr } = await wrong.axis(["run"]);
  expect(code).toBe(2);
  expect(stderr).toContain('scenarios/a.json  metrics: Unknown metric "latancy"');
  expect(stderr).toContain('Did you mean "latency"?');
});
