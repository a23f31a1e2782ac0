import { describe, expect, test } from "vitest";
import type { JudgeUsed } from "../../core/judge.ts";
import type { Summary } from "../../core/report.ts";
import { formatJudge, ownJudgeLines, panelLines, renderJudging } from "./render-judging.ts";

const tokenUsage = { input: 300, output: 60 };

test.each<[Summary["judging"], string[]]>([
  [undefined, []],
  [{ costUsd: 0.75, tokenUsage }, ["Judges spent $0.7500 for 360 tokens"]],
  [{ costUsd: null, tokenUsage }, ["Judges spent 360 tokens at an unknown price"]],
  [{ costUsd: null }, ["Judges spent something at an unknown price"]],
  [{ costUsd: 0 }, ["Judges spent nothing: all their answers came from the cache"]],
])("%j is said as %j", (judging, said) => {
  expect(renderJudging({ summary: { ...(judging && { judging }) } as Summary })).toEqual(said);
});

describe("who judged", () => {
  const judge: JudgeUsed = { kind: "model", name: "openai/m", attempts: 1 };

  test.each<[Partial<JudgeUsed>, string]>([
    [{}, "openai/m"],
    [{ attempts: 3, costUsd: 0.5 }, "openai/m (3 attempts, $0.5000)"],
    [{ cached: true, costUsd: 0 }, "openai/m (cached answers)"],
    [{ costUsd: null }, "openai/m"],
  ])("%j is named %j", (fields, name) => {
    expect(formatJudge({ ...judge, ...fields })).toBe(name);
  });

  test("of a panel: who gave nothing, and where the others were furthest apart", () => {
    const panel: JudgeUsed = {
      ...judge,
      kind: "panel",
      members: [judge, { ...judge, name: "b\u001b[31m", failure: "HTTP 503" }, judge],
      disagreement: { on: "check 2", low: 1, high: 9 },
    };
    expect(panelLines(panel)).toEqual([
      "  b\\x1b[31m gave no answer: HTTP 503",
      "  largest disagreement, on check 2: 1 to 9",
    ]);
    expect(panelLines(null)).toEqual([]);
  });

  test("an agent that judged its own run is allowed, and said", () => {
    const run = (name: string) =>
      ({ agentName: "a|m", score: { judging: { goal: { ...judge, kind: "agent", name }, agent: null } } }) as never;
    expect(ownJudgeLines(run("a|m"))).toEqual(["The agent under test judged its own run"]);
    expect(ownJudgeLines(run("b"))).toEqual([]);
  });
});
