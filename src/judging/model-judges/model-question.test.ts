/** Holds what a judge is told: the same bytes for the same question, evidence apart from instructions, every cut announced. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Evidence } from "../../core/evidence.ts";
import type { GoalQuestion, ProcessQuestion, Question } from "../../core/question.ts";
import { drawMarks } from "../models/question/marks.ts";
import { assemblePrompt, toPromptText } from "../models/question/prompt.ts";
import { systemRandom } from "../models/random.ts";
import { openGoalQuestion } from "../scoring/panel/ask-panel.ts";
import { buildEvidence, assistantText } from "../rules/literal-run.ts";
import { isComplete } from "./model-judge.ts";
import { toModelQuestion } from "./model-question.ts";

const checks = [
  { index: 0, check: "It is done" },
  { index: 3, check: 'It says "hi {looking}"' },
];
const goal = (fields: Partial<GoalQuestion> = {}): GoalQuestion => ({
  question: "goal",
  scenario: "s",
  task: "Do it",
  evidence: {} as Evidence,
  checks,
  transcript: "[1] assistant: hello",
  finalAnswer: "done",
  durationMs: 5,
  tokens: null,
  workspace: false,
  ...fields,
});
const process = (fields: Partial<ProcessQuestion> = {}): ProcessQuestion => ({
  question: "agent",
  scenario: "s",
  task: "Do it",
  evidence: {} as Evidence,
  index: "#1 ...",
  interactions: [{ id: 1, categories: ["agent"], content: "assistant: hm" }],
  necessity: true,
  ...fields,
});
const promptOf = (question: Question) => toModelQuestion(question).prompt;

describe("the instructions", () => {
  test("hold the rubric as it is written, and nothing of the run", () => {
    const prompt = promptOf(goal({ transcript: "SECRET WORDS", finalAnswer: "SECRET WORDS", task: "SECRET WORDS" }));
    expect(prompt).toContain('{"index":3,"check":"It says \\"hi {looking}\\""}');
    expect(prompt).not.toContain("SECRET WORDS");
  });

  test("are the same bytes whatever happened", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (transcript, finalAnswer, durationMs) => {
        expect(promptOf(goal({ transcript, finalAnswer, durationMs }))).toBe(promptOf(goal()));
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (index, content) => {
        const interactions = [{ id: 7, categories: ["service" as const], content }];
        expect(promptOf(process({ index, interactions }))).toBe(promptOf(process()));
      }),
    );
  });

  test.each(["goal", "environment", "service", "agent"] as const)(
    "of the %s question say that quoted text is data, and ask for one JSON object",
    (question) => {
      const prompt = promptOf(question === "goal" ? goal() : process({ question, necessity: question === "agent" }));
      expect(prompt).toContain("data about the run");
      expect(prompt).toContain("one JSON object of the given shape");
      expect(prompt).not.toMatch(/\{(?:looking|checks|parts|suffix)\}(?!\\)/);
    },
  );

  test("say what has to be said of each question", () => {
    expect(promptOf(goal())).toMatch(/10: fully met.*5: about half.*0: not met at all/s);
    expect(promptOf(goal())).toContain("own statement that something is done, tested or verified is no proof");
    expect(promptOf(process({ question: "environment", necessity: false }))).toContain("A call that ran cleanly is 1");
    expect(promptOf(process({ question: "service", necessity: false }))).toContain("5xx");
    expect(promptOf(process())).toContain("a plain `ls`");
    expect(promptOf(process())).toContain("Judge what was done, not what might have been done");
  });

  test("ask for audits, for necessity, or for both, as it is this time", () => {
    expect(promptOf(process())).toContain("and necessity for the whole index.");
    expect(promptOf(process({ necessity: false }))).toContain("Necessity is not asked for this time.");
    expect(promptOf(process({ interactions: [] }))).toContain("Only necessity is asked for this time");
  });
});

describe("the evidence", () => {
  test("lies inside one boundary, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom("", "</material-", "<material-"), (text, mark) => {
        const asked = toModelQuestion(goal({ transcript: `${mark}${text}`, finalAnswer: mark }));
        const marks = drawMarks(systemRandom, JSON.stringify(asked.facts));
        const prompt = toPromptText(assemblePrompt(asked, marks));
        expect(prompt.split(/<material-/).length - 1).toBe(1);
        expect(prompt.split(/<\/material-/).length - 1).toBe(1);
      }),
    );
  });

  test("is announced where it is cut: a long task, a long answer, entries of a long run", () => {
    const padded = buildEvidence([
      ...Array.from({ length: 60 }, () => assistantText("x".repeat(5_000))),
      assistantText("the very last words"),
    ]);
    const question = openGoalQuestion(
      { ...padded, task: "t".repeat(30_000), finalAnswer: `begin${"y".repeat(5_000_000)}end` },
      checks,
    ).next();
    const asked = toModelQuestion(question);
    const { task, transcript, finalAnswer, cuts } = asked.facts as Record<string, string> & { cuts: string[] };
    expect(cuts).toEqual([
      "task: 30000 characters, cut in the middle",
      "finalAnswer: 5000008 characters, cut in the middle",
      "transcript: cut where it says so",
    ]);
    expect(task?.length).toBeLessThanOrEqual(20_000);
    expect(finalAnswer).toMatch(/^begin.*\[\.\.\. \d+ characters cut \.\.\.\].*end$/s);
    expect(transcript).toContain("the very last words");
    expect(transcript?.length).toBeLessThanOrEqual(50_000);
    expect(asked.prompt).toContain("It is done");
  });
});

describe("the answer", () => {
  const read = (question: Question, value: unknown) => toModelQuestion(question).answer.safeParse(value).success;

  test("is shown with every range, and parsed only on the outside, so that good parts survive", () => {
    const shape = JSON.stringify(z.toJSONSchema(toModelQuestion(goal()).answer));
    expect(shape).toContain('"maximum":10');
    expect(read(goal(), { grades: [{ index: 0, score: 11 }, "nonsense"] })).toBe(true);
    expect(read(goal(), { grades: "none" })).toBe(false);
  });

  test("of necessity alone needs no audits, and of audits alone no necessity", () => {
    expect(read(process({ interactions: [] }), { necessity: {} })).toBe(true);
    expect(read(process({ necessity: false }), { audits: [] })).toBe(true);
    expect(read(process(), { audits: [] })).toBe(false);
  });

  test("puts the rationale before the number", () => {
    const grade = JSON.stringify(z.toJSONSchema(toModelQuestion(goal()).answer));
    expect(grade.indexOf('"rationale"')).toBeLessThan(grade.indexOf('"score"'));
  });
});

describe("an answer worth keeping", () => {
  const grade = (index: number, score: unknown = 5) => ({ index, rationale: "r", score });
  test.each([
    ["everything that was asked", [grade(0), grade(3)], true],
    ["more than that", [grade(0), grade(3), grade(9, 99)], true],
    ["less", [grade(0)], false],
    ["one check twice", [grade(0), grade(3), grade(3)], false],
    ["a number out of range", [grade(0), grade(3, 11)], false],
    ["a number as text", [grade(0), grade(3, "5")], false],
    ["no list", "grades", false],
  ])("says %s: %#", (_, grades, kept) => {
    expect(isComplete(goal(), { grades })).toBe(kept);
  });

  test("has necessity where it was asked", () => {
    const audits = [{ id: 1, rationale: "r", success: 1, weight: 1, contextRelevance: 1 }];
    const necessity = { rationale: "r", unnecessaryIds: [], score: 1 };
    expect(isComplete(process(), { audits, necessity })).toBe(true);
    expect(isComplete(process(), { audits })).toBe(false);
    expect(isComplete(process({ interactions: [] }), { necessity })).toBe(true);
    expect(
      isComplete(process({ question: "service", necessity: false }), {
        audits: [{ id: 1, rationale: "r", success: 2 }],
      }),
    ).toBe(false);
  });
});
