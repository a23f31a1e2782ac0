import { describe, expect, test } from "vitest";
import type { EntryInput } from "../../core/entry.ts";
import { askAgentQuestion, bash, toolResult, type LiteralRunOptions, assistantText, toolUse } from "./literal-run.ts";

/** The audit of the first interaction of a run. */
async function firstAudit(entries: readonly EntryInput[], options: LiteralRunOptions = {}) {
  const { audits } = await askAgentQuestion(entries, options);
  return audits[0]!;
}

const failure: EntryInput = { type: "error", message: "broke" };
const user: EntryInput = { type: "user", text: "go on" };

describe("success", () => {
  test.each<[string, EntryInput[], number]>([
    ["a call with a result", bash("ls", "a"), 1],
    ["a call that failed", bash("ls", "", { exitCode: 2 }), 1],
    ["a call without a result", [toolUse("Bash", { command: "ls" })], 0],
    ["a call with only an error", [toolUse("Bash", { command: "ls" }), failure], 0],
    ["a result without a call", [toolResult("a")], 1],
    ["a thought", [assistantText("hm")], 1],
    ["an error", [failure], 0],
    ...[
      "Unknown tool",
      "no such tool: x",
      "Invalid input",
      "invalid arguments",
      "invalid parameters",
      "InputValidationError",
    ].map((says_): [string, EntryInput[], number] => [
      `a refusal: ${says_}`,
      [toolUse("x"), toolResult(says_, { isError: true })],
      0,
    ]),
    ["a result that talks of refusals", [toolUse("x"), toolResult("what to do about invalid input")], 1],
    [
      "an agent tool that was refused",
      [toolUse("TodoWrite"), toolResult("InputValidationError", { isError: true })],
      0,
    ],
  ])("%s", async (_, entries, success) => {
    expect((await firstAudit(entries)).success).toBe(success);
  });

  test("a thought that repeats an earlier one counts half, whatever its spaces and capitals", async () => {
    const { audits } = await askAgentQuestion([
      assistantText("Try  again"),
      user,
      assistantText(" try\nAGAIN "),
      user,
      assistantText("Try again now"),
    ]);
    expect(audits.map(({ success }) => success)).toEqual([1, 0.5, 1]);
    expect(audits[1]!.rationale).toContain("repeated thought of #1");
  });
});

const line = (start: string) => `${start.padEnd(99, ".")}\n`;

/** Forty lines of a hundred bytes, some of which begin with a word. */
function page(word: string, times: number): string {
  return line(word).repeat(times) + line("").repeat(40 - times);
}

describe("weight of a call", () => {
  test.each<[string, string, number]>([
    ["2,048 bytes are never too many", ".".repeat(2_048), 1],
    ["2,049 unused bytes", ".".repeat(2_049), 0.3],
    ["bytes count, not characters", "ä".repeat(1_025), 0.3],
    ["5 of 40 lines used", page("lexer", 5), 0.3 + 0.7 * (500 / 4_000 / 0.25)],
    ["1 of 40 lines used", page("lexer", 1), 0.3 + 0.7 * (100 / 4_000 / 0.25)],
    ["a quarter used is enough", page("lexer", 10), 1],
    ["all used", page("lexer", 40), 1],
    ["words of three characters do not count", page("abc", 40), 0.3],
    ["stop words do not count", page("should", 40), 0.3],
    ["a line counts by its bytes", `lexer ${"é".repeat(247)}\n${".".repeat(3_499)}`, 0.3 + 0.7 * (501 / 4_000 / 0.25)],
    ["lines may end in CR LF", page("lexer", 5).replaceAll(".\n", "\r\n"), 0.3 + 0.7 * (500 / 4_000 / 0.25)],
  ])("%s", async (_, output, weight) => {
    const audit = await firstAudit([
      ...bash("node a.js", output),
      assistantText("the lexer, abc, and what it should do"),
    ]);
    expect(audit.weight).toBeCloseTo(weight, 12);
  });

  test("a write is never too large", async () => {
    expect((await firstAudit(bash("npm install", ".".repeat(9_000)))).weight).toBe(1);
  });

  test("the rationale names the share and the size", async () => {
    const audit = await firstAudit([...bash("node a.js", page("lexer", 5)), assistantText("lexer")]);
    expect(audit.rationale).toContain("12% of 4000 bytes used later");
  });
});

