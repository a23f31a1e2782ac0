import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentHash, subset, updateItem } from "./change-item.ts";
import {
  agentTrajectory,
  conversationStats,
  extractByTag,
  hasErrors,
  toTranscript,
  turnPairs,
} from "./conversation.ts";
import { itemFields } from "../dataset-item.ts";
import { camelCase, snakeCase } from "../keys/key-case.ts";
import { listGivenFields, parseItem, readItem } from "./parse-item.ts";

const talk = {
  messages: [
    { role: "human", content: "first?" },
    { role: "ai", tool_calls: [{ id: "c1", name: "SearchDocs", args: { q: "x" } }] },
    {
      role: "tool",
      tool_call_id: "c1",
      content: "found",
      is_error: true,
      retrieved_content: ["b", "a"],
      tool_output: { retrieved_content: ["a", "c"], actual_ranking: ["d1", { id: 2, relevance: 1 }] },
    },
    { role: "assistant", content: "one" },
    { role: "user", content: "second?" },
    { role: "assistant", content: "two" },
  ],
  reference_text: "the reference",
  reference_tool_calls: [{ name: "lookup" }],
};

describe("reading", () => {
  test("either spelling and aliases of keys give the same item", () => {
    const snake = parseItem({ dataset_id: "1", single_turn_query: "q", actual_output: "a", user_tags: ["t"] });
    const camel = parseItem({ id: "1", query: "q", actualOutput: "a", userTags: ["t"] });
    expect(snake).toEqual(camel);
    expect(() => parseItem({ actual_output: "a", actualOutput: "b" })).toThrow("another spelling of actualOutput");
    expect(parseItem({ actual_output: "a", actualOutput: "a" }).actualOutput).toBe("a");
  });

  test("null and absent are the same, and everything has its default", () => {
    const item = parseItem({ query: null, latency: null });
    expect(item).toMatchObject({
      additionalInput: {},
      metadata: {},
      userTags: [],
      conversationExtractionStrategy: "last",
    });
    expect(item.query).toBeUndefined();
    expect(item.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parseItem({}).id).not.toBe(item.id);
  });

  test("small things are put right: one criterion, JSON metadata, times, ids of rankings", () => {
    const item = parseItem({
      id: 7,
      acceptance_criteria: "one",
      metadata: '{"Own_Key": 1}',
      source_timestamp: "2026-01-02T03:04:05",
      actual_ranking: ["a", 2, { id: "c", score: 0.5 }],
    });
    expect(item).toMatchObject({
      id: "7",
      acceptanceCriteria: ["one"],
      metadata: { Own_Key: 1 },
      sourceTimestamp: "2026-01-02T03:04:05.000Z",
      actualRanking: [{ id: "a" }, { id: "2" }, { id: "c", score: 0.5 }],
    });
    expect(parseItem({ source_timestamp: "2026-01-02T03:04:05+02:00" }).sourceTimestamp).toBe(
      "2026-01-02T01:04:05.000Z",
    );
  });

  test.each([
    [{ actual_ouput: "x" }, 'items[3]: unknown key "actual_ouput", did you mean "actual_output"?'],
    [{ actualOuput: "x" }, 'items[3]: unknown key "actualOuput", did you mean "actualOutput"?'],
    [
      { tools_called: [{ name: "a" }, { name: "b", args: 3 }] },
      "items[3].tools_called[1].args: expected record, received number",
    ],
    [{ toolsCalled: [{ name: "a", agrs: {} }] }, 'items[3].toolsCalled[0]: unknown key "agrs"'],
    [{ latency: -1 }, "items[3].latency: Too small: expected number to be >=0"],
    [{ source_timestamp: "yesterday" }, "items[3].source_timestamp: expected an ISO time"],
    [{ metadata: "{" }, "items[3].metadata: is not valid JSON"],
    [{ conversation: [] }, "items[3].conversation.messages: Too small"],
    ["text", "items[3]: expected object, received string"],
    [JSON.parse('{"__proto__": {"query": "q"}}'), 'items[3]: unknown key "__proto__"'],
  ])("a mistake is named by its place: %j", (raw, problem) => {
    expect(readItem(raw, "items[3]").problems?.join("\n")).toContain(problem);
  });

  test("data that goes too deep, or in circles, is a mistake like any other", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const deep = JSON.parse(`${'{"a":'.repeat(600)}1${"}".repeat(600)}`) as unknown;
    for (const value of [circle, deep])
      expect(readItem({ metadata: value, trace: value }).problems?.[0]).toBe(
        "item.metadata: data nested more than 500 levels deep",
      );
  });

  test("items are frozen all the way down, and what they were made of is not", () => {
    const own = { deep: { list: [1] } };
    const item = parseItem({ additionalInput: own, conversation: talk });
    expect(Object.isFrozen(own.deep)).toBe(false);
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(item)).toBe(true);
    expect(parseItem(item)).toBe(item);
  });
});

