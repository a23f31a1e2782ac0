/** The contract of judges, as a suite: `testJudge("mine", () => myJudge())`. */
import { describe, expect, test } from "vitest";
import { categories } from "../../core/score/category.ts";
import type { Entry } from "../../core/entry.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { Answer, Judge } from "../../core/judge.ts";
import {
  AgentAnswer,
  type DuelQuestion,
  ExecutionAnswer,
  GoalAnswer,
  type Question,
  questionIds,
} from "../../core/question.ts";

export interface TestJudgeOptions {
  /** Whether the same question must always get the same answer. */
  readonly deterministic?: boolean;
}

/** Runs the contract on a judge. */
export function testJudge(name: string, makeJudge: () => Judge | Promise<Judge>, options: TestJudgeOptions = {}): void {
  describe(`judge ${name}`, () => {
    for (const run of runs) {
      for (const id of questionIds) {
        test(`the ${id} question about ${run.name} gets a complete answer, or none with a reason`, async () => {
          const question = createQuestion(id, run.evidence);
          const judge = await makeJudge();
          expect(describeShortfall(question, await judge.ask(question, createContext()))).toBeNull();
        });

        test.runIf(options.deterministic)(
          `the ${id} question about ${run.name} gets the same answer twice`,
          async () => {
            const [one, other] = [await makeJudge(), await makeJudge()];
            const first = await one.ask(createQuestion(id, run.evidence), createContext());
            expect(await one.ask(createQuestion(id, run.evidence), createContext())).toEqual(first);
            expect(await other.ask(createQuestion(id, run.evidence), createContext())).toEqual(first);
          },
        );
      }
    }

    test("only the parts that were asked for have to be answered", async () => {
      const judge = await makeJudge();
      const question = { ...createProcessQuestion("agent", small), necessity: false };
      const part = { ...question, interactions: question.interactions.slice(1) };
      const again = { ...createContext(), attempt: 2, problem: "interaction 2: no answer" };
      expect(describeShortfall(part, await judge.ask(part, again))).toBeNull();
    });

    test("it has an id", async () => {
      expect((await makeJudge()).id).toMatch(/\S/);
    });

    test.each(questionIds)("the %s question is not answered after an abort", async (id) => {
      const judge = await makeJudge();
      const asking = async () => judge.ask(createQuestion(id, small), { attempt: 1, abort: AbortSignal.abort() });
      const status = await asking().then(
        (answer) => answer.status,
        () => "thrown",
      );
      expect(status).not.toBe("answered");
    });
  });
}

function createContext() {
  return { abort: new AbortController().signal, attempt: 1 };
}

/** A question about a run. */
type RunQuestion = Exclude<Question, DuelQuestion>;

/** What an answer lacks, or null. It needs exactly one item per part of the question, or a reason why it has none. */
function describeShortfall(question: RunQuestion, answer: Answer): string | null {
  if (answer.status !== "answered") return /\S/.test(answer.why) ? null : `${answer.status} without a reason`;
  if (question.question === "goal") {
    const { grades } = GoalAnswer.parse(answer.value);
    return describeDifference(grades, question.checks, ({ index }) => index);
  }
  const { audits, ...rest } = (question.question === "agent" ? AgentAnswer : ExecutionAnswer).parse(answer.value);
  if (question.necessity && !("necessity" in rest)) return "no necessity";
  return describeDifference(audits, question.interactions, ({ id }) => id);
}

function describeDifference<A, B>(
  given: readonly A[],
  asked: readonly B[],
  keyOf: (item: A | B) => number,
): string | null {
  const wanted = asked.map(keyOf);
  const found = given.map(keyOf).filter((key) => wanted.includes(key));
  const complete = found.toSorted((a, b) => a - b).join() === wanted.toSorted((a, b) => a - b).join();
  return complete ? null : `asked for ${wanted.join()}, answered ${found.join()}`;
}

