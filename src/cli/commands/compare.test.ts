import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../../config/temporary-project.ts";
import type { Baseline } from "../../core/report/baseline.ts";
import { drive } from "../world.fixture.ts";
import * as baseline from "./baseline.ts";
import * as compare from "./compare.ts";
import * as run from "./run.ts";

test("a baseline can stand on either side, and what to do next names the reports behind them", async () => {
  await using place = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "worker", command: "cat answer.txt" }] },
    "scenarios/a.json": {
      name: "A",
      prompt: "Say done",
      judge: [{ check: "says done", verify: { contains: "done" } }],
      setup: [{ action: "run_script", command: 'cp "$AXIS_CONFIG_DIR/answer.txt" .' }],
    },
    "answer.txt": "done",
  });
  const { folder: cwd } = place;
  expect((await drive(run, [], { cwd })).code).toBe(0);
  expect((await drive(baseline, ["set", "good"], { cwd })).code).toBe(0);
  await writeFile(join(cwd, "answer.txt"), "no idea");
  await drive(run, [], { cwd });
  expect((await drive(baseline, ["set", "bad"], { cwd })).code).toBe(0);
  const [good, bad] = ["good", "bad"].map((name) => readBaseline(cwd, name));

  expect((await drive(compare, ["baseline:good", "latest"], { cwd })).code).toBe(1);
  expect((await drive(compare, ["latest", "baseline:bad"], { cwd })).code).toBe(0);
  expect((await drive(compare, ["baseline:bad", "baseline:good", "--json"], { cwd })).code).toBe(0);
  const worse = await drive(compare, ["baseline:good", "baseline:bad", "--json"], { cwd });
  expect(worse.code).toBe(1);
  expect(JSON.parse(worse.out)).toMatchObject({
    baselineName: "good",
    from: good?.fromReportId,
    reportId: bad?.fromReportId,
    entries: [{ scenarioKey: "a", agentName: "worker", kind: "regressed", movedMost: "goalAchievement" }],
  });

  const said = await drive(compare, ["baseline:good", "baseline:bad"], { cwd });
  const again = (side: Baseline | undefined) => `axis run --resume ${side?.fromReportId} --trials 3`;
  expect(said.out).toContain(
    `${again(good)} && axis baseline set good --from ${good?.fromReportId} && ` +
      `${again(bad)} && axis baseline set bad --from ${bad?.fromReportId}`,
  );
});

function readBaseline(cwd: string, name: string): Baseline {
  return JSON.parse(readFileSync(join(cwd, ".axis/baselines", `${name}.json`), "utf8")) as Baseline;
}