describe("what counts as later", () => {
  const read = bash("node a.js", page("lexer", 40));
  test.each<[string, EntryInput[], LiteralRunOptions, boolean]>([
    ["the input of a later call", [...read, toolUse("x", { about: "lexer" })], {}, true],
    ["deep in the input of a later call", [...read, toolUse("x", { a: [{ b: "the LEXER" }] })], {}, true],
    ["later assistant text", [...read, assistantText("lexer")], {}, true],
    ["the final answer", read, { finalAnswer: "lexer" }, true],
    [
      "an input known only from its result",
      [...read, toolUse("x"), toolResult("", { input: { a: "lexer" } })],
      {},
      true,
    ],
    ["the name of a field is not", [...read, toolUse("x", { lexer: 1 })], {}, false],
    ["the output of a later call is not", [...read, toolUse("x"), toolResult("lexer")], {}, false],
    ["a later user entry is not", [...read, { type: "user", text: "lexer" }], {}, false],
    ["a later system entry is not", [...read, { type: "system", text: "lexer" }], {}, false],
    ["a later error is not", [...read, { type: "error", message: "lexer" }], {}, false],
    ["the task is not", read, { task: "lexer" }, false],
    ["its own input is not", bash("node lexer.js", page("lexer", 40)), {}, false],
    [
      "a call made before the result came is not",
      [
        toolUse("x", {}, { id: "1" }),
        toolUse("y", { a: "lexer" }, { id: "2" }),
        toolResult(page("lexer", 40), { id: "1" }),
      ],
      {},
      false,
    ],
  ])("%s", async (...[, entries, options, isLater]) => {
    expect((await firstAudit(entries, options)).weight).toBe(isLater ? 1 : 0.3);
  });
});

test.each([
  [4_000, 1],
  [5_000, 0.8],
  [8_000, 0.5],
  [40_000, 0.3],
])("a thought of %i bytes has weight %d", async (bytes, weight) => {
  expect((await firstAudit([assistantText("-".repeat(bytes))])).weight).toBe(weight);
});

/** Its input has two words; where neither of them is found elsewhere, it has 0.2 without the result. */
const call = (output: string) => bash("node script.js", output);

describe("relevance of a call by its result", () => {
  test.each<[string, EntryInput[], LiteralRunOptions, number]>([
    ["two new words used later", [...call("lexer token"), assistantText("lexer, token")], {}, 1],
    ["two new words used later, among others", [...call("lexer token parser"), assistantText("lexer token")], {}, 1],
    ["two new words, one used", [...call("lexer token"), assistantText("lexer")], {}, 0.2],
    ["the only new word used", [...call("the lexer"), assistantText("lexer")], {}, 1],
    [
      "the only new word beside known ones",
      [{ type: "user", text: "parser" }, ...call("parser lexer"), assistantText("lexer")],
      {},
      1,
    ],
    ["a new word used nowhere", call("lexer"), {}, 0.2],
    [
      "words of the task are not new",
      [...call("lexer token"), assistantText("lexer token")],
      { task: "lexer token" },
      0.2,
    ],
    [
      "words of an earlier user entry are not new",
      [{ type: "user", text: "lexer token" }, ...call("lexer token"), assistantText("lexer token")],
      {},
      0.2,
    ],
    [
      "words of an earlier system entry are not new",
      [{ type: "system", text: "lexer token" }, ...call("lexer token"), assistantText("lexer token")],
      {},
      0.2,
    ],
    [
      "words of its own input are not new",
      [...bash("node script.js", "node script"), toolUse("y"), assistantText("node script")],
      {},
      0.2,
    ],
    ["said by the final answer", call("lexer token"), { finalAnswer: "lexer token" }, 1],
    [
      "an error in place of a result is read too",
      [toolUse("x", { a: "script" }), { type: "error", message: "lexer token" }, assistantText("lexer token")],
      {},
      1,
    ],
  ])("%s", async (...[, entries, options, relevance]) => {
    expect((await firstAudit(entries, options)).contextRelevance).toBeCloseTo(relevance, 12);
  });

  test("words of any earlier entry are not new", async () => {
    const again = [
      ...bash("cat a", "lexer token"),
      ...bash("node script.js", "lexer token"),
      assistantText("lexer token"),
    ];
    const { audits } = await askAgentQuestion(again);
    expect(audits.map(({ contextRelevance }) => contextRelevance)).toEqual([1, 0.2, 0.2]);
    const failed = await askAgentQuestion([
      failure,
      user,
      { type: "error", message: "lexer token" },
      ...bash("x", "lexer token"),
      assistantText("lexer token"),
    ]);
    expect(failed.audits[2]!.contextRelevance).toBe(0.8);
  });
});

