/** Runs in parts: `axis run --shard` on several machines without a database. */
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryProject } from "../config/libraries/temporary-repository.ts";
import { Report } from "../core/report.ts";
import * as baseline from "./commands/baseline.ts";
import * as reports from "./commands/reports.ts";
import * as run from "./commands/run.ts";
import { drive } from "./world.fixture.ts";

const scenario = { name: "A", prompt: "Say done", judge: [{ check: "says done", verify: { contains: "done" } }] };
const usage = JSON.stringify({ type: "usage", input: 80, output: 20 });
const project = () =>
  temporaryProject({
    ...Object.fromEntries(["a", "b", "c"].map((key) => [`scenarios/${key}.json`, scenario])),
    "axis.config.json": {
      agents: [
        { agent: "command", name: "good", command: `echo '${usage}'; echo done` },
        { agent: "command", name: "bad", command: `echo '${usage}'; echo no` },
      ],
    },
  });

type Opened = Awaited<ReturnType<typeof project>>;
const axis = ({ folder }: Opened, ...args: string[]) => drive(run, args, { cwd: folder });
async function reportOf(opened: Opened, ...args: string[]) {
  const ran = await axis(opened, "--json", ...args);
  return { ...ran, report: Report.parse(JSON.parse(ran.out)) };
}
const pairs = ({ results }: Report) => results.map(({ scenarioKey, agentName }) => `${scenarioKey} ${agentName}`);

describe("axis run --shard", () => {
  test("runs each result in one shard, with the seed of the whole plan and a verdict of its own", async () => {
    await using opened = await project();
    const { report: whole } = await reportOf(opened);
    const shards = [];
    for (const shard of ["1/4", "2/4", "3/4", "4/4"]) shards.push(await reportOf(opened, "--shard", shard));
    expect(shards.flatMap(({ report }) => pairs(report)).toSorted()).toEqual(pairs(whole).toSorted());
    expect(shards.map(({ report, code }) => [report.shard, pairs(report), report.verdict?.verdict, code])).toEqual([
      [{ number: 1, count: 4 }, ["a good", "b bad"], "FAIL", 1],
      [{ number: 2, count: 4 }, ["b good", "c bad"], "FAIL", 1],
      [{ number: 3, count: 4 }, ["c good"], "PASS", 0],
      [{ number: 4, count: 4 }, ["a bad"], "FAIL", 1],
    ]);
    expect(new Set([whole, ...shards.map(({ report }) => report)].map(({ seed }) => seed)).size).toBe(1);
    expect(shards[2]?.err).toContain("This is shard 3 of 4: 1 of 6 results");
  });

  test("a shard without results says so, and is no failure", async () => {
    await using opened = await project();
    const { code, out, err } = await axis(opened, "--shard", "7/7");
    expect(err).toContain("This is shard 7 of 7: none of the 6 results, so nothing is run");
    expect(out).toContain("MEASURED  there are no results in shard 7 of 7");
    expect(code).toBe(0);
  });

  test("a shard that was stopped is resumed as the same shard", async () => {
    await using opened = await project();
    const { report: stopped } = await reportOf(
      opened,
      "--shard",
      "1/2",
      "--concurrency",
      "1",
      "--budget-tokens",
      "150",
    );
    expect([stopped.state, stopped.summary.statuses.runs["not run"] > 0]).toEqual(["aborted", true]);
    const { report } = await reportOf(opened, "--resume", "--budget-tokens", "1000");
    expect([report.reportId, report.shard, report.state]).toEqual([
      stopped.reportId,
      { number: 1, count: 2 },
      "complete",
    ]);
    expect(pairs(report)).toEqual(["a good", "b bad", "c good"]);
  });

  test.each([
    [["--shard", "1/2", "--compare-baseline"], "axis reports merge <shards> --compare-baseline"],
    [["--shard", "1/2", "--failed"], "--failed already selects what to run"],
    [["--shard", "1/2", "--queue"], "Workers share the runs of a queue by themselves"],
  ])("%j cannot be combined", async (args, hint) => {
    await using opened = await project();
    expect((await axis(opened, ...args)).mistake).toContain(hint);
  });

  test("a resumed report takes no other shard", async () => {
    await using opened = await project();
    await axis(opened, "--shard", "1/2");
    expect((await axis(opened, "--resume", "--shard", "2/2")).mistake).toContain("A report remembers its shard");
  });

  test.each(["0/2", "3/2", "1", "1/0", "a/b", "1/10001"])("%s is no shard", async (text) => {
    await using opened = await project();
    await expect(axis(opened, "--shard", text)).rejects.toThrow("Expected a shard and their number, such as 3/8");
  });
});