function createQuestion(id: (typeof questionIds)[number], evidence: Evidence): RunQuestion {
  if (id !== "goal") return createProcessQuestion(id, evidence);
  return {
    ...toCommonParts(evidence),
    question: "goal",
    checks: (evidence.checks ?? []).map(({ check }, index) => ({ index, check })),
    transcript: evidence.transcript.map((entry) => JSON.stringify(entry)).join("\n"),
    finalAnswer: evidence.finalAnswer,
    durationMs: evidence.durationMs,
    tokens: null,
    workspace: false,
  };
}

function createProcessQuestion(id: (typeof categories)[number], evidence: Evidence) {
  const pool = evidence.interactions.filter(({ categories: own }) => id === "agent" || own.includes(id));
  return {
    ...toCommonParts(evidence),
    question: id,
    index: pool.map(({ sparseLine }) => sparseLine).join("\n"),
    interactions: pool.map(({ id: number, categories: own, content }) => ({ id: number, categories: own, content })),
    necessity: id === "agent",
  };
}

function toCommonParts(evidence: Evidence) {
  return { scenario: evidence.scenarioKey, task: evidence.task, evidence };
}

const transcript: readonly Entry[] = [
  { type: "assistant", timestamp: "2026-01-01T00:00:00.000Z", text: "I will look at the notes first." },
  {
    type: "tool_use",
    timestamp: "2026-01-01T00:00:01.000Z",
    id: "a",
    tool: "Bash",
    input: { command: "cat notes.txt" },
  },
  {
    type: "tool_result",
    timestamp: "2026-01-01T00:00:01.100Z",
    id: "a",
    output: "buy milk\n",
    isError: false,
    exitCode: 0,
  },
  {
    type: "tool_use",
    timestamp: "2026-01-01T00:00:02.000Z",
    id: "b",
    tool: "mcp__shop__create_order",
    input: { item: "milk" },
  },
  {
    type: "tool_result",
    timestamp: "2026-01-01T00:00:04.500Z",
    id: "b",
    output: "HTTP/1.1 500",
    isError: true,
    httpStatus: 500,
  },
  { type: "error", timestamp: "2026-01-01T00:00:05.000Z", message: "the stream broke" },
];

const shared = { hasError: false, startMs: null, durationMs: null, contextBytes: 40 };

const interactions: readonly Interaction[] = [
  {
    ...shared,
    id: 1,
    kind: "thinking",
    categories: ["agent"],
    toolName: null,
    entryIndices: [0],
    sparseLine: "#1    agent        assistant   I will look at the notes first.",
    content: "I will look at the notes first.",
  },
  {
    ...shared,
    id: 2,
    kind: "tool",
    categories: ["environment"],
    toolName: "Bash",
    entryIndices: [1, 2],
    sparseLine: "#2    env          tool_use    Bash(command: cat notes.txt) -> ok, 9B, 100ms",
    durationMs: 100,
    content: "Bash cat notes.txt\nbuy milk",
  },
  {
    ...shared,
    id: 3,
    kind: "tool",
    categories: ["service"],
    toolName: "mcp__shop__create_order",
    entryIndices: [3, 4],
    sparseLine: "#3    service      tool_use    mcp__shop__create_order(item: milk) -> error, 12B, 2.5s",
    hasError: true,
    durationMs: 2500,
    content: "mcp__shop__create_order milk\nHTTP/1.1 500",
  },
  {
    ...shared,
    id: 4,
    kind: "error",
    categories: ["agent"],
    toolName: null,
    entryIndices: [5],
    sparseLine: "#4    agent        error       the stream broke",
    hasError: true,
    content: "the stream broke",
  },
];

const small: Evidence = {
  scenarioKey: "shop/order",
  task: "Order what the notes say.",
  checks: [
    { check: "An order was placed", weight: 0.5 },
    { check: "It is for milk", weight: 0.5 },
  ],
  verified: [],
  outcome: { status: "completed", result: "The order failed." },
  calledTool: true,
  finalAnswer: "The order failed.",
  durationMs: 5000,
  tokenUsage: null,
  transcript,
  interactions,
};

const empty: Evidence = {
  ...small,
  checks: [],
  outcome: { status: "completed", result: null },
  calledTool: false,
  finalAnswer: null,
  durationMs: 0,
  transcript: [],
  interactions: [],
};

const runs = [
  { name: "a small run", evidence: small },
  { name: "an empty run", evidence: empty },
];
