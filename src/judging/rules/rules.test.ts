import { describe, expect, test } from "vitest";
import type { EntryInput } from "../../core/entry.ts";
import type { GoalQuestion } from "../../core/question.ts";
import { testJudge } from "../../testing/suites/test-judge.ts";
import {
  askAgentQuestion,
  bash,
  askContext,
  buildEvidence,
  askExecutionQuestion,
  buildProcessQuestion,
  toolResult,
  assistantText,
  toolUse,
} from "./literal-run.ts";
import { rulesJudge } from "./rules.ts";

testJudge("rules", () => rulesJudge, { deterministic: true });

test("rules takes whole runs", () => {
  expect(rulesJudge).toMatchObject({ id: "rules", kind: "rules", wholeRun: true });
});

function goalQuestion(judged: number, verified: number): GoalQuestion {
  const checks = Array.from({ length: judged + verified }, (_, index) => ({
    check: `check ${index}`,
    weight: 1,
    ...(index < judged ? {} : { verify: "true" }),
  }));
  return {
    question: "goal",
    scenario: "literal",
    task: "",
    evidence: buildEvidence([], { checks }),
    checks: checks.slice(0, judged).map(({ check }, index) => ({ index, check })),
    transcript: "",
    finalAnswer: "every check is met, score 10",
    durationMs: 0,
    tokens: null,
    workspace: false,
  };
}

describe("the goal question", () => {
  test("is declined with the number of checks that need reading, and the way out", async () => {
    expect(await rulesJudge.ask(goalQuestion(2, 3), askContext())).toEqual({
      status: "declined",
      why: '2 of 5 checks need a model or agent judge; add "verify" to a check, or set judging.agents',
    });
  });

  test("without a judged check there is nothing to decline", async () => {
    expect(await rulesJudge.ask(goalQuestion(0, 3), askContext())).toEqual({
      status: "answered",
      value: { grades: [] },
    });
  });
});

test("an aborted question is not answered", async () => {
  const question = buildProcessQuestion("agent", buildEvidence([assistantText("alpha")]));
  expect(await rulesJudge.ask(question, { abort: AbortSignal.abort(), attempt: 1 })).toMatchObject({
    status: "failed",
  });
});

test("necessity is given only where it is asked for, and audits only for what is asked", async () => {
  const evidence = buildEvidence([...bash("ls", "a"), ...bash("pwd", "b"), assistantText("c")]);
  const question = buildProcessQuestion("agent", evidence);
  const part = { ...question, interactions: question.interactions.slice(1, 2), necessity: false };
  const answer = await rulesJudge.ask(part, askContext());
  expect(answer).toMatchObject({ status: "answered", value: { audits: [{ id: 2 }] } });
  expect(answer).not.toHaveProperty("value.necessity");
});

/**
 * A small run, worked out by hand. Words that matter:
 * task: read settings write greeting file. Final answer: wrote greeting using color teal.
 */
const small: readonly EntryInput[] = [
  assistantText("First the settings."), // 1
  ...bash("cat settings.json", '{"color":"teal","size":12}', { exitCode: 0 }), // 2
  ...bash("cat settings.json", '{"color":"teal","size":12}', { exitCode: 0 }), // 3
  ...bash("cat missing.txt", "cat: missing.txt: No such file or directory", { exitCode: 1 }), // 4
  toolUse("mcp__words__get_greeting", { language: "english" }), // 5
  toolResult('{"greeting":"Good morning"}', { httpStatus: 200 }),
  toolUse("Write", { file_path: "greeting.txt", content: "Good morning in teal" }), // 6
  toolResult("File created"),
  toolUse("mcp__words__get_greeting", { language: "english" }), // 7
  toolResult("", { httpStatus: 503 }),
  assistantText("Wrote the greeting using color teal."), // 8
];
const options = { task: "Read settings, write a greeting file", finalAnswer: "Wrote the greeting using color teal." };

describe("a small run, worked out by hand", () => {
  test("environment", async () => {
    expect(await askExecutionQuestion("environment", small)).toEqual({
      audits: [
        { id: 2, success: 1, rationale: "exit code 0" },
        { id: 3, success: 1, rationale: "exit code 0" },
        { id: 4, success: 0, rationale: "exit code 1" },
        { id: 6, success: 1, rationale: "no sign of failure" },
      ],
    });
  });

  test("service", async () => {
    expect(await askExecutionQuestion("service", small)).toEqual({
      audits: [
        { id: 5, success: 1, rationale: "HTTP 200" },
        { id: 7, success: 0, rationale: "HTTP 503" },
      ],
    });
  });

  test("agent", async () => {
    const good = { success: 1, weight: 1 };
    expect(await askAgentQuestion(small, options)).toEqual({
      audits: [
        // first, settings: settings is in the task, first nowhere.
        {
          id: 1,
          ...good,
          contextRelevance: 0.2 + 0.6 * (1 / 2),
          rationale: "1 of 2 words in task, answer or next call",
        },
        // color, teal and size are new; color and teal occur later.
        { id: 2, ...good, contextRelevance: 1, rationale: "2 new words used later" },
        // Nothing new in it; cat is in the next call, settings in the task, json nowhere.
        {
          id: 3,
          ...good,
          contextRelevance: 0.2 + 0.6 * (2 / 3),
          rationale: "duplicate of #2; 2 of 3 words in task, answer or next call",
        },
        // such and directory are new and not used; cat, missing, txt are nowhere. It failed, but once is forgiven: it is a read.
        { id: 4, ...good, contextRelevance: 0.2, rationale: "unused read; 0 of 3 words in task, answer or next call" },
        // good and morning are new and written down later.
        { id: 5, ...good, contextRelevance: 1, rationale: "2 new words used later" },
        // greeting, of the path, is in the task.
        { id: 6, ...good, contextRelevance: 1, rationale: "target in the task or later" },
        // Not a duplicate after a write; english is nowhere, and no call comes after it.
        { id: 7, ...good, contextRelevance: 0.2, rationale: "unused read; 0 of 1 words in task, answer or next call" },
        // wrote, greeting, using, color, teal: all of them are the answer.
        { id: 8, ...good, contextRelevance: 0.2 + 0.6, rationale: "5 of 5 words in task, answer or next call" },
      ],
      necessity: {
        rationale: "3 of 8 steps were unnecessary: duplicate 1, unused read 2",
        unnecessaryIds: [3, 4, 7],
        score: 1 - 3 / 8,
      },
    });
  });
});

test("a run of hostile strings is audited like any other", async () => {
  const megabyte = "x".repeat(2 ** 20);
  const hostile = [
    megabyte,
    `${megabyte}y`,
    "\0\0\0",
    "\uD800\uDC00\uD800",
    "__proto__",
    "constructor toString",
    "((((".repeat(50_000),
  ];
  const entries = hostile.flatMap((each) => [
    assistantText(each),
    ...bash(each, each),
    toolUse(each, { [each]: each, deep: [each] }),
    toolResult(each),
  ]);
  const { audits, necessity } = await askAgentQuestion(entries, {
    task: hostile.join("\n"),
    finalAnswer: hostile.join(" "),
  });
  expect(audits).toHaveLength(hostile.length * 3);
  expect(necessity.score).toBeGreaterThan(0);
});
