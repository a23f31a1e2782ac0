import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { classifyOutcome } from "../../core/outcome.ts";
import { type FormatName, formatNames, vendorFormats } from "./formats/format-name.ts";
import type { ReadTranscript } from "./read-result.ts";
import { readTranscript, streamTranscript } from "./read-transcript.ts";

const folder = new URL("../../../test/fixtures/transcripts/", import.meta.url);
const samples = {
  "claude-code": "claude.toolfail.ndjson",
  codex: "codex.toolfail.ndjson",
  gemini: "gemini.mcp.ndjson",
  "qwen-code": "qwen.toolfail.ndjson",
  opencode: "opencode.toolfail.ndjson",
  copilot: "copilot.toolfail.ndjson",
  cline: "cline.toolfail.ndjson",
  cursor: "cursor.ndjson",
  acp: "acp.claude-agent-acp.toolfail.jsonl",
} as const;
const sessions = [
  ["gemini", "gemini.session.mcp.jsonl"],
  ["qwen-code", "qwen.session.toolfail.jsonl"],
  ["copilot", "copilot.session.mcp.jsonl"],
] as const;
const texts = [...Object.entries(samples), ...sessions].map(([format, file]): [string, string] => [
  format,
  readFileSync(new URL(file, folder), "utf8"),
]);

function classOf({ outcome, entries }: ReadTranscript): string {
  const calledTool = entries.some(({ type }) => type === "tool_use");
  return classifyOutcome({ outcome, calledTool, checkBroken: false, judgeFailed: false });
}

test.each(texts)("%s is recognised by any of its lines that says what it is", (format, text) => {
  const lines = text.trim().split("\n");
  for (let from = 0; from < lines.length; from += 1) {
    const { format: found } = readTranscript(lines.slice(from));
    // The last lines of a file may be such that many programs could have written them.
    expect(from < lines.length / 2 ? [format] : [format, "entries", "anthropic"]).toContain(found);
  }
  expect(readTranscript(["Starting the agent...", "", ...lines]).format).toBe(format);
});

test.each(texts)("%s as one JSON list is read alike", (_, text) => {
  const lines = text.trim().split("\n");
  const list = JSON.stringify(
    lines.map((line) => JSON.parse(line) as object),
    null,
    1,
  );
  expect(readTranscript(list.split("\n"))).toEqual(readTranscript(lines));
});

test("a named format is taken for granted", () => {
  const [, text] = texts[0]!;
  const read = readTranscript(text.split("\n"), { format: "codex" });
  expect(read).toMatchObject({
    format: "codex",
    entries: [],
    unknownEvents: [{ event: "system", count: 1 }, {}, {}, {}],
  });
});

test.each(texts)("%s: a line that cannot be read is named by its number, and the rest is read", (_, text) => {
  const lines = text.trim().split("\n");
  const broken = [lines[0]!, '{"half":', "[1]", ...lines.slice(1)];
  const read = readTranscript(broken);
  expect(read.problems).toEqual([
    { line: 2, what: "is not JSON", excerpt: '{"half":' },
    { line: 3, what: "is not an event: expected an object", excerpt: "[1]" },
  ]);
  expect(read.entries).toEqual(readTranscript(lines).entries);
});

test("lines that arrive some at a time are read alike", async () => {
  const lines = texts[0]![1].split("\n");
  async function* arriving() {
    for (const line of lines) yield [line];
  }
  expect(await streamTranscript(arriving())).toEqual(readTranscript(lines));
});

test.each(texts)("%s cut at any byte is read up to the cut", (_, text) => {
  const bytes = Buffer.from(text);
  const all = readTranscript(text.split("\n")).entries;
  fc.assert(
    fc.property(fc.nat(bytes.length), (length) => {
      const read = readTranscript(bytes.subarray(0, length).toString("utf8").split("\n"));
      expect(read.problemCount).toBeLessThanOrEqual(1);
      // Only the last may differ: a text that was going on, or a call that was being put together.
      const whole = read.entries.slice(0, -1);
      expect(whole).toEqual(all.slice(0, whole.length));
    }),
    { numRuns: 60 },
  );
});

const anyKey = fc.constantFrom(
  ..."type subtype message content role id name input text tool_use_id is_error result usage item payload part state".split(
    " ",
  ),
  ..."data event params update sessionUpdate toolCallId status method msg dir jsonrpc error code output stats".split(
    " ",
  ),
  ..."session_id sessionId sessionID uuid ts timestamp toolName exitCode resourceSpans scopeSpans spans attributes".split(
    " ",
  ),
  "__proto__",
  "constructor",
);
const anyType = fc.constantFrom(
  ..."system assistant user result tool_use tool_result error init message text step_finish run_result".split(" "),
  ..."item.started item.completed turn.completed turn.failed thread.started response_item event_msg session_meta".split(
    " ",
  ),
  ..."agent_event hook_event tool.execution_start tool.execution_complete session/update session/prompt tool_call".split(
    " ",
  ),
);
const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string(),
    anyType,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(anyKey, tie("value"), { maxKeys: 6 }),
})).value;
const anyEvent = fc
  .tuple(fc.dictionary(anyKey, anyValue, { maxKeys: 8 }), anyType)
  .map(([event, type]) => ({ ...event, type }));
