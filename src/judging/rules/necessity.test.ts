import { describe, expect, test } from "vitest";
import type { EntryInput } from "../../core/entry.ts";
import { askAgentQuestion, bash, toolResult, type LiteralRunOptions, assistantText, toolUse } from "./literal-run.ts";

/** The reasons of all interactions found unnecessary, by id. */
async function reasons(entries: readonly EntryInput[], options: LiteralRunOptions = {}) {
  const { audits, necessity } = await askAgentQuestion(entries, options);
  const found = audits.filter(({ id }) => necessity.unnecessaryIds.includes(id));
  return Object.fromEntries(found.map(({ id, rationale }) => [id, rationale.split("; ")[0]]));
}

// Calls with inputs that are in the task, so that no read is unused for its own sake.
const task = "alpha beta gamma delta";
const read = (path = "alpha") => [toolUse("Read", { path }), toolResult("")];
const opaque = (command = "node alpha.js", more: Parameters<typeof toolResult>[1] = {}) => bash(command, "", more);
const write = [toolUse("Write", { path: "alpha", content: "beta" }), toolResult("ok")];
const user: EntryInput = { type: "user", text: "go on" };

describe("a duplicate", () => {
  test.each<[string, EntryInput[], Record<number, string>]>([
    ["the same read again", [...read(), ...read()], { 2: "duplicate of #1" }],
    ["again and again", [...read(), ...read(), ...read()], { 2: "duplicate of #1", 3: "duplicate of #2" }],
    [
      "with reads and thoughts between",
      [...read(), assistantText("alpha"), ...read("beta"), ...read()],
      { 4: "duplicate of #1" },
    ],
    [
      "names of tools are compared in lower case",
      [...read(), toolUse("read", { path: "alpha" })],
      { 2: "duplicate of #1" },
    ],
    [
      "the order of fields does not matter",
      [toolUse("x", { a: 1, b: 2 }), toolResult(""), toolUse("x", { b: 2, a: 1 })],
      { 2: "duplicate of #1" },
    ],
    ["another input is another call", [...read(), ...read("beta")], {}],
    [
      "another tool is another call",
      [toolUse("Read", { path: "alpha" }), toolResult(""), toolUse("View", { path: "alpha" })],
      {},
    ],
    ["not after a write", [...read(), ...write, ...read()], {}],
    ["not after an opaque call", [...read(), ...opaque(), ...read()], {}],
    ["not after a result without a call", [...read(), toolResult("?", { id: "late" }), ...read()], {}],
    ["not of a failed call", [...opaque("x", { exitCode: 1 }), ...opaque("x")], {}],
    ["also if it fails this time", [...opaque("x"), ...opaque("x", { exitCode: 1 })], { 2: "duplicate of #1" }],
    ["of an opaque call", [...opaque(), ...read(), ...opaque()], { 3: "duplicate of #1" }],
    ["not with another opaque call between", [...opaque(), ...opaque("node beta.js"), ...opaque()], {}],
    [
      "the same opaque call is no other one",
      [...opaque("x"), ...opaque("x", { exitCode: 1 }), ...opaque("x")],
      { 2: "duplicate of #1", 3: "duplicate of #1" },
    ],
    ["of a write", [...write, ...write], { 2: "duplicate of #1" }],
    ["a failed write between is a write", [...read(), toolUse("Write", { path: "alpha" }), ...read()], {}],
    [
      "of a call of the agent's own",
      [toolUse("TodoRead"), toolResult("x"), toolUse("TodoRead"), toolResult("x")],
      { 2: "duplicate of #1" },
    ],
    ["results without calls are none of each other", [toolResult("a"), toolResult("a")], {}],
  ])("%s", async (_, entries, expected) => {
    expect(await reasons(entries, { task })).toEqual(expected);
  });
});

