import { describe, expect, test } from "vitest";
import type { Entry } from "../core/entry.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import { itemFromRun } from "./item-from-run.ts";
import { sampleDetail } from "../testing/store-samples.ts";

const at = null;
const transcript: Entry[] = [
  { type: "system", timestamp: at, text: "ready" },
  { type: "assistant", timestamp: at, text: "hm", thought: true },
  { type: "assistant", timestamp: at, text: "I look it up." },
  { type: "tool_use", timestamp: at, id: "1", tool: "search_docs", input: { text: "capital" } },
  { type: "tool_use", timestamp: at, id: null, tool: "run", input: "ls" },
  { type: "tool_result", timestamp: at, id: "1", output: "Paris", isError: false },
  { type: "tool_result", timestamp: at, id: null, output: "boom", isError: true },
  { type: "tool_use", timestamp: at, id: "3", tool: "search_docs", input: {} },
  { type: "tool_result", timestamp: at, id: "3", output: "Paris", isError: false },
  { type: "assistant", timestamp: at, text: "It is Paris." },
];

function detailOf(part: Partial<RunDetail>, entries: Entry[] = transcript): RunDetail {
  const detail = sampleDetail(entries);
  return {
    ...detail,
    prompt: "Capital of France?",
    durationMs: 2500,
    ...part,
    output: { ...detail.output, result: "It is Paris." },
  };
}

describe("the item of a run", () => {
  const item = itemFromRun(detailOf({ outcome: { status: "completed", result: "It is Paris." } }), {
    metrics: { expected_output: "Paris", additional_input: { persona: "terse" } },
  });

  test("has the task, the answer, the time and what the scenario says for metrics", () => {
    expect(item).toMatchObject({
      query: "Capital of France?",
      actualOutput: "It is Paris.",
      expectedOutput: "Paris",
      latency: 2.5,
      additionalInput: { goal: "Capital of France?", persona: "terse" },
    });
  });

  test("has the conversation: the task first, calls with what was said before them, results with their errors", () => {
    expect(
      item.conversation?.messages.map((message) => [
        message.role,
        message.content ?? null,
        message.role === "assistant" ? (message.toolCalls ?? []).map(({ name }) => name) : null,
      ]),
    ).toEqual([
      ["user", "Capital of France?", null],
      ["assistant", "I look it up.", ["search_docs", "run"]],
      ["tool", "Paris", null],
      ["tool", "boom", null],
      ["assistant", null, ["search_docs"]],
      ["tool", "Paris", null],
      ["assistant", "It is Paris.", []],
    ]);
    const results = item.conversation?.messages.filter((message) => message.role === "tool");
    expect(results?.map(({ toolCallId, isError }) => [toolCallId, isError])).toEqual([
      ["1", false],
      ["call-1", true],
      ["3", false],
    ]);
  });

  test("has the calls in order; what is no object is put into one", () => {
    expect(item.toolsCalled?.map(({ name, args }) => [name, args])).toEqual([
      ["search_docs", { text: "capital" }],
      ["run", { input: "ls" }],
      ["search_docs", {}],
    ]);
  });

  test("has what retrieval tools found, each text once", () => {
    expect(item.retrievedContent).toEqual(["Paris"]);
  });
});

test("without a retrieval tool all successful outputs count; blank ones do not, long ones are cut with a mark", () => {
  const entries: Entry[] = [
    { type: "tool_use", timestamp: at, id: "1", tool: "cat", input: {} },
    { type: "tool_result", timestamp: at, id: "1", output: "x".repeat(20_100), isError: false },
    { type: "tool_use", timestamp: at, id: "2", tool: "cat", input: {} },
    { type: "tool_result", timestamp: at, id: "2", output: " ", isError: false },
  ];
  const [only, ...others] = itemFromRun(detailOf({}, entries)).retrievedContent ?? [];
  expect(others).toEqual([]);
  expect(only).toBe(`${"x".repeat(20_000)} [axis: cut, 100 more characters]`);
});

test("a run that did not complete is measured by its last words, or by none", () => {
  const outcome = { status: "failed", code: "exit", message: "exit 1" } as const;
  expect(itemFromRun(detailOf({ outcome })).actualOutput).toBe("It is Paris.");
  expect(itemFromRun(detailOf({ outcome }, [])).actualOutput).toBe("");
});