/** Runs shards as machines of their own would: each leaves only the folder of its reports, as an artifact. */
async function makeArtifacts(opened: Opened, shards: readonly string[], ...args: string[]) {
  const artifacts = [];
  for (const shard of shards) {
    await axis(opened, "--shard", shard, ...args);
    const artifact = join(opened.folder, "artifacts", shard.replace("/", "-of-"));
    await cp(join(opened.folder, ".axis", "reports"), artifact, { recursive: true });
    await rm(join(opened.folder, ".axis"), { recursive: true });
    artifacts.push(artifact);
  }
  return artifacts;
}

const merge = ({ folder }: Opened, ...args: string[]) => drive(reports, ["merge", ...args], { cwd: folder });
async function mergedOf(opened: Opened, ...args: string[]) {
  const ran = await merge(opened, "--json", ...args);
  return { ...ran, report: Report.parse(JSON.parse(ran.out)) };
}
const numbers = ({ results }: Report) =>
  results.map(({ scenarioKey, agentName, status, means }) => [scenarioKey, agentName, status, means.goalAchievement]);

describe("axis reports merge", () => {
  test("makes the report of the whole plan of the artifacts of its shards", async () => {
    await using opened = await project();
    const { report: whole } = await reportOf(opened, "--trials", "2");
    await rm(join(opened.folder, ".axis"), { recursive: true });
    await makeArtifacts(opened, ["3/3", "1/3", "2/3"], "--trials", "2");
    const { report, code } = await mergedOf(opened, "artifacts");
    expect([numbers(report), report.verdict, code]).toEqual([numbers(whole), whole.verdict, 1]);
    expect(report.fixes?.map(({ id, points }) => [id, points])).toEqual(
      whole.fixes?.map(({ id, points }) => [id, points]),
    );
    expect(report.shards).toMatchObject({
      count: 3,
      missing: [],
      reports: [{ number: 1 }, { number: 2 }, { number: 3 }],
    });
    const folder = join(opened.folder, ".axis", "reports", report.reportId);
    expect(existsSync(join(folder, "report.html"))).toBe(true);
    const [first] = await readdir(join(opened.folder, "artifacts", "1-of-3"));
    const file = join("scenarios", "a", "good.json");
    expect(await readFile(join(folder, file))).toEqual(
      await readFile(join(opened.folder, "artifacts", "1-of-3", first ?? "", file)),
    );
  });

  test("what it makes is a report as any other: shown without a warning, saved as a baseline, and compared", async () => {
    await using opened = await project();
    const artifacts = await makeArtifacts(opened, ["1/2", "2/2"]);
    await merge(opened, ...artifacts);
    const shown = await drive(reports, ["latest"], { cwd: opened.folder });
    expect([shown.err, shown.out]).toEqual(["", expect.stringContaining("Merged from 2 of 2 shards")]);
    expect((await drive(baseline, ["set"], { cwd: opened.folder })).code).toBe(0);
    const { report, code } = await mergedOf(opened, ...artifacts, "--compare-baseline");
    expect([report.comparison?.ok, report.verdict?.verdict, code]).toEqual([true, "PASS", 0]);
  });

  test("without a config, the folder it is called in gets the report", async () => {
    await using opened = await project();
    await makeArtifacts(opened, ["1/2", "2/2"]);
    await rm(join(opened.folder, "axis.config.json"));
    const { report } = await mergedOf(opened, "artifacts");
    expect(existsSync(join(opened.folder, ".axis", "reports", report.reportId, "report.json"))).toBe(true);
  });

  test("ids of reports of this project do, too, and a merged report is resumed by its shards", async () => {
    await using opened = await project();
    const ids = [];
    for (const shard of ["1/2", "2/2"]) ids.push((await reportOf(opened, "--shard", shard)).report.reportId);
    const { report } = await mergedOf(opened, ...ids);
    expect(pairs(report)).toHaveLength(6);
    const { mistake } = await axis(opened, "--resume");
    expect(mistake).toContain("was merged from shards; it has no runs of its own to resume");
  });

  test("a trend has the merged report and not its shards", async () => {
    await using opened = await project();
    const ids = [];
    for (const shard of ["1/2", "2/2"]) ids.push((await reportOf(opened, "--shard", shard)).report.reportId);
    const { report } = await mergedOf(opened, ...ids);
    const { out } = await drive(reports, ["trend", "--json"], { cwd: opened.folder });
    const trends = JSON.parse(out) as { points: { reportId: string }[] }[];
    const shown = new Set(trends.flatMap(({ points }) => points.map(({ reportId }) => reportId)));
    expect([...shown]).toEqual([report.reportId]);
  });

  test("a missing shard is named, and what it would have run is what --failed runs", async () => {
    await using opened = await project();
    const artifacts = await makeArtifacts(opened, ["1/3", "3/3"]);
    const { out, code } = await merge(opened, ...artifacts);
    expect([out, code]).toEqual([expect.stringMatching(/^INCOMPLETE .*shard 2 of 3 is missing/), 1]);
    const { report } = await reportOf(opened, "--failed");
    expect(pairs(report)).toEqual(["a bad", "b good", "b bad", "c bad"]);
  });

  test("with --allow-missing the others decide, and the report still says what is missing", async () => {
    await using opened = await project();
    const [artifact = ""] = await makeArtifacts(opened, ["3/4"]);
    const { out, code } = await merge(opened, artifact, "--allow-missing");
    expect(out).toContain("PASS  1 of 1 result passed");
    expect(out).toContain("Merged from 1 of 4 shards; shards 1, 2, 4 of 4 are missing");
    expect(code).toBe(0);
  });

  test("shards of another plan are refused, with what differs", async () => {
    await using opened = await project();
    const first = await makeArtifacts(opened, ["1/2"]);
    const second = await makeArtifacts(opened, ["2/2"], "--fail-under", "20");
    await opened.write({ "scenarios/b.json": { ...scenario, prompt: "Say it" } });
    const third = await makeArtifacts(opened, ["3/3"]);
    const { mistake, errorCode } = await merge(opened, ...first, ...second, ...third);
    expect(errorCode).toBe("plan-changed");
    expect(mistake.split("\n").map((line) => line.trim().replace(/\(.*\)/, "(place)"))).toEqual([
      "Not all shards are of the plan of shard 1 of 2 (place):",
      "shard 2 of 2 (place):",
      "The gate changed",
      "shard 3 of 3 (place):",
      'The scenario "b" changed',
      "The plan was split into 3 parts",
      "Run all shards from the same commit, with the same flags",
    ]);
  });

  test.each([
    ["--trials", ["--trials", "2"], "Other scenarios, agents or trials were selected"],
    ["--seed", ["--seed", "x"], "It differs by --seed"],
    ["--no-score", ["--no-score"], "Scoring was on and is now off"],
  ])("%s must be the same for all shards", async (_, flags, difference) => {
    await using opened = await project();
    const artifacts = [...(await makeArtifacts(opened, ["1/2"])), ...(await makeArtifacts(opened, ["2/2"], ...flags))];
    expect((await merge(opened, ...artifacts)).mistake).toContain(difference);
  });

  test("two reports of one shard, a whole run, and a folder without reports are refused", async () => {
    await using opened = await project();
    const [artifact = ""] = await makeArtifacts(opened, ["1/2"]);
    await cp(artifact, join(opened.folder, "again"), { recursive: true });
    expect((await merge(opened, artifact, "again")).mistake).toContain("There are two reports of shard 1 of 2: ");
    await axis(opened);
    expect((await merge(opened, "latest")).mistake).toContain("is the report of a whole run, not of a shard");
    await mkdir(join(opened.folder, "empty"));
    expect((await merge(opened, "empty")).mistake).toContain("There is no report in empty");
  });

  test("a journal that was changed, or is not there, is refused", async () => {
    await using opened = await project();
    const [artifact = ""] = await makeArtifacts(opened, ["1/2"]);
    const [id = ""] = await readdir(artifact);
    const journal = join(artifact, id, "journal.ndjson");
    await writeFile(journal, `{"no":"record"}\n${await readFile(journal, "utf8")}`);
    expect((await merge(opened, artifact)).errorCode).toBe("report-damaged");
    await rm(journal);
    expect((await merge(opened, artifact)).mistake).toContain("Keep the whole folder of a report");
  });
});
