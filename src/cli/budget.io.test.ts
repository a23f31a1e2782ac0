/** Budgets and dry runs through `axis run`: exit codes, what is printed, and that a dry run leaves nothing behind. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryProject } from "../config/libraries/temporary-repository.ts";
import { Report } from "../core/report.ts";
import * as run from "./commands/run.ts";
import { drive } from "./world.fixture.ts";

const usage = JSON.stringify({ type: "usage", input: 80, output: 20, costUsd: 0.1 });
const scenario = { name: "A", prompt: "Say done", judge: [{ check: "says done", verify: { contains: "done" } }] };

const project = (settings: object = {}, agent: object = {}) =>
  temporaryProject({
    ...Object.fromEntries(["a", "b", "c", "d"].map((key) => [`scenarios/${key}.json`, scenario])),
    "axis.config.json": {
      agents: [{ agent: "command", name: "worker", command: `echo '${usage}'; echo done; touch "$MARK"`, ...agent }],
      env: ["MARK"],
      // The agents leave a mark outside their workspace.
      settings: { concurrency: 1, sandbox: { driver: "none" }, ...settings },
    },
  });

type Opened = Awaited<ReturnType<typeof project>>;
const axis = ({ folder }: Opened, ...args: string[]) =>
  drive(run, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], MARK: join(folder, "ran"), SECRET: "s3cret-value" },
  });
const reportOf = async (opened: Opened, ...args: string[]) => {
  const { out, code, err } = await axis(opened, ...args, "--json");
  return { report: Report.parse(JSON.parse(out)), code, err };
};

describe("a budget", () => {
  test("whose costs are unknown is exit 2, before anything runs", async () => {
    await using opened = await project();
    const { errorCode, mistake } = await axis(opened, "--budget-usd", "1");
    expect(errorCode).toBe("budget-unknown");
    expect(mistake).toContain("worker: it does not report its cost");
    expect(mistake).toContain("--allow-unknown-cost");
    expect(existsSync(join(opened.folder, "ran"))).toBe(false);
  });

  test("in money stops with exit 1, prints how to go on, and completes with more", async () => {
    await using opened = await project();
    const first = await axis(opened, "--budget-usd", "0.25", "--allow-unknown-cost");
    expect(first.code).toBe(1);
    expect(first.out).toMatch(/^INCOMPLETE {2}2 of 4 runs finished: 2 passed$/m);
    expect(first.out).toContain("Budget of $0.2500: agents $0.2000 for 200 tokens, judges $0.0000 for 0 tokens");
    expect(first.err).toContain("4 runs (4 scenarios, 1 agent, 1 trial)");
    expect(first.err).toMatch(/^Resume {3}axis run --resume \S+ --budget-usd 0\.5 --allow-unknown-cost$/m);
    const { report, code } = await reportOf(opened, "--resume", "--budget-usd", "5", "--allow-unknown-cost");
    expect([code, report.state, report.summary.completed]).toEqual([0, "complete", 4]);
    expect(report.budget?.spent.agents.costUsd).toBe(0.4);
  });

  test("may stand in the settings, and the flag wins", async () => {
    await using opened = await project({ limits: { run: { tokens: 150 } } });
    expect((await reportOf(opened)).report.budget).toMatchObject({ tokens: 150, stopped: expect.any(String) });
    const { report, code } = await reportOf(opened, "--budget-tokens", "1000");
    expect([code, report.budget?.tokens, report.budget?.stopped]).toEqual([0, 1000, undefined]);
  });

  test("says below the verdict which costs it does not know", async () => {
    await using opened = await project({}, { command: "echo done" });
    const { code, out } = await axis(opened, "--budget-usd", "1", "--allow-unknown-cost");
    expect(code).toBe(0);
    expect(out).toMatch(/^PASS {2}4 of 4 results passed\nAXIS Result .* 4 costs are unknown$/m);
    expect(out).toContain("agents at least $0.0000");
  });

  test("in minutes stops what goes on", async () => {
    await using opened = await project({}, { command: "sleep 30" });
    const { report, code } = await reportOf(opened, "--budget-minutes", "0.005", "-s", "a");
    expect([code, report.state, report.summary.classes.notRun]).toEqual([1, "aborted", 1]);
    expect(report.budget?.stopped).toBe("the run reached its limit of 0.005 min");
  });

  test.each([["0"], ["-1"], ["much"]])("of %s is a mistake", async (amount) => {
    await using opened = await project();
    await expect(axis(opened, "--budget-usd", amount)).rejects.toThrow("Expected a number above 0.");
  });
});

describe("a dry run", () => {
  test("says what would be run and what each child would see, and leaves nothing behind", async () => {
    await using opened = await project();
    const { code, out } = await axis(opened, "--dry-run", "--trials", "2");
    expect(code).toBe(0);
    expect(out).toContain("a × worker × 2");
    expect(out).toContain("8 runs (4 scenarios, 1 agent, 2 trials), no questions to paid judges");
    expect(out).toContain("There are no earlier runs to estimate from.");
    expect(out).toContain("agent worker: MARK");
    expect(out).toContain("Nothing was run.");
    expect(out).not.toContain("s3cret-value");
    expect([existsSync(join(opened.folder, "ran")), existsSync(join(opened.folder, ".axis", "reports"))]).toEqual([
      false,
      false,
    ]);
  });

  test("does not say of a child that it sees what it never gets", async () => {
    await using opened = await project();
    const keys = { OPENAI_API_KEY: "sk-of-somebody", HOME: "/home/somebody", TMPDIR: "/tmp" };
    await opened.write({
      "axis.config.json": {
        agents: [{ agent: "command", name: "worker", command: "true" }],
        env: ["MARK", ...Object.keys(keys)],
      },
    });
    const env = { PATH: process.env["PATH"], MARK: "here", ...keys };
    const { out } = await drive(run, ["--dry-run"], { cwd: opened.folder, env });
    expect(out).toContain("\nagent worker: MARK, OPENAI_API_KEY\n");
    expect(out).toContain("\nchecks: MARK\n");
    expect(out).toContain("AXIS itself sets HOME, TMPDIR and variables that start with AXIS_");
  });

  test("estimates from earlier runs, with their range, and as JSON", async () => {
    await using opened = await project();
    await axis(opened, "-s", "a,b");
    const { out } = await axis(opened, "--dry-run");
    expect(out).toContain(
      "Based on 2 earlier runs of the same scenarios and agents:\n  agents: about $0.4000 ($0.4000 to $0.4000)",
    );
    const document = JSON.parse((await axis(opened, "--dry-run", "--json")).out) as {
      forecast: object;
      cells: object[];
    };
    expect(document).toMatchObject({
      forecast: { jobs: 4, tokens: { estimate: 400, unknownJobs: 0 }, judgeCostUsd: null },
      unknownCosts: [expect.stringContaining("worker")],
    });
    expect(document.cells).toHaveLength(4);
  });

  test("does not go with --resume", async () => {
    await using opened = await project();
    expect((await axis(opened, "--dry-run", "--resume")).mistake).toContain(
      "--dry-run and --resume cannot be combined",
    );
  });
});