const write = (more: object) => [
  toolUse("Write", { file_path: "src/parser.ts", content: "lexer", ...more }),
  toolResult("ok"),
];

describe("relevance of a write by its target", () => {
  test.each<[string, EntryInput[], LiteralRunOptions, number]>([
    ["a word of the path in the task", write({}), { task: "fix the parser" }, 1],
    ["a word of the path later", [...write({}), assistantText("parser")], {}, 1],
    [
      "what was written does not count: src, parser, lexer, none found",
      [...write({}), user, assistantText("x")],
      { task: "zzz" },
      0.2,
    ],
    ["only what was written is found: 1 of 3", write({}), { task: "lexer" }, 0.2 + 0.6 * (1 / 3)],
    [
      "ACP locations",
      [toolUse("Do it", {}, { kind: "edit", locations: ["src/parser.ts"] }), toolResult("ok")],
      { task: "parser" },
      1,
    ],
    ["the command line", bash("mkdir parser"), { task: "parser" }, 1],
    ["a redirection", bash("echo hi > parser.txt"), { task: "parser" }, 1],
    [
      "not the here-document: cat, new, eof, lexer",
      bash("cat > new <<EOF\nlexer\nEOF"),
      { task: "lexer" },
      0.2 + 0.6 * (1 / 4),
    ],
    [
      "a read has no target: 1 of 2",
      [toolUse("Read", { path: "src/parser.ts" }), toolResult("")],
      { task: "parser" },
      0.2 + 0.6 * (1 / 2),
    ],
  ])("%s", async (...[, entries, options, relevance]) => {
    expect((await firstAudit(entries, options)).contextRelevance).toBeCloseTo(relevance, 12);
  });
});

describe("relevance by words of the input", () => {
  const input = { text: "alpha beta gamma delta" };
  const next = toolUse("y", { text: "gamma" });
  test.each<[string, EntryInput[], LiteralRunOptions, number]>([
    ["none of four found", [toolUse("x", input), toolResult("")], {}, 0.2],
    ["one in the task", [toolUse("x", input), toolResult("")], { task: "Alpha" }, 0.2 + 0.6 * (1 / 4)],
    [
      "one in task, answer and next call each",
      [toolUse("x", input), toolResult(""), next],
      { task: "alpha", finalAnswer: "beta" },
      0.2 + 0.6 * (3 / 4),
    ],
    ["found twice counts once", [toolUse("x", input), toolResult(""), next], { task: "gamma" }, 0.2 + 0.6 * (1 / 4)],
    ["all found is 0.8, not 1", [toolUse("x", input), toolResult("")], { task: "alpha beta gamma delta" }, 0.2 + 0.6],
    [
      "the call after next does not count",
      [toolUse("x", input), toolResult(""), toolUse("z"), toolResult(""), next],
      {},
      0.2,
    ],
    ["later text does not count", [toolUse("x", input), toolResult(""), assistantText("alpha beta")], {}, 0.2],
    ["no words at all", [toolUse("x", { a: "ab", b: 12, c: true }), toolResult("")], {}, 0.8],
    [
      "a word said twice is one word: 1 of 2",
      [toolUse("x", { a: "alpha alpha alpha beta" }), toolResult("")],
      { task: "alpha" },
      0.2 + 0.6 * (1 / 2),
    ],
    ["thinking, by its text: 1 of 2", [assistantText("alpha omega")], { task: "alpha" }, 0.2 + 0.6 * (1 / 2)],
    ["thinking looks at the next call too", [assistantText("gamma omega"), next], {}, 0.2 + 0.6 * (1 / 2)],
    ["a thought without words", [assistantText("ok")], {}, 0.8],
    ["a result without a call", [toolResult("alpha")], {}, 0.8],
    ["an error", [failure], { task: "broke" }, 0.2],
  ])("%s", async (...[, entries, options, relevance]) => {
    expect((await firstAudit(entries, options)).contextRelevance).toBeCloseTo(relevance, 12);
  });
});
