/** Runs in parts: `axis run --shard` on several machines without a database. */
import { describe, expect, test } from "vitest";
import { temporaryProject } from "../config/libraries/temporary-repository.ts";
import { Report } from "../core/report.ts";
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
    [["--shard", "1/2", "--compare-baseline"], "A shard has only a part of the results"],
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