describe("what a conversation says by itself", () => {
  const item = parseItem({ conversation: talk, expected_output: "given", user_tags: ["mine"] });

  test("query, answers, tools, context and ranking come from it", () => {
    expect(item).toMatchObject({
      query: "second?",
      actualOutput: "two",
      expectedOutput: "the reference",
      retrievedContent: ["b", "a", "c"],
      actualRanking: [{ id: "d1" }, { id: "2", relevance: 1 }],
      actualReference: [{ id: "d1" }, { id: "2", relevance: 1 }],
      expectedTools: [{ name: "lookup", args: {} }],
    });
    expect(item.toolsCalled).toMatchObject([{ name: "SearchDocs", tags: ["RAG", "mine"] }]);
    const first = parseItem({ conversation: talk, conversation_extraction_strategy: "first", actual_output: "own" });
    expect(first).toMatchObject({ query: "first?", actualOutput: "own" });
  });

  test("a bare list of messages is a conversation; one without tools called none and retrieved nothing known", () => {
    const bare = parseItem({ conversation: [{ role: "user", content: "hi" }] });
    expect(bare.toolsCalled).toEqual([]);
    expect(bare.retrievedContent).toBeUndefined();
    expect(bare.actualOutput).toBeUndefined();
  });

  test("rankings and references mirror each other where one is given", () => {
    expect(parseItem({ expected_reference: ["x"] })).toMatchObject({ expectedRanking: [{ id: "x" }] });
    expect(parseItem({ expected_reference: ["x"], expected_ranking: ["y"] }).expectedRanking).toEqual([{ id: "y" }]);
  });

  test("it can be counted, followed, read and searched", () => {
    expect(conversationStats(item)).toEqual({ turnCount: 3, userMessageCount: 2, aiMessageCount: 3, toolCallCount: 1 });
    expect(conversationStats(parseItem({}))).toBeNull();
    expect(agentTrajectory(item)).toEqual(["SearchDocs"]);
    expect(hasErrors(item)).toBe(true);
    expect(hasErrors(parseItem({}))).toBeNull();
    expect(toTranscript(item)).toBe(
      'User: first?\nAssistant:\n  SearchDocs({"q":"x"})\nTool: found\nAssistant: one\nUser: second?\nAssistant: two',
    );
    expect(toTranscript(parseItem({ query: "q" }))).toBe("");
    expect(extractByTag(item, "RAG")).toMatchObject([{ call: { id: "c1" }, message: { content: "found" } }]);
  });

  test("a pair is a question and the answer to it", () => {
    expect(turnPairs(item.conversation!)).toEqual({
      pairs: [
        { query: "first?", answer: "one", turnIndex: 3 },
        { query: "second?", answer: "two", turnIndex: 5 },
      ],
      skipped: 0,
    });
  });
});

describe("new items from others", () => {
  const item = parseItem({
    id: "1",
    query: "q",
    actual_output: "a",
    additional_input: { a: 1 },
    retrieved_content: ["x"],
  });

  test("a subset has those fields and no others", () => {
    expect(subset(item, ["actual_output"])).toMatchObject({ id: "1", actualOutput: "a" });
    expect(subset(item, ["actualOutput"]).query).toBeUndefined();
    expect(subset(item, ["query"], { keepId: false }).id).not.toBe("1");
    expect(() => subset(item, ["nothing"])).toThrow('"nothing" is not a field');
  });

  test("a patch replaces values and merges objects, or only fills in", () => {
    const patch = {
      actual_output: "b",
      additional_input: { b: 2 },
      retrieved_content: ["x", "y"],
      expected_output: "e",
    };
    expect(updateItem(item, patch)).toMatchObject({
      actualOutput: "b",
      additionalInput: { a: 1, b: 2 },
      retrievedContent: ["x", "y"],
    });
    const filled = updateItem({ ...item } as typeof item, { ...patch, retrieved_content: ["y"] }, { overwrite: false });
    expect(filled).toMatchObject({ actualOutput: "a", expectedOutput: "e", retrievedContent: ["x", "y"], id: "1" });
  });

  test("the query of a conversation is not patched: it takes a new conversation", () => {
    const spoken = parseItem({ conversation: talk });
    expect(() => updateItem(spoken, { query: "other?" })).toThrow("the query comes from the conversation");
    expect(updateItem(spoken, { conversation: [{ role: "user", content: "other?" }] }).query).toBe("other?");
    expect(updateItem(spoken, { actual_output: "patched" }).actualOutput).toBe("patched");
  });

  test("a hash is of what an item says, not of what it is called", () => {
    const made = (id: string, query: string) => contentHash(parseItem({ id, query }));
    expect(made("1", "q")).toBe(made("2", "q"));
    expect(made("1", "q")).not.toBe(made("1", "r"));
  });

  test("calls that were given an id by chance do not change it", () => {
    const called = () => parseItem({ query: "q", tools_called: [{ name: "a" }], conversation: talk });
    expect(called().toolsCalled?.[0]?.id).not.toBe(called().toolsCalled?.[0]?.id);
    expect(contentHash(called())).toBe(contentHash(called()));
  });

  test("what was given is told from what was derived", () => {
    expect([...listGivenFields(parseItem({ conversation: talk, query: null }))]).toEqual(["conversation"]);
  });
});

test("the two spellings of every field are each other's", () => {
  for (const field of itemFields) expect(camelCase(snakeCase(field))).toBe(field);
  fc.assert(fc.property(fc.stringMatching(/^[a-z]+(_[a-z]+)*$/), (key) => snakeCase(camelCase(key)) === key));
});

test("whatever is read is refused with a sentence or frozen, and reading never throws anything else", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...itemFields, "x"), fc.jsonValue()), (raw) => {
      const { item, problems } = readItem(raw);
      expect(item === undefined ? problems!.length > 0 : Object.isFrozen(item)).toBe(true);
    }),
  );
});
