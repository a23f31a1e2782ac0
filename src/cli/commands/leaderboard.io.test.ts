import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase } from "../../../test/test-database.ts";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { rankAgents } from "../../core/report/agent-ranking.ts";
import { fileStore } from "../../store/files.ts";
import { openSqlStore } from "../../store/sql/open.ts";
import { readLeaderboard as boardOf } from "../../store/sql/views/leaderboard.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { createFixedScorer, createScoredRun } from "../../store/sql/suite/suite-helpers.fixture.ts";
import { drive } from "../world.fixture.ts";
import * as leaderboard from "./leaderboard.ts";
import * as run from "./run.ts";

describe("of a project", () => {
  test("the runs of its reports are in it, also those of reports that came since", async () => {
    await using place = await temporaryProject({
      "axis.config.json": { name: "Shop", agents: [{ agent: "command", command: "echo done" }] },
      "scenarios/a.json": { name: "A", prompt: "Say done", judge: [{ check: "done", verify: { contains: "done" } }] },
    });
    const shown = (...flags: string[]) => drive(leaderboard, flags, { cwd: place.folder });
    await drive(run, ["--trials", "2"], { cwd: place.folder });
    const board = await shown();
    expect(board.out).toMatch(/^Leaderboard by AXIS Result: workspace shop$/m);
    expect(board.out).toMatch(/^Not ranked: fewer than 5 runs$/m);
    expect(board.out).toMatch(/^ – {2}command .* 2\/2 /m);
    await drive(run, ["--trials", "3"], { cwd: place.folder });
    const json = JSON.parse((await shown("--json", "--scenario", "a", "--min-runs", "6", "--since", "1h")).out);
    expect(json).toMatchObject({ workspace: "shop", scenario: "a", min_runs: 6 });
    expect(json.data).toMatchObject([{ agent: "command", runs: 5, ranked: false }]);
  });

  test("a report and the board rank the same agents in the same order", async () => {
    const say = (name: string, words: string) => ({ agent: "command", name, command: `echo ${words}` });
    await using place = await temporaryProject({
      "axis.config.json": {
        name: "Shop",
        agents: [say("half", "one"), say("best", "one two three"), say("none", "hello"), say("better", "one two")],
      },
      "scenarios/a.json": {
        name: "A",
        prompt: "Count to three",
        judge: ["one", "two", "three"].map((word) => ({ check: word, verify: { contains: word } })),
      },
      "scenarios/b.json": { name: "B", prompt: "Say two", judge: [{ check: "two", verify: { contains: "two" } }] },
    });
    await drive(run, ["--trials", "2", "--json"], { cwd: place.folder });
    const [listing] = (
      await fileStore({
        configDir: place.folder,
        redact: (text) => text,
        now: () => new Date(0),
        onWarning: () => {},
      }).listReportHeads()
    ).reports;
    const { out } = await drive(leaderboard, ["--min-runs", "1", "--json"], { cwd: place.folder });
    const ranked = rankAgents(listing?.report.results ?? []);
    const agents = JSON.parse(out).data as { agent: string; mean_axis_result: number; pass_rate: number }[];
    expect(ranked.map(({ agentName }) => agentName)).toEqual(["best", "better", "half", "none"]);
    expect(agents.map(({ agent }) => agent)).toEqual(ranked.map(({ agentName }) => agentName));
    expect(agents.map(({ pass_rate }) => pass_rate)).toEqual(ranked.map(({ passRate }) => passRate));
    for (const [index, { mean_axis_result }] of agents.entries())
      expect(mean_axis_result).toBeCloseTo(ranked[index]?.axisResult ?? -1, 1);
  });

  test("with no run yet it says how to start one", async () => {
    await using place = await temporaryProject({ "axis.config.json": { name: "Shop", agents: ["command"] } });
    expect(await drive(leaderboard, [], { cwd: place.folder })).toMatchObject({
      code: 0,
      out: "",
      err: "No scored runs to rank in workspace shop.\nStart one with: axis run",
    });
    await place.write({ "other/mine.json": { name: "Shop", agents: ["command"] } });
    const { err } = await drive(leaderboard, ["-c", "other/mine.json"], { cwd: place.folder });
    expect(err).toContain("Start one with: axis run -c other/mine.json");
  });

  test("without a project there is none", async () => {
    await using place = await temporaryProject({});
    expect(await drive(leaderboard, [], { cwd: place.folder })).toMatchObject({ errorCode: "config-missing" });
  });

  test.each([
    ["--min-runs", "0"],
    ["--min-runs", "x"],
    ["--since", "yesterday"],
    ["--since", "0d"],
    ["--by", "tier"],
    ["--since", "2026-13-40"],
  ])("%s %s is refused", async (...flags) => {
    await expect(drive(leaderboard, flags, { cwd: tmpdir() })).rejects.toThrow(
      /is invalid\. (?:Expected|Allowed choices are) /,
    );
  });
});

describe("of a shared database", () => {
  let cwd: string;
  let url: string;
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), "axis-leaderboard-"));
    url = await createDatabase();
  });
  afterAll(() => rmSync(cwd, { recursive: true }));
  const shown = (...flags: string[]) => drive(leaderboard, flags, { cwd, env: { AXIS_DATABASE_URL: url } });

  test("the only workspace is taken; of several, one has to be named", async () => {
    expect(await shown()).toMatchObject({
      errorCode: "workspace-missing",
      mistake: "There are no workspaces yet\nThe first run creates one",
    });
    await using store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
    const { id: workspaceId } = await ensureWorkspace(store.database, { slug: "one", name: "One" });
    for (const score of [70, 72, 74])
      await createScoredRun(store, { workspaceId, agent: "b" }, { scoreRun: createFixedScorer(score) });
    await createScoredRun(store, { workspaceId, agent: "a" }, { scoreRun: createFixedScorer(90) });
    const json = JSON.parse((await shown("--json", "--min-runs", "3")).out);
    const { rows } = await boardOf(store.database, { workspaceId, minRuns: 3 });
    expect(json).toMatchObject({ by: "axis" });
    expect(json.data).toEqual(JSON.parse(JSON.stringify(rows)));
    const byCard = JSON.parse((await shown("--json", "--min-runs", "1", "--by", "scorecard")).out);
    expect(byCard.data.map(({ agent }: { agent: string }) => agent)).toEqual(["a", "b"]);
    expect(json.data[0]).toMatchObject({ agent: "b", mean_interval: { lower: 67, upper: 77 }, ranked: true });
    const empty = [
      "No scored runs to rank in workspace one, scenario x, since 2999-01-01 00:00 UTC.",
      "See all with: axis leaderboard",
    ].join("\n");
    expect(await shown("--scenario", "x", "--since", "2999-01-01")).toMatchObject({ code: 0, out: "", err: empty });
    await ensureWorkspace(store.database, { slug: "two", name: "Two" });
    expect((await shown()).mistake).toBe("There are several workspaces\nChoose one with --workspace: one, two");
    expect((await shown("--workspace", "one")).out).toContain("Leaderboard by AXIS Result: workspace one");
    expect((await shown("--workspace", "two")).err).toContain("Start one with: axis run --queue");
    expect((await shown("--workspace", "three")).mistake).toContain('Workspace "three" does not exist');
  });
});