const anyLine = fc.oneof(
  anyEvent.map((event) => JSON.stringify(event)),
  anyValue.map((value) => JSON.stringify(value)),
  fc.string(),
);

test.each(formatNames)("as %s any lines can be read, and none is fatal", (format) => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
      const read = readTranscript(lines, { format });
      expect(read.problems.length).toBe(Math.min(100, read.problemCount));
      JSON.stringify(read);
    }),
    { numRuns: 200 },
  );
});

test("any lines can be looked at", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => void readTranscript(lines)),
    { numRuns: 500 },
  );
});

const frightening = fc.constantFrom(
  "429 Too Many Requests",
  "ECONNRESET",
  "rate limit exceeded",
  "401 Unauthorized: invalid x-api-key",
  '{"type":"result","is_error":true,"api_error_status":401}',
  '{"type":"turn.failed","error":{"message":"network"}}',
  "Exit code 1",
  "Process exited with code 9",
  "\nExit Code: 1\nSignal: (none)\nProcess Group PGID: (none)",
);

test.each(texts)("what an agent or a tool of %s says never changes whose failure it is", (_, text) => {
  const before = classOf(readTranscript(text.split("\n")));
  fc.assert(
    fc.property(fc.oneof(frightening, fc.string()), fc.nat(5), (said, choice) => {
      const spoken = [
        "I'll create the file.",
        "The file missing.txt does not exist.",
        "cat: missing.txt",
        "The sum is 42.",
        "on purpose",
        "Reading a missing file.",
      ];
      const word = spoken[choice] ?? "";
      // As it stands inside a JSON text.
      const inserted = JSON.stringify(said).slice(1, -1);
      expect(classOf(readTranscript(text.replaceAll(word, inserted).split("\n")))).toBe(before);
    }),
    { numRuns: 60 },
  );
});

