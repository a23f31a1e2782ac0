import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import type { Baseline } from "../../core/report/baseline.ts";
import type { ComparedCauses } from "../../report/compare-causes.ts";
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
    verdict: "REGRESSED",
    entries: [
      {
        scenarioKey: "a",
        agentName: "worker",
        kind: "regressed",
        verdict: "REGRESSED",
        passedBefore: true,
        passedNow: false,
        movedMost: "goalAchievement",
        causes: [{ dimension: "goalAchievement", baseline: 100, current: 0 }],
      },
    ],
  });

  const said = await drive(compare, ["baseline:good", "baseline:bad"], { cwd });
  expect(said.out).toMatch(/^REGRESSED {2}worker regressed by [\d.]+ points; 1 result regressed\n/);
  expect(said.out).toMatch(/^ {2}REGRESSED {2}a \(worker\): \d+ → \d+ \(−\d+\); Goal: 100 → 0; passed → failed$/m);
  const again = (side: Baseline | undefined) => `axis run --resume ${side?.fromReportId} --trials 3`;
  expect(said.out).toContain(
    `${again(good)} && axis baseline set good --from ${good?.fromReportId} && ` +
      `${again(bad)} && axis baseline set bad --from ${bad?.fromReportId}`,
  );
});

function readBaseline(cwd: string, name: string): Baseline {
  return JSON.parse(readFileSync(join(cwd, ".axis/baselines", `${name}.json`), "utf8")) as Baseline;
}

test("a report named by its path is held to what a report of the project is: its version, its shape, that it is there", async () => {
  await using place = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", name: "worker", command: "echo done" }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: [{ check: "says done", verify: { contains: "done" } }] },
  });
  const { folder: cwd } = place;
  const report = JSON.parse((await drive(run, ["--json"], { cwd })).out) as object;
  await writeFile(join(cwd, "now.json"), JSON.stringify(report));
  await writeFile(join(cwd, "newer.json"), JSON.stringify({ ...report, version: "2" }));
  await writeFile(join(cwd, "other.json"), '{"version":"1"}');
  const mistakeOf = async (name: string) => (await drive(compare, [name, "latest"], { cwd })).mistake;
  expect((await drive(compare, ["now.json", "latest"], { cwd })).code).toBe(0);
  expect(await mistakeOf("newer.json")).toMatch(
    /newer\.json was written by a newer version of AXIS \(document version 2; .*\)\nUpdate AXIS/,
  );
  expect(await mistakeOf("other.json")).toMatch(/other\.json could not be read: reportId: [^\n{]*\n$/);
  expect(await mistakeOf("none.json")).toMatch(/^The file .*none\.json does not exist\nGive a report\.json, /);
  const narrowed = await drive(compare, ["now.json", "latest", "-s", "a,b", "--json"], { cwd });
  expect([narrowed.out, narrowed.mistake]).toEqual(["", 'No scenario in either report matches "b"\nAvailable: "a".']);
  expect(await mistakeOf(".axis/reports")).toMatch(/^\.axis\/reports is neither .*\nGive the path of the file, /);
});

test("both reports say what to fix, so the causes are counted; the page holds the diffs of both, and no artifacts", async () => {
  await using place = await temporaryProject({
    "axis.config.json": {
      agents: [{ agent: "command", name: "worker", command: "cp plan.txt made.txt && cat made.txt" }],
      artifacts: ["made.txt"],
    },
    "scenarios/a.json": {
      name: "A",
      prompt: "Say done",
      judge: [{ check: "says done", verify: { contains: "done" } }],
      setup: [{ action: "run_script", command: 'cp "$AXIS_CONFIG_DIR/plan.txt" .' }],
    },
    "plan.txt": "no idea",
  });
  const { folder: cwd } = place;
  const old = await drive(run, ["--trials", "2", "--json"], { cwd });
  const first = (JSON.parse(old.out) as { reportId: string }).reportId;
  await writeFile(join(cwd, "plan.txt"), "done");
  await drive(run, ["--trials", "2"], { cwd });
  const compared = await drive(compare, [first, "latest", "--html", "page.html"], { cwd });
  expect(compared.out).toMatch(/^Causes: runs that met it, of 2 and 2 +before +after$/m);
  expect(compared.out).toMatch(/^ {2}Does not hold: says done +2 +0 {2}may be chance$/m);
  const { causes } = JSON.parse((await drive(compare, [first, "latest", "--json"], { cwd })).out) as {
    causes: ComparedCauses;
  };
  expect(causes).toMatchObject({ runs: { before: 2, after: 2 }, agents: ["worker"], missing: null });
  const page = readFileSync(join(cwd, "page.html"), "utf8");
  expect(page.match(/id="r\d\.\d\.patch"/g)).toHaveLength(4);
  expect(page).not.toMatch(/id="r\d\.\d\.(?:artifact|f)/);
});
