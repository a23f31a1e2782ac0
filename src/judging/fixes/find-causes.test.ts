/** Holds what a run's causes are worth, which of them count, and how they are added up. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Judge } from "../../core/judge.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { hostileText } from "../../report/ci/hostile.fixture.ts";
import { rulesJudge } from "../rules/rules.ts";
import { addUpFixes } from "./add-up.ts";
import { findCauses } from "./find-causes.ts";
import { RepairableRun } from "./repaired-result.ts";
import { buildScoredRun, type CallParts, fetched, playCalls, shell } from "./scored-run.fixture.ts";

const addUp = (...runs: RunDetail[]) =>
  addUpFixes(
    runs.flatMap((run) => findCauses(run) ?? []),
    runs,
  );

const missing = (path: string) => fetched(`https://docs.acme.dev/${path}`, "404 Not Found", { httpStatus: 404 });

describe("work in progress", () => {
  const red = shell("npm test", "1 test failed", { exitCode: 1 });
  const green = shell("npm test", "12 tests passed");

  test("a test that failed first and worked later is counted, not listed", async () => {
    const run = await buildScoredRun({ entries: playCalls([red, red, green]) });
    const { fixes, fixSummary } = addUp(run, { ...run, trial: 2 });
    expect(fixes).toEqual([]);
    expect(fixSummary).toMatchObject({ inProgressRuns: 2, owners: [], unlisted: {} });
  });

  test("a test that never worked again is listed", async () => {
    const run = await buildScoredRun({ entries: playCalls([green, red]) });
    const { fixes, fixSummary } = addUp(run);
    expect(fixes.map(({ title }) => title)).toEqual(["npm test ends with exit code 1: 1 test failed"]);
    expect(fixSummary.inProgressRuns).toBe(0);
  });
});

describe("a host with many addresses", () => {
  test("three addresses are three causes, four are one, repaired as a whole", async () => {
    const three = await buildScoredRun({ entries: playCalls(["a", "b", "c"].map(missing)) });
    expect(
      addUp(three)
        .fixes.map(({ target }) => target)
        .toSorted(),
    ).toEqual(["docs.acme.dev/a", "docs.acme.dev/b", "docs.acme.dev/c"]);
    const four = await buildScoredRun({ entries: playCalls(["a", "b", "c", "d"].map(missing)) });
    const [fix, ...others] = addUp(four).fixes;
    expect(others).toEqual([]);
    expect(fix).toMatchObject({ target: "docs.acme.dev/*", occurrences: 4, scenarios: 1 });
    expect(fix?.runs[0]?.steps).toEqual([1, 2, 3, 4]);
  });

  test("the addresses may come from several runs", async () => {
    const one = await buildScoredRun({ entries: playCalls(["a", "b"].map(missing)) });
    const other = await buildScoredRun({ trial: 2, entries: playCalls(["c", "d"].map(missing)) });
    const [fix, ...others] = addUp(one, other).fixes;
    expect(others).toEqual([]);
    expect(fix).toMatchObject({ target: "docs.acme.dev/*", occurrences: 4 });
    expect(fix?.runs.map(({ steps }) => steps)).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });
});

describe("where an address came from", () => {
  test.each([
    ["prompt", "Read https://docs.acme.dev/api.", []],
    ["output", "Read the docs.", [shell("cat README.md", "See https://docs.acme.dev/api for all of it.")]],
    ["guessed", "Read the docs.", []],
  ] as const)("%s", async (origin, prompt, before: readonly CallParts[]) => {
    const run = await buildScoredRun({ prompt, entries: playCalls([...before, missing("api")]) });
    const [fix] = addUp(run).fixes;
    expect(fix?.origin).toEqual({ prompt: 0, output: 0, guessed: 0, [origin]: 1 });
  });
});

describe("points", () => {
  const failedGoal = { "It works": 0 };

  test("a failed run that never got past it could have met its goal; one that did could not", async () => {
    const search = (status: number): CallParts => ({
      tool: "mcp__acme__search",
      input: { query: "x" },
      output: status === 200 ? "found" : "429 Too Many Requests",
      isError: status !== 200,
    });
    const stuck = await buildScoredRun({ checks: failedGoal, entries: playCalls([search(200), search(429)]) });
    const past = await buildScoredRun({ checks: failedGoal, entries: playCalls([search(429), search(200)]) });
    const [lost] = addUp(stuck).fixes;
    const found = addUp(past).fixes.find(({ kind }) => kind === "call-failed");
    expect(lost).toMatchObject({ target: "acme.search", workedLater: 0 });
    const goalShare = stuck.score?.effectiveWeights.goal_achievement ?? 0;
    expect((lost?.points.most ?? 0) - (lost?.points.least ?? 0)).toBeCloseTo(100 * goalShare, 6);
    expect(found).toMatchObject({ workedLater: 1, points: { most: found?.points.least } });
  });

  test("a check is worth its share of the goal, and an ending all of it", async () => {
    const half = await buildScoredRun({ checks: { one: 0, two: 10 }, entries: playCalls([shell("ls src", "app.ts")]) });
    const outcome = { status: "stopped", by: "time", scope: "scenario", message: "10 minutes are over" } as const;
    const late = await buildScoredRun({ outcome, entries: playCalls([shell("ls src", "app.ts")]) });
    const goalShare = (run: RunDetail) => run.score?.effectiveWeights.goal_achievement ?? 0;
    expect(addUp(half).fixes[0]).toMatchObject({ kind: "check", target: "one" });
    expect(addUp(half).fixes[0]?.points.least).toBeCloseTo(50 * goalShare(half), 6);
    const [ending] = addUp(late).fixes;
    expect(ending).toMatchObject({ kind: "ending", title: "The agent ran out of time", failures: null });
    expect(ending?.points.least).toBeCloseTo(100 * goalShare(late), 6);
    expect(addUp(late).fixes.filter(({ kind }) => kind === "check")).toEqual([]);
  });

  test("an agent that fails before its first step has lost everything", async () => {
    const outcome = { status: "failed", code: "exit", message: "exit code 1" } as const;
    const run = await buildScoredRun({ outcome, entries: [] });
    expect(run.score?.axisScore).toBe(0);
    expect(addUp(run).fixes[0]).toMatchObject({ kind: "ending", points: { least: 100, most: 100 } });
  });

  test("a result that is not counted takes no share: errors are left out", async () => {
    const bad = await buildScoredRun({ checks: failedGoal });
    const outcome = { status: "failed", code: "network", message: "no network" } as const;
    const error = await buildScoredRun({ agent: "other", outcome, entries: [] });
    expect(findCauses(error)).toBeNull();
    expect(addUp(bad, error).fixes[0]?.points).toEqual(addUp(bad).fixes[0]?.points);
  });

  const call = fc.record({
    tool: fc.constantFrom("Bash", "Read", "WebFetch", "mcp__acme__search"),
    input: fc.oneof(
      fc.constantFrom({ command: "npm test" }, { command: "acme deploy" }, { url: "https://docs.acme.dev/a/1" }),
      hostileText.map((text) => ({ command: text, url: text, path: text })),
    ),
    output: fc.oneof(
      hostileText,
      fc.constantFrom("ok", "404 Not Found", "error: unknown option '--x'", "a\n".repeat(3000)),
    ),
    exitCode: fc.constantFrom(0, 0, 1, 2, 127),
    isError: fc.boolean(),
    ms: fc.constantFrom(0, 100, 6000, 40_000),
  });

  test("are never negative, the least is at most the most, and the texts are short, whatever a run did", async () => {
    const runs = fc.array(fc.record({ calls: fc.array(call, { maxLength: 12 }), grade: fc.constantFrom(0, 5, 10) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(runs, hostileText, async (list, check) => {
        const built = await Promise.all(
          list.map(({ calls, grade }, index) =>
            buildScoredRun({ trial: index + 1, checks: { [`${check}x`]: grade }, entries: playCalls(calls, check) }),
          ),
        );
        for (const run of built) {
          const exact = run.score && new RepairableRun(run.score, run.interactions).result;
          // Each dimension was rounded on its own, so both may be half a point apart twice.
          expect(Math.abs((exact ?? 0) - (run.score?.axisScore ?? 0))).toBeLessThanOrEqual(1.01);
        }
        const { fixes, fixSummary } = addUp(...built);
        for (const { points, runs: met, title, evidence, target, symptom } of fixes) {
          for (const { least, most } of [points, ...met]) {
            expect(least).toBeGreaterThanOrEqual(0);
            expect(most).toBeGreaterThanOrEqual(least);
            expect(most).toBeLessThanOrEqual(100);
          }
          expect(title.length).toBeLessThanOrEqual(220);
          expect(evidence.call.length + evidence.output.length).toBeLessThanOrEqual(1000);
          expect([title, target, symptom, evidence.call].join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
        const listed = new Set(fixes.map(({ id }) => id));
        expect(listed.size).toBe(fixes.length);
        for (const id of Object.keys(fixSummary.unlisted)) expect(listed.has(id)).toBe(false);
        const known = built.flatMap((run) => findCauses(run)?.causes ?? []);
        if (fixes.length + Object.keys(fixSummary.unlisted).length === 0) expect(known).toEqual([]);
        for (const { points, runs: met } of fixes) expect(met.length >= 2 || points.most >= 0.1).toBe(true);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

describe("what a model said", () => {
  const reader: Judge = {
    id: "careful-reader",
    kind: "model",
    wholeRun: true,
    async ask(question, context) {
      const answer = await rulesJudge.ask(question, context);
      if (answer.status !== "answered" || question.question === "goal") return answer;
      const pattern = { description: "It searches the docs over and over.", interactionIds: [1], severity: "high" };
      return { ...answer, value: { ...(answer.value as object), patterns: [pattern] } };
    },
  };

  test("stands beside the cause that shares its steps, with the judge's name", async () => {
    const run = await buildScoredRun({ judge: reader, entries: playCalls([missing("a"), shell("ls")]) });
    const fix = addUp(run).fixes.find(({ kind }) => kind === "call-failed");
    expect(fix?.insights).toEqual([
      { judge: "careful-reader", message: "It searches the docs over and over.", runId: run.runId },
    ]);
  });

  test("the built-in judge is not quoted", async () => {
    const run = await buildScoredRun({ entries: playCalls([missing("a"), shell("ls")]) });
    expect(addUp(run).fixes.flatMap(({ insights }) => insights)).toEqual([]);
  });
});

test("checks that differ only in words of the prompt, paths and numbers are one cause", async () => {
  const one = await buildScoredRun({ prompt: "Use `eu-west`.", checks: { "It deploys to eu-west within 30 s": 0 } });
  const other = await buildScoredRun({
    scenario: "other",
    prompt: "Use `us-east`.",
    checks: { "It deploys to us-east within 60 s": 0 },
  });
  expect(addUp(one).fixes[0]?.title).toBe("Does not hold: It deploys to eu-west within 30 s");
  const both = addUp(one, other).fixes;
  expect(both.map(({ title, scenarios }) => [title, scenarios])).toEqual([
    ["Does not hold: It deploys to … within … s", 2],
  ]);
});

test("a cause of one run that costs nearly nothing is only counted, with its agent", async () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    shell(`cat src/file${index}.ts`, `export const x${index} = 1;`),
  );
  const run = await buildScoredRun({
    entries: playCalls([...many, shell("acme whoami", "error: no session", { exitCode: 1 })]),
  });
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      buildScoredRun({ scenario: `s${index}`, entries: playCalls([shell("ls src", "a")]) }),
    ),
  );
  const { fixes, fixSummary } = addUp(run, ...others);
  const listed = fixes.filter(({ target }) => target === "acme whoami");
  expect(listed).toEqual([]);
  expect(Object.values(fixSummary.unlisted)).toContain("mini-agent");
});
