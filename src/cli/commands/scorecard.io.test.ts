import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject, type TemporaryProject } from "../../config/libraries/temporary-repository.ts";
import { RunLine } from "../../core/run/run-line.ts";
import { RunScorecard } from "../../core/run/run-scorecard.ts";
import { drive } from "../world.fixture.ts";
import * as run from "./run.ts";
import * as scorecard from "./scorecard.ts";

async function ranProject(): Promise<TemporaryProject> {
  const place = await temporaryProject({
    "axis.config.json": {
      agents: [{ agent: "command", command: "echo made > a.txt; echo done" }],
      settings: { gates: [{ name: "made", command: "test -f a.txt" }] },
    },
    "scenarios/a.json": { name: "A", prompt: "Make a.txt", judge: [{ check: "done", verify: { contains: "done" } }] },
  });
  expect((await drive(run, [], { cwd: place.folder })).code).toBe(0);
  return place;
}

test("shows the card with its inputs and gates, and as one JSON document", async () => {
  await using place = await ranProject();
  const shown = await drive(scorecard, ["latest"], { cwd: place.folder });
  expect(shown.code).toBe(0);
  expect(shown.out).toMatch(/^Scorecard \d+ (Gold|Elite) COMPLETED \(an axis counts 50 because something was not measured\)$/m);
  expect(shown.out).toContain("First-time success 100 (weight 0.3)  2 of 2 stages passed the first time");
  expect(shown.out).toMatch(/^ {2}made #1 after turn 0: passed, /m);
  const card = RunScorecard.parse(
    JSON.parse((await drive(scorecard, ["latest", "--json"], { cwd: place.folder })).out),
  );
  const byId = await drive(scorecard, [card.run_id.slice(0, -2), "--json"], { cwd: place.folder });
  expect(JSON.parse(byId.out)).toEqual(card);
});

test("other weights are a question, and change nothing", async () => {
  await using place = await ranProject();
  const weights = "completion=0,error_rate=1,latency=0,resource_efficiency=0";
  const asked = await drive(scorecard, ["latest", "--weights", weights, "--json"], { cwd: place.folder });
  expect(JSON.parse(asked.out)).toMatchObject({ score: 100, weights: { error_rate: 10000 } });
  expect((await drive(scorecard, ["latest", "--verify"], { cwd: place.folder })).code).toBe(0);
});

test.each(["completion=0.6", "completion=x,error_rate=0,latency=0,resource_efficiency=0", "", "speed=1"])(
  "weights that are none are refused: %s",
  async (weights) => {
    await using place = await temporaryProject({ "axis.config.json": { agents: [] } });
    await expect(drive(scorecard, ["latest", "--weights", weights], { cwd: place.folder })).rejects.toThrow(
      /is invalid\. Expected completion=<share>,/,
    );
  },
);

test("a card that was tampered with does not verify: exit 1, and the axis is named", async () => {
  await using place = await ranProject();
  const lines = await readFile(join(place.folder, ".axis/runs.ndjson"), "utf8");
  const line = RunLine.parse(JSON.parse(lines.split("\n")[0] ?? ""));
  const file = join(place.folder, ".axis/reports", line.report_id, line.file);
  const detail = await readFile(file, "utf8");
  await writeFile(
    file,
    detail.replace('"passed_first":2', '"passed_first":1').replace('"passed_first": 2', '"passed_first": 1'),
  );
  const { code, out } = await drive(scorecard, [line.run_id, "--verify"], { cwd: place.folder });
  expect(code).toBe(1);
  expect(out).toContain("error_rate: stored 100, recomputed 50");
});

test("a run that is not there is answered with the nearest, or with how to make one", async () => {
  await using place = await temporaryProject({ "axis.config.json": { agents: [] } });
  const { errorCode, mistake } = await drive(scorecard, ["run_01"], { cwd: place.folder });
  expect(errorCode).toBe("report-missing");
  expect(mistake).toContain("axis run");
});

test("with runs there, one that is like none of them is answered with how to see the newest", async () => {
  await using place = await temporaryProject({
    "axis.config.json": { agents: [{ agent: "command", command: "echo done" }] },
    "scenarios/a.json": { name: "A", prompt: "p", judge: "It says done" },
  });
  await drive(run, [], { cwd: place.folder });
  const { mistake } = await drive(scorecard, ["nothing-of-the-kind"], { cwd: place.folder });
  expect(mistake).toContain("See the newest with: axis scorecard latest");
});