describe("an unused read", () => {
  // Words of the input found: 0.2 + 0.6 × 1/3 = 0.4 is used, 0.2 + 0.6 × 1/4 = 0.35 is not.
  test.each<[string, EntryInput[], Record<number, string>]>([
    ["a third of the words found is enough", read("alpha/zeta/theta"), {}],
    ["a quarter is not", read("alpha/zeta/theta/iota"), { 1: "unused read" }],
    [
      "unless the result was used",
      [toolUse("Read", { path: "zeta" }), toolResult("lexer token"), assistantText("lexer token")],
      {},
    ],
    ["a shell command that only reads", bash("cat zeta.txt | sort"), { 1: "unused read" }],
    ["an MCP tool that reads", [toolUse("mcp__cms__get_post", { slug: "zeta" }), toolResult("")], { 1: "unused read" }],
    ["an opaque call is no read", bash("node zeta.js"), {}],
    ["a write is no read", bash("rm zeta.txt"), {}],
    ["reading one's own configuration is no waste", [toolUse("Read", { path: ".claude/zeta" }), toolResult("")], {}],
    [
      "but twice is",
      [toolUse("Read", { path: ".claude/zeta" }), toolResult(""), toolUse("Read", { path: ".claude/zeta" })],
      { 2: "duplicate of #1" },
    ],
  ])("%s", async (_, entries, expected) => {
    expect(await reasons(entries, { task })).toEqual(expected);
  });
});

const fails = (text: string, tool = "x") => [toolUse(tool, { text }), toolResult("", { isError: true })];

describe("a retry", () => {
  test.each<[string, EntryInput[], Record<number, string>]>([
    ["the first failure is forgiven", fails("alpha beta"), {}],
    ["the same failure again", [...fails("alpha beta"), ...fails("alpha beta")], { 2: "retry of #1" }],
    [
      "each further one, named after the latest",
      [...fails("alpha"), ...fails("alpha"), ...fails("alpha")],
      { 2: "retry of #1", 3: "retry of #2" },
    ],
    [
      "four of five words shared",
      [...fails("alpha beta gamma delta zeta"), ...fails("alpha beta gamma delta theta")],
      { 2: "retry of #1" },
    ],
    ["three of four words shared", [...fails("alpha beta gamma delta"), ...fails("alpha beta gamma theta")], {}],
    [
      "words added do not make it another call",
      [...fails("alpha beta"), ...fails("alpha beta gamma delta zeta")],
      { 2: "retry of #1" },
    ],
    [
      "an earlier failure further back",
      [...fails("alpha"), ...fails("gamma"), ...fails("alpha")],
      { 3: "retry of #1" },
    ],
    ["with a write between", [...fails("alpha"), ...write, ...fails("alpha")], { 3: "retry of #1" }],
    ["another tool", [...fails("alpha", "x"), ...fails("alpha", "y")], {}],
    ["a call that works is none", [...fails("alpha"), toolUse("x", { text: "alpha" }), toolResult("")], {}],
    [
      "after a call that worked is none",
      [toolUse("x", { text: "alpha beta" }), toolResult(""), ...fails("alpha gamma")],
      {},
    ],
    ["inputs without words are compared whole", [...fails("a"), ...fails("b"), ...fails("a")], { 3: "retry of #1" }],
    ["calls of the agent's own are none", [...fails("alpha", "TodoWrite"), ...fails("alpha", "TodoWrite")], {}],
    [
      "no result is a failure",
      [toolUse("x", { text: "alpha" }, { id: "1" }), toolUse("x", { text: "alpha" }, { id: "2" })],
      { 2: "retry of #1" },
    ],
    [
      "a 404 of a service is a failure",
      [
        toolUse("x", { a: "alpha" }),
        toolResult("", { httpStatus: 404 }),
        toolUse("x", { a: "alpha" }),
        toolResult("", { httpStatus: 404 }),
      ],
      { 2: "retry of #1" },
    ],
  ])("%s", async (_, entries, expected) => {
    expect(await reasons(entries, { task })).toEqual(expected);
  });
});

test("thinking is unnecessary only where it repeats, and an error never is", async () => {
  const error: EntryInput = { type: "error", message: "broke" };
  expect(
    await reasons([assistantText("alpha"), user, assistantText("beta"), user, assistantText("alpha"), error, error]),
  ).toEqual({
    3: "repeated thought of #1",
  });
});

test("necessity is the share that was needed, with the reasons counted", async () => {
  const entries = [
    ...read(),
    ...read(),
    ...read("zeta"),
    assistantText("alpha"),
    user,
    assistantText("alpha"),
    ...write,
    ...opaque(),
    ...opaque("y"),
  ];
  expect((await askAgentQuestion(entries, { task })).necessity).toEqual({
    rationale: "3 of 8 steps were unnecessary: duplicate 1, repeated thought 1, unused read 1",
    unnecessaryIds: [2, 3, 5],
    score: 1 - 3 / 8,
  });
  expect((await askAgentQuestion(read(), { task })).necessity).toEqual({
    rationale: "0 of 1 steps were unnecessary",
    unnecessaryIds: [],
    score: 1,
  });
});