test("types of events are counted without end, and listed with one", () => {
  const lines = Array.from({ length: 1000 }, (_, index) => JSON.stringify({ type: `new.${index}${"x".repeat(1000)}` }));
  const { unknownEvents } = readTranscript(lines, { format: "codex" });
  expect(unknownEvents.length).toBeLessThanOrEqual(201);
  expect(unknownEvents.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
  expect(unknownEvents.every(({ event }) => event.length <= 80)).toBe(true);
});

test("an input nested 10,000 deep is cut in every format", () => {
  const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
  const content = `[{"type":"tool_use","id":"t","name":"x","input":${deep}}]`;
  const line = `{"type":"assistant","session_id":"s","uuid":"u","message":{"role":"assistant","content":${content}}}`;
  expect(JSON.stringify(readTranscript([line]).entries).length).toBeLessThan(2000);
  for (const format of vendorFormats)
    expect(() => readTranscript([`{"type":${deep}}`, line], { format })).not.toThrow();
});

test("usage that falls, or cannot be, is unknown, and its line is named", () => {
  const usage = (totalInputTokens: number) =>
    JSON.stringify({
      ts: "2026-01-01T00:00:00Z",
      type: "agent_event",
      event: { type: "usage", totalInputTokens, totalOutputTokens: 1, totalCost: 1 },
    });
  expect(readTranscript([usage(5), usage(9)])).toMatchObject({ tokenUsage: { input: 9, output: 1 }, totalCostUsd: 1 });
  expect(readTranscript([usage(9), usage(5)])).toMatchObject({
    tokenUsage: null,
    totalCostUsd: null,
    problems: [{ line: 2 }],
  });
  expect(readTranscript([usage(-1)])).toMatchObject({ tokenUsage: null, problems: [{ line: 1 }] });
});

describe("a NUL, and half a character, become U+FFFD in entries and in the answer alike", () => {
  const odd = JSON.stringify("a\0b\uD800").slice(1, -1);
  const assistant = `{"type":"assistant","timestamp":null,"text":"${odd}"}`;
  const detail = `{"outcome":{"status":"completed","result":"${odd}"},"output":{"transcript":[${assistant}]}}`;
  const claude = `{"type":"assistant","message":{"id":"1","content":[{"type":"text","text":"${odd}"}]}}`;
  const cases: readonly (readonly [string, FormatName, readonly string[]])[] = [
    ["entries", "axis", [assistant]],
    ["a result line", "axis", [assistant, `{"type":"result","text":"${odd}"}`]],
    ["a detail file", "axis", [detail]],
    ["claude-code", "claude-code", [claude, `{"type":"result","subtype":"success","result":"${odd}"}`]],
  ];
  test.each(cases)("%s", (_, format, lines) => {
    const { entries, outcome } = readTranscript(lines, { format });
    expect(entries).toMatchObject([{ type: "assistant", text: "a\uFFFDb\uFFFD" }]);
    expect(outcome).toEqual({ status: "completed", result: "a\uFFFDb\uFFFD" });
  });

  test("and in the reason of a failure", () => {
    const lines = [assistant, `{"type":"result","error":"${odd}"}`];
    expect(readTranscript(lines).outcome).toMatchObject({ message: "a\uFFFDb\uFFFD" });
  });
});

describe("a file is refused", () => {
  const lines = (events: readonly object[]) => events.map((event) => JSON.stringify(event));
  const codex = lines([
    { type: "thread.started", thread_id: "t" },
    { type: "item.completed", item: { type: "agent_message", text: "Hi" } },
  ]);
  const cursor = lines([{ type: "thinking", subtype: "delta", text: "Hm" }]);

  test("if two programs wrote it, unless one is named", () => {
    const both = [...codex, ...cursor];
    expect(readTranscript(both).refusal).toBe("looks like both codex and cursor; name one with --format");
    expect(readTranscript(both, { format: "codex" }).refusal).toBeNull();
    expect(readTranscript([`[${both.join(",")}]`]).refusal).toBe(
      "looks like both codex and cursor; name one with --format",
    );
  });

  test("if events that are passed over are probably calls", () => {
    const calls = lines([{ type: "tool_call" }, { type: "tool_call" }, { type: "mcp.response" }]);
    expect(readTranscript([...codex, ...calls]).refusal).toBe(
      "3 events look like calls and are not known: tool_call, mcp.response",
    );
    expect(readTranscript([...codex, ...lines([{ type: "tool_list" }])]).refusal).toBeNull();
    const entry = '{"type":"assistant","text":"Hi"}';
    expect(readTranscript([entry, calls[0]!]).refusal).toBe("1 event looks like a call and is not known: tool_call");
    // A broken entry of our own is only a problem.
    expect(readTranscript([entry, '{"type":"tool_use"}'])).toMatchObject({ refusal: null, problemCount: 1 });
  });

  test("but not if nothing in it is known: then its first problem is told", () => {
    expect(readTranscript(['{"type":"tool_call"}'])).toMatchObject({
      format: "entries",
      refusal: null,
      problemCount: 1,
    });
  });
});

describe("a file that does not tell its format", () => {
  const codex = [
    '{"type":"thread.started","thread_id":"t"}',
    '{"type":"item.completed","item":{"type":"agent_message","text":"Hi"}}',
  ];
  const noise = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

  test("may do so within its first two hundred lines, blank ones not counted", () => {
    expect(readTranscript([...noise(199), "", "", ...codex])).toMatchObject({ format: "codex", problemCount: 199 });
    expect(readTranscript([...noise(200), ...codex])).toMatchObject({ format: "entries", problemCount: 202 });
  });

  test("is what it is said to be, also where it is one document, or half of one", () => {
    const list = JSON.stringify(
      codex.map((line) => JSON.parse(line) as object),
      null,
      1,
    ).split("\n");
    expect(readTranscript(list, { format: "gemini" })).toMatchObject({ format: "gemini", entries: [] });
    expect(readTranscript(list.slice(0, -1), { format: "gemini" }).format).toBe("gemini");
    expect(readTranscript(["noise"], { format: "gemini" }).format).toBe("gemini");
    expect(readTranscript([], { format: "gemini" }).format).toBe("gemini");
  });

  test("may begin with a byte order mark, and only there", () => {
    expect(readTranscript([`\uFEFF${codex[0]!}`, codex[1]!])).toMatchObject({ format: "codex", problemCount: 0 });
    expect(readTranscript([codex[0]!, `\uFEFF${codex[1]!}`])).toMatchObject({ entries: [], problemCount: 1 });
  });
});

test.each([
  [0.25, 0.25],
  [0, 0],
  [-1, null],
  ["1", null],
  [undefined, null],
])("a cost of %j is %j", (cost, known) => {
  const event = {
    type: "result",
    session_id: "s",
    uuid: "u",
    total_cost_usd: cost,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  expect(readTranscript([JSON.stringify(event)], { format: "claude-code" }).totalCostUsd).toBe(known);
});

test("a usage that cannot be believed is a problem, and the cost goes with it", () => {
  const event = { type: "result", total_cost_usd: 1, usage: { input_tokens: -5, output_tokens: 1 } };
  const read = readTranscript([JSON.stringify(event)], { format: "claude-code" });
  expect(read).toMatchObject({ tokenUsage: null, totalCostUsd: null, problemCount: 1 });
  expect(read.problems[0]?.what).toBe("claims impossible token usage");
});
