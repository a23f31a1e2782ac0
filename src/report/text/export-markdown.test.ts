import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { sampleResult, sampleScore } from "../../store/sample-result.fixture.ts";
import { hostileText } from "../ci/hostile.fixture.ts";
import { buildReport } from "../build.ts";
import { decideVerdict } from "../report-verdict.ts";
import { exportMarkdown } from "./export-markdown.ts";

const step = (id: number, sparseLine: string): RunDetail["interactions"][number] => ({
  id,
  kind: "tool",
  categories: ["environment"],
  toolName: "shell",
  entryIndices: [],
  sparseLine,
  hasError: false,
  startMs: 0,
  durationMs: 1,
  contextBytes: 0,
  content: "",
});

function detailOf(overrides: Partial<RunDetail> = {}): RunDetail {
  return {
    ...sampleResult(),
    checks: [],
    output: {
      transcript: [],
      result: null,
      metadata: { startTime: "", endTime: "", durationMs: 1, exitCode: 0 },
    },
    interactions: [step(1, "#1 env shell(ls) -> ok")],
    stats: {
      totalInteractions: 1,
      byCategory: { environment: 1, service: 0, agent: 0 },
      totalErrors: 0,
      totalDurationMs: 1,
      wallClockMs: 1,
      toolNames: {},
      domains: [],
    },
    skillsInstalled: [],
    ...overrides,
  };
}

async function written(...details: RunDetail[]): Promise<string> {
  const report = buildReport({
    reportId: "r",
    timestamp: "t",
    durationMs: 1,
    state: "complete",
    cells: details.map(({ scenarioKey, agentName, trial }) => ({ scenario: scenarioKey, agent: agentName, trial })),
    results: details,
    skipped: 0,
  });
  const all = (async function* () {
    yield* details;
  })();
  let text = "";
  for await (const piece of exportMarkdown(report, { verdict: decideVerdict(report) }, all)) text += piece;
  return text;
}

test("the summary comes first, then each run with its numbers, grades and steps", async () => {
  const score = sampleScore(83);
  const criterion = { check: "the file is there", weight: 1, score: 8.3, rationale: "nearly", by: "judge" as const };
  const text = await written(
    detailOf({ score: { ...score, goalAchievement: { ...score.goalAchievement, criteria: [criterion] } } }),
  );
  expect(text.indexOf("PASS")).toBeLessThan(text.indexOf("## `s` by `a`"));
  expect(text).toContain("**AXIS Result 83**");
  expect(text).toContain("8.3 of 10 (weight 1, by judge): `the file is there`: `nearly`");
  expect(text).toContain("\n#1 env shell(ls) -> ok\n");
});

test("what is unknown is said to be unknown, with the reason", async () => {
  const text = await written(detailOf({ score: sampleScore(null) }));
  expect(text).toContain("tokens unknown, cost unknown");
  expect(text).toContain("environment unscored: `the judge gave no answer`");
});

test("a long run is cut with a count of what is left out", async () => {
  const steps = Array.from({ length: 510 }, (_, index) => step(index + 1, `#${index + 1}`));
  expect(await written(detailOf({ interactions: steps }))).toContain("10 more steps are in the report.");
});

test("no step can end the fence it stands in", async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (line) => {
      const text = await written(detailOf({ interactions: [step(1, line)] }));
      const lines = text.trimEnd().split("\n");
      const fence = lines.at(-1) ?? "";
      expect(fence).toMatch(/^`{3,}$/);
      expect(lines.slice(0, -1).filter((other) => other.startsWith(fence))).toHaveLength(1);
    }),
  );
});
